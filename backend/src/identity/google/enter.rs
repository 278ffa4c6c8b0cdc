//! Signs in, registers or connects the person of a Google account: every branch of spec 4.

use super::{
    flow::{Callback, Flow, Mode},
    outcome::{Outcome, of_provider},
    profile_sync::{self, How, Names},
};
use crate::{
    Backend, Error, Result, Viewer, audit,
    identity::{NewSession, account, bearer, recovery::tell, sessions, sign_in, store},
    providers::{
        identity::{Assertion, FederatedSignIn},
        mail::Kind,
    },
};
use domain::{AuditKind, Refusal, UserId, identity::Tokens};

type Entered = (Outcome, Option<NewSession>);

pub async fn enter(backend: &Backend, flow: &Flow, callback: &Callback, assertion: &Assertion<'_>) -> Result<Entered> {
    if flow.mode == Mode::Link {
        return link(backend, flow, callback, assertion).await;
    }
    let signed = backend.identity.sign_in_with_google(assertion, None).await.map_err(of_provider)?;
    let Some(tokens) = signed.tokens() else { return Err(signed.confirmation().into()) };
    let entered = with_tokens(backend, flow, callback, &signed, &tokens).await;
    let is_refused = signed.is_new_user && matches!(entered, Err(Error::Refused(_)));
    if is_refused && store::find_by_uid(&backend.db, &tokens.local_id).await?.is_none() {
        // The identity was created by this sign-in, and nobody has registered with it.
        account::delete_identity(backend, &tokens).await;
    }
    entered
}

async fn with_tokens(
    backend: &Backend,
    flow: &Flow,
    callback: &Callback,
    signed: &FederatedSignIn,
    tokens: &Tokens,
) -> Result<Entered> {
    let (claims, user) = bearer::read(backend, &tokens.id_token).await?;
    let known = user.as_ref().map(|user| UserId(user.id));
    if flow.user.is_some() && flow.user != known {
        return Err(Refusal::GoogleOther.into());
    }
    let outcome = match (known, flow.mode) {
        (Some(user), _) => Outcome::SignedIn(user),
        (None, Mode::Register) if flow.code.trim().is_empty() => return Err(Refusal::NeedsRegistration.into()),
        (None, Mode::Register) => {
            let viewer = Viewer::Identity { uid: claims.sub, email: claims.email, verified: claims.email_verified };
            let Names { first, last } = Names::of(signed);
            let user = account::create_named(backend, &viewer, &flow.code, first, last).await;
            match user {
                Ok(user) => Outcome::Registered(user.id),
                // Another tab was faster.
                Err(Error::Refused(error)) if error.refusal == Refusal::AlreadyRegistered => {
                    let user = bearer::read(backend, &tokens.id_token).await?.1.ok_or(Refusal::UserNotFound)?;
                    Outcome::SignedIn(UserId(user.id))
                }
                Err(error) => return Err(error),
            }
        }
        (None, Mode::Login | Mode::Link) => return Err(Refusal::UserNotFound.into()),
    };
    let session = sign_in::begin(backend, &callback.browser, tokens).await?;
    let how = if matches!(outcome, Outcome::Registered(_)) { How::Registered } else { How::SignedIn };
    profile_sync::begin(backend, &tokens.local_id, signed, how).await;
    Ok((outcome, Some(session)))
}

async fn link(backend: &Backend, flow: &Flow, callback: &Callback, assertion: &Assertion<'_>) -> Result<Entered> {
    let session = callback.browser.session.as_deref().ok_or(Refusal::Unauthenticated)?;
    let viewer = sessions::viewer_of_session(backend, session).await?;
    let user = viewer.account()?.user.id;
    if flow.user != Some(user) {
        return Err(Refusal::GoogleOther.into());
    }
    let token = sessions::id_token(backend, session).await?;
    let signed = backend.identity.sign_in_with_google(assertion, Some(&token.token)).await.map_err(of_provider)?;
    let tokens = signed.tokens().ok_or(Refusal::GoogleConfirm)?;
    if !backend.identity.is_embedded() {
        tell(backend, &tokens.local_id, viewer.account()?.user.email.clone(), Kind::GoogleConnected).await;
        audit::record_after(backend, user, AuditKind::GoogleConnected).await;
    }
    profile_sync::begin(backend, &tokens.local_id, &signed, How::Linked).await;
    Ok((Outcome::Linked(user), None))
}
