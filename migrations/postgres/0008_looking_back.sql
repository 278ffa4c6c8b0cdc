-- What looking back needs: counts of each month, days written later, and streaks that were rewarded.

-- How many words the text has; its person sees sums of it.
ALTER TABLE entries ADD COLUMN words BIGINT NOT NULL DEFAULT 0;
-- Begun on a later day than its own: it counts for no streak.
ALTER TABLE entries ADD COLUMN is_backfilled BOOLEAN NOT NULL DEFAULT FALSE;
-- Its person does not want to be shown it as 'Heute vor …' again.
ALTER TABLE entries ADD COLUMN hide_memory BOOLEAN NOT NULL DEFAULT FALSE;

-- Kept counts of a person's entries that are not in the bin, for each month. `backend/src/stats` computes a month anew after each change.
CREATE TABLE entry_months (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The month's first day.
    month DATE NOT NULL,
    entries BIGINT NOT NULL,
    -- A bit for each day that counts for a streak: 1 is the first day.
    days BIGINT NOT NULL,
    words BIGINT NOT NULL,
    -- The words of the longest text.
    longest BIGINT NOT NULL,
    photos BIGINT NOT NULL,
    favorites BIGINT NOT NULL,
    -- Days on which a mood was chosen, and the sum of their levels.
    mood_days BIGINT NOT NULL,
    mood_sum BIGINT NOT NULL,
    PRIMARY KEY (user_id, month)
);

-- Streaks that were rewarded with invitation codes, by the five days that earned it.
CREATE TABLE streak_bonuses (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    first_day DATE NOT NULL,
    last_day DATE NOT NULL,
    granted_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, first_day)
);

UPDATE entries SET words = array_length(regexp_split_to_array(btrim(text, E' \n\r\t'), '\s+'), 1)
WHERE btrim(text, E' \n\r\t') <> '';

INSERT INTO entry_months (user_id, month, entries, days, words, longest, photos, favorites, mood_days, mood_sum)
SELECT user_id, date_trunc('month', date)::DATE, COUNT(*), SUM(1::BIGINT << (EXTRACT(DAY FROM date)::INTEGER - 1))::BIGINT,
    SUM(words)::BIGINT, MAX(words), SUM(json_array_length(images::JSON))::BIGINT, COUNT(*) FILTER (WHERE is_favorite),
    COUNT(*) FILTER (WHERE mood_set), COALESCE(SUM(mood_level) FILTER (WHERE mood_set), 0)::BIGINT
FROM entries WHERE deleted_at IS NULL GROUP BY user_id, date_trunc('month', date);
