-- Which installation this database belongs to; the same id stands in the media store. One row at most.
CREATE TABLE installation (
    id UUID PRIMARY KEY NOT NULL,
    only_row INTEGER NOT NULL DEFAULT 1 UNIQUE CHECK (only_row = 1)
);
