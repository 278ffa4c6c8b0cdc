-- Cancellations and withdrawals, which need no account, and how many mails they cause.

CREATE TABLE declarations (
    id BLOB PRIMARY KEY NOT NULL,
    case_number TEXT NOT NULL UNIQUE,
    -- Keyed hash of what the address of its receipt holds.
    token_hash BLOB NOT NULL UNIQUE,
    -- Encrypted JSON: who declares what.
    content BLOB NOT NULL,
    -- Who was signed in.
    user_id BLOB REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    -- False: the mailbox had enough mails, so no confirmation was sent.
    is_mailed BOOLEAN NOT NULL,
    -- When the operator was told by mail. NULL: the next digest does it.
    operator_told_at TEXT,
    done_at TEXT
);
CREATE INDEX declarations_open ON declarations (created_at) WHERE done_at IS NULL;
CREATE INDEX declarations_done ON declarations (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX declarations_user ON declarations (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX declarations_untold ON declarations (created_at) WHERE operator_told_at IS NULL;
CREATE INDEX declarations_told ON declarations (operator_told_at) WHERE operator_told_at IS NOT NULL;

-- Counts of mails since a time: to one mailbox, to all mailboxes of guests, and to the operator. Anybody can declare, and name
-- anybody's address.
CREATE TABLE declaration_mails (
    -- Keyed hash of the mailbox, or of the name of another counter.
    counter BLOB PRIMARY KEY NOT NULL,
    since TEXT NOT NULL,
    sent INTEGER NOT NULL
);
CREATE INDEX declaration_mails_since ON declaration_mails (since);
