-- The assistant: what a day has used, and the log of calls. Neither holds words.

CREATE TABLE assistant_quota (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 'transcription', 'summary' or 'linkedin'.
    help TEXT NOT NULL,
    -- The person's diary day.
    day DATE NOT NULL,
    used BIGINT NOT NULL,
    PRIMARY KEY (user_id, help, day)
);

CREATE TABLE assistant_calls (
    id UUID PRIMARY KEY NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    help TEXT NOT NULL,
    day DATE NOT NULL,
    -- The service's name, or '' if nothing left this server.
    provider TEXT NOT NULL,
    -- How often the call left this server: a second try and a simpler question are sent anew.
    sends BIGINT NOT NULL DEFAULT 1,
    -- The characters that were sent of a text, or received of a recording.
    characters BIGINT NOT NULL,
    milliseconds BIGINT NOT NULL,
    -- 'running' holds a part of the quota until it is 'done' or 'failed'.
    outcome TEXT NOT NULL,
    started_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX assistant_calls_by_user ON assistant_calls (user_id, started_at);
-- For calls that are deleted after a while.
CREATE INDEX assistant_calls_by_time ON assistant_calls (started_at);
-- For calls that hold a part of a quota, which are looked through every few minutes.
CREATE INDEX assistant_calls_running ON assistant_calls (started_at) WHERE outcome = 'running';
