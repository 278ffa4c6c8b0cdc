-- The installation itself; people, their codes and sessions; the built-in identity provider; mails.

-- The media store holds the same id. There is one row at most.
CREATE TABLE installation (
    id BLOB PRIMARY KEY NOT NULL,
    only_row INTEGER NOT NULL DEFAULT 1 UNIQUE CHECK (only_row = 1)
);

-- A key for each secret that this installation has had, the newest last, encrypted with the newest secret. A keyed hash is
-- looked up with all of them, so hashes from before a change of the secret stay good.
CREATE TABLE hash_keys (
    position INTEGER PRIMARY KEY NOT NULL,
    sealed BLOB NOT NULL,
    -- False: a change of the secret has not wrapped all data keys anew yet.
    is_wrapped BOOLEAN NOT NULL
);

CREATE TABLE users (
    id BLOB PRIMARY KEY NOT NULL,
    -- The key that seals this person's words, wrapped by the secret.
    data_key BLOB NOT NULL,
    -- The identity provider's id of this person.
    uid TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL UNIQUE,
    -- Whoever is found by an address that was not confirmed may be somebody else.
    email_confirmed BOOLEAN NOT NULL DEFAULT FALSE,
    username TEXT NOT NULL UNIQUE,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    display_name TEXT NOT NULL,
    profile_image_url TEXT,
    -- What was last copied from a Google account. It is copied again only where it has changed there since.
    federated_name TEXT,
    federated_photo_url TEXT,
    language TEXT NOT NULL,
    default_visibility TEXT NOT NULL,
    zone TEXT NOT NULL,
    day_end_minutes INTEGER NOT NULL,
    -- Days before this one are never 'today' again, whatever the zone becomes.
    day_floor TEXT,
    -- Since a change of zone or day end: the day whose quota counts, and since when. NULL: today's, since today began.
    quota_day TEXT,
    quota_since TEXT,
    -- The end of Pro as a gift.
    pro_until TEXT,
    -- The first moment without what was paid for.
    paid_until TEXT,
    -- Whether the current subscription renews itself.
    renews BOOLEAN NOT NULL DEFAULT FALSE,
    -- The dashboard does not mention Pro before this time.
    pro_hint_after TEXT,
    -- Whether this kind of text or sound may go to an outside service. NULL: not asked yet.
    ai_transcription BOOLEAN,
    ai_summary BOOLEAN,
    ai_linkedin BOOLEAN,
    -- The service to which the person said yes.
    ai_transcription_provider TEXT NOT NULL DEFAULT '',
    ai_summary_provider TEXT NOT NULL DEFAULT '',
    ai_linkedin_provider TEXT NOT NULL DEFAULT '',
    -- The wall clock's time of the daily reminder, in minutes after midnight. It is kept while the reminder is off.
    reminder_minutes INTEGER NOT NULL DEFAULT 1200,
    -- When the reminder is due next. NULL: it is off.
    next_reminder_at TEXT,
    -- The diary day of the last reminder.
    reminded_on TEXT,
    -- Whether the person wants mails about friend requests, and about other news of friends.
    mails_friend_requests BOOLEAN NOT NULL DEFAULT TRUE,
    mails_friend_news BOOLEAN NOT NULL DEFAULT TRUE,
    -- When the person got the codes that everybody has from the start.
    codes_given_at TEXT,
    -- When the person dismissed the offer of the feed's filter for friends.
    filter_offer_closed_at TEXT,
    -- Bytes of texts that the person has written: entries, earlier versions, answers and repeated saves. What was deleted since
    -- the last exact count is still part of it.
    text_bytes INTEGER NOT NULL DEFAULT 0,
    -- When the texts were last counted exactly.
    texts_counted_at TEXT,
    -- ID tokens issued before this time are refused.
    valid_since TEXT NOT NULL,
    -- When the account is deleted for good. NULL: it stays. Whoever leaves is in `users`, but not in `people`.
    leaves_at TEXT,
    -- The reason why the operator has locked the account: its person cannot sign in, and is in `users`, but not in `people`.
    locked_for TEXT,
    -- When its person came back by signing in, having asked to leave.
    came_back_at TEXT,
    created_at TEXT NOT NULL
);
CREATE INDEX users_leaving ON users (leaves_at) WHERE leaves_at IS NOT NULL;
CREATE INDEX users_locked ON users (id) WHERE locked_for IS NOT NULL;
CREATE INDEX users_next_reminder ON users (next_reminder_at) WHERE next_reminder_at IS NOT NULL;

-- Everybody who is there for others. What others read of a person comes from here; `users` is for the person's own.
CREATE VIEW people AS
SELECT id, email, email_folded, email_confirmed, username, first_name, last_name, display_name, profile_image_url, language, zone,
    day_end_minutes, day_floor, reminder_minutes, next_reminder_at, reminded_on, mails_friend_requests, mails_friend_news
FROM users WHERE leaves_at IS NULL AND locked_for IS NULL;

CREATE TABLE profile_images (
    id BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE invitations (
    code TEXT PRIMARY KEY NOT NULL,
    created_by BLOB REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    -- NULL: the code never expires.
    expires_at TEXT,
    used_by BLOB REFERENCES users (id) ON DELETE SET NULL,
    used_at TEXT,
    -- When the person who registered with the code answered whether to befriend its owner. NULL: the question is open.
    befriend_answered_at TEXT
);
CREATE INDEX invitations_owner ON invitations (created_by, created_at);
CREATE INDEX invitations_user ON invitations (used_by) WHERE used_by IS NOT NULL;

CREATE TABLE sessions (
    -- Keyed hash of the cookie's value.
    id_hash BLOB PRIMARY KEY NOT NULL,
    user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Both tokens are encrypted.
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

-- Sign-ins with Google that are under way, for ten minutes.
CREATE TABLE sign_in_flows (
    state_hash BLOB PRIMARY KEY NOT NULL,
    -- Hash of the cookie that ties the flow to the browser it began in.
    cookie_hash BLOB NOT NULL,
    -- Encrypted JSON: nonce, PKCE verifier, mode, invitation code, where to go.
    flow BLOB NOT NULL,
    -- JSON, once the flow has an outcome.
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
    -- The provider, such as `google.com`.
    provider_id TEXT NOT NULL,
    -- The provider's id of the person. An address may change hands, this does not.
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
    -- All tokens of one sign-in have the same family.
    family BLOB NOT NULL,
    -- `password`, or the `provider_id` by which the person signed in.
    sign_in_provider TEXT NOT NULL,
    auth_time TEXT NOT NULL,
    created_at TEXT NOT NULL,
    replaced_at TEXT
);
CREATE INDEX identity_refresh_tokens_account ON identity_refresh_tokens (local_id);
CREATE INDEX identity_refresh_tokens_family ON identity_refresh_tokens (family);

-- Codes that are sent by mail.
CREATE TABLE identity_codes (
    code_hash BLOB PRIMARY KEY NOT NULL,
    local_id TEXT NOT NULL REFERENCES identity_accounts (local_id) ON DELETE CASCADE,
    -- PASSWORD_RESET, VERIFY_EMAIL or VERIFY_AND_CHANGE_EMAIL.
    request_type TEXT NOT NULL,
    -- The address that the code was sent to: the account's, or its future one.
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

-- Mails on their way: encrypted, and deleted once a mail server has taken them or their time is over.
CREATE TABLE mails (
    -- No number comes again: a mail that was taken back while it is being sent must not take a later one along.
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    letter BLOB NOT NULL,
    -- The invitation that this mail brings. Once it is withdrawn or refused, the mail is not sent.
    invitation_id BLOB,
    tries INTEGER NOT NULL DEFAULT 0,
    next_at TEXT NOT NULL,
    ends_at TEXT NOT NULL
);
CREATE INDEX mails_next ON mails (next_at);
