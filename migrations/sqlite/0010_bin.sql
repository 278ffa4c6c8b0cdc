-- What lies in the bin: by whom, and since when.

CREATE INDEX entries_bin ON entries (user_id, deleted_at) WHERE deleted_at IS NOT NULL;
