-- The distinct words of each entry, for its owner's search. `backend/src/search` writes and reads them.

CREATE TABLE entry_search (
    entry_id BLOB PRIMARY KEY NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- Sealed.
    document BLOB NOT NULL
);
