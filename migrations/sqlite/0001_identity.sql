-- People, their invitations and sign-ins, and the embedded identity provider.

CREATE TABLE users (
    id BLOB PRIMARY KEY NOT NULL,
    -- The identity provider's name for this person.
    uid TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL UNIQUE,
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
    language TEXT NOT NULL,
    pro_until TEXT,
    -- ID tokens issued before this are refused.
    valid_since TEXT NOT NULL,
    created_at TEXT NOT NULL
);

CREATE TABLE invitations (
    code TEXT PRIMARY KEY NOT NULL,
    created_by BLOB REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    used_by BLOB REFERENCES users (id) ON DELETE SET NULL,
    used_at TEXT
);

CREATE TABLE sessions (
    -- Keyed hash of the cookie's value.
    id_hash BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
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

-- ID tokens that a sign-out ended before they expired.
CREATE TABLE ended_tokens (
    token_hash BLOB PRIMARY KEY NOT NULL,
    expires_at TEXT NOT NULL
);

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

CREATE TABLE identity_refresh_tokens (
    token_hash BLOB PRIMARY KEY NOT NULL,
    local_id TEXT NOT NULL REFERENCES identity_accounts (local_id) ON DELETE CASCADE,
    -- All tokens that came from one sign-in.
    family BLOB NOT NULL,
    auth_time TEXT NOT NULL,
    created_at TEXT NOT NULL,
    replaced_at TEXT
);
CREATE INDEX identity_refresh_tokens_family ON identity_refresh_tokens (family);
CREATE INDEX identity_refresh_tokens_account ON identity_refresh_tokens (local_id);

CREATE TABLE identity_keys (
    kid TEXT PRIMARY KEY NOT NULL,
    -- PKCS#8, encrypted.
    private_key BLOB NOT NULL,
    public_jwk TEXT NOT NULL,
    created_at TEXT NOT NULL
);
