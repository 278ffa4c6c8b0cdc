-- What looking back needs: counts of each month, days written later, and streaks that were rewarded.

-- How many words the text has; its person sees sums of it.
ALTER TABLE entries ADD COLUMN words INTEGER NOT NULL DEFAULT 0;
-- Begun on a later day than its own: it counts for no streak.
ALTER TABLE entries ADD COLUMN is_backfilled BOOLEAN NOT NULL DEFAULT FALSE;
-- Its person does not want to be shown it as 'Heute vor …' again.
ALTER TABLE entries ADD COLUMN hide_memory BOOLEAN NOT NULL DEFAULT FALSE;

-- Kept counts of a person's entries that are not in the bin, for each month. `backend/src/stats` computes a month anew after each change.
CREATE TABLE entry_months (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The month's first day.
    month TEXT NOT NULL,
    entries INTEGER NOT NULL,
    -- A bit for each day that counts for a streak: 1 is the first day.
    days INTEGER NOT NULL,
    words INTEGER NOT NULL,
    -- The words of the longest text.
    longest INTEGER NOT NULL,
    photos INTEGER NOT NULL,
    favorites INTEGER NOT NULL,
    -- Days on which a mood was chosen, and the sum of their levels.
    mood_days INTEGER NOT NULL,
    mood_sum INTEGER NOT NULL,
    PRIMARY KEY (user_id, month)
);

-- Streaks that were rewarded with invitation codes, by the five days that earned it.
CREATE TABLE streak_bonuses (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    first_day TEXT NOT NULL,
    last_day TEXT NOT NULL,
    granted_at TEXT NOT NULL,
    PRIMARY KEY (user_id, first_day)
);

-- Words are what white space separates: it becomes spaces, and each run of spaces one.
UPDATE entries SET words = (
    WITH spaced (t) AS (SELECT trim(replace(replace(replace(text, char(10), ' '), char(13), ' '), char(9), ' '))),
    single (t) AS (SELECT replace(replace(replace(t, ' ', char(1) || char(2)), char(2) || char(1), ''), char(1) || char(2), ' ') FROM spaced)
    SELECT CASE WHEN t = '' THEN 0 ELSE length(t) - length(replace(t, ' ', '')) + 1 END FROM single
);

INSERT INTO entry_months (user_id, month, entries, days, words, longest, photos, favorites, mood_days, mood_sum)
SELECT user_id, substr(date, 1, 8) || '01', COUNT(*), SUM(1 << (CAST(substr(date, 9, 2) AS INTEGER) - 1)), SUM(words), MAX(words),
    SUM(json_array_length(images)), SUM(is_favorite), SUM(mood_set), SUM(CASE WHEN mood_set THEN mood_level ELSE 0 END)
FROM entries WHERE deleted_at IS NULL GROUP BY user_id, substr(date, 1, 8);
