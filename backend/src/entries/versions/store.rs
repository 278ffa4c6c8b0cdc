//! SQL of the earlier versions of texts.

use super::{EntryVersion, VersionChanges};
use crate::{
    Db, Result,
    db::Tx,
    entries::store::Stored,
    entry_words::{open_version, seal_version},
    pagination::Page,
    sealing::{DataKey, Opener},
};
use chrono::{DateTime, Utc};
use domain::{EntryId, UserId, limits};
use uuid::Uuid;

#[derive(sqlx::FromRow)]
struct Row {
    user_id: Uuid,
    data_key: Vec<u8>,
    entry_id: Uuid,
    version: i64,
    words: Vec<u8>,
    replaced_at: DateTime<Utc>,
}

impl Row {
    fn open(self, keys: &mut Opener<'_>) -> Result<EntryVersion> {
        let Self { user_id, data_key, entry_id, version, words, replaced_at } = self;
        let owner = UserId(user_id);
        let texts = open_version(keys.key(owner, &data_key)?, owner, entry_id, version, words)?;
        Ok(EntryVersion { version, texts, replaced_at, is_cut: false, changes: VersionChanges::default() })
    }
}

/// Selects versions of one entry.
macro_rules! select {
    ($tail:literal) => {
        concat!(
            "SELECT e.user_id, u.data_key, v.entry_id, v.version, v.words, v.replaced_at FROM entry_versions v \
             JOIN entries e ON e.id = v.entry_id JOIN users u ON u.id = e.user_id WHERE v.entry_id = $1 AND ",
            $tail
        )
    };
}

/// Stores the texts of `before`, which are being replaced.
pub async fn insert(tx: &mut Tx, key: &DataKey, before: &Stored, replaced_at: DateTime<Utc>) -> Result<()> {
    let words = seal_version(key, before.owner, before.id.0, before.version, &before.content.texts)?;
    tx.query("INSERT INTO entry_versions (entry_id, version, replaced_at, words) VALUES ($1, $2, $3, $4)")
        .bind(before.id.0)
        .bind(before.version)
        .bind(replaced_at)
        .bind(words)
        .execute()
        .await?;
    thin(tx, before.id).await
}

/// The owner of an entry that is not in the bin.
pub async fn find_owner(db: &Db, id: EntryId) -> Result<Option<UserId>> {
    let query = db.read("SELECT user_id FROM entries WHERE id = $1 AND deleted_at IS NULL").bind(id.0);
    Ok(query.fetch_optional::<(Uuid,)>().await?.map(|(owner,)| UserId(owner)))
}

/// Thins out old versions: beyond the newest [`limits::VERSIONS`], only the oldest of each hour stays. Each update moves one version beyond
/// that number. It is deleted if the next older one is of the same hour.
async fn thin(tx: &mut Tx, id: EntryId) -> Result<()> {
    let behind: Vec<(i64, DateTime<Utc>)> = tx
        .query("SELECT version, replaced_at FROM entry_versions WHERE entry_id = $1 ORDER BY version DESC LIMIT 2 OFFSET $2")
        .bind(id.0)
        .bind(limits::VERSIONS)
        .fetch_all()
        .await?;
    let hour = |at: DateTime<Utc>| at.timestamp().div_euclid(3600);
    if let [(version, at), (_, older)] = behind[..]
        && hour(at) == hour(older)
    {
        let statement = tx.query("DELETE FROM entry_versions WHERE entry_id = $1 AND version = $2");
        statement.bind(id.0).bind(version).execute().await?;
    }
    Ok(())
}

/// Versions that were replaced at `since` or later, newest first.
pub async fn list(db: &Db, id: EntryId, since: DateTime<Utc>, before: i64, limit: usize) -> Result<Page<EntryVersion>> {
    let mut rows: Vec<Row> = db
        .read(select!("v.replaced_at >= $2 AND v.version < $3 ORDER BY v.version DESC LIMIT $4"))
        .bind(id.0)
        .bind(since)
        .bind(before)
        .bind(i64::try_from(limit + 1).unwrap_or(i64::MAX))
        .fetch_all()
        .await?;
    let is_more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| is_more).map(|last| last.version.to_string());
    let mut keys = db.keyring().opener();
    let opened = rows.into_iter().map(|row| db.keyring().or_skip(row.open(&mut keys)));
    Ok(Page { items: opened.filter_map(Result::transpose).collect::<Result<_>>()?, next })
}

/// The oldest version from `version` on. `None` too if it does not open.
pub async fn find_from(db: &Db, id: EntryId, version: i64) -> Result<Option<EntryVersion>> {
    let query = db.read(select!("v.version >= $2 ORDER BY v.version LIMIT 1")).bind(id.0).bind(version);
    let opened = open(db, query.fetch_optional().await?);
    Ok(db.keyring().or_skip(opened)?.flatten())
}

pub async fn find(db: &Db, id: EntryId, since: DateTime<Utc>, version: i64) -> Result<Option<EntryVersion>> {
    let query = db.read(select!("v.replaced_at >= $2 AND v.version = $3")).bind(id.0).bind(since).bind(version);
    open(db, query.fetch_optional().await?)
}

fn open(db: &Db, row: Option<Row>) -> Result<Option<EntryVersion>> {
    let opened = row.map(|row| row.open(&mut db.keyring().opener()));
    opened.transpose().map_err(|error| db.keyring().refused(error))
}

/// Whether the summary of an earlier version of the entry has this source.
pub async fn names_source(db: &Db, id: EntryId, source: &str) -> Result<bool> {
    let rows: Vec<Row> = db.read(select!("TRUE")).bind(id.0).fetch_all().await?;
    let mut keys = db.keyring().opener();
    for row in rows {
        let version = db.keyring().or_skip(row.open(&mut keys))?;
        if version.is_some_and(|version| version.texts.summary_source == source) {
            return Ok(true);
        }
    }
    Ok(false)
}

pub async fn delete_before(db: &Db, before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM entry_versions WHERE replaced_at < $1").bind(before).execute().await.map(drop)
}
