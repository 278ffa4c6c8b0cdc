-- Secret links: one per entry.

CREATE TABLE share_links (
    entry_id UUID PRIMARY KEY NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- Keyed hash for looking up, encrypted value for showing it to the owner again.
    token_hash BYTEA NOT NULL UNIQUE,
    token BYTEA NOT NULL,
    options TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
