-- Answers to questions of reflection; the questions themselves stand in the program, by these ids.

CREATE TABLE reflection_answers (
    id BLOB PRIMARY KEY NOT NULL,
    entry_id BLOB NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    question_id TEXT NOT NULL,
    answer TEXT NOT NULL,
    -- Counts up in the order in which they came.
    position INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (entry_id, question_id)
);
