-- How large the files are, all renditions together. Those of before are 0 and count nothing.

ALTER TABLE images ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recordings ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
