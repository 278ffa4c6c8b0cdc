-- How many bytes of texts an account has written: entries, earlier versions, answers and repeated saves.

-- What was deleted since the last exact count is still part of it.
ALTER TABLE users ADD COLUMN text_bytes INTEGER NOT NULL DEFAULT 0;
-- When the texts were last counted exactly.
ALTER TABLE users ADD COLUMN texts_counted_at TEXT;

-- The version that a save made. The newest saves of a person keep their whole answer besides.
ALTER TABLE entry_saves ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
CREATE INDEX entry_saves_newest ON entry_saves (user_id, saved_at);
