-- How often something was tried, counted for all servers together: one number per key.

CREATE TABLE limits (
    -- Keyed hash of an action and of who tries it, such as an address or an account.
    key_hash BLOB PRIMARY KEY NOT NULL,
    -- When the key has all its attempts again, in milliseconds since 1970.
    full_at INTEGER NOT NULL,
    -- Milliseconds in which all attempts are regained.
    period INTEGER NOT NULL
);
