//! Signing up, in and out.

mod codes;
mod firebase;
pub mod google;
mod hidden_accounts;
mod limits;
mod provider;
mod recovery;
mod registration;
mod revoking;
mod session_list;
mod sessions;
pub mod sign_in;
mod sweep;
mod tokens;
mod wire;

use backend::Error;

/// Code and status of a refusal; anything else fails the story.
pub fn refusal<T: std::fmt::Debug>(result: Result<T, Error>) -> (&'static str, u16) {
    match result {
        Err(Error::Refused(error)) => (error.code(), error.status()),
        other => panic!("no refusal: {other:?}"),
    }
}
