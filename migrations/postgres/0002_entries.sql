-- A day's entry, its earlier texts and its pictures.

CREATE TABLE entries (
    id UUID PRIMARY KEY NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date DATE NOT NULL,
    text TEXT NOT NULL,
    summary TEXT NOT NULL,
    top_moment TEXT NOT NULL,
    emojis TEXT NOT NULL,
    mood_level BIGINT NOT NULL,
    mood_feeling TEXT,
    mood_emoji TEXT,
    visibility TEXT NOT NULL,
    -- JSON: the pictures in order, as a page needs them.
    images TEXT NOT NULL,
    main_image_index BIGINT NOT NULL,
    is_favorite BOOLEAN NOT NULL,
    version BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ
);
-- One entry a day; a deleted one leaves the day free.
CREATE UNIQUE INDEX entries_day ON entries (user_id, date) WHERE deleted_at IS NULL;
CREATE INDEX entries_newest ON entries (user_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- Texts that an update replaced, kept for thirty days.
CREATE TABLE entry_versions (
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    text TEXT NOT NULL,
    summary TEXT NOT NULL,
    top_moment TEXT NOT NULL,
    replaced_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (entry_id, version)
);
CREATE INDEX entry_versions_age ON entry_versions (replaced_at);

-- Which entry a picture's files belong to; everything else about it stands in `entries.images`.
CREATE TABLE images (
    id UUID PRIMARY KEY NOT NULL,
    entry_id UUID NOT NULL REFERENCES entries (id) ON DELETE CASCADE
);
CREATE INDEX images_entry ON images (entry_id);
