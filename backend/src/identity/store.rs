//! SQL of people, invitations and sessions.

use crate::{Account, Db, Error, Result, Viewer, db::Tx};
use chrono::{DateTime, Utc};
use domain::{Language, Plan, User, UserId, Visibility, day};
use uuid::Uuid;

macro_rules! user_columns {
    () => {
        "u.id, u.uid, u.email, u.username, u.first_name, u.last_name, u.display_name, u.profile_image_url, \
         u.default_visibility, u.zone, u.day_end_minutes, u.language, u.pro_until, u.valid_since"
    };
}

/// Sessions that are neither over nor forgotten nor older than the person's last "end all": `$1` is the session, `$2`
/// now, `$3` the last use that still counts.
macro_rules! live_session {
    () => {
        " FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = $1 AND s.expires_at > $2 \
         AND s.last_used_at > $3 AND s.created_at >= u.valid_since"
    };
}

#[derive(Debug, sqlx::FromRow)]
pub struct UserRow {
    pub id: Uuid,
    pub uid: String,
    pub email: String,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub display_name: String,
    pub profile_image_url: Option<String>,
    pub default_visibility: String,
    pub zone: String,
    pub day_end_minutes: i64,
    pub language: String,
    pub pro_until: Option<DateTime<Utc>>,
    pub valid_since: DateTime<Utc>,
}

impl UserRow {
    pub fn account(self, now: DateTime<Utc>) -> Result<Account> {
        let plan = if self.pro_until.is_some_and(|until| until > now) { Plan::Pro } else { Plan::Free };
        let user = User {
            id: UserId(self.id),
            uid: self.uid,
            email: self.email,
            display_name: self.display_name,
            first_name: self.first_name,
            last_name: self.last_name,
            username: self.username,
            profile_image_url: self.profile_image_url,
            pro_account: plan == Plan::Pro,
            default_visibility: self
                .default_visibility
                .parse::<Visibility>()
                .map_err(|e| Error::broken("users.default_visibility", e))?,
        };
        Ok(Account {
            user,
            plan,
            // A zone that a later release of the time zones dropped must not lock anybody out.
            zone: day::parse_zone(&self.zone).unwrap_or(day::DEFAULT_ZONE),
            day_end: u16::try_from(self.day_end_minutes).unwrap_or_default(),
            language: Language::parse(&self.language).unwrap_or_default(),
        })
    }

    pub fn viewer(self, now: DateTime<Utc>) -> Result<Viewer> {
        Ok(Viewer::User(Box::new(self.account(now)?)))
    }
}

#[derive(Debug)]
pub struct NewUser {
    pub id: UserId,
    pub uid: String,
    pub email: String,
    pub email_folded: String,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub display_name: String,
    pub default_visibility: Visibility,
    pub zone: day::Zone,
    pub language: Language,
    pub created_at: DateTime<Utc>,
}

impl From<NewUser> for User {
    fn from(new: NewUser) -> Self {
        Self {
            id: new.id,
            uid: new.uid,
            email: new.email,
            display_name: new.display_name,
            first_name: new.first_name,
            last_name: new.last_name,
            username: new.username,
            profile_image_url: None,
            pro_account: false,
            default_visibility: new.default_visibility,
        }
    }
}

pub async fn find_by_uid(db: &Db, uid: &str) -> Result<Option<UserRow>> {
    let statement = db.read(concat!("SELECT ", user_columns!(), " FROM users u WHERE u.uid = $1"));
    statement.bind(uid.to_owned()).fetch_optional().await
}

/// Who has this address.
pub async fn uid_of_email(db: &Db, email_folded: &str) -> Result<Option<String>> {
    let statement = db.read("SELECT uid FROM users WHERE email_folded = $1");
    Ok(statement.bind(email_folded.to_owned()).fetch_optional::<(String,)>().await?.map(|(uid,)| uid))
}

pub async fn any_user(db: &Db) -> Result<bool> {
    Ok(db.read("SELECT 1 FROM users LIMIT 1").fetch_optional::<(i32,)>().await?.is_some())
}

/// False: uid, address or username is taken.
pub async fn insert_user(tx: &mut Tx, new: &NewUser) -> Result<bool> {
    let inserted = tx
        .query(
            "INSERT INTO users (id, uid, email, email_folded, username, first_name, last_name, display_name, \
             default_visibility, zone, day_end_minutes, language, valid_since, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, $12, $13) ON CONFLICT DO NOTHING",
        )
        .bind(new.id.0)
        .bind(new.uid.clone())
        .bind(new.email.clone())
        .bind(new.email_folded.clone())
        .bind(new.username.clone())
        .bind(new.first_name.clone())
        .bind(new.last_name.clone())
        .bind(new.display_name.clone())
        .bind(new.default_visibility.as_str())
        .bind(new.zone.name())
        .bind(new.language.as_str())
        // The token that registers may be older than the account.
        .bind(DateTime::UNIX_EPOCH)
        .bind(new.created_at)
        .execute()
        .await?;
    Ok(inserted == 1)
}

/// The uid of whoever has this uid or, else, this address.
pub async fn taken_by(tx: &mut Tx, uid: &str, email_folded: &str) -> Result<Option<String>> {
    let found = tx
        .query("SELECT uid FROM users WHERE uid = $1 OR email_folded = $2 ORDER BY uid <> $1 LIMIT 1")
        .bind(uid.to_owned())
        .bind(email_folded.to_owned())
        .fetch_optional::<(String,)>();
    Ok(found.await?.map(|(uid,)| uid))
}

pub async fn set_zone_and_language(tx: &mut Tx, user: Uuid, zone: &str, language: &str) -> Result<()> {
    tx.query("UPDATE users SET zone = $2, language = $3 WHERE id = $1 AND (zone <> $2 OR language <> $3)")
        .bind(user)
        .bind(zone.to_owned())
        .bind(language.to_owned())
        .execute()
        .await
        .map(drop)
}

/// None: there is no such code.
pub async fn invitation_is_unused(db: &Db, code: &str) -> Result<Option<bool>> {
    let statement = db.read("SELECT used_at IS NULL FROM invitations WHERE code = $1");
    Ok(statement.bind(code.to_owned()).fetch_optional::<(bool,)>().await?.map(|(unused,)| unused))
}

pub async fn unused_invitation_of_operator(db: &Db) -> Result<Option<String>> {
    let found = db
        .read(
            "SELECT code FROM invitations WHERE created_by IS NULL AND used_at IS NULL \
             ORDER BY created_at, code LIMIT 1",
        )
        .fetch_optional::<(String,)>();
    Ok(found.await?.map(|(code,)| code))
}

pub async fn insert_invitation(tx: &mut Tx, code: &str, now: DateTime<Utc>) -> Result<()> {
    let statement = tx.query("INSERT INTO invitations (code, created_at) VALUES ($1, $2)");
    statement.bind(code.to_owned()).bind(now).execute().await.map(drop)
}

/// One statement decides who gets the code; false: somebody else did.
pub async fn take_invitation(tx: &mut Tx, code: &str, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query("UPDATE invitations SET used_at = $2 WHERE code = $1 AND used_at IS NULL");
    Ok(statement.bind(code.to_owned()).bind(now).execute().await? == 1)
}

pub async fn set_invitation_user(tx: &mut Tx, code: &str, user: UserId) -> Result<()> {
    let statement = tx.query("UPDATE invitations SET used_by = $2 WHERE code = $1");
    statement.bind(code.to_owned()).bind(user.0).execute().await.map(drop)
}

#[derive(sqlx::FromRow)]
pub struct SessionRow {
    pub last_used_at: DateTime<Utc>,
    #[sqlx(flatten)]
    pub user: UserRow,
}

#[derive(sqlx::FromRow)]
pub struct SessionTokens {
    pub uid: String,
    /// Sealed.
    pub refresh_token: Vec<u8>,
    /// Sealed.
    pub id_token: Option<Vec<u8>>,
    pub id_token_expires_at: Option<DateTime<Utc>>,
}

pub struct NewSession {
    pub id: Vec<u8>,
    pub user_id: Uuid,
    pub refresh_token: Vec<u8>,
    pub id_token: Vec<u8>,
    pub id_token_expires_at: DateTime<Utc>,
    pub user_agent: String,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

pub async fn find_session(
    db: &Db,
    id: &[u8],
    now: DateTime<Utc>,
    used_after: DateTime<Utc>,
) -> Result<Option<SessionRow>> {
    db.read(concat!("SELECT s.last_used_at, ", user_columns!(), live_session!()))
        .bind(id.to_owned())
        .bind(now)
        .bind(used_after)
        .fetch_optional()
        .await
}

pub async fn find_tokens(
    db: &Db,
    id: &[u8],
    now: DateTime<Utc>,
    used_after: DateTime<Utc>,
) -> Result<Option<SessionTokens>> {
    db.read(concat!("SELECT u.uid, s.refresh_token, s.id_token, s.id_token_expires_at", live_session!()))
        .bind(id.to_owned())
        .bind(now)
        .bind(used_after)
        .fetch_optional()
        .await
}

pub async fn insert_session(tx: &mut Tx, session: NewSession) -> Result<()> {
    tx.query(
        "INSERT INTO sessions (id_hash, user_id, refresh_token, id_token, id_token_expires_at, user_agent, created_at, \
         last_used_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)",
    )
    .bind(session.id)
    .bind(session.user_id)
    .bind(session.refresh_token)
    .bind(session.id_token)
    .bind(session.id_token_expires_at)
    .bind(session.user_agent)
    .bind(session.now)
    .bind(session.expires_at)
    .execute()
    .await
    .map(drop)
}

pub async fn note_use(db: &Db, id: &[u8], now: DateTime<Utc>) -> Result<()> {
    let statement = db.write("UPDATE sessions SET last_used_at = $2 WHERE id_hash = $1");
    statement.bind(id.to_owned()).bind(now).execute().await.map(drop)
}

/// False: the session's refresh token is no longer `replaced`.
pub async fn set_tokens(
    db: &Db,
    id: &[u8],
    replaced: &[u8],
    refresh_token: Vec<u8>,
    id_token: Vec<u8>,
    id_token_expires_at: DateTime<Utc>,
) -> Result<bool> {
    let updated = db
        .write(
            "UPDATE sessions SET refresh_token = $3, id_token = $4, id_token_expires_at = $5 \
             WHERE id_hash = $1 AND refresh_token = $2",
        )
        .bind(id.to_owned())
        .bind(replaced.to_owned())
        .bind(refresh_token)
        .bind(id_token)
        .bind(id_token_expires_at)
        .execute();
    Ok(updated.await? == 1)
}

/// The sealed ID token and its end.
pub async fn delete_session(tx: &mut Tx, id: &[u8]) -> Result<Option<(Vec<u8>, DateTime<Utc>)>> {
    tx.query("DELETE FROM sessions WHERE id_hash = $1 RETURNING id_token, id_token_expires_at")
        .bind(id.to_owned())
        .fetch_optional()
        .await
}

/// Deletes the session unless its refresh token has changed.
pub async fn delete_session_with(db: &Db, id: &[u8], refresh_token: &[u8]) -> Result<()> {
    let statement = db.write("DELETE FROM sessions WHERE id_hash = $1 AND refresh_token = $2");
    statement.bind(id.to_owned()).bind(refresh_token.to_owned()).execute().await.map(drop)
}

pub async fn delete_sessions(db: &Db, over_before: DateTime<Utc>, unused_since: DateTime<Utc>) -> Result<()> {
    let statement = db.write("DELETE FROM sessions WHERE expires_at <= $1 OR last_used_at <= $2");
    statement.bind(over_before).bind(unused_since).execute().await.map(drop)
}

pub async fn end_token(tx: &mut Tx, hash: Vec<u8>, expires_at: DateTime<Utc>) -> Result<()> {
    tx.query("INSERT INTO ended_tokens (token_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(hash)
        .bind(expires_at)
        .execute()
        .await
        .map(drop)
}

pub async fn is_ended(db: &Db, hash: Vec<u8>) -> Result<bool> {
    let statement = db.read("SELECT 1 FROM ended_tokens WHERE token_hash = $1");
    Ok(statement.bind(hash).fetch_optional::<(i32,)>().await?.is_some())
}

pub async fn delete_ended_tokens(db: &Db, now: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM ended_tokens WHERE expires_at <= $1").bind(now).execute().await.map(drop)
}
