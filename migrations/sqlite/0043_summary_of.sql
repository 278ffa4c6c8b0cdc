-- Which words the summary was made of, as a hash; none where nobody knows.
ALTER TABLE entries ADD COLUMN summary_of BLOB;
