-- A key for each secret that this installation has had, the newest last, encrypted with the newest secret: a keyed hash
-- goes through all of them, so that hashes made under an earlier secret could be carried on.
CREATE TABLE hash_keys (
    position BIGINT PRIMARY KEY NOT NULL,
    sealed BYTEA NOT NULL
);
