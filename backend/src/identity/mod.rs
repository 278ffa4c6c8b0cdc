//! Who somebody is: registration by invitation, sessions, and who a request speaks for.

mod bearer;
mod common_passwords;
mod credentials;
mod device;
mod ending;
mod follow;
pub mod google;
mod invitations;
mod own_codes;
mod recovery;
mod registration;
mod revoke;
mod session_list;
mod sessions;
mod store;
pub(crate) mod username;

pub use bearer::viewer_of_bearer;
pub(crate) use common_passwords::is_common;
pub use credentials::{Credentials, change_email, change_password, credentials, send_verification};
pub(crate) use device::device_of;
pub use invitations::{first_invitation, invite, validate_invitation};
pub use own_codes::give;
pub(crate) use own_codes::{end, give_first, readable, reserve};
pub use recovery::{ConfirmedEmail, confirm_email, first_password, forgot_password, look_at_code, reset_password};
pub use registration::register;
pub(crate) use revoke::revoke;
pub use session_list::{Session, end_everywhere, end_named, end_others, sessions};
pub(crate) use sessions::Refreshing;
pub use sessions::{IdToken, NewSession, end_session, id_token, start_session, viewer_of_session, was_ended_elsewhere};

use crate::{Backend, Db, Result};
use domain::Language;

/// The language of mails to somebody; German where nobody is registered with this uid.
pub(crate) async fn language_of(db: &Db, uid: &str) -> Result<Language> {
    let user = store::find_by_uid(db, uid).await?;
    Ok(user.and_then(|user| Language::parse(&user.language)).unwrap_or(Language::De))
}

/// Removes what is past its time: identities without a user for an hour, sessions, ended tokens, old refresh tokens,
/// sign-ins with Google that were not finished.
pub async fn sweep(backend: &Backend) -> Result<()> {
    let now = backend.clock.now();
    session_list::end_forgotten(backend).await?;
    store::delete_ended_tokens(&backend.db, now).await?;
    google::sweep(backend, now).await?;
    backend.identity.sweep().await
}
