//! Identity: registration with an invitation code, sessions, and the viewer of a request.

mod account;
mod bearer;
mod credentials;
mod ending;
mod follow;
pub mod google;
mod recovery;
mod registration;
mod session_list;
mod sessions;
mod sign_in;
mod store;

pub use account::create as create_account;
pub use bearer::viewer_of_bearer;
pub(crate) use credentials::confirm_person;
pub use credentials::{Credentials, ask_to_confirm, change_email, change_password, credentials, send_verification};
pub(crate) use ending::everywhere as end_everywhere;
pub use recovery::{ConfirmedEmail, confirm_email, first_password, forgot_password, look_at_code, reset_password};
pub use registration::{Registered, register};
pub use session_list::{Session, end_named, end_others, sessions};
pub(crate) use sessions::Refreshing;
pub use sessions::{IdToken, NewSession, end_session, id_token, start_session, viewer_of_session, was_ended_elsewhere};

pub use sign_in::{Browser, sign_in};

use crate::{Backend, Result, revocation};

/// Deletes what has expired: identities that have had no account for an hour, sessions, ended tokens, old refresh tokens, sign-in flows.
pub async fn sweep(backend: &Backend) -> Result<()> {
    let now = backend.clock.now();
    session_list::end_forgotten(backend).await?;
    revocation::delete_ended_tokens(&backend.db, now).await?;
    google::sweep(backend, now).await?;
    backend.identity.sweep().await
}
