-- What somebody said about a day: the recording and its words.

ALTER TABLE entries ADD COLUMN audio_transcript TEXT NOT NULL DEFAULT '';
ALTER TABLE entry_versions ADD COLUMN audio_transcript TEXT NOT NULL DEFAULT '';

-- One recording of an entry; its id names the folder of its file.
CREATE TABLE recordings (
    id UUID PRIMARY KEY NOT NULL,
    entry_id UUID NOT NULL UNIQUE REFERENCES entries (id) ON DELETE CASCADE,
    -- webm or mp4
    format TEXT NOT NULL,
    milliseconds BIGINT NOT NULL
);
