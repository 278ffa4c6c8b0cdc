-- Secret links: one per entry.

CREATE TABLE share_links (
    entry_id BLOB PRIMARY KEY NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- Keyed hash for looking up, encrypted value for showing it to the owner again.
    token_hash BLOB NOT NULL UNIQUE,
    token BLOB NOT NULL,
    options TEXT NOT NULL,
    created_at TEXT NOT NULL
);
