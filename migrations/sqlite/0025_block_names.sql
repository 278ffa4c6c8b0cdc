-- What the person who blocks knew of the other one: a block shows neither what they are called later, nor whether they
-- blocked in turn.
ALTER TABLE blocks ADD COLUMN first_name TEXT NOT NULL DEFAULT '';
ALTER TABLE blocks ADD COLUMN last_name TEXT NOT NULL DEFAULT '';
ALTER TABLE blocks ADD COLUMN username TEXT NOT NULL DEFAULT '';
UPDATE blocks SET
    first_name = (SELECT first_name FROM users WHERE id = blocked_id),
    last_name = (SELECT last_name FROM users WHERE id = blocked_id),
    username = (SELECT username FROM users WHERE id = blocked_id);
