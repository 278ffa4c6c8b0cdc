//! How many connections are in use, for the operator.

use super::{Db, Pools, Postgres};
use sqlx::{Database, Pool};

#[derive(Clone, Copy, Debug)]
pub struct PoolUsage {
    pub pool: &'static str,
    pub used: usize,
    pub idle: usize,
    pub most: u32,
}

impl Db {
    pub fn usage(&self) -> Vec<PoolUsage> {
        match &self.pools {
            Pools::Sqlite { writer, readers } => {
                let (used, idle, most) = readers.usage();
                vec![PoolUsage { pool: "readers", used, idle, most }, of_pool("writer", writer)]
            }
            Pools::Postgres(Postgres { pool, .. }) => vec![of_pool("postgres", pool)],
        }
    }
}

fn of_pool<DB: Database>(name: &'static str, pool: &Pool<DB>) -> PoolUsage {
    let (all, idle) = (pool.size() as usize, pool.num_idle());
    PoolUsage { pool: name, used: all.saturating_sub(idle), idle, most: pool.options().get_max_connections() }
}
