-- The saves of entries, so that a repeated request is answered with what the first one did.

CREATE TABLE entry_saves (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Chosen by the client.
    idempotency_key TEXT NOT NULL,
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- Hash of the request.
    digest BYTEA NOT NULL,
    -- JSON: the entry as this save left it.
    entry TEXT NOT NULL,
    saved_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, idempotency_key)
);
CREATE INDEX entry_saves_entry ON entry_saves (entry_id);
CREATE INDEX entry_saves_age ON entry_saves (saved_at);

-- It had the key of the last save alone.
ALTER TABLE entries DROP COLUMN attempt;
