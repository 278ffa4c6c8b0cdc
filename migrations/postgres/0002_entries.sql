-- A day's entry, its earlier texts, its pictures and recording, and the answers of its reflection.

-- One entry a day; a deleted one leaves the day free.
CREATE TABLE entries (
    id UUID PRIMARY KEY NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date DATE NOT NULL,
    text TEXT NOT NULL,
    audio_transcript TEXT NOT NULL DEFAULT '',
    summary TEXT NOT NULL,
    -- Who made it: '' the person, 'local' this program, else the service's name.
    summary_source TEXT NOT NULL DEFAULT '',
    -- Which words it was made of, as a hash; NULL: nobody knows.
    summary_of BYTEA,
    top_moment TEXT NOT NULL,
    emojis TEXT NOT NULL,
    -- False: nobody chose a mood, and the level says nothing.
    mood_set BOOLEAN NOT NULL DEFAULT TRUE,
    mood_level BIGINT NOT NULL,
    mood_feeling TEXT,
    mood_emoji TEXT,
    visibility TEXT NOT NULL,
    -- JSON: the pictures in order, as a page needs them.
    images TEXT NOT NULL,
    main_image_index BIGINT NOT NULL,
    is_favorite BOOLEAN NOT NULL,
    version BIGINT NOT NULL,
    -- Which try of a save made this version, in the browser's own words: one that got no answer is known again by it.
    attempt TEXT,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    -- Since when it lies in the bin.
    deleted_at TIMESTAMPTZ
);
CREATE UNIQUE INDEX entries_day ON entries (user_id, date) WHERE deleted_at IS NULL;
CREATE INDEX entries_newest ON entries (user_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX entries_bin ON entries (user_id, deleted_at) WHERE deleted_at IS NOT NULL;
-- What others may see of one person, what everybody may see of them, and everybody's public entries, newest first.
CREATE INDEX entries_shown ON entries (user_id, created_at DESC, id DESC) WHERE deleted_at IS NULL AND visibility <> 'private';
CREATE INDEX entries_public_of ON entries (user_id, created_at DESC, id DESC)
    WHERE deleted_at IS NULL AND visibility = 'public';
CREATE INDEX entries_public ON entries (created_at DESC, id DESC) WHERE deleted_at IS NULL AND visibility = 'public';

-- Texts that an update replaced, kept for thirty days.
CREATE TABLE entry_versions (
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    text TEXT NOT NULL,
    audio_transcript TEXT NOT NULL DEFAULT '',
    summary TEXT NOT NULL,
    summary_source TEXT NOT NULL DEFAULT '',
    top_moment TEXT NOT NULL,
    replaced_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (entry_id, version)
);
CREATE INDEX entry_versions_age ON entry_versions (replaced_at);

-- Which entry a picture's files belong to; everything else about it stands in `entries.images`.
CREATE TABLE images (
    id UUID PRIMARY KEY NOT NULL,
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- All renditions together.
    bytes BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX images_entry ON images (entry_id);

-- One recording of an entry; its id names the folder of its file.
CREATE TABLE recordings (
    id UUID PRIMARY KEY NOT NULL,
    entry_id UUID NOT NULL UNIQUE REFERENCES entries (id) ON DELETE CASCADE,
    -- webm or mp4
    format TEXT NOT NULL,
    milliseconds BIGINT NOT NULL,
    bytes BIGINT NOT NULL DEFAULT 0
);

-- The questions themselves stand in the program, by these ids.
CREATE TABLE reflection_answers (
    id UUID PRIMARY KEY NOT NULL,
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    question_id TEXT NOT NULL,
    answer TEXT NOT NULL,
    -- Counts up in the order in which they came.
    position BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    UNIQUE (entry_id, question_id)
);
