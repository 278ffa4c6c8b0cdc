-- The audit log: what was done with an account, for its owner. It holds no words of anybody, and rows are only added.

CREATE TABLE audit_events (
    id BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    created_at TEXT NOT NULL,
    -- Browser and system of a session, such as 'Firefox/Windows'.
    device TEXT,
    is_new_device BOOLEAN NOT NULL,
    -- The kind of help that a consent is about, and the service.
    help TEXT,
    provider TEXT,
    -- The day of the entry that a link is about.
    day TEXT,
    -- The year of an export, or how often a link was opened.
    number INTEGER
);
CREATE INDEX audit_events_user ON audit_events (user_id, created_at, id);
CREATE INDEX audit_events_time ON audit_events (created_at);

CREATE TRIGGER audit_events_unchanged BEFORE UPDATE ON audit_events
BEGIN
    SELECT RAISE(ABORT, 'rows of audit_events are never changed');
END;
