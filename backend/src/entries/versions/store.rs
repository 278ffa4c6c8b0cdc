//! SQL of the earlier versions of texts.

use super::{EntryVersion, VersionChanges};
use crate::{
    Db, Result,
    db::Tx,
    entries::store::texts::{TextsRow, bind_texts, text_columns},
};
use chrono::{DateTime, Utc};
use domain::{EntryId, EntryTexts, UserId, limits};

#[derive(sqlx::FromRow)]
struct Row {
    version: i64,
    #[sqlx(flatten)]
    texts: TextsRow,
    replaced_at: DateTime<Utc>,
}

impl From<Row> for EntryVersion {
    fn from(row: Row) -> Self {
        let Row { version, texts, replaced_at } = row;
        Self { version, texts: texts.0, replaced_at, is_cut: false, changes: VersionChanges::default() }
    }
}

/// Stores texts that are being replaced, and the version that they were.
pub async fn insert(
    tx: &mut Tx,
    (id, version): (EntryId, i64),
    texts: &EntryTexts,
    replaced_at: DateTime<Utc>,
) -> Result<()> {
    let statement = tx.query(concat!(
        "INSERT INTO entry_versions (entry_id, version, replaced_at, ",
        text_columns!(""),
        ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    ));
    let statement = statement.bind(id.0).bind(version).bind(replaced_at);
    bind_texts(statement, texts).execute().await?;
    thin(tx, id).await
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
pub async fn list(db: &Db, id: EntryId, since: DateTime<Utc>, before: i64, limit: usize) -> Result<Vec<EntryVersion>> {
    let rows: Vec<Row> = db
        .read(concat!(
            "SELECT version, replaced_at, ",
            text_columns!(""),
            " FROM entry_versions WHERE entry_id = $1 AND replaced_at >= $2 AND version < $3 ",
            "ORDER BY version DESC LIMIT $4",
        ))
        .bind(id.0)
        .bind(since)
        .bind(before)
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all()
        .await?;
    Ok(rows.into_iter().map(EntryVersion::from).collect())
}

/// The oldest version from `version` on.
pub async fn find_from(db: &Db, id: EntryId, version: i64) -> Result<Option<EntryVersion>> {
    let row: Option<Row> = db
        .read(concat!(
            "SELECT version, replaced_at, ",
            text_columns!(""),
            " FROM entry_versions WHERE entry_id = $1 AND version >= $2 ORDER BY version LIMIT 1",
        ))
        .bind(id.0)
        .bind(version)
        .fetch_optional()
        .await?;
    Ok(row.map(EntryVersion::from))
}

pub async fn find(db: &Db, id: EntryId, since: DateTime<Utc>, version: i64) -> Result<Option<EntryVersion>> {
    let row: Option<Row> = db
        .read(concat!(
            "SELECT version, replaced_at, ",
            text_columns!(""),
            " FROM entry_versions WHERE entry_id = $1 AND replaced_at >= $2 AND version = $3",
        ))
        .bind(id.0)
        .bind(since)
        .bind(version)
        .fetch_optional()
        .await?;
    Ok(row.map(EntryVersion::from))
}

/// Whether a summary of the person has this source, in an entry or in an earlier version.
pub async fn names_source(db: &Db, user: UserId, source: &str) -> Result<bool> {
    let found: Option<(i64,)> = db
        .read(
            "SELECT CAST(1 AS BIGINT) FROM entries e WHERE e.user_id = $1 AND (e.summary_source = $2 OR EXISTS \
             (SELECT 1 FROM entry_versions v WHERE v.entry_id = e.id AND v.summary_source = $2)) LIMIT 1",
        )
        .bind(user.0)
        .bind(source.to_owned())
        .fetch_optional()
        .await?;
    Ok(found.is_some())
}

pub async fn delete_before(db: &Db, before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM entry_versions WHERE replaced_at < $1").bind(before).execute().await.map(drop)
}
