-- People, their invitations and sign-ins, and the embedded identity provider.

CREATE TABLE users (
    id UUID PRIMARY KEY NOT NULL,
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
    day_end_minutes BIGINT NOT NULL,
    -- No earlier day is "today" any more, whatever the zone became.
    day_floor DATE,
    language TEXT NOT NULL,
    pro_until TIMESTAMPTZ,
    -- ID tokens issued before this are refused.
    valid_since TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE invitations (
    code TEXT PRIMARY KEY NOT NULL,
    created_by UUID REFERENCES users (id) ON DELETE SET NULL,
    created_at TIMESTAMPTZ NOT NULL,
    used_by UUID REFERENCES users (id) ON DELETE SET NULL,
    used_at TIMESTAMPTZ
);

CREATE TABLE sessions (
    -- Keyed hash of the cookie's value.
    id_hash BYTEA PRIMARY KEY NOT NULL,
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    refresh_token BYTEA NOT NULL,
    id_token BYTEA,
    id_token_expires_at TIMESTAMPTZ,
    user_agent TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    last_used_at TIMESTAMPTZ NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- ID tokens that a sign-out ended before they expired.
CREATE TABLE ended_tokens (
    token_hash BYTEA PRIMARY KEY NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE identity_accounts (
    local_id TEXT PRIMARY KEY NOT NULL,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL UNIQUE,
    email_verified BOOLEAN NOT NULL,
    password_hash TEXT,
    display_name TEXT,
    photo_url TEXT,
    valid_since TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    last_login_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE identity_refresh_tokens (
    token_hash BYTEA PRIMARY KEY NOT NULL,
    local_id TEXT NOT NULL REFERENCES identity_accounts (local_id) ON DELETE CASCADE,
    -- All tokens that came from one sign-in.
    family UUID NOT NULL,
    auth_time TIMESTAMPTZ NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    replaced_at TIMESTAMPTZ
);
CREATE INDEX identity_refresh_tokens_family ON identity_refresh_tokens (family);
CREATE INDEX identity_refresh_tokens_account ON identity_refresh_tokens (local_id);

CREATE TABLE identity_keys (
    kid TEXT PRIMARY KEY NOT NULL,
    -- PKCS#8, encrypted.
    private_key BYTEA NOT NULL,
    public_jwk TEXT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);
