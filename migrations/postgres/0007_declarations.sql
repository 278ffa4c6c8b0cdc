-- Cancellations and withdrawals, which need no account.
CREATE TABLE declarations (
    id UUID PRIMARY KEY NOT NULL,
    case_number TEXT NOT NULL UNIQUE,
    -- Keyed hash of what the address of its receipt holds.
    token_hash BYTEA NOT NULL UNIQUE,
    -- Encrypted JSON: who declares what.
    content BYTEA NOT NULL,
    -- Who was signed in.
    user_id UUID REFERENCES users (id) ON DELETE SET NULL,
    created_at TIMESTAMPTZ NOT NULL,
    done_at TIMESTAMPTZ
);
CREATE INDEX declarations_open ON declarations (created_at) WHERE done_at IS NULL;
CREATE INDEX declarations_done ON declarations (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX declarations_user ON declarations (user_id) WHERE user_id IS NOT NULL;
