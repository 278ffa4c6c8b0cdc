-- Secret links: one per entry.
CREATE TABLE share_links (
    entry_id BLOB PRIMARY KEY NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- Keyed hash for looking up, encrypted value for showing it to the owner again.
    token_hash BLOB NOT NULL UNIQUE,
    token BLOB NOT NULL,
    options TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    -- A keyed hash of the PIN with a salt that is new for each PIN. Both are set, or neither.
    pin_salt BLOB,
    pin_hash BLOB,
    -- Wrong PINs since this one was set. Too many close the link, no matter who sent them or how slowly.
    pin_failures INTEGER NOT NULL DEFAULT 0,
    opened INTEGER NOT NULL DEFAULT 0,
    last_opened_at TEXT
);
