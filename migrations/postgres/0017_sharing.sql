-- Secret links that end by themselves, that ask for a PIN, and that count how often they were opened.

ALTER TABLE share_links ADD COLUMN expires_at TIMESTAMPTZ;
-- A keyed hash of the PIN with a salt that is new for each PIN; both or neither.
ALTER TABLE share_links ADD COLUMN pin_salt BYTEA;
ALTER TABLE share_links ADD COLUMN pin_hash BYTEA;
ALTER TABLE share_links ADD COLUMN opened BIGINT NOT NULL DEFAULT 0;
ALTER TABLE share_links ADD COLUMN last_opened_at TIMESTAMPTZ;
