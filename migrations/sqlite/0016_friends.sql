-- What is between people: friendships, requests, blocks, invitations by mail, reports; and the feed's ways to entries.

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
    -- Kept from the requester, and for a while from asking again.
    declined_at TEXT,
    withdrawn_at TEXT,
    UNIQUE (requester_id, addressee_id)
);
CREATE INDEX friend_requests_addressee ON friend_requests (addressee_id, created_at);
CREATE INDEX friend_requests_requester ON friend_requests (requester_id, created_at);

CREATE TABLE blocks (
    blocker_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    blocked_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX blocks_blocked ON blocks (blocked_id);

-- Until when a code can be used; none: for good.
ALTER TABLE invitations ADD COLUMN expires_at TEXT;
CREATE INDEX invitations_owner ON invitations (created_by, created_at);

-- Somebody without an account, asked by mail with one of the person's own codes.
CREATE TABLE friend_invitations (
    id BLOB PRIMARY KEY NOT NULL,
    inviter_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    message TEXT NOT NULL,
    code TEXT NOT NULL,
    created_at TEXT NOT NULL,
    sent_at TEXT NOT NULL,
    sends INTEGER NOT NULL,
    expires_at TEXT NOT NULL,
    withdrawn_at TEXT
);
CREATE INDEX friend_invitations_inviter ON friend_invitations (inviter_id, created_at);
CREATE INDEX friend_invitations_code ON friend_invitations (code);

-- For the operator to look at.
CREATE TABLE reports (
    id BLOB PRIMARY KEY NOT NULL,
    reporter_id BLOB REFERENCES users (id) ON DELETE SET NULL,
    person_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id BLOB REFERENCES entries (id) ON DELETE SET NULL,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    created_at TEXT NOT NULL,
    done_at TEXT
);
CREATE INDEX reports_open ON reports (created_at) WHERE done_at IS NULL;

-- What others may see of one person, and everybody's public entries, newest first.
CREATE INDEX entries_shown ON entries (user_id, created_at DESC, id DESC) WHERE deleted_at IS NULL AND visibility <> 'private';
CREATE INDEX entries_public ON entries (created_at DESC, id DESC) WHERE deleted_at IS NULL AND visibility = 'public';
