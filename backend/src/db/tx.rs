//! A transaction on either engine.

use super::{
    failure::{self, Kind},
    pulse::Pulse,
    query::{Args, Query, Target},
};
use crate::Result;
use sqlx::{Postgres, Sqlite, Transaction};

#[derive(Debug)]
pub enum Tx {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Watched),
}

#[derive(Debug)]
pub struct Watched {
    pub(super) tx: Transaction<'static, Postgres>,
    pub(super) pulse: Pulse,
}

impl Tx {
    pub fn query(&mut self, sql: &'static str) -> Query<'_> {
        match self {
            Self::Sqlite(tx) => Query::new(sql, Kind::Inside, Args::sqlite(), Target::Sqlite(tx)),
            Self::Postgres(Watched { tx, pulse }) => {
                Query::new(sql, Kind::Inside, Args::postgres(), Target::Pg(tx, pulse))
            }
        }
    }

    /// After an error that is `uncertain`, the transaction may or may not have been committed.
    pub async fn commit(self) -> Result<()> {
        let failed = |error| failure::of(Kind::Commit, error);
        match self {
            Self::Sqlite(tx) => tx.commit().await.map_err(failed),
            Self::Postgres(Watched { tx, pulse }) => {
                pulse.watch(Kind::Commit, Box::pin(async { tx.commit().await.map_err(failed) })).await
            }
        }
    }
}
