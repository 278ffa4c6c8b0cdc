-- A day's entry, its earlier texts and its pictures.

CREATE TABLE entries (
    id BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    date TEXT NOT NULL,
    text TEXT NOT NULL,
    summary TEXT NOT NULL,
    top_moment TEXT NOT NULL,
    emojis TEXT NOT NULL,
    mood_level INTEGER NOT NULL,
    mood_feeling TEXT,
    mood_emoji TEXT,
    visibility TEXT NOT NULL,
    -- JSON: the pictures in order, as a page needs them.
    images TEXT NOT NULL,
    main_image_index INTEGER NOT NULL,
    is_favorite BOOLEAN NOT NULL,
    version INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    deleted_at TEXT
);
-- One entry a day; a deleted one leaves the day free.
CREATE UNIQUE INDEX entries_day ON entries (user_id, date) WHERE deleted_at IS NULL;
CREATE INDEX entries_newest ON entries (user_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- Texts that an update replaced, kept for thirty days.
CREATE TABLE entry_versions (
    entry_id BLOB NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    text TEXT NOT NULL,
    summary TEXT NOT NULL,
    top_moment TEXT NOT NULL,
    replaced_at TEXT NOT NULL,
    PRIMARY KEY (entry_id, version)
);
CREATE INDEX entry_versions_age ON entry_versions (replaced_at);

-- Which entry a picture's files belong to; everything else about it stands in `entries.images`.
CREATE TABLE images (
    id BLOB PRIMARY KEY NOT NULL,
    entry_id BLOB NOT NULL REFERENCES entries (id) ON DELETE CASCADE
);
CREATE INDEX images_entry ON images (entry_id);
