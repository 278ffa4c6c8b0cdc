-- Which try of a save made the version of an entry that is there, in the browser's own words: one that got no answer is known again by it.
ALTER TABLE entries ADD COLUMN attempt TEXT;
