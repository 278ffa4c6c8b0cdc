-- What is between people: friendships, requests, blocks, invitations by mail, reports; and the feed's ways to entries.

-- Two rows a pair, one in each direction.
CREATE TABLE friendships (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    friend_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, friend_id)
);
CREATE INDEX friendships_friend ON friendships (friend_id);

-- One row per pair and direction, however often somebody asks.
CREATE TABLE friend_requests (
    id UUID PRIMARY KEY NOT NULL,
    requester_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    addressee_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TIMESTAMPTZ NOT NULL,
    -- Kept from the requester, and for a while from asking again.
    declined_at TIMESTAMPTZ,
    withdrawn_at TIMESTAMPTZ,
    UNIQUE (requester_id, addressee_id)
);
CREATE INDEX friend_requests_addressee ON friend_requests (addressee_id, created_at);
CREATE INDEX friend_requests_requester ON friend_requests (requester_id, created_at);

CREATE TABLE blocks (
    blocker_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    blocked_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX blocks_blocked ON blocks (blocked_id);

-- Until when a code can be used; none: for good.
ALTER TABLE invitations ADD COLUMN expires_at TIMESTAMPTZ;
CREATE INDEX invitations_owner ON invitations (created_by, created_at);

-- Somebody without an account, asked by mail with one of the person's own codes.
CREATE TABLE friend_invitations (
    id UUID PRIMARY KEY NOT NULL,
    inviter_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL,
    message TEXT NOT NULL,
    code TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    sent_at TIMESTAMPTZ NOT NULL,
    sends BIGINT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    withdrawn_at TIMESTAMPTZ
);
CREATE INDEX friend_invitations_inviter ON friend_invitations (inviter_id, created_at);
CREATE INDEX friend_invitations_code ON friend_invitations (code);

-- For the operator to look at.
CREATE TABLE reports (
    id UUID PRIMARY KEY NOT NULL,
    reporter_id UUID REFERENCES users (id) ON DELETE SET NULL,
    person_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    entry_id UUID REFERENCES entries (id) ON DELETE SET NULL,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    done_at TIMESTAMPTZ
);
CREATE INDEX reports_open ON reports (created_at) WHERE done_at IS NULL;

-- What others may see of one person, and everybody's public entries, newest first.
CREATE INDEX entries_shown ON entries (user_id, created_at DESC, id DESC) WHERE deleted_at IS NULL AND visibility <> 'private';
CREATE INDEX entries_public ON entries (created_at DESC, id DESC) WHERE deleted_at IS NULL AND visibility = 'public';
