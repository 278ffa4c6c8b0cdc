-- A mood that nobody chose is not set. Of what was stored before nobody can tell, so all of it stays a mood.

ALTER TABLE entries ADD COLUMN mood_set BOOLEAN NOT NULL DEFAULT TRUE;
