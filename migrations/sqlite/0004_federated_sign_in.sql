-- Signing in with an account of an OpenID provider.

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

-- How somebody signed in: `password` or a `provider_id`; new tokens of the same sign-in say the same.
ALTER TABLE identity_refresh_tokens ADD COLUMN sign_in_provider TEXT NOT NULL DEFAULT 'password';

-- Sign-ins under way, for ten minutes.
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

-- What was last taken over from there: only what changed there since is taken over again.
ALTER TABLE users ADD COLUMN federated_name TEXT;
ALTER TABLE users ADD COLUMN federated_photo_url TEXT;
