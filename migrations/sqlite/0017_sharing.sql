-- Secret links that end by themselves, that ask for a PIN, and that count how often they were opened.

ALTER TABLE share_links ADD COLUMN expires_at TEXT;
-- A keyed hash of the PIN with a salt that is new for each PIN; both or neither.
ALTER TABLE share_links ADD COLUMN pin_salt BLOB;
ALTER TABLE share_links ADD COLUMN pin_hash BLOB;
ALTER TABLE share_links ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
ALTER TABLE share_links ADD COLUMN last_opened_at TEXT;
