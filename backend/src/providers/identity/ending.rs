//! Ending sign-ins at the provider. Only the embedded one can: it lies in the same database.

use super::{IdentityProvider, embedded};
use crate::{Result, db::Tx};
use chrono::{DateTime, Utc};

impl IdentityProvider {
    /// Waits for whoever else changes the account's sign-ins, and makes others wait for `tx`. Locks are taken in one order, so that no
    /// two wait for each other: the account, its refresh tokens, the person, their sessions. Whoever holds the account may touch the
    /// others as they like. False: the identity is gone, which only the embedded provider can tell.
    pub(crate) async fn lock(&self, tx: &mut Tx, uid: &str) -> Result<bool> {
        match &self.embedded {
            Some(_) => Ok(embedded::lock(tx, uid).await?.is_some()),
            None => Ok(true),
        }
    }

    /// The sign-ins of these refresh tokens bring no new tokens any more, except where one of `kept` came from the same.
    pub(crate) async fn end_sign_ins(&self, tx: &mut Tx, ended: &[String], kept: &[String]) -> Result<()> {
        match &self.embedded {
            Some(embedded) => embedded.end_sign_ins(tx, ended, kept).await,
            None => Ok(()),
        }
    }

    /// Every sign-in of the account but that of the refresh token `kept`; ID tokens of those before `since` are over.
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

    /// Every sign-in of the account.
    pub(crate) async fn end_all_sign_ins(&self, tx: &mut Tx, uid: &str) -> Result<()> {
        match &self.embedded {
            Some(embedded) => embedded.end_all_sign_ins(tx, uid).await,
            None => Ok(()),
        }
    }
}
