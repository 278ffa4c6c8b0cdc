-- Mails on their way: encrypted, and gone once a mail server has taken them or their time is over.
CREATE TABLE mails (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    letter BYTEA NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    next_at TIMESTAMPTZ NOT NULL,
    ends_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX mails_next ON mails (next_at);
