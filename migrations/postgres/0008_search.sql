-- The distinct words of each entry, for its owner's search. `backend/src/search` writes and reads them.

CREATE TABLE entry_search (
    entry_id UUID PRIMARY KEY NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    -- Sealed.
    document BYTEA NOT NULL
);
