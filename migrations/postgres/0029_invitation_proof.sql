-- What only the newest mail of an invitation holds, as a keyed hash: whoever brings it reads the mail of that address.
ALTER TABLE friend_invitations ADD COLUMN proof_hash BYTEA;

-- When it became a request, or something else came between the two people: from then on it asks nobody.
ALTER TABLE friend_invitations ADD COLUMN spent_at TIMESTAMPTZ;
CREATE INDEX invitations_user ON invitations (used_by) WHERE used_by IS NOT NULL;
UPDATE friend_invitations SET spent_at = sent_at WHERE EXISTS (
    SELECT 1 FROM invitations i JOIN users u ON u.id = i.used_by
    WHERE i.code = friend_invitations.code AND (
        (u.email_confirmed AND u.email_folded = friend_invitations.email_folded)
        OR EXISTS (SELECT 1 FROM friendships f WHERE f.user_id = u.id AND f.friend_id = friend_invitations.inviter_id)
        OR EXISTS (SELECT 1 FROM friend_requests r WHERE r.requester_id = u.id AND r.addressee_id = friend_invitations.inviter_id)
        OR EXISTS (SELECT 1 FROM friend_requests r WHERE r.requester_id = friend_invitations.inviter_id AND r.addressee_id = u.id)
        OR EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = u.id AND b.blocked_id = friend_invitations.inviter_id)
        OR EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = friend_invitations.inviter_id AND b.blocked_id = u.id)
    )
);
