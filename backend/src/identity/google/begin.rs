//! The way to the issuer: `GET /api/auth/google/start`.

use super::{
    flow::{self, Flow, FlowId, LIFETIME, Mode, TOKEN},
    outcome::of_issuer,
    store::{self, NewFlow},
};
use crate::{
    Backend, Result, Viewer, identity::sessions, invitation_codes, providers::openid::Secrets, throttle::Action,
};
use domain::{Refusal, UserId};

#[derive(Clone, Debug)]
pub struct Begin<'a> {
    pub mode: Mode,
    /// The answer is told to the page that opened the window; else the window goes on itself.
    pub popup: bool,
    /// The page's name for the flow, 43 URL-safe characters; without one it gets another.
    pub id: &'a str,
    /// The invitation, in register mode.
    pub code: &'a str,
    /// An own page; the caller has looked at it.
    pub next: &'a str,
    /// Whose page waits for the sign-in: nobody else is signed in then.
    pub user: Option<UserId>,
    /// Inside another program's web view, where consent is asked for again (spec 9).
    pub embedded: bool,
    /// The browser's flow cookie, if it has one: several flows may be under way in it.
    pub cookie: Option<&'a str>,
    /// The session's cookie; connecting needs one.
    pub session: Option<&'a str>,
    pub address: &'a str,
}

#[derive(Clone, derive_more::Debug)]
#[debug("Begun(..)")]
pub struct Begun {
    /// Where the browser goes.
    pub location: String,
    /// The flow cookie's value.
    pub cookie: String,
}

pub async fn begin(backend: &Backend, viewer: &Viewer, asked: &Begin<'_>) -> Result<Begun> {
    let google = backend.google.as_ref().ok_or(Refusal::GoogleNotConfigured)?;
    backend.throttle.take(Action::Google, asked.address)?;
    let mut hint = None;
    let mut user = asked.user;
    match asked.mode {
        Mode::Login => {}
        Mode::Register => check_invitation(backend, asked).await?,
        Mode::Link => {
            let account = viewer.account()?;
            recent(backend, asked.session).await?;
            user = Some(account.user.id);
            hint = Some(account.user.email.as_str());
        }
    }
    let id = match asked.id {
        "" => FlowId::new(backend)?,
        given => FlowId::parse(given).ok_or(Refusal::InvalidForm)?,
    };
    let cookie = match asked.cookie.filter(|cookie| cookie.len() == TOKEN) {
        Some(cookie) => cookie.to_owned(),
        None => backend.secret.token(32)?,
    };
    let flow = Flow {
        mode: asked.mode,
        popup: asked.popup,
        secret: backend.secret.token(32)?,
        nonce: backend.secret.token(32)?,
        verifier: backend.secret.token(32)?,
        code: asked.code.to_owned(),
        next: asked.next.to_owned(),
        user,
    };
    let secrets = Secrets { state: &flow::state(&id, &flow), nonce: &flow.nonce, verifier: &flow.verifier };
    let location = google.authorization_url(&secrets, asked.embedded, hint).await.map_err(of_issuer)?;
    let new = NewFlow {
        id: id.hash(backend),
        cookie: flow::hash_of_cookie(backend, &cookie),
        flow: flow::seal(backend, &flow)?,
        expires_at: backend.clock.now() + LIFETIME,
    };
    if store::insert(&backend.db, new).await? {
        Ok(Begun { location, cookie })
    } else {
        Err(Refusal::GoogleUsed.into())
    }
}

/// Before anything is made (spec 5). In the same window a missing code is asked for afterwards: who has an account
/// already needs none.
async fn check_invitation(backend: &Backend, asked: &Begin<'_>) -> Result<()> {
    if asked.code.trim().is_empty() && !asked.popup {
        return Ok(());
    }
    backend.throttle.take(Action::Invitation, asked.address)?;
    invitation_codes::check(backend, asked.code).await.map(drop)
}

/// Who connects has just signed in: a session left open must not become a lasting way in.
async fn recent(backend: &Backend, session: Option<&str>) -> Result<()> {
    let session = session.ok_or(Refusal::Unauthenticated)?;
    let token = sessions::id_token(backend, session).await?;
    let claims = backend.identity.verify(&token.token).await?;
    if claims.is_fresh(backend.clock.now(), sessions::RECENT) { Ok(()) } else { Err(Refusal::GoogleRecent.into()) }
}
