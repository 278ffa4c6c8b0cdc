-- What is between people: friendships, requests, blocks, invitations by mail, mails about friends, reports.

-- Two rows a pair, one in each direction.
CREATE TABLE friendships (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    friend_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    PRIMARY KEY (user_id, friend_id)
);
CREATE INDEX friendships_friend ON friendships (friend_id);

-- One row per pair and direction, however often somebody asks.
CREATE TABLE friend_requests (
    id BLOB PRIMARY KEY NOT NULL,
    requester_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    addressee_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    -- The requester does not learn of it, and for a while cannot ask again.
    declined_at TEXT,
    withdrawn_at TEXT,
    UNIQUE (requester_id, addressee_id)
);
CREATE INDEX friend_requests_addressee ON friend_requests (addressee_id, created_at);
-- Requests that their addressee sees, now or once an old decline no longer counts. Declined ones are not among them.
CREATE INDEX friend_requests_incoming ON friend_requests (addressee_id, created_at DESC, id DESC)
    WHERE withdrawn_at IS NULL AND (declined_at IS NULL OR created_at > declined_at);
CREATE INDEX friend_requests_requester ON friend_requests (requester_id, created_at);
CREATE INDEX friend_requests_withdrawn ON friend_requests (withdrawn_at) WHERE withdrawn_at IS NOT NULL;

CREATE TABLE blocks (
    blocker_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    blocked_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    -- The blocked person's names at the time of the block: it shows neither later names, nor whether they blocked in turn.
    first_name TEXT NOT NULL DEFAULT '',
    last_name TEXT NOT NULL DEFAULT '',
    username TEXT NOT NULL DEFAULT '',
    -- The block was made while the other person's block existed. It counts, but is shown only when that one has ended.
    unseen BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX blocks_blocked ON blocks (blocked_id);

-- Invitations of people without an account: by mail, with one of the inviter's own codes.
CREATE TABLE friend_invitations (
    id BLOB PRIMARY KEY NOT NULL,
    inviter_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    -- Sealed.
    message BLOB NOT NULL,
    code TEXT NOT NULL,
    -- Keyed hash of what only the newest mail holds. Whoever brings it reads the mail of that address.
    proof_hash BLOB,
    created_at TEXT NOT NULL,
    sent_at TEXT NOT NULL,
    sends INTEGER NOT NULL,
    expires_at TEXT NOT NULL,
    withdrawn_at TEXT,
    -- When the inviter got another code for one that ended unused.
    replaced_at TEXT,
    -- When the invitation became a request, or something else came between the two people. From then on it asks nobody.
    spent_at TEXT
);
CREATE INDEX friend_invitations_code ON friend_invitations (code);
CREATE INDEX friend_invitations_inviter ON friend_invitations (inviter_id, created_at);
CREATE INDEX friend_invitations_unreplaced ON friend_invitations (expires_at) WHERE replaced_at IS NULL;

-- Addresses that recently got an invitation, or never want one, as keyed hashes only.
CREATE TABLE invited_addresses (
    email_hash BLOB PRIMARY KEY NOT NULL,
    sent_at TEXT,
    refused_at TEXT
);
CREATE INDEX invited_addresses_sent ON invited_addresses (sent_at) WHERE refused_at IS NULL;

-- Every invitation that was sent to an address, whatever became of it since. A row without an inviter: that account is gone.
CREATE TABLE invitation_sends (
    email_hash BLOB NOT NULL,
    sent_at TEXT NOT NULL,
    inviter_id BLOB REFERENCES users (id) ON DELETE SET NULL,
    PRIMARY KEY (email_hash, sent_at)
);
CREATE INDEX invitation_sends_inviter ON invitation_sends (inviter_id, sent_at);
CREATE INDEX invitation_sends_sent ON invitation_sends (sent_at);

-- When a person last got a mail about another one. Kept for a day, so that there is one mail at most.
CREATE TABLE friend_mails (
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    about_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sent_at TEXT NOT NULL,
    PRIMARY KEY (user_id, about_id)
);
CREATE INDEX friend_mails_about ON friend_mails (about_id);
CREATE INDEX friend_mails_sent ON friend_mails (sent_at);

-- Reports for the operator to look at.
CREATE TABLE reports (
    id BLOB PRIMARY KEY NOT NULL,
    reporter_id BLOB REFERENCES users (id) ON DELETE SET NULL,
    person_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id BLOB REFERENCES entries (id) ON DELETE SET NULL,
    -- The id of the reported person or entry. It outlives both.
    subject_id BLOB,
    reason TEXT NOT NULL,
    -- Encrypted for the operator.
    words BLOB NOT NULL,
    created_at TEXT NOT NULL,
    done_at TEXT
);
CREATE UNIQUE INDEX reports_once ON reports (reporter_id, subject_id) WHERE done_at IS NULL;
CREATE INDEX reports_open ON reports (created_at) WHERE done_at IS NULL;
