//! Signing in with Google. The server does all of it (spec 4, product 12).

mod begin;
mod connection;
mod enter;
mod finish;
mod flow;
mod outcome;
mod photo;
mod profile_sync;
mod store;

pub use begin::{Begin, Begun, begin};
pub use connection::disconnect;
pub(super) use connection::email_of;
pub use finish::{Finished, finish, result};
pub use flow::{Callback, Mode, PendingSession};
pub use outcome::SignInResult;

use crate::{Backend, Result, Viewer, throttle::Action};
use chrono::{DateTime, Utc};
use domain::{Refusal, email};

/// `POST /api/auth/cleanup-before-registration`: called before a registration with Google (spec 7). The address must be the caller's own
/// and the code must be usable. Nothing is deleted: account and code change in one transaction, so no half account can exist. A whole
/// account stays and is answered with `already_registered`.
pub async fn clean_up(backend: &Backend, viewer: &Viewer, email: &str, code: &str, address: &str) -> Result<()> {
    let own = match viewer {
        Viewer::Guest => return Err(Refusal::Unauthenticated.into()),
        Viewer::User(_) => return Err(Refusal::AlreadyRegistered.into()),
        Viewer::Identity { email, .. } => email,
    };
    if email::fold(own) != email::fold(email) {
        return Err(Refusal::GoogleForbidden.into());
    }
    backend.throttle.take(Action::Invitation, address).await?;
    crate::invitation_codes::check(backend, code).await.map(drop)
}

pub(super) async fn sweep(backend: &Backend, now: DateTime<Utc>) -> Result<()> {
    store::delete_over(&backend.db, now).await
}
