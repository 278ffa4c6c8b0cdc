-- Every invitation that was sent to an address, whatever became of it since; of the address a keyed hash. Without an
-- inviter: the account is gone.
CREATE TABLE invitation_sends (
    email_hash BLOB NOT NULL,
    sent_at TEXT NOT NULL,
    inviter_id BLOB REFERENCES users (id) ON DELETE SET NULL,
    PRIMARY KEY (email_hash, sent_at)
);
CREATE INDEX invitation_sends_inviter ON invitation_sends (inviter_id, sent_at);
CREATE INDEX invitation_sends_sent ON invitation_sends (sent_at);
INSERT INTO invitation_sends (email_hash, sent_at) SELECT email_hash, sent_at FROM invited_addresses WHERE sent_at IS NOT NULL;

-- For what is forgotten after a while.
CREATE INDEX invited_addresses_sent ON invited_addresses (sent_at) WHERE refused_at IS NULL;
CREATE INDEX friend_requests_withdrawn ON friend_requests (withdrawn_at) WHERE withdrawn_at IS NOT NULL;
