//! A transaction on either engine.

use super::{
    Engine,
    failure::{self, Kind},
    pulse::Pulse,
    query::{Args, Query, Target},
};
use crate::{
    Result,
    metrics::{STATEMENT_SECONDS, Timer},
    sealing::{DataKey, Keyring},
};
use domain::UserId;
use sqlx::{Postgres, Sqlite, Transaction};

#[derive(Debug)]
pub struct Tx {
    begun: Begun,
    pub(super) keyring: Keyring,
    /// The data key that was read last: a save needs its owner's several times.
    pub(super) key: Option<(UserId, DataKey)>,
}

#[derive(Debug)]
pub(super) enum Begun {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>, Pulse),
}

impl Tx {
    pub(super) fn new(begun: Begun, keyring: Keyring) -> Self {
        Self { begun, keyring, key: None }
    }

    pub fn query(&mut self, sql: &'static str) -> Query<'_> {
        match &mut self.begun {
            Begun::Sqlite(tx) => Query::new(sql, Kind::Inside, Args::sqlite(), Target::Sqlite(tx)),
            Begun::Postgres(tx, pulse) => Query::new(sql, Kind::Inside, Args::postgres(), Target::Pg(tx, pulse)),
        }
    }

    pub fn engine(&self) -> Engine {
        match &self.begun {
            Begun::Sqlite(_) => Engine::Sqlite,
            Begun::Postgres(..) => Engine::Postgres,
        }
    }

    /// After an error that is `uncertain`, the transaction may or may not have been committed.
    pub async fn commit(self) -> Result<()> {
        let failed = |error| failure::of(Kind::Commit, error);
        let timer = Timer::start();
        let done = match self.begun {
            Begun::Sqlite(tx) => tx.commit().await.map_err(failed),
            Begun::Postgres(tx, pulse) => {
                pulse.watch(Kind::Commit, Box::pin(async { tx.commit().await.map_err(failed) })).await
            }
        };
        STATEMENT_SECONDS.record(timer, &[("kind", Kind::Commit.as_str())]);
        done
    }
}
