-- The words of entries, for their owner's search. `backend/src/search` writes them.

-- A number for each entry that is in the index.
CREATE TABLE entry_search (
    number INTEGER PRIMARY KEY NOT NULL,
    entry_id BLOB NOT NULL UNIQUE REFERENCES entries (id) ON DELETE CASCADE
);

-- The folded words of entry number `rowid`, each behind the key of its owner. The texts themselves are not kept here.
CREATE VIRTUAL TABLE entry_words USING fts5 (words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');

CREATE TRIGGER entry_search_gone AFTER DELETE ON entry_search BEGIN
    DELETE FROM entry_words WHERE rowid = old.number;
END;
