//! Stops a server that still runs after `secret --rotate` has given the database another secret.

use super::{Db, Tx};
use crate::{Error, Result};

/// The number of the database's secret. In a transaction on PostgreSQL the statement keeps a rotation, which locks this table, waiting until
/// the transaction has ended.
const NEWEST: &str = "SELECT MAX(position) FROM hash_keys";

#[derive(Debug, thiserror::Error)]
#[error("the database has another secret than this server by now: stop it, and start it with the new one")]
struct Superseded;

impl Db {
    /// Fails if the database does not answer, or has another secret by now.
    pub async fn ping(&self) -> Result<()> {
        let (newest,) = self.read(NEWEST).fetch_one().await?;
        self.secret.map_or(Ok(()), |own| check(own, newest))
    }
}

impl Tx {
    /// Fails if the database has another secret by now. Until the end of the transaction it keeps the one it has.
    pub(super) async fn expect_secret(&mut self, own: i64) -> Result<()> {
        let (newest,) = self.query(NEWEST).fetch_one().await?;
        check(own, newest)
    }
}

fn check(own: i64, newest: Option<i64>) -> Result<()> {
    if newest == Some(own) { Ok(()) } else { Err(Error::unavailable("secret", Superseded)) }
}
