-- A yes is given to a service by its name, and a call may be sent more than once.

-- Whom the yes was given to; '' for a no, for nothing said, and for a yes from before names were kept, which counts for nobody.
ALTER TABLE users ADD COLUMN ai_transcription_provider TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN ai_summary_provider TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN ai_linkedin_provider TEXT NOT NULL DEFAULT '';

-- How often it left this server: a second try and a simpler question are sent anew.
ALTER TABLE assistant_calls ADD COLUMN sends INTEGER NOT NULL DEFAULT 1;
