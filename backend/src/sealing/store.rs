//! SQL of the data keys.

use super::{DataKey, WrappedKey};
use crate::{Db, Error, Result, db::Tx};
use domain::UserId;

const SELECT: &str = "SELECT data_key FROM users WHERE id = $1";

/// The data key of a person who is registered.
pub async fn key(db: &Db, owner: UserId) -> Result<DataKey> {
    let found: Option<(WrappedKey,)> = db.read(SELECT).bind(owner.0).fetch_optional().await?;
    db.keyring().unwrap(owner, &found.ok_or_else(missing)?.0)
}

/// [`key`] inside a transaction.
pub async fn key_in(tx: &mut Tx, owner: UserId) -> Result<DataKey> {
    let found: Option<(WrappedKey,)> = tx.query(SELECT).bind(owner.0).fetch_optional().await?;
    tx.keyring().unwrap(owner, &found.ok_or_else(missing)?.0)
}

fn missing() -> Error {
    Error::broken("data key", "there is no such person")
}
