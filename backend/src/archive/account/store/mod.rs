//! SQL of a person's account, for the archive.

mod people;

pub use people::{blocks, codes, friend_requests, friends, invitations, reports};

use super::super::format::{
    AssistantCall, Consent, Declaration, Link, Plan, Profile, Session, Settings, SignIn, StreakBonus, Subscription,
};
use crate::{Db, Error, Result, Secret, secret::purpose};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{ImageId, UserId, declaration::Statement};
use serde_json::{Map, Value};
use uuid::Uuid;

type Time = DateTime<Utc>;

/// The columns of `users` that are the person's.
#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "the columns of a row")]
struct Row {
    first_name: String,
    last_name: String,
    display_name: String,
    username: String,
    email: String,
    email_confirmed: bool,
    created_at: Time,
    profile_image_url: Option<String>,
    federated_name: Option<String>,
    federated_photo_url: Option<String>,
    language: String,
    default_visibility: String,
    zone: String,
    day_end_minutes: i64,
    next_reminder_at: Option<Time>,
    reminder_minutes: i64,
    mails_friend_requests: bool,
    mails_friend_news: bool,
    pro_until: Option<Time>,
    paid_until: Option<Time>,
    renews: bool,
    ai_transcription: Option<bool>,
    ai_summary: Option<bool>,
    ai_linkedin: Option<bool>,
    ai_transcription_provider: String,
    ai_summary_provider: String,
    ai_linkedin_provider: String,
}

pub async fn person(db: &Db, owner: UserId) -> Result<(Profile, Settings, Plan, Vec<Consent>)> {
    let sql = "SELECT first_name, last_name, display_name, username, email, email_confirmed, created_at, profile_image_url, \
               federated_name, federated_photo_url, language, default_visibility, zone, day_end_minutes, next_reminder_at, \
               reminder_minutes, mails_friend_requests, mails_friend_news, pro_until, paid_until, renews, ai_transcription, \
               ai_summary, ai_linkedin, ai_transcription_provider, ai_summary_provider, ai_linkedin_provider \
               FROM users WHERE id = $1";
    let row: Row = db.read(sql).bind(owner.0).fetch_one().await?;
    let profile = Profile {
        first_name: row.first_name,
        last_name: row.last_name,
        display_name: row.display_name,
        username: row.username,
        email: row.email,
        email_confirmed: row.email_confirmed,
        created_at: row.created_at,
        picture: row.profile_image_url.filter(|address| !address.starts_with('/')),
        google_name: row.federated_name,
        google_picture: row.federated_photo_url,
    };
    let settings = Settings {
        language: row.language,
        default_visibility: row.default_visibility,
        zone: row.zone,
        day_end_minutes: row.day_end_minutes,
        reminder: row.next_reminder_at.is_some(),
        reminder_minutes: row.reminder_minutes,
        mails_friend_requests: row.mails_friend_requests,
        mails_friend_news: row.mails_friend_news,
    };
    let plan = Plan { gift_until: row.pro_until, paid_until: row.paid_until, renews: row.renews };
    let consents = [
        ("transcription", row.ai_transcription, row.ai_transcription_provider),
        ("summary", row.ai_summary, row.ai_summary_provider),
        ("linkedin", row.ai_linkedin, row.ai_linkedin_provider),
    ];
    let consents = consents.map(|(help, allowed, provider)| Consent { help: help.into(), allowed, provider });
    Ok((profile, settings, plan, consents.into()))
}

/// The profile's own picture.
pub async fn portrait(db: &Db, owner: UserId) -> Result<Option<ImageId>> {
    let statement = db.read("SELECT id FROM profile_images WHERE user_id = $1").bind(owner.0);
    Ok(statement.fetch_optional::<(Uuid,)>().await?.map(|(id,)| ImageId(id)))
}

/// The built-in identity provider's account. Another provider keeps it itself.
pub async fn sign_ins(db: &Db, owner: UserId) -> Result<Vec<SignIn>> {
    type Columns = (String, String, Option<String>, Option<String>, Time, Option<Time>);
    let sql = "SELECT 'password', a.email, a.display_name, a.photo_url, a.created_at, a.last_login_at \
               FROM identity_accounts a JOIN users u ON u.uid = a.local_id \
               WHERE u.id = $1 AND a.password_hash IS NOT NULL UNION ALL \
               SELECT f.provider_id, f.email, f.display_name, f.photo_url, f.created_at, NULL \
               FROM identity_federated f JOIN users u ON u.uid = f.local_id WHERE u.id = $1";
    let rows: Vec<Columns> = db.read(sql).bind(owner.0).fetch_all().await?;
    let sign_in = |(provider, email, name, picture, created_at, last_sign_in_at): Columns| SignIn {
        provider,
        email,
        name,
        picture,
        created_at,
        last_sign_in_at,
    };
    Ok(rows.into_iter().map(sign_in).collect())
}

pub async fn sessions(db: &Db, owner: UserId) -> Result<Vec<Session>> {
    let sql =
        "SELECT user_agent, created_at, last_used_at, expires_at FROM sessions WHERE user_id = $1 ORDER BY created_at";
    let rows: Vec<(String, Time, Time, Time)> = db.read(sql).bind(owner.0).fetch_all().await?;
    let session =
        |(browser, created_at, last_used_at, expires_at)| Session { browser, created_at, last_used_at, expires_at };
    Ok(rows.into_iter().map(session).collect())
}

pub async fn links(db: &Db, owner: UserId) -> Result<Vec<Link>> {
    type Columns = (NaiveDate, String, bool, Time, Option<Time>, i64, Option<Time>);
    let sql = "SELECT e.date, s.options, s.pin_hash IS NOT NULL, s.created_at, s.expires_at, s.opened, s.last_opened_at \
               FROM share_links s JOIN entries e ON e.id = s.entry_id WHERE e.user_id = $1 ORDER BY e.date";
    let rows: Vec<Columns> = db.read(sql).bind(owner.0).fetch_all().await?;
    let link = |(date, options, has_pin, created_at, expires_at, opened, last_opened_at): Columns| {
        let options: Map<String, Value> =
            serde_json::from_str(&options).map_err(|e| Error::broken("share options", e))?;
        let shows =
            options.into_iter().filter(|(_, shown)| *shown == Value::Bool(true)).map(|(part, _)| part).collect();
        Ok(Link { date, shows, has_pin, created_at, expires_at, opened, last_opened_at })
    };
    rows.into_iter().map(link).collect()
}

pub async fn streak_bonuses(db: &Db, owner: UserId) -> Result<Vec<StreakBonus>> {
    let sql = "SELECT first_day, last_day, granted_at FROM streak_bonuses WHERE user_id = $1 ORDER BY first_day";
    let rows: Vec<(NaiveDate, NaiveDate, Time)> = db.read(sql).bind(owner.0).fetch_all().await?;
    let bonus = |(first_day, last_day, granted_at)| StreakBonus { first_day, last_day, granted_at };
    Ok(rows.into_iter().map(bonus).collect())
}

pub async fn assistant_calls(db: &Db, owner: UserId) -> Result<Vec<AssistantCall>> {
    type Columns = (String, String, i64, i64, i64, String, Time);
    let sql = "SELECT help, provider, sends, characters, milliseconds, outcome, started_at FROM assistant_calls \
               WHERE user_id = $1 ORDER BY started_at, id";
    let rows: Vec<Columns> = db.read(sql).bind(owner.0).fetch_all().await?;
    let call = |(help, provider, sends, characters, milliseconds, outcome, started_at): Columns| AssistantCall {
        help,
        provider,
        sends,
        characters,
        milliseconds,
        outcome,
        started_at,
    };
    Ok(rows.into_iter().map(call).collect())
}

pub async fn declarations(db: &Db, secret: &Secret, owner: UserId) -> Result<Vec<Declaration>> {
    let sql = "SELECT case_number, created_at, content FROM declarations WHERE user_id = $1 ORDER BY created_at, id";
    let rows: Vec<(String, Time, Vec<u8>)> = db.read(sql).bind(owner.0).fetch_all().await?;
    let declaration = |(case_number, created_at, content): (String, Time, Vec<u8>)| {
        // One that does not open is left out here, and shown to the operator as such.
        let Ok(content) = secret.decrypt(purpose::DECLARATION, &content) else { return Ok(None) };
        let declared: domain::Declaration =
            serde_json::from_str(&content).map_err(|e| Error::broken("stored declaration", e))?;
        let (kind, reason, end, ordered) = match declared.statement {
            Statement::Cancellation { reason, end } => ("cancellation", reason, end, None),
            Statement::Withdrawal { ordered } => ("withdrawal", None, None, ordered),
        };
        let domain::Declaration { name, email, contract, .. } = declared;
        Ok(Some(Declaration {
            case_number,
            created_at,
            name,
            email,
            contract,
            kind: kind.into(),
            reason,
            end,
            ordered,
        }))
    };
    rows.into_iter().filter_map(|row| declaration(row).transpose()).collect()
}

pub async fn subscriptions(db: &Db, owner: UserId) -> Result<Vec<Subscription>> {
    type Columns = (String, Time, Option<String>, Option<Time>, Option<Time>, Option<Time>, Option<Time>, Option<Time>);
    let sql = "SELECT status, created_at, paypal_id, start_confirmed_at, starts_at, period_end, refunded_at, end_date \
               FROM subscriptions WHERE user_id = $1 ORDER BY created_at, id";
    let rows: Vec<Columns> = db.read(sql).bind(owner.0).fetch_all().await?;
    let subscription = |columns: Columns| {
        let (status, created_at, paypal_id, start_confirmed_at, starts_at, period_end, refunded_at, end_date) = columns;
        Subscription { status, created_at, paypal_id, start_confirmed_at, starts_at, period_end, refunded_at, end_date }
    };
    Ok(rows.into_iter().map(subscription).collect())
}
