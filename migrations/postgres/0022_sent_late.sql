-- The entry was created after its day, with the ticket of a page that was open on that day. Only such an entry can be opened by one.
ALTER TABLE entries ADD COLUMN is_sent_late BOOLEAN NOT NULL DEFAULT FALSE;
