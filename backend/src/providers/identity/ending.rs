//! Ending sign-ins at the provider. Only the embedded one can: it lies in the same database.

use super::IdentityProvider;
use crate::{Result, db::Tx};

impl IdentityProvider {
    /// The sign-ins of these refresh tokens bring no new tokens any more, except where one of `kept` came from the same.
    pub(crate) async fn end_sign_ins(&self, tx: &mut Tx, ended: &[String], kept: &[String]) -> Result<()> {
        match &self.embedded {
            Some(embedded) => embedded.end_sign_ins(tx, ended, kept).await,
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
