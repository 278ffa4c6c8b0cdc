-- What holds a piece of a quota; looked through every few minutes.
CREATE INDEX assistant_calls_running ON assistant_calls (started_at) WHERE outcome = 'running';
