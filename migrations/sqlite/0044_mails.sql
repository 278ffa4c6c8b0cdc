-- Mails on their way: encrypted, and gone once a mail server has taken them or their time is over.
CREATE TABLE mails (
    id INTEGER PRIMARY KEY NOT NULL,
    letter BLOB NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    next_at TEXT NOT NULL,
    ends_at TEXT NOT NULL
);
CREATE INDEX mails_next ON mails (next_at);
