-- Help of a service: what a day has used, the log of calls, and where a summary comes from.

-- Who made it: '' the person, 'local' this program, else the service's name.
ALTER TABLE entries ADD COLUMN summary_source TEXT NOT NULL DEFAULT '';
ALTER TABLE entry_versions ADD COLUMN summary_source TEXT NOT NULL DEFAULT '';

CREATE TABLE assistant_quota (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 'transcription' or 'summary'.
    help TEXT NOT NULL,
    -- The person's diary day.
    day DATE NOT NULL,
    used BIGINT NOT NULL,
    PRIMARY KEY (user_id, help, day)
);

-- A row per use. It holds no words.
CREATE TABLE assistant_calls (
    id UUID PRIMARY KEY NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    help TEXT NOT NULL,
    day DATE NOT NULL,
    -- '' when nothing left this server.
    provider TEXT NOT NULL,
    -- Sent, of a text; received, of a recording.
    characters BIGINT NOT NULL,
    milliseconds BIGINT NOT NULL,
    -- 'running' holds a piece of the quota until it is 'done' or 'failed'.
    outcome TEXT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX assistant_calls_by_user ON assistant_calls (user_id, started_at);
CREATE INDEX assistant_calls_by_time ON assistant_calls (started_at);
