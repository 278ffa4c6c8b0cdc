//! SQL of the hash keys, and of the columns whose values depend on the secret.

use crate::{
    Db, Result,
    db::{Engine, Tx},
};
use uuid::Uuid;

pub const HASH_KEYS: &str = "SELECT position, sealed FROM hash_keys ORDER BY position";
const INSERT: &str = "INSERT INTO hash_keys (position, sealed, is_wrapped) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

pub async fn list_hash_keys(db: &Db) -> Result<Vec<(i64, Vec<u8>)>> {
    db.read(HASH_KEYS).fetch_all().await
}

/// Inserts the first key. Does nothing if another server has inserted it before.
pub async fn insert_first_hash_key(db: &Db, sealed: Vec<u8>) -> Result<()> {
    db.write(INSERT).bind(0_i64).bind(sealed).bind(true).execute().await.map(drop)
}

/// The key of a new secret, which has not wrapped the data keys yet.
pub async fn insert_hash_key(tx: &mut Tx, position: i64, sealed: Vec<u8>) -> Result<()> {
    tx.query(INSERT).bind(position).bind(sealed).bind(false).execute().await.map(drop)
}

const IS_WRAPPED: &str = "SELECT NOT EXISTS (SELECT 1 FROM hash_keys WHERE NOT is_wrapped)";

/// Whether the newest secret wraps every data key.
pub async fn is_wrapped(db: &Db) -> Result<bool> {
    Ok(db.read(IS_WRAPPED).fetch_one::<(bool,)>().await?.0)
}

pub async fn is_wrapped_in(tx: &mut Tx) -> Result<bool> {
    Ok(tx.query(IS_WRAPPED).fetch_one::<(bool,)>().await?.0)
}

pub async fn set_wrapped(db: &Db) -> Result<()> {
    db.write("UPDATE hash_keys SET is_wrapped = TRUE").execute().await.map(drop)
}

/// The wrapped data keys of the first `limit` people behind `after`, in the order of their ids.
pub async fn list_data_keys(tx: &mut Tx, after: Uuid, limit: i64) -> Result<Vec<(Uuid, Vec<u8>)>> {
    let statement = tx.query("SELECT id, data_key FROM users WHERE id > $1 ORDER BY id LIMIT $2");
    statement.bind(after).bind(limit).fetch_all().await
}

pub async fn set_data_key(tx: &mut Tx, user: Uuid, wrapped: Vec<u8>) -> Result<()> {
    tx.query("UPDATE users SET data_key = $2 WHERE id = $1").bind(user).bind(wrapped).execute().await.map(drop)
}

pub async fn set_hash_key(tx: &mut Tx, position: i64, sealed: Vec<u8>) -> Result<()> {
    let statement = tx.query("UPDATE hash_keys SET sealed = $2 WHERE position = $1");
    statement.bind(position).bind(sealed).execute().await.map(drop)
}

/// Makes the second of two rotations wait, waits for the transactions of servers, and keeps new ones waiting (`db/superseded.rs`). SQLite has
/// only one writer anyway.
pub async fn lock(tx: &mut Tx) -> Result<()> {
    match tx.engine() {
        Engine::Sqlite => Ok(()),
        Engine::Postgres => tx.query("LOCK TABLE hash_keys IN ACCESS EXCLUSIVE MODE").execute().await.map(drop),
    }
}

/// Statements on one column; `delete` removes all rows of its table.
#[derive(Debug)]
pub struct Column {
    /// `table.column`
    pub name: &'static str,
    list: &'static str,
    update: &'static str,
    delete: &'static str,
}

macro_rules! column {
    ($table:literal, $column:literal) => {
        $crate::secret::store::Column::new(
            concat!($table, ".", $column),
            concat!("SELECT DISTINCT ", $column, " FROM ", $table, " WHERE ", $column, " IS NOT NULL"),
            concat!("UPDATE ", $table, " SET ", $column, " = $2 WHERE ", $column, " = $1"),
            concat!("DELETE FROM ", $table),
        )
    };
}
pub(super) use column;

impl Column {
    pub const fn new(name: &'static str, list: &'static str, update: &'static str, delete: &'static str) -> Self {
        Self { name, list, update, delete }
    }

    pub async fn values(&self, tx: &mut Tx) -> Result<Vec<(Vec<u8>,)>> {
        tx.query(self.list).fetch_all().await
    }

    pub async fn replace(&self, tx: &mut Tx, value: Vec<u8>, new: Vec<u8>) -> Result<()> {
        tx.query(self.update).bind(value).bind(new).execute().await.map(drop)
    }

    pub async fn delete_rows(&self, tx: &mut Tx) -> Result<u64> {
        tx.query(self.delete).execute().await
    }
}
