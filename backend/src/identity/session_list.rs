//! The list of a person's sessions, and ending them from another device.

use super::{
    ending,
    sessions::{IDLE, LONGEST, id_of, id_token},
    store,
};
use crate::{Backend, Result, Viewer, audit, revocation, secret::purpose::SESSION_REFRESH_TOKEN};
use chrono::{DateTime, SubsecRound, Utc};
use domain::{AuditEvent, AuditKind, Device, Refusal};
use uuid::Uuid;

/// One sign-in of the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The beginning of the stored hash. Nobody can sign in with it.
    pub id: String,
    pub device: Device,
    pub created_at: DateTime<Utc>,
    /// Updated at most once an hour.
    pub last_used_at: DateTime<Utc>,
    /// The session that makes the request.
    pub current: bool,
}

/// The viewer's sessions: the current one first, then the others, the most recently used first. `cookie` is that of the request.
pub async fn sessions(backend: &Backend, viewer: &Viewer, cookie: Option<&str>) -> Result<Vec<Session>> {
    let account = viewer.account()?;
    let current = cookie.and_then(|cookie| id_of(backend, cookie));
    let now = backend.clock.now();
    let rows = store::list_sessions(&backend.db, account.user.id, now, now - IDLE).await?;
    let mut all: Vec<_> = rows
        .into_iter()
        .map(|row| Session {
            current: current.as_ref() == Some(&row.id_hash),
            id: name(&row.id_hash),
            device: Device::of(&row.user_agent),
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        })
        .collect();
    all.sort_by_key(|session| !session.current);
    Ok(all)
}

/// Ends one of the viewer's sessions.
pub async fn end_named(backend: &Backend, viewer: &Viewer, id: &str) -> Result<()> {
    let account = viewer.account()?;
    let named = Uuid::try_parse(id).map_err(|_| Refusal::SessionNotFound)?;
    let mut tx = backend.db.begin().await?;
    backend.identity.lock(&mut tx, &account.user.uid).await?;
    let ended = store::delete_named_session(&mut tx, account.user.id, named.as_bytes()).await?;
    let ended = ended.ok_or(Refusal::SessionNotFound)?;
    revocation::end_token(&mut tx, ended.id_hash.clone(), backend.clock.now() + LONGEST).await?;
    let device = Some(Device::of(&ended.user_agent));
    ending::tokens(backend, &mut tx, vec![ended]).await?;
    let event = AuditEvent { device, ..AuditKind::DeviceSignedOut.into() };
    audit::record(&mut tx, &backend.clock, account.user.id, event).await?;
    tx.commit().await
}

/// Ends every sign-in of the viewer except that of the current session. This includes sign-ins that have no session.
pub async fn end_others(backend: &Backend, viewer: &Viewer, cookie: Option<&str>) -> Result<()> {
    end_others_after(backend, viewer, cookie, Some(AuditKind::OthersSignedOut)).await
}

/// Like [`end_others`]. `cause` is what the audit log gets.
pub(super) async fn end_others_after(
    backend: &Backend,
    viewer: &Viewer,
    cookie: Option<&str>,
    cause: Option<AuditKind>,
) -> Result<()> {
    let account = viewer.account()?;
    let owner = account.user.id;
    let signed_in = match cookie {
        Some(cookie) => auth_time(backend, cookie).await,
        None => None,
    };
    let id = cookie.and_then(|cookie| id_of(backend, cookie)).unwrap_or_default();
    let mut tx = backend.db.begin().await?;
    let kept = store::find_kept(&mut tx, owner, &id).await?;
    // A provider's clock may be ahead of ours. The kept session must not be older than the time before which sign-ins are invalid.
    let since = kept.as_ref().zip(signed_in).map(|((_, made_at), signed_in)| signed_in.min(made_at.trunc_subsecs(0)));
    let kept = kept.and_then(|(sealed, _)| backend.secret.decrypt(SESSION_REFRESH_TOKEN, &sealed).ok());
    backend.identity.end_other_sign_ins(&mut tx, &account.user.uid, kept.as_deref(), since).await?;
    if let Some(since) = since {
        store::raise_valid_since(&mut tx, owner, since).await?;
    }
    revocation::mark_ended(&mut tx, owner, &id, backend.clock.now() + LONGEST).await?;
    let ended = store::delete_other_sessions(&mut tx, owner, &id).await?;
    ending::tokens(backend, &mut tx, ended).await?;
    if let Some(cause) = cause {
        audit::record(&mut tx, &backend.clock, owner, cause).await?;
    }
    tx.commit().await
}

/// The time of the sign-in that the session came from. None: the provider cannot be reached. The other sessions end all the same.
async fn auth_time(backend: &Backend, cookie: &str) -> Option<DateTime<Utc>> {
    let claims = match id_token(backend, cookie).await {
        Ok(token) => backend.identity.verify(&token.token).await,
        Err(error) => Err(error),
    };
    match claims {
        Ok(claims) => Some(claims.auth_time()),
        Err(error) => {
            tracing::warn!(%error, "ID tokens of other sign-ins live on until they expire");
            None
        }
    }
}

/// Ends sessions that were not used for two months or are a year old.
pub(super) async fn end_forgotten(backend: &Backend) -> Result<()> {
    let now = backend.clock.now();
    for uid in store::owners_of_old_sessions(&backend.db, now, now - IDLE).await? {
        let mut tx = backend.db.begin().await?;
        backend.identity.lock(&mut tx, &uid).await?;
        let ended = store::delete_old_sessions(&mut tx, &uid, now, now - IDLE).await?;
        ending::tokens(backend, &mut tx, ended).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// A session's public id: the first 16 bytes of its hash.
fn name(hash: &[u8]) -> String {
    hash.first_chunk().map(|name| Uuid::from_bytes(*name).simple().to_string()).unwrap_or_default()
}
