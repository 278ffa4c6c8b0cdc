-- Imports: a file of another diary, or an archive of ours, becomes entries.

CREATE TABLE imports (
    -- The file has the same id.
    id BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    -- The imported text of a day that has an entry becomes the entry's second half. Otherwise such a day is left out.
    appends BOOLEAN NOT NULL DEFAULT FALSE,
    -- Days of the file that the current step has done.
    done INTEGER NOT NULL DEFAULT 0,
    -- The last of them. After an update the file may have other days.
    last_day TEXT,
    -- Sealed: the name of the file, what is in it, and what became of it.
    report BLOB NOT NULL,
    -- Who works on it, and until when at most.
    lease BLOB,
    leased_until TEXT,
    -- Failed attempts since the last day that was done, each by its weight.
    failures INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    -- When it was taken over. NULL: not yet.
    taken_at TEXT
);
CREATE INDEX imports_user ON imports (user_id, created_at);
-- One import at a time.
CREATE UNIQUE INDEX imports_open ON imports (user_id)
    WHERE state IN ('looking', 'looked', 'taking', 'checking', 'undoing');
CREATE INDEX imports_running ON imports (created_at) WHERE state IN ('looking', 'taking', 'checking', 'undoing');

-- Entries that an import made or added to, for as long as that can be undone.
CREATE TABLE imported_entries (
    import_id BLOB NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    entry_id BLOB NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- The version that the import left.
    version INTEGER NOT NULL,
    -- What the entry had before. NULL: the import made it.
    images_before INTEGER,
    added_recording BOOLEAN NOT NULL DEFAULT FALSE,
    -- Whether the entry was a favourite then.
    is_favorite BOOLEAN NOT NULL,
    written_at TEXT NOT NULL,
    PRIMARY KEY (import_id, entry_id)
);
CREATE INDEX imported_entries_entry ON imported_entries (entry_id);

-- What was taken over already, so that the same file adds nothing a second time.
CREATE TABLE imported_parts (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- A hash of the part's name in its source, with a key of its person.
    key_hash BLOB NOT NULL,
    entry_id BLOB NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- The import that took it over, whose row may be gone by now.
    import_id BLOB NOT NULL,
    PRIMARY KEY (user_id, key_hash)
);
CREATE INDEX imported_parts_entry ON imported_parts (entry_id);
