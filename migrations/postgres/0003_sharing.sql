-- Secret links: one per entry.
CREATE TABLE share_links (
    entry_id UUID PRIMARY KEY NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- Keyed hash for looking up, encrypted value for showing it to the owner again.
    token_hash BYTEA NOT NULL UNIQUE,
    token BYTEA NOT NULL,
    options TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ,
    -- A keyed hash of the PIN with a salt that is new for each PIN. Both are set, or neither.
    pin_salt BYTEA,
    pin_hash BYTEA,
    -- Wrong PINs since this one was set. Too many close the link, no matter who sent them or how slowly.
    pin_failures BIGINT NOT NULL DEFAULT 0,
    opened BIGINT NOT NULL DEFAULT 0,
    last_opened_at TIMESTAMPTZ
);
