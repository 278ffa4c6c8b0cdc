-- Which installation this database belongs to; the same id stands in the media store. One row at most.
CREATE TABLE installation (
    id BLOB NOT NULL,
    only_row INTEGER PRIMARY KEY NOT NULL DEFAULT 1 CHECK (only_row = 1)
);
