-- Whether the address was confirmed: who is found by one that was not may be somebody else.
ALTER TABLE users ADD COLUMN email_confirmed BOOLEAN NOT NULL DEFAULT FALSE;

-- Set while the other one's block stood: it holds, and is told only when that one has ended.
ALTER TABLE blocks ADD COLUMN unseen BOOLEAN NOT NULL DEFAULT FALSE;
