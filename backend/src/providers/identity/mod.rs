//! The identity provider's wire contract (Identity Toolkit), spoken to the embedded provider in this process.

use crate::{Clock, Db, Secret, Settings, error::StartError};

#[derive(Debug)]
pub struct IdentityProvider {}

impl IdentityProvider {
    pub async fn open(_settings: &Settings, _db: &Db, _secret: &Secret, _clock: &Clock) -> Result<Self, StartError> {
        Ok(Self {})
    }

    /// The embedded provider's own calls, to be served under `/identity/v1`.
    pub fn router(&self) -> axum::Router {
        axum::Router::new()
    }
}
