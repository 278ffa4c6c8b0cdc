-- A day's entry: its earlier versions, pictures, recording, answers and saves. What looking back needs: counts of each month,
-- and streaks that were rewarded.

-- One entry a day. A deleted one leaves the day free.
CREATE TABLE entries (
    id UUID PRIMARY KEY NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date DATE NOT NULL,
    -- The entry was begun on a later day than its own, so it counts for no streak.
    is_backfilled BOOLEAN NOT NULL DEFAULT FALSE,
    -- The entry was created after its day, with the ticket of a page that was open on that day. Only such an entry can be opened
    -- by one.
    is_sent_late BOOLEAN NOT NULL DEFAULT FALSE,
    -- The program that the entry was taken over from. NULL: it was written here.
    origin TEXT,
    -- Sealed: texts, pictures in order as a page needs them, and a hash of the words that the summary was made of.
    words BYTEA NOT NULL,
    -- Sealed: emojis, feeling, own emoji. A calendar reads them without the words.
    signs BYTEA NOT NULL,
    -- The number of words in the text. Its person sees sums of it.
    word_count BIGINT NOT NULL,
    -- The number of pictures.
    photos BIGINT NOT NULL,
    -- False: nobody chose a mood, and the level says nothing.
    mood_set BOOLEAN NOT NULL DEFAULT TRUE,
    mood_level BIGINT NOT NULL,
    main_image_index BIGINT NOT NULL,
    visibility TEXT NOT NULL,
    -- The reason why the operator hides the entry from others, and the visibility that it had. It is private meanwhile.
    hidden_for TEXT,
    hidden_from TEXT,
    is_favorite BOOLEAN NOT NULL,
    -- Its person does not want to be shown it as 'Heute vor …' again.
    hide_memory BOOLEAN NOT NULL DEFAULT FALSE,
    version BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    -- When the entry went into the bin.
    deleted_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX entries_day ON entries (user_id, date) WHERE deleted_at IS NULL;
CREATE INDEX entries_newest ON entries (user_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX entries_bin ON entries (user_id, deleted_at) WHERE deleted_at IS NOT NULL;
-- Newest first: what others may see of one person, what everybody may see of them, and everybody's public entries.
CREATE INDEX entries_shown ON entries (user_id, created_at DESC, id DESC) WHERE deleted_at IS NULL AND visibility <> 'private';
CREATE INDEX entries_public_of ON entries (user_id, created_at DESC, id DESC)
    WHERE deleted_at IS NULL AND visibility = 'public';
CREATE INDEX entries_public ON entries (created_at DESC, id DESC) WHERE deleted_at IS NULL AND visibility = 'public';

-- Texts that an update replaced, kept for thirty days.
CREATE TABLE entry_versions (
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    -- Sealed texts.
    words BYTEA NOT NULL,
    replaced_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (entry_id, version)
);
CREATE INDEX entry_versions_age ON entry_versions (replaced_at);

-- The entry that a picture's files belong to. Everything else about a picture is in `entries.words`.
CREATE TABLE images (
    id UUID PRIMARY KEY NOT NULL,
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- Bytes of all renditions together.
    bytes BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX images_entry ON images (entry_id);

-- The recording of an entry. Its id names the folder of its file.
CREATE TABLE recordings (
    id UUID PRIMARY KEY NOT NULL,
    entry_id UUID NOT NULL UNIQUE REFERENCES entries (id) ON DELETE CASCADE,
    -- 'webm' or 'mp4'.
    format TEXT NOT NULL,
    milliseconds BIGINT NOT NULL,
    bytes BIGINT NOT NULL DEFAULT 0
);

-- Answers to the questions of the day. The questions themselves are part of the program, under these ids.
CREATE TABLE reflection_answers (
    id UUID PRIMARY KEY NOT NULL,
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    question_id TEXT NOT NULL,
    -- Sealed.
    words BYTEA NOT NULL,
    -- Counts up in the order in which the answers came.
    position BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (entry_id, question_id)
);

-- The saves of entries, so that a repeated request is answered with what the first one did.
CREATE TABLE entry_saves (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Chosen by the client.
    idempotency_key TEXT NOT NULL,
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- Sealed: a hash of the request.
    digest BYTEA NOT NULL,
    -- The version that the save made.
    version BIGINT NOT NULL,
    -- Sealed: the entry as this save left it. NULL in older saves: only a person's newest ones keep it.
    words BYTEA,
    saved_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, idempotency_key)
);
CREATE INDEX entry_saves_entry ON entry_saves (entry_id);
CREATE INDEX entry_saves_age ON entry_saves (saved_at);
CREATE INDEX entry_saves_newest ON entry_saves (user_id, saved_at);

-- Counts of a person's entries that are not in the bin, for each month. `backend/src/stats` computes a month anew after each
-- change.
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
