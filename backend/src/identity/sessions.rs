//! Sessions: the browser has an opaque cookie, and the server stores the provider's tokens encrypted.

use super::{bearer, ending, follow::follow, store};
use crate::{
    Backend, Result, Viewer, audit,
    db::Tx,
    providers::{identity::Claims, openid},
    reminders, revocation,
    secret::purpose::{SESSION_ID_TOKEN, SESSION_REFRESH_TOKEN},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{AuditEvent, AuditKind, Device, Language, Refusal, User, UserId, day, identity::SessionForm};
use store::SessionTokens;

/// People open a diary on their own device, sometimes after weeks. So a session ends after two months without use, and after a year
/// in any case.
pub(super) const IDLE: TimeDelta = TimeDelta::days(60);
pub(super) const LONGEST: TimeDelta = TimeDelta::days(365);
/// The most sessions of one person. A new one beyond that ends the least recently used one.
const MOST: i64 = 100;
/// The time of the last use is stored at most this often.
const NOTED: TimeDelta = TimeDelta::hours(1);
/// The longest time between a sign-in and the session that it starts.
pub(super) const RECENT: TimeDelta = TimeDelta::minutes(5);
/// An ID token is handed out only if it is valid for at least this long.
const SPARE: TimeDelta = TimeDelta::minutes(5);
/// Characters of a cookie: 32 bytes in base64.
const COOKIE: usize = 43;
const LONGEST_REFRESH_TOKEN: usize = 4096;
const LONGEST_USER_AGENT: usize = 255;

/// Lets one request at a time refresh a session's tokens. A fixed number of locks shared by all sessions: two sessions
/// on one lock only wait for each other.
#[derive(Debug, Default)]
pub(crate) struct Refreshing([tokio::sync::Mutex<()>; 32]);

impl Refreshing {
    async fn turn(&self, id: &[u8]) -> tokio::sync::MutexGuard<'_, ()> {
        let at = usize::from(id.first().copied().unwrap_or_default()) % self.0.len();
        self.0[at].lock().await
    }
}

/// A new session. `cookie` is stored nowhere else.
#[derive(Clone, derive_more::Debug)]
#[debug("NewSession {{ user: {:?}, .. }}", user.id)]
pub struct NewSession {
    pub cookie: String,
    pub expires_at: DateTime<Utc>,
    /// The value of another cookie, which marks this browser as known.
    pub device: Option<String>,
    pub user: User,
}

/// An ID token that the page's scripts send as bearer token.
#[derive(Clone, derive_more::Debug)]
#[debug("IdToken {{ expires_at: {expires_at:?}, .. }}")]
pub struct IdToken {
    pub token: String,
    pub expires_at: DateTime<Utc>,
}

/// The viewer that a session cookie belongs to. An unknown or expired cookie means a guest.
pub async fn viewer_of_session(backend: &Backend, cookie: &str) -> Result<Viewer> {
    let Some(id) = id_of(backend, cookie) else { return Ok(Viewer::Guest) };
    let now = backend.clock.now();
    let Some(session) = store::find_session(&backend.db, &id, now, now - IDLE).await? else {
        return Ok(Viewer::Guest);
    };
    if now - session.last_used_at >= NOTED {
        // A full disk must not prevent reading.
        if let Err(error) = store::note_use(&backend.db, &id, now).await {
            tracing::warn!(%error, "the use of a session was not noted");
        }
    }
    session.user.viewer(now)
}

/// Whether the session of this cookie was ended on purpose, from another device. False for an expired session.
pub async fn was_ended_elsewhere(backend: &Backend, cookie: &str) -> Result<bool> {
    match id_of(backend, cookie) {
        Some(id) => revocation::is_ended(&backend.db, id).await,
        None => Ok(false),
    }
}

/// Why a session starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    SignIn,
    /// The person is signed in, and their session goes on as a new one.
    Again,
}

/// Starts a session for the registered user of the ID token. The sign-in must be at most five minutes old.
pub async fn start_session(
    backend: &Backend,
    id_token: &str,
    form: &SessionForm,
    user_agent: &str,
) -> Result<NewSession> {
    start(backend, id_token, form, user_agent, Start::SignIn).await
}

pub(super) async fn start(
    backend: &Backend,
    id_token: &str,
    form: &SessionForm,
    user_agent: &str,
    why: Start,
) -> Result<NewSession> {
    let (claims, user) = bearer::read(backend, id_token).await?;
    let now = backend.clock.now();
    let is_gone = |user: &store::UserRow| user.leaves_at.is_some_and(|at| at <= now);
    let mut user = user.filter(|user| !is_gone(user)).ok_or(Refusal::UserNotFound)?;
    if user.locked_for.is_some() {
        return Err(user.locked());
    }
    if !claims.is_fresh(now, RECENT) {
        return Err(Refusal::Unauthenticated.into());
    }
    if form.refresh_token.is_empty() || form.refresh_token.len() > LONGEST_REFRESH_TOKEN {
        return Err(Refusal::InvalidForm.into());
    }
    follow(backend, &mut user, &claims).await?;
    let zone = form.zone.as_deref().and_then(day::parse_zone);
    let language = form.language.as_deref().and_then(Language::parse);
    // A new account still has the default time zone. No day has begun in it before the first sign-in, so the zone may be replaced freely.
    let is_first = user.day_floor.is_none() && now - user.created_at <= RECENT;
    let zone = zone.filter(|zone| zone.name() != user.zone);
    if let Some(zone) = zone {
        if !is_first {
            let account = user.clone().account(now)?;
            let quota = account.quota_day(&backend.clock);
            user.day_floor = Some(account.today(&backend.clock));
            (user.quota_day, user.quota_since) = (Some(quota.date), Some(quota.since));
        }
        zone.name().clone_into(&mut user.zone);
    }
    if is_first {
        user.day_floor = Some(user.clone().account(now)?.today(&backend.clock));
    }
    if let Some(language) = language {
        language.as_str().clone_into(&mut user.language);
    }

    let cookie = backend.secret.token(32)?;
    let expires_at = now + LONGEST;
    let session = store::NewSession {
        id: hash(backend, &cookie),
        user_id: user.id,
        refresh_token: backend.secret.encrypt(SESSION_REFRESH_TOKEN, &form.refresh_token)?,
        id_token: backend.secret.encrypt(SESSION_ID_TOKEN, id_token)?,
        id_token_expires_at: claims.expires_at(),
        user_agent: user_agent.chars().filter(|c| !c.is_control()).take(LONGEST_USER_AGENT).collect(),
        // Right after a change of password the sign-in is dated to the next second. The session must not be older than that.
        now: now.max(claims.auth_time()),
        expires_at,
    };
    let mut tx = backend.db.begin().await?;
    // This comes first, because it waits for a change of password that is still running.
    if !store::note_sign_in(&mut tx, &user, claims.auth_time, now).await? {
        return Err(Refusal::Unauthenticated.into());
    }
    if let Some(zone) = zone {
        reminders::follow_zone(&mut tx, &backend.clock, UserId(user.id), zone).await?;
    }
    if user.leaves_at.is_some() {
        audit::record(&mut tx, &backend.clock, UserId(user.id), AuditKind::LeaveUndone).await?;
    }
    if why == Start::SignIn {
        record(backend, &mut tx, UserId(user.id), &claims, (Device::of(&session.user_agent), is_first)).await?;
    }
    store::insert_session(&mut tx, session).await?;
    tx.commit().await?;
    let user = user.account(now)?.user;
    if let Err(error) = end_oldest(backend, &user).await {
        tracing::warn!(%error, "the oldest sessions of somebody were not ended");
    }
    let device = backend.identity.known_device(&user).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "a browser stays unknown after a sign-in");
        None
    });
    Ok(NewSession { cookie, expires_at, device, user })
}

/// Writes the sign-in down. A device is new if neither a session nor an earlier event is from it; that of the first sign-in is not.
async fn record(
    backend: &Backend,
    tx: &mut Tx,
    owner: UserId,
    claims: &Claims,
    (device, is_first): (Device, bool),
) -> Result<()> {
    let is_google = claims.firebase.sign_in_provider == openid::PROVIDER_ID;
    let is_known = is_first
        || store::user_agents(tx, owner).await?.iter().any(|agent| Device::of(agent) == device)
        || audit::is_known_device(tx, owner, device).await?;
    let kind = if is_google { AuditKind::SignedInGoogle } else { AuditKind::SignedIn };
    let event = AuditEvent { device: Some(device), is_new_device: !is_known, ..kind.into() };
    audit::record(tx, &backend.clock, owner, event).await
}

async fn end_oldest(backend: &Backend, owner: &User) -> Result<()> {
    if store::count_sessions(&backend.db, owner.id).await? <= MOST {
        return Ok(());
    }
    let mut tx = backend.db.begin().await?;
    backend.identity.lock(&mut tx, &owner.uid).await?;
    let ended = store::delete_oldest_sessions(&mut tx, owner.id, MOST).await?;
    if ended.is_empty() {
        return Ok(());
    }
    ending::tokens(backend, &mut tx, ended).await?;
    tx.commit().await
}

/// Ends the session, its current ID token and the sign-in that it came from. A session that has ended already is no error.
pub async fn end_session(backend: &Backend, cookie: &str) -> Result<()> {
    let Some(id) = id_of(backend, cookie) else { return Ok(()) };
    let mut tx = backend.db.begin().await?;
    let Some(uid) = store::owner_of_session(&mut tx, &id).await? else { return Ok(()) };
    backend.identity.lock(&mut tx, &uid).await?;
    let Some(ended) = store::delete_session(&mut tx, &id).await? else { return Ok(()) };
    ending::tokens(backend, &mut tx, vec![ended]).await?;
    tx.commit().await
}

/// The session's current ID token. If it must be refreshed, this server sends one refresh of the session at a time.
pub async fn id_token(backend: &Backend, cookie: &str) -> Result<IdToken> {
    let id = id_of(backend, cookie).ok_or(Refusal::Unauthenticated)?;
    let session = tokens(backend, &id).await?;
    if let Some(token) = usable(backend, &session).await? {
        return Ok(token);
    }
    let _turn = backend.refreshing.turn(&id).await;
    let session = tokens(backend, &id).await?;
    if let Some(token) = usable(backend, &session).await? {
        return Ok(token);
    }
    // The refresh runs to its end even if the caller goes away: the provider may have replaced the token, and the new one must be stored.
    let renewal = {
        let (backend, id) = (backend.clone(), id.clone());
        tokio::spawn(async move { refresh(&backend, &id, &session).await })
    };
    match renewal.await? {
        // Another process was faster with the same refresh token, or the session has ended.
        Err(error) if error.is(Refusal::Unauthenticated) => {
            let session = tokens(backend, &id).await?;
            usable(backend, &session).await?.ok_or(error)
        }
        result => result,
    }
}

async fn refresh(backend: &Backend, id: &[u8], session: &SessionTokens) -> Result<IdToken> {
    let fresh = match renew(backend, session).await {
        Ok(fresh) => fresh,
        Err(error) => {
            if error.is(Refusal::Unauthenticated) {
                store::delete_session_with(&backend.db, id, &session.refresh_token).await?;
            }
            return Err(error);
        }
    };
    let kept = store::set_tokens(
        &backend.db,
        id,
        &session.refresh_token,
        backend.secret.encrypt(SESSION_REFRESH_TOKEN, &fresh.refresh_token)?,
        backend.secret.encrypt(SESSION_ID_TOKEN, &fresh.id_token.token)?,
        fresh.id_token.expires_at,
    );
    if kept.await? { Ok(fresh.id_token) } else { Err(Refusal::Unauthenticated.into()) }
}

struct Fresh {
    id_token: IdToken,
    refresh_token: String,
}

/// New tokens from the provider. They must belong to the same person.
async fn renew(backend: &Backend, session: &SessionTokens) -> Result<Fresh> {
    let refresh_token = backend.secret.decrypt(SESSION_REFRESH_TOKEN, &session.refresh_token)?;
    let answer = backend.identity.refresh(&refresh_token).await?;
    let claims = backend.identity.verify(&answer.id_token).await?;
    if claims.sub != session.uid {
        return Err(Refusal::Unauthenticated.into());
    }
    if let Some(mut user) = store::find_by_uid(&backend.db, &claims.sub).await? {
        follow(backend, &mut user, &claims).await?;
    }
    let id_token = IdToken { token: answer.id_token, expires_at: claims.expires_at() };
    Ok(Fresh { id_token, refresh_token: answer.refresh_token })
}

async fn tokens(backend: &Backend, id: &[u8]) -> Result<SessionTokens> {
    let now = backend.clock.now();
    let found = store::find_tokens(&backend.db, id, now, now - IDLE).await?;
    found.ok_or(Refusal::Unauthenticated.into())
}

/// The stored ID token, unless it expires soon or was ended with another session that had the same token.
async fn usable(backend: &Backend, session: &SessionTokens) -> Result<Option<IdToken>> {
    let (Some(sealed), Some(expires_at)) = (&session.id_token, session.id_token_expires_at) else { return Ok(None) };
    if expires_at - backend.clock.now() < SPARE {
        return Ok(None);
    }
    let token = backend.secret.decrypt(SESSION_ID_TOKEN, sealed)?;
    let ended = revocation::is_ended(&backend.db, revocation::fingerprint(&backend.secret, &token)).await?;
    Ok((!ended).then_some(IdToken { token, expires_at }))
}

pub(super) fn id_of(backend: &Backend, cookie: &str) -> Option<Vec<u8>> {
    (cookie.len() == COOKIE).then(|| hash(backend, cookie))
}

fn hash(backend: &Backend, cookie: &str) -> Vec<u8> {
    backend.secret.hash("session", cookie)
}
