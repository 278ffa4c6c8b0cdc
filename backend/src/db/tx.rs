//! A transaction on either engine.

use super::query::{Args, Query, Target};
use crate::Result;
use sqlx::{Postgres, Sqlite, Transaction};

#[derive(Debug)]
pub enum Tx {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Tx {
    pub fn query(&mut self, sql: &'static str) -> Query<'_> {
        match self {
            Self::Sqlite(tx) => Query::new(sql, Args::sqlite(), Target::Sqlite(tx)),
            Self::Postgres(tx) => Query::new(sql, Args::postgres(), Target::Pg(tx)),
        }
    }

    pub async fn commit(self) -> Result<()> {
        match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Postgres(tx) => tx.commit().await?,
        }
        Ok(())
    }
}
