//! The start of a sign-in with Google: `GET /api/auth/google/start` redirects the browser to the issuer.

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
    /// True: the outcome is sent to the page that opened this window. False: this window continues to `next`.
    pub popup: bool,
    /// The flow's id, chosen by the page: 43 URL-safe characters. If it is empty, the server chooses one.
    pub id: &'a str,
    /// The invitation, in register mode.
    pub code: &'a str,
    /// The page to open afterwards. The caller has checked that it belongs to this site.
    pub next: &'a str,
    /// The person whose page waits for the sign-in. Signing in as somebody else is refused then.
    pub user: Option<UserId>,
    /// Inside another program's web view, where Google asks for consent again (spec 9).
    pub embedded: bool,
    /// The browser's flow cookie, if it has one. Several flows of a browser share it.
    pub cookie: Option<&'a str>,
    /// The session's cookie. Connecting needs a session.
    pub session: Option<&'a str>,
    pub address: &'a str,
}

#[derive(Clone, derive_more::Debug)]
#[debug("Begun(..)")]
pub struct Begun {
    /// The URL that the browser is redirected to.
    pub location: String,
    /// The flow cookie's value.
    pub cookie: String,
}

pub async fn begin(backend: &Backend, viewer: &Viewer, asked: &Begin<'_>) -> Result<Begun> {
    let google = backend.google.as_ref().ok_or(Refusal::GoogleNotConfigured)?;
    backend.throttle.take(Action::Google, asked.address).await?;
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

/// Checks the code before anything is created (spec 5). Without a popup a missing code is requested after the sign-in, because people
/// who have an account already need none.
async fn check_invitation(backend: &Backend, asked: &Begin<'_>) -> Result<()> {
    if asked.code.trim().is_empty() && !asked.popup {
        return Ok(());
    }
    backend.throttle.take(Action::Invitation, asked.address).await?;
    invitation_codes::check(backend, asked.code).await.map(drop)
}

/// Connecting needs a recent sign-in, so that a stranger at an open session cannot add a lasting way to sign in.
async fn recent(backend: &Backend, session: Option<&str>) -> Result<()> {
    let session = session.ok_or(Refusal::Unauthenticated)?;
    let token = sessions::id_token(backend, session).await?;
    let claims = backend.identity.verify(&token.token).await?;
    if claims.is_fresh(backend.clock.now(), sessions::RECENT) { Ok(()) } else { Err(Refusal::GoogleRecent.into()) }
}
