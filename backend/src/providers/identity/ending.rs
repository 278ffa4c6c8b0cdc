//! Ends sign-ins at the provider. Only the embedded provider can do so: it uses the same database.

use super::{IdentityProvider, embedded};
use crate::{Result, db::Tx};
use chrono::{DateTime, Utc};

impl IdentityProvider {
    /// Locks the account until `tx` ends, so that nobody else changes its sign-ins. Locks are taken in one order to avoid deadlocks: the
    /// account, its refresh tokens, the person, their sessions. Whoever holds the account's lock may change the others in any order. False:
    /// the identity is gone, which only the embedded provider can tell.
    pub(crate) async fn lock(&self, tx: &mut Tx, uid: &str) -> Result<bool> {
        match &self.embedded {
            Some(_) => Ok(embedded::lock(tx, uid).await?.is_some()),
            None => Ok(true),
        }
    }

    /// Removes the identity of somebody whose account goes in the same transaction.
    pub(crate) async fn remove(&self, tx: &mut Tx, uid: &str) -> Result<()> {
        match &self.embedded {
            Some(_) => embedded::remove(tx, uid).await,
            None => Ok(()),
        }
    }

    /// Ends the sign-ins of the refresh tokens `ended`, except those that a token of `kept` belongs to. They get no new tokens any more.
    pub(crate) async fn end_sign_ins(&self, tx: &mut Tx, ended: &[String], kept: &[String]) -> Result<()> {
        match &self.embedded {
            Some(embedded) => embedded.end_sign_ins(tx, ended, kept).await,
            None => Ok(()),
        }
    }

    /// Ends all sign-ins of the account except that of the refresh token `kept`. ID tokens of sign-ins before `since` become invalid.
    pub(crate) async fn end_other_sign_ins(
        &self,
        tx: &mut Tx,
        uid: &str,
        kept: Option<&str>,
        since: Option<DateTime<Utc>>,
    ) -> Result<()> {
        match &self.embedded {
            Some(embedded) => embedded.end_other_sign_ins(tx, uid, kept, since).await,
            None => Ok(()),
        }
    }
}
