//! SQL of users. That of sessions is in `sessions.rs`.

mod sessions;

pub use sessions::*;

use crate::{Account, Db, Error, Result, Viewer, db::Tx};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{
    Consent, Language, Plan, Refusal, ReportReason, Said, User, UserId, Visibility,
    day::{self, QuotaDay},
};
use uuid::Uuid;

macro_rules! user_columns {
    () => {
        "u.id, u.uid, u.email, u.email_confirmed, u.username, u.first_name, u.last_name, u.display_name, u.profile_image_url, \
         u.default_visibility, u.zone, u.day_end_minutes, u.day_floor, u.quota_day, u.quota_since, u.language, u.pro_until, u.paid_until, u.renews, u.pro_hint_after, u.valid_since, u.leaves_at, u.locked_for, u.came_back_at, \
         u.created_at, u.ai_transcription, u.ai_summary, u.ai_linkedin, u.ai_transcription_provider, \
         u.ai_summary_provider, u.ai_linkedin_provider, \
         (SELECT COUNT(*) FROM (SELECT 1 FROM entries e WHERE e.user_id = u.id AND e.deleted_at IS NULL LIMIT 5) counted) AS entries"
    };
}
use user_columns;

/// How long pages say that an account stays, after its person has come back.
const CAME_BACK: TimeDelta = TimeDelta::days(1);

const _: () = assert!(domain::limits::ENTRIES_BEFORE_PRO == 5, "the columns count so far");

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct UserRow {
    pub id: Uuid,
    pub uid: String,
    pub email: String,
    pub email_confirmed: bool,
    pub username: String,
    pub first_name: String,
    pub last_name: String,
    pub display_name: String,
    pub profile_image_url: Option<String>,
    pub default_visibility: String,
    pub zone: String,
    pub day_end_minutes: i64,
    pub day_floor: Option<NaiveDate>,
    pub quota_day: Option<NaiveDate>,
    pub quota_since: Option<DateTime<Utc>>,
    pub language: String,
    pub pro_until: Option<DateTime<Utc>>,
    pub paid_until: Option<DateTime<Utc>>,
    pub renews: bool,
    pub pro_hint_after: Option<DateTime<Utc>>,
    pub valid_since: DateTime<Utc>,
    pub leaves_at: Option<DateTime<Utc>>,
    pub locked_for: Option<String>,
    pub came_back_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub ai_transcription: Option<bool>,
    pub ai_summary: Option<bool>,
    pub ai_linkedin: Option<bool>,
    pub ai_transcription_provider: String,
    pub ai_summary_provider: String,
    pub ai_linkedin_provider: String,
    pub entries: i64,
}

#[derive(sqlx::FromRow)]
pub struct BearerRow {
    #[sqlx(flatten)]
    pub user: UserRow,
    pub is_ended: bool,
}

impl UserRow {
    /// The refusal for somebody whose account is locked: it says why, in their language.
    pub fn locked(&self) -> Error {
        let language = Language::parse(&self.language).unwrap_or(Language::De);
        let reason = self.locked_for.as_deref().and_then(|reason| reason.parse().ok()).unwrap_or(ReportReason::Other);
        Error::Refused(domain::Error::from(Refusal::AccountLocked).with("reason", language.text(reason.text())))
    }

    pub fn account(self, now: DateTime<Utc>) -> Result<Account> {
        let plan = Plan::until(self.pro_until.max(self.paid_until), now);
        // The badge is shown for Pro as a gift, or for a subscription that renews itself (spec 4, reading b).
        let is_pro =
            [self.pro_until, self.paid_until.filter(|_| self.renews)].into_iter().flatten().any(|until| until > now);
        let user = User {
            id: UserId(self.id),
            uid: self.uid,
            email: self.email,
            display_name: self.display_name,
            first_name: self.first_name,
            last_name: self.last_name,
            username: self.username,
            profile_image_url: self.profile_image_url,
            pro_account: is_pro,
            default_visibility: self
                .default_visibility
                .parse::<Visibility>()
                .map_err(|e| Error::broken("users.default_visibility", e))?,
        };
        Ok(Account {
            user,
            email_confirmed: self.email_confirmed,
            plan,
            entries: self.entries,
            came_back: self.came_back_at.is_some_and(|at| now - at < CAME_BACK),
            hides_pro_card: self.pro_hint_after.is_some_and(|after| after > now),
            // A time zone that a later release of the zone data has dropped must not lock anybody out.
            zone: day::parse_zone(&self.zone).unwrap_or(day::DEFAULT_ZONE),
            day_end: u16::try_from(self.day_end_minutes).unwrap_or_default(),
            day_floor: self.day_floor,
            quota: self.quota_day.zip(self.quota_since).map(|(date, since)| QuotaDay { date, since }),
            language: Language::parse(&self.language).unwrap_or_default(),
            consent: Consent {
                transcription: said(self.ai_transcription, self.ai_transcription_provider),
                summary: said(self.ai_summary, self.ai_summary_provider),
                linkedin: said(self.ai_linkedin, self.ai_linkedin_provider),
            },
        })
    }

    pub fn viewer(self, now: DateTime<Utc>) -> Result<Viewer> {
        Ok(Viewer::User(Box::new(self.account(now)?)))
    }
}

fn said(answer: Option<bool>, provider: String) -> Said {
    match answer {
        None => Said::Nothing,
        Some(false) => Said::No,
        Some(true) => Said::Yes(provider),
    }
}

#[derive(Debug)]
pub struct NewUser {
    pub id: UserId,
    pub uid: String,
    pub email: String,
    pub email_folded: String,
    pub email_confirmed: bool,
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

/// The user, and whether the ID token with this fingerprint was ended.
pub async fn find_bearer(db: &Db, uid: &str, token: &[u8]) -> Result<Option<BearerRow>> {
    let statement = db.read(concat!(
        "SELECT EXISTS (SELECT 1 FROM ended_tokens WHERE token_hash = $2) AS is_ended, ",
        user_columns!(),
        " FROM users u WHERE u.uid = $1"
    ));
    statement.bind(uid.to_owned()).bind(token.to_owned()).fetch_optional().await
}

/// The uid of the user who has this address.
pub async fn uid_of_email(db: &Db, email_folded: &str) -> Result<Option<String>> {
    let statement = db.read("SELECT uid FROM users WHERE email_folded = $1");
    Ok(statement.bind(email_folded.to_owned()).fetch_optional::<(String,)>().await?.map(|(uid,)| uid))
}

/// False: the uid, the address or the username is taken.
pub async fn insert_user(tx: &mut Tx, new: &NewUser) -> Result<bool> {
    let data_key = tx.keyring().make(new.id)?;
    let inserted = tx
        .query(
            "INSERT INTO users (id, uid, email, email_folded, username, first_name, last_name, display_name, \
             default_visibility, zone, day_end_minutes, language, valid_since, created_at, email_confirmed, data_key) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING",
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
        // The ID token that registers may be older than the account, so every sign-in is valid at first.
        .bind(DateTime::UNIX_EPOCH)
        .bind(new.created_at)
        .bind(new.email_confirmed)
        .bind(data_key)
        .execute()
        .await?;
    Ok(inserted == 1)
}

/// Returns `uid` if it is registered, else the uid of the user who has this address.
pub async fn taken_by(tx: &mut Tx, uid: &str, email_folded: &str) -> Result<Option<String>> {
    let found = tx
        .query("SELECT uid FROM users WHERE uid = $1 OR email_folded = $2 ORDER BY uid <> $1 LIMIT 1")
        .bind(uid.to_owned())
        .bind(email_folded.to_owned())
        .fetch_optional::<(String,)>();
    Ok(found.await?.map(|(uid,)| uid))
}

/// Stores the row's zone, language, earliest day and quota. Whoever is leaving stays. False: the sign-in, in whole seconds, is older than
/// `valid_since`, for example because the password was changed since, or the account's time is over, or it is locked.
pub async fn note_sign_in(tx: &mut Tx, user: &UserRow, auth_time: i64, now: DateTime<Utc>) -> Result<bool> {
    let updated = tx
        .query(
            "UPDATE users SET zone = $2, language = $3, quota_day = $6, quota_since = $7, \
             day_floor = CASE WHEN day_floor > $4 THEN day_floor ELSE COALESCE($4, day_floor) END, \
             came_back_at = CASE WHEN leaves_at IS NULL THEN came_back_at ELSE $8 END, leaves_at = NULL \
             WHERE id = $1 AND valid_since < $5 AND (leaves_at IS NULL OR leaves_at > $8) AND locked_for IS NULL",
        )
        .bind(user.id)
        .bind(user.zone.clone())
        .bind(user.language.clone())
        .bind(user.day_floor)
        .bind(DateTime::from_timestamp(auth_time + 1, 0).unwrap_or_default())
        .bind(user.quota_day)
        .bind(user.quota_since)
        .bind(now)
        .execute();
    Ok(updated.await? == 1)
}

/// Stores a confirmed address. False: somebody else has the address, or nobody is registered with this uid.
pub async fn set_email(tx: &mut Tx, uid: &str, email: &str, email_folded: &str) -> Result<bool> {
    let updated = tx
        .query(
            "UPDATE users SET email = $2, email_folded = $3, email_confirmed = TRUE WHERE uid = $1 \
             AND NOT EXISTS (SELECT 1 FROM users o WHERE o.email_folded = $3 AND o.uid <> $1)",
        )
        .bind(uid.to_owned())
        .bind(email.to_owned())
        .bind(email_folded.to_owned())
        .execute();
    Ok(updated.await? == 1)
}
