-- Own invitation codes, invitations by mail, and reports that are told once.

-- When somebody got the codes that everybody has from the start.
ALTER TABLE users ADD COLUMN codes_given_at TIMESTAMPTZ;

-- When the inviter got another code for one that ended unused.
ALTER TABLE friend_invitations ADD COLUMN replaced_at TIMESTAMPTZ;
CREATE INDEX friend_invitations_unreplaced ON friend_invitations (expires_at) WHERE replaced_at IS NULL;

-- Addresses that got an invitation of late, or want none ever, as keyed hashes only.
CREATE TABLE invited_addresses (
    email_hash BYTEA PRIMARY KEY NOT NULL,
    sent_at TIMESTAMPTZ,
    refused_at TIMESTAMPTZ
);

-- The reported person's id, or the entry's; it outlives both.
ALTER TABLE reports ADD COLUMN subject_id UUID;
CREATE UNIQUE INDEX reports_once ON reports (reporter_id, subject_id) WHERE done_at IS NULL;
