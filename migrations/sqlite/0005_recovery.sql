-- Codes that the embedded identity provider sends by mail.

CREATE TABLE identity_codes (
    code_hash BLOB PRIMARY KEY NOT NULL,
    local_id TEXT NOT NULL REFERENCES identity_accounts (local_id) ON DELETE CASCADE,
    -- PASSWORD_RESET, VERIFY_EMAIL or VERIFY_AND_CHANGE_EMAIL.
    request_type TEXT NOT NULL,
    -- The address it went to: the account's, or the one it shall have.
    email TEXT NOT NULL,
    expires_at TEXT NOT NULL
);
CREATE INDEX identity_codes_account ON identity_codes (local_id);
CREATE INDEX identity_codes_expiry ON identity_codes (expires_at);
