//! The end of a sign-in with Google: handles the issuer's redirect to `GET /api/auth/google/callback`.

use super::{
    enter::enter,
    flow::{self, Callback, Flow, FlowId, Mode, PendingSession},
    outcome::{Outcome, SignInResult, of_issuer, public_error},
    store,
};
use crate::{
    Backend, Error, Result, Viewer,
    identity::{NewSession, sessions},
    providers::{
        identity::Assertion,
        openid::{OpenIdProvider, Secrets},
    },
};
use domain::{Language, Refusal};

#[derive(Debug)]
pub struct Finished {
    /// The flow's id, as the page knows it.
    pub id: String,
    /// None if the flow is unknown.
    pub popup: Option<bool>,
    pub mode: Option<Mode>,
    pub next: String,
    pub result: SignInResult,
    pub session: Option<NewSession>,
}

impl Finished {
    fn unknown(id: &str, refusal: Refusal, language: Language) -> Self {
        Self {
            id: id.to_owned(),
            popup: None,
            mode: None,
            next: "/".into(),
            result: SignInResult::new(&Outcome::Refused(refusal.into()), language),
            session: None,
        }
    }
}

/// Every result of the sign-in, refusals included, is returned as an outcome. Only a failure of ours, such as of the database, is an error.
pub async fn finish(backend: &Backend, callback: Callback) -> Result<Finished> {
    let language = callback.browser.language;
    let Some((id, secret)) = flow::parts(&callback.state) else {
        return Ok(Finished::unknown("", Refusal::GoogleState, language));
    };
    let flow = match take(backend, &id, secret, callback.cookie.as_deref()).await {
        Ok(flow) => flow,
        Err(Error::Refused(error)) => return Ok(Finished::unknown(id.as_str(), error.refusal, language)),
        Err(error) => return Err(error),
    };
    let (popup, mode, next) = (Some(flow.popup), Some(flow.mode), flow.next.clone());
    // This runs to its end even if the browser goes away: a new identity must get its account or be deleted.
    let work = {
        let (backend, id) = (backend.clone(), id.hash(backend));
        tokio::spawn(async move { complete(&backend, &id, &flow, &callback).await })
    };
    let (result, session) = work.await??;
    Ok(Finished { id: id.as_str().to_owned(), popup, mode, next, result, session })
}

/// The outcome, for the browser in which the flow began. If the callback's response did not bring the session's cookie, it is returned
/// here, once. `session` is the cookie of the session that the browser has so far.
pub async fn result(
    backend: &Backend,
    id: &str,
    cookie: Option<&str>,
    session: Option<&str>,
) -> Result<(SignInResult, Option<PendingSession>)> {
    let id = FlowId::parse(id).ok_or(Refusal::GoogleState)?.hash(backend);
    let cookie = flow::hash_of_cookie(backend, cookie.ok_or(Refusal::GoogleCookie)?);
    let found = store::find(&backend.db, &id, backend.clock.now()).await?;
    let found = found.filter(|row| row.cookie_hash == cookie).ok_or(Refusal::GoogleState)?;
    let Some(json) = found.outcome.filter(|outcome| !outcome.is_empty()) else {
        return Ok((SignInResult::pending(), None));
    };
    let result = serde_json::from_str(&json).map_err(|e| Error::broken("sign_in_flows.outcome", e))?;
    Ok((result, hand_out(backend, &id, &found.flow, session).await?))
}

async fn hand_out(
    backend: &Backend,
    id: &[u8],
    sealed: &[u8],
    session: Option<&str>,
) -> Result<Option<PendingSession>> {
    if sealed.is_empty() || !store::forget(&backend.db, id, sealed).await? {
        return Ok(None);
    }
    let Some(kept) = flow::open_pending_session(backend, sealed) else { return Ok(None) };
    let is_over = matches!(sessions::viewer_of_session(backend, &kept.cookie).await?, Viewer::Guest);
    if is_over || session == Some(&*kept.cookie) {
        return Ok(None);
    }
    if let Some(earlier) = session {
        sessions::end_session(backend, earlier).await?;
    }
    Ok(Some(kept))
}

async fn take(backend: &Backend, id: &FlowId, secret: &str, cookie: Option<&str>) -> Result<Flow> {
    let (hash, now) = (id.hash(backend), backend.clock.now());
    let cookie = cookie.map(|cookie| flow::hash_of_cookie(backend, cookie));
    let taken = match &cookie {
        Some(cookie) => store::take(&backend.db, &hash, cookie, now).await?,
        None => None,
    };
    if let Some(sealed) = taken {
        let flow = flow::open(backend, &sealed)?;
        return if flow.secret == secret { Ok(flow) } else { Err(Refusal::GoogleState.into()) };
    }
    Err(match store::find(&backend.db, &hash, now).await? {
        None => Refusal::GoogleState,
        Some(row) if cookie.as_ref() != Some(&row.cookie_hash) => Refusal::GoogleCookie,
        Some(_) => Refusal::GoogleUsed,
    }
    .into())
}

async fn complete(
    backend: &Backend,
    id: &[u8],
    flow: &Flow,
    callback: &Callback,
) -> Result<(SignInResult, Option<NewSession>)> {
    let ended = match assertion(backend, flow, callback).await {
        Ok(id_token) => enter(backend, flow, callback, &Assertion { id_token: &id_token, nonce: &flow.nonce }).await,
        Err(error) => Err(error),
    };
    let (outcome, session) = ended.unwrap_or_else(|error| (Outcome::Refused(public_error(&error)), None));
    let result = SignInResult::new(&outcome, callback.browser.language);
    let json = serde_json::to_string(&result).map_err(|e| Error::broken("sign-in outcome", e))?;
    let kept = match &session {
        Some(session) => flow::keep(backend, session)?,
        None => Vec::new(),
    };
    store::set_outcome(&backend.db, id, json, kept).await?;
    Ok((result, session))
}

/// Exchanges the code for the issuer's ID token.
async fn assertion(backend: &Backend, flow: &Flow, callback: &Callback) -> Result<String> {
    let google: &OpenIdProvider = backend.google.as_ref().ok_or(Refusal::GoogleNotConfigured)?;
    if !callback.issuer.is_empty() && callback.issuer != google.issuer() {
        return Err(Refusal::GoogleState.into());
    }
    match callback.error.as_str() {
        "" => {}
        "access_denied" => return Err(Refusal::GoogleCancelled.into()),
        "server_error" | "temporarily_unavailable" => return Err(Refusal::GoogleUnavailable.into()),
        "unauthorized_client" | "invalid_client" => return Err(Refusal::GoogleDenied.into()),
        _ => return Err(Refusal::GoogleRefused.into()),
    }
    if callback.code.is_empty() {
        return Err(Refusal::GoogleFailed.into());
    }
    let secrets = Secrets { state: &callback.state, nonce: &flow.nonce, verifier: &flow.verifier };
    google.exchange(&callback.code, &secrets).await.map_err(of_issuer)
}
