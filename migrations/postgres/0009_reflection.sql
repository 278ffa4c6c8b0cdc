-- Answers to questions of reflection; the questions themselves stand in the program, by these ids.

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
