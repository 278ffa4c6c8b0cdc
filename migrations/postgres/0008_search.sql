-- The words of entries, for their owner's search. `backend/src/search` writes them.

-- The folded words of an entry, each behind the key of its owner.
CREATE TABLE entry_search (
    entry_id UUID PRIMARY KEY NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    words TSVECTOR NOT NULL
);
CREATE INDEX entry_search_words ON entry_search USING GIN (words);
