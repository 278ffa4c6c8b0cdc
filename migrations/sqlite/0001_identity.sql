-- The installation itself; people, their codes and sign-ins; the built-in identity provider; mails.

-- The same id stands in the media store. One row at most.
CREATE TABLE installation (
    id BLOB PRIMARY KEY NOT NULL,
    only_row INTEGER NOT NULL DEFAULT 1 UNIQUE CHECK (only_row = 1)
);

-- A key for each secret that this installation has had, the newest last, encrypted with the newest secret. A keyed hash goes
-- through all of them, so that hashes from before a change of the secret go on.
CREATE TABLE hash_keys (
    position INTEGER PRIMARY KEY NOT NULL,
    sealed BLOB NOT NULL
);

CREATE TABLE users (
    id BLOB PRIMARY KEY NOT NULL,
    -- The identity provider's name for this person.
    uid TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL UNIQUE,
    -- Who is found by an address that was not confirmed may be somebody else.
    email_confirmed BOOLEAN NOT NULL DEFAULT FALSE,
    username TEXT NOT NULL UNIQUE,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    display_name TEXT NOT NULL,
    profile_image_url TEXT,
    default_visibility TEXT NOT NULL,
    zone TEXT NOT NULL,
    day_end_minutes INTEGER NOT NULL,
    -- No earlier day is "today" any more, whatever the zone became.
    day_floor TEXT,
    -- Since a change of zone or day end: whose day's quota counts, and since when. NULL: today's, since today began.
    quota_day TEXT,
    quota_since TEXT,
    language TEXT NOT NULL,
    pro_until TEXT,
    -- ID tokens issued before this are refused.
    valid_since TEXT NOT NULL,
    created_at TEXT NOT NULL,
    -- What was last taken over from a Google account: only what changed there since is taken over again.
    federated_name TEXT,
    federated_photo_url TEXT,
    -- Whether this kind of text or sound may go to an outside service; NULL: not asked yet.
    ai_transcription BOOLEAN,
    ai_summary BOOLEAN,
    ai_linkedin BOOLEAN,
    -- The service that the yes was given to.
    ai_transcription_provider TEXT NOT NULL DEFAULT '',
    ai_summary_provider TEXT NOT NULL DEFAULT '',
    ai_linkedin_provider TEXT NOT NULL DEFAULT '',
    -- When the person got the codes that everybody has from the start.
    codes_given_at TEXT
);

CREATE TABLE profile_images (
    id BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE invitations (
    code TEXT PRIMARY KEY NOT NULL,
    created_by BLOB REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    used_by BLOB REFERENCES users (id) ON DELETE SET NULL,
    used_at TEXT,
    -- NULL: good for ever.
    expires_at TEXT
);
CREATE INDEX invitations_owner ON invitations (created_by, created_at);
CREATE INDEX invitations_user ON invitations (used_by) WHERE used_by IS NOT NULL;

CREATE TABLE sessions (
    -- Keyed hash of the cookie's value.
    id_hash BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Both encrypted.
    refresh_token BLOB NOT NULL,
    id_token BLOB,
    id_token_expires_at TEXT,
    user_agent TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Keyed hashes of ID tokens, and of sessions, that were ended before they expired.
CREATE TABLE ended_tokens (
    token_hash BLOB PRIMARY KEY NOT NULL,
    expires_at TEXT NOT NULL
);

-- Sign-ins with Google under way, for ten minutes.
CREATE TABLE sign_in_flows (
    state_hash BLOB PRIMARY KEY NOT NULL,
    -- Of the cookie that ties the flow to the browser it began in.
    cookie_hash BLOB NOT NULL,
    -- Encrypted JSON: nonce, PKCE verifier, mode, invitation code, where to go.
    flow BLOB NOT NULL,
    -- JSON, once there is one.
    outcome TEXT,
    expires_at TEXT NOT NULL
);
CREATE INDEX sign_in_flows_expiry ON sign_in_flows (expires_at);

CREATE TABLE identity_accounts (
    local_id TEXT PRIMARY KEY NOT NULL,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL UNIQUE,
    email_verified BOOLEAN NOT NULL,
    password_hash TEXT,
    display_name TEXT,
    photo_url TEXT,
    valid_since TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_login_at TEXT NOT NULL
);

CREATE TABLE identity_federated (
    -- Such as `google.com`.
    provider_id TEXT NOT NULL,
    -- The provider's name for the person; an address may change hands, this does not.
    subject TEXT NOT NULL,
    local_id TEXT NOT NULL REFERENCES identity_accounts (local_id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    display_name TEXT,
    photo_url TEXT,
    created_at TEXT NOT NULL,
    PRIMARY KEY (provider_id, subject)
);
CREATE UNIQUE INDEX identity_federated_account ON identity_federated (local_id, provider_id);

CREATE TABLE identity_refresh_tokens (
    token_hash BLOB PRIMARY KEY NOT NULL,
    local_id TEXT NOT NULL REFERENCES identity_accounts (local_id) ON DELETE CASCADE,
    -- All tokens that came from one sign-in.
    family BLOB NOT NULL,
    -- `password`, or the `provider_id` by which somebody signed in.
    sign_in_provider TEXT NOT NULL DEFAULT 'password',
    auth_time TEXT NOT NULL,
    created_at TEXT NOT NULL,
    replaced_at TEXT
);
CREATE INDEX identity_refresh_tokens_account ON identity_refresh_tokens (local_id);
CREATE INDEX identity_refresh_tokens_family ON identity_refresh_tokens (family);

-- Codes that go by mail.
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

CREATE TABLE identity_keys (
    kid TEXT PRIMARY KEY NOT NULL,
    -- PKCS#8, encrypted.
    private_key BLOB NOT NULL,
    public_jwk TEXT NOT NULL,
    created_at TEXT NOT NULL
);

-- Mails on their way: encrypted, and gone once a mail server has taken them or their time is over.
CREATE TABLE mails (
    id INTEGER PRIMARY KEY NOT NULL,
    letter BLOB NOT NULL,
    -- Of an invitation: withdrawn, or not wanted, it does not go any more.
    invitation_id BLOB,
    tries INTEGER NOT NULL DEFAULT 0,
    next_at TEXT NOT NULL,
    ends_at TEXT NOT NULL
);
CREATE INDEX mails_next ON mails (next_at);
