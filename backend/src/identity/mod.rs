//! Who somebody is: registration by invitation, sessions, and who a request speaks for.

use crate::{Backend, Result, Viewer};
use chrono::{DateTime, Utc};
use domain::{
    User,
    identity::{RegistrationForm, SessionForm},
};

/// Lets one request at a time refresh a session's tokens. A fixed number of locks shared by all sessions: two sessions
/// on one lock only wait for each other.
#[derive(Debug, Default)]
pub(crate) struct Refreshing([tokio::sync::Mutex<()>; 32]);

/// A session just made; `cookie` is its only copy.
#[derive(Clone)]
pub struct NewSession {
    pub cookie: String,
    pub expires_at: DateTime<Utc>,
    pub user: User,
}

impl std::fmt::Debug for NewSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewSession").field("user", &self.user.id).finish_non_exhaustive()
    }
}

/// An ID token that islands use as bearer.
#[derive(Clone)]
pub struct IdToken {
    pub token: String,
    pub expires_at: DateTime<Utc>,
}

impl std::fmt::Debug for IdToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IdToken").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}

/// Refuses a code that does not exist (404) or was used (410). `address` is the caller's, for throttling.
pub async fn validate_invitation(_backend: &Backend, _viewer: &Viewer, _code: &str, _address: &str) -> Result<()> {
    unimplemented!()
}

/// Makes the account of a signed-in identity and uses up the code (spec 4). An already registered uid is refused
/// before the code is looked at.
pub async fn register(_backend: &Backend, _viewer: &Viewer, _form: &RegistrationForm) -> Result<User> {
    unimplemented!()
}

/// Who a bearer ID token speaks for; a bad or expired one is `unauthenticated`.
pub async fn viewer_of_bearer(_backend: &Backend, _id_token: &str) -> Result<Viewer> {
    unimplemented!()
}

/// Who a session cookie speaks for; an unknown or expired one is a guest.
pub async fn viewer_of_session(_backend: &Backend, _cookie: &str) -> Result<Viewer> {
    unimplemented!()
}

/// Makes a session for the ID token's registered user; the token must come from a sign-in of the last five minutes.
pub async fn start_session(
    _backend: &Backend,
    _id_token: &str,
    _form: &SessionForm,
    _user_agent: &str,
) -> Result<NewSession> {
    unimplemented!()
}

/// Ends the session and its current ID token; ending twice is no error.
pub async fn end_session(_backend: &Backend, _cookie: &str) -> Result<()> {
    unimplemented!()
}

/// The session's current ID token, refreshed at most once at a time.
pub async fn id_token(_backend: &Backend, _cookie: &str) -> Result<IdToken> {
    unimplemented!()
}

/// New single-use codes, made by the operator.
pub async fn invite(_backend: &Backend, _count: usize) -> Result<Vec<String>> {
    unimplemented!()
}

/// An unused code for the first start: printed while no account exists, the same at each start.
pub async fn first_invitation(_backend: &Backend) -> Result<Option<String>> {
    unimplemented!()
}

/// Removes what is past its time: identities without a user for an hour, sessions, ended tokens, old refresh tokens.
pub async fn sweep(_backend: &Backend) -> Result<()> {
    unimplemented!()
}
