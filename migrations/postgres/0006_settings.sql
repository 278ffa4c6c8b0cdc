-- What a person settles for themselves, and their picture.

-- Whether this kind of text or sound may go to an outside service; NULL: not asked yet.
ALTER TABLE users ADD COLUMN ai_transcription BOOLEAN;
ALTER TABLE users ADD COLUMN ai_summary BOOLEAN;
ALTER TABLE users ADD COLUMN ai_linkedin BOOLEAN;

CREATE TABLE profile_images (
    id UUID PRIMARY KEY NOT NULL,
    user_id UUID NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE
);
