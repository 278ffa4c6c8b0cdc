-- Requests that their addressee sees, now or once an old decline counts no more; declined ones are not among them.
CREATE INDEX friend_requests_incoming ON friend_requests (addressee_id, created_at DESC, id DESC)
    WHERE withdrawn_at IS NULL AND (declined_at IS NULL OR created_at > declined_at);

-- What everybody may see of one person.
CREATE INDEX entries_public_of ON entries (user_id, created_at DESC, id DESC) WHERE deleted_at IS NULL AND visibility = 'public';
