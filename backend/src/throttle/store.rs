//! SQL of the counters that all servers share.

use super::counter::Counter;
use crate::{
    Db, Result, Secret,
    db::{Engine, Query},
};
use std::collections::HashMap;

/// Counters per statement. The statements below have a place for each.
const AT_ONCE: usize = 8;
const PURPOSE: &str = "limit";
/// Milliseconds by which the clocks of servers may differ.
const BEHIND: i64 = 3_600_000;

/// Takes one attempt of each counter, or none if one of them has none left. A time that lies an hour (3,600,000 milliseconds) beyond the period
/// comes from a clock that was set back since: the counter begins anew. The rows come in the order of their keys, so that two statements never
/// wait for each other.
const TAKE: &str = "WITH counters AS (SELECT column1 AS key_hash, column2 AS step, column3 AS period \
     FROM (VALUES ($2, $3, $4), ($5, $6, $7), ($8, $9, $10), ($11, $12, $13), \
     ($14, $15, $16), ($17, $18, $19), ($20, $21, $22), ($23, $24, $25)) AS given WHERE column1 IS NOT NULL) \
     INSERT INTO limits (key_hash, full_at, period) SELECT key_hash, $1 + step, period FROM counters WHERE NOT EXISTS \
     (SELECT 1 FROM counters AS spent JOIN limits ON limits.key_hash = spent.key_hash \
     WHERE limits.full_at + spent.step > $1 + spent.period AND limits.full_at <= $1 + spent.period + 3600000) \
     ON CONFLICT (key_hash) DO UPDATE SET period = excluded.period, \
     full_at = CASE WHEN limits.full_at BETWEEN $1 AND $1 + excluded.period THEN limits.full_at ELSE $1 END + excluded.full_at - $1 \
     WHERE limits.full_at + excluded.full_at - $1 <= $1 + excluded.period \
     OR limits.full_at > $1 + excluded.period + 3600000 RETURNING key_hash";

/// A row that is gone comes back as one that has all its attempts.
const GIVE_BACK: &str = "INSERT INTO limits (key_hash, full_at, period) SELECT column1, $1 - column2, column3 \
     FROM (VALUES ($2, $3, $4), ($5, $6, $7), ($8, $9, $10), ($11, $12, $13), \
     ($14, $15, $16), ($17, $18, $19), ($20, $21, $22), ($23, $24, $25)) AS counters WHERE column1 IS NOT NULL \
     ON CONFLICT (key_hash) DO UPDATE SET full_at = limits.full_at + excluded.full_at - $1";

/// A counter and its key: a keyed hash, so that no address and no account stands in the table.
#[derive(Clone, Debug)]
pub struct Keyed {
    pub counter: Counter,
    hash: Vec<u8>,
}

/// In the order in which the statements lock their rows.
pub fn keyed(secret: &Secret, counters: Vec<Counter>) -> Vec<Keyed> {
    let keyed = counters.into_iter().map(|counter| Keyed { hash: secret.hash(PURPOSE, &counter.name), counter });
    let mut keyed: Vec<_> = keyed.collect();
    keyed.sort_by(|one, other| one.hash.cmp(&other.hash));
    keyed
}

/// Takes one attempt of each counter, or none if one of them has none left. Returns those that were taken: some, if another attempt came
/// between.
pub async fn take(db: &Db, all: &[Keyed], now: i64) -> Result<Vec<Keyed>> {
    let mut taken = Vec::with_capacity(all.len());
    for part in all.chunks(AT_ONCE) {
        let hashes = bind(db.write(TAKE), part, now).fetch_all::<(Vec<u8>,)>().await?;
        taken.extend(part.iter().filter(|one| hashes.iter().any(|(hash,)| *hash == one.hash)).cloned());
        if hashes.len() < part.len() {
            break;
        }
    }
    Ok(taken)
}

pub async fn give_back(db: &Db, all: &[Keyed], now: i64) -> Result<()> {
    for part in all.chunks(AT_ONCE) {
        bind(db.write(GIVE_BACK), part, now).execute().await?;
    }
    Ok(())
}

fn bind<'c>(query: Query<'c>, part: &[Keyed], now: i64) -> Query<'c> {
    (0..AT_ONCE).fold(query.bind(now), |query, n| {
        let one = part.get(n);
        let counter = one.map(|one| &one.counter);
        query
            .bind(one.map(|one| one.hash.clone()))
            .bind(counter.map_or(0, |counter| counter.step))
            .bind(counter.map_or(0, |counter| counter.period))
    })
}

/// Milliseconds until each counter has an attempt again.
pub async fn waits(db: &Db, all: &[Keyed], now: i64) -> Result<Vec<i64>> {
    let mut full_at = HashMap::new();
    for part in all.chunks(AT_ONCE) {
        let query = db.read("SELECT key_hash, full_at FROM limits WHERE key_hash IN ($1, $2, $3, $4, $5, $6, $7, $8)");
        let query = (0..AT_ONCE).fold(query, |query, n| query.bind(part.get(n).map(|one| one.hash.clone())));
        full_at.extend(query.fetch_all::<(Vec<u8>, i64)>().await?);
    }
    let wait = |one: &Keyed| full_at.get(&one.hash).map_or(0, |at| at + one.counter.step - now - one.counter.period);
    Ok(all.iter().map(wait).collect())
}

pub async fn delete(db: &Db, one: &Keyed) -> Result<()> {
    db.write("DELETE FROM limits WHERE key_hash = $1").bind(one.hash.clone()).execute().await.map(drop)
}

/// Deletes the counters that have had all their attempts for an hour: the clock of another server may go as much after this one. No other
/// statement waits for the rows that are being deleted.
pub async fn delete_full(db: &Db, now: i64) -> Result<()> {
    let delete = match db.engine() {
        Engine::Sqlite => db.write("DELETE FROM limits WHERE full_at <= $1"),
        Engine::Postgres => db.write(
            "DELETE FROM limits WHERE key_hash IN (SELECT key_hash FROM limits WHERE full_at <= $1 FOR UPDATE SKIP LOCKED)",
        ),
    };
    delete.bind(now - BEHIND).execute().await.map(drop)
}

/// After a clock was set back by less than an hour, a counter would refuse for as long as that: it goes on with no attempts left.
pub async fn shorten(db: &Db, now: i64) -> Result<u64> {
    db.write("UPDATE limits SET full_at = $1 + period WHERE full_at > $1 + period").bind(now).execute().await
}
