//! SQL of pictures and recordings, and of who may see them.

use super::StoredRecording;
use crate::{
    Db, Error, Result,
    db::{Engine, Tx},
};
use chrono::{DateTime, Utc};
use domain::{EntryId, ImageId, RecordingId, UserId, Visibility};
use uuid::Uuid;

/// The owner and the visibility of the entry that a picture or recording belongs to.
#[derive(Debug)]
pub struct Shown {
    pub owner: UserId,
    /// The owner's data key, wrapped.
    pub data_key: Vec<u8>,
    pub visibility: Visibility,
}

#[derive(sqlx::FromRow)]
struct Row {
    user_id: Uuid,
    data_key: Vec<u8>,
    visibility: String,
}

impl TryFrom<Row> for Shown {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let Row { user_id, data_key, visibility } = row;
        Ok(Self { owner: UserId(user_id), data_key, visibility: visibility.parse()? })
    }
}

pub async fn find(db: &Db, id: ImageId) -> Result<Option<Shown>> {
    let row: Option<Row> = db
        .read(
            "SELECT e.user_id, u.data_key, e.visibility FROM images i JOIN entries e ON e.id = i.entry_id \
             JOIN users u ON u.id = e.user_id WHERE i.id = $1 AND e.deleted_at IS NULL",
        )
        .bind(id.0)
        .fetch_optional()
        .await?;
    row.map(Shown::try_from).transpose()
}

/// The columns of the recording in an entry's statement. All are empty if the entry has none.
#[derive(Debug, sqlx::FromRow)]
#[expect(clippy::struct_field_names, reason = "names of columns, among those of an entry")]
pub struct RecordingRow {
    recording_id: Option<Uuid>,
    recording_format: Option<String>,
    recording_milliseconds: Option<i64>,
}

/// The columns of a [`RecordingRow`], where `r` is the joined table `recordings`.
macro_rules! recording_columns {
    () => {
        "r.id AS recording_id, r.format AS recording_format, r.milliseconds AS recording_milliseconds"
    };
}
pub(crate) use recording_columns;

impl RecordingRow {
    pub fn recording(self) -> Result<Option<StoredRecording>> {
        let broken = |e: Box<dyn std::error::Error + Send + Sync>| Error::broken("stored recording", e);
        let recording = self.recording_id.zip(self.recording_format).zip(self.recording_milliseconds);
        let Some(((id, format), milliseconds)) = recording else { return Ok(None) };
        Ok(Some(StoredRecording {
            id: RecordingId(id),
            format: format.parse().map_err(|e: domain::Error| broken(e.into()))?,
            milliseconds: u32::try_from(milliseconds).map_err(|e| broken(e.into()))?,
        }))
    }
}

#[derive(sqlx::FromRow)]
struct EntryRow {
    #[sqlx(flatten)]
    shown: Row,
    #[sqlx(flatten)]
    recording: RecordingRow,
}

/// The entry and its recording. None: there is no such entry.
pub async fn find_recording(db: &Db, entry: EntryId) -> Result<Option<(Shown, Option<StoredRecording>)>> {
    let row: Option<EntryRow> = db
        .read(concat!(
            "SELECT e.user_id, u.data_key, e.visibility, ",
            recording_columns!(),
            " FROM entries e JOIN users u ON u.id = e.user_id LEFT JOIN recordings r ON r.entry_id = e.id \
             WHERE e.id = $1 AND e.deleted_at IS NULL"
        ))
        .bind(entry.0)
        .fetch_optional()
        .await?;
    row.map(|row| Ok((row.shown.try_into()?, row.recording.recording()?))).transpose()
}

/// The person whose profile picture this is, and their wrapped data key.
pub async fn person_of_portrait(db: &Db, id: ImageId) -> Result<Option<(UserId, Vec<u8>)>> {
    let statement =
        db.read("SELECT u.id, u.data_key FROM profile_images p JOIN users u ON u.id = p.user_id WHERE p.id = $1");
    let found: Option<(Uuid, Vec<u8>)> = statement.bind(id.0).fetch_optional().await?;
    Ok(found.map(|(id, data_key)| (UserId(id), data_key)))
}

/// The pictures and recordings from `first` to `last` that an entry (also one in the bin) or a profile names.
pub async fn named_between(db: &Db, first: Uuid, last: Uuid) -> Result<Vec<Uuid>> {
    let sql = "SELECT id FROM images WHERE id BETWEEN $1 AND $2 \
               UNION ALL SELECT id FROM profile_images WHERE id BETWEEN $1 AND $2 \
               UNION ALL SELECT id FROM recordings WHERE id BETWEEN $1 AND $2";
    let rows = db.read(sql).bind(first).bind(last).fetch_all::<(Uuid,)>().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Notes that the files of a deleted row are to be removed.
pub async fn note_removed(tx: &mut Tx, id: Uuid) -> Result<()> {
    tx.query("INSERT INTO removed_media (id) VALUES ($1) ON CONFLICT DO NOTHING").bind(id).execute().await.map(drop)
}

pub async fn note_all_removed(db: &Db, ids: &[Uuid]) -> Result<()> {
    let mut tx = db.begin().await?;
    for id in ids {
        note_removed(&mut tx, *id).await?;
    }
    tx.commit().await
}

/// Forgets ids whose files are gone.
pub async fn forget_removed(db: &Db, ids: &[Uuid]) -> Result<()> {
    let mut tx = db.begin().await?;
    for id in ids {
        tx.query("DELETE FROM removed_media WHERE id = $1").bind(*id).execute().await?;
    }
    tx.commit().await
}

/// Ids of deleted rows whose files may still be there. An id that a row names, as of an entry that was put back while the bin was emptied, is
/// not among them. In any order: those that cannot be removed are not always the first, at which the sweep would end.
pub async fn list_removed(db: &Db) -> Result<Vec<Uuid>> {
    let sql = "SELECT r.id FROM removed_media r WHERE NOT EXISTS (SELECT 1 FROM images i WHERE i.id = r.id) \
               AND NOT EXISTS (SELECT 1 FROM profile_images p WHERE p.id = r.id) \
               AND NOT EXISTS (SELECT 1 FROM recordings s WHERE s.id = r.id) \
               ORDER BY random()";
    Ok(db.read(sql).fetch_all::<(Uuid,)>().await?.into_iter().map(|(id,)| id).collect())
}

/// Bytes of all pictures and recordings that entries name.
pub async fn all_bytes(db: &Db) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM \
               (SELECT bytes FROM images UNION ALL SELECT bytes FROM recordings) f";
    Ok(db.read(sql).long().fetch_one::<(i64,)>().await?.0)
}

/// Bytes of all files and texts of the person's entries, including those in the bin. Files from before sizes were stored count as zero.
macro_rules! kept {
    () => {
        "SELECT CAST(COALESCE(SUM(f.bytes), 0) + (SELECT text_bytes FROM users WHERE id = $1) AS BIGINT) FROM entries e JOIN \
         (SELECT entry_id, bytes FROM images UNION ALL SELECT entry_id, bytes FROM recordings) f ON f.entry_id = e.id \
         WHERE e.user_id = $1"
    };
}

/// Bytes of the person's texts, as far as they were counted; what was deleted since the last exact count is included.
pub async fn text_bytes(db: &Db, owner: UserId) -> Result<u64> {
    let found = db.read("SELECT text_bytes FROM users WHERE id = $1").bind(owner.0).fetch_optional::<(i64,)>().await?;
    Ok(found.map_or(0, |(bytes,)| bytes.unsigned_abs()))
}

/// The result of [`text_bytes`], if the texts were counted exactly after `since`.
pub async fn counted_after(db: &Db, owner: UserId, since: DateTime<Utc>) -> Result<Option<u64>> {
    let statement = db.read("SELECT text_bytes FROM users WHERE id = $1 AND texts_counted_at > $2");
    let found = statement.bind(owner.0).bind(since).fetch_optional::<(i64,)>().await?;
    Ok(found.map(|(bytes,)| bytes.unsigned_abs()))
}

pub async fn add_text_bytes(tx: &mut Tx, owner: UserId, bytes: usize) -> Result<()> {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    let statement = tx.query("UPDATE users SET text_bytes = text_bytes + $2 WHERE id = $1");
    statement.bind(owner.0).bind(bytes).execute().await.map(drop)
}

pub async fn set_text_bytes(db: &Db, owner: UserId, bytes: u64, now: DateTime<Utc>) -> Result<()> {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    let statement = db.write("UPDATE users SET text_bytes = $2, texts_counted_at = $3 WHERE id = $1");
    statement.bind(owner.0).bind(bytes).bind(now).execute().await.map(drop)
}

pub async fn forget_count(db: &Db, owner: UserId) -> Result<()> {
    let statement = db.write("UPDATE users SET texts_counted_at = NULL WHERE id = $1");
    statement.bind(owner.0).execute().await.map(drop)
}

/// Reads all texts of the person and adds up their bytes.
pub async fn count_texts(db: &Db, owner: UserId) -> Result<u64> {
    let sql = "SELECT CAST(COALESCE(SUM(t.bytes), 0) AS BIGINT) FROM (\
         SELECT octet_length(words) AS bytes FROM entries WHERE user_id = $1 \
         UNION ALL SELECT octet_length(v.words) FROM entries e JOIN entry_versions v ON v.entry_id = e.id WHERE e.user_id = $1 \
         UNION ALL SELECT octet_length(a.words) FROM entries e JOIN reflection_answers a ON a.entry_id = e.id \
         WHERE e.user_id = $1 \
         UNION ALL SELECT octet_length(words) FROM entry_saves WHERE user_id = $1) t";
    let (bytes,): (i64,) = db.read(sql).bind(owner.0).fetch_one().await?;
    Ok(bytes.unsigned_abs())
}

pub async fn kept(db: &Db, owner: UserId) -> Result<u64> {
    let (bytes,): (i64,) = db.read(kept!()).bind(owner.0).fetch_one().await?;
    Ok(bytes.unsigned_abs())
}

pub async fn kept_with(tx: &mut Tx, owner: UserId) -> Result<u64> {
    let (bytes,): (i64,) = tx.query(kept!()).bind(owner.0).fetch_one().await?;
    Ok(bytes.unsigned_abs())
}

/// No other request can count files of the person until the transaction ends.
pub async fn lock_owner(tx: &mut Tx, owner: UserId) -> Result<()> {
    // In SQLite, BEGIN IMMEDIATE has locked the whole database.
    if tx.engine() == Engine::Postgres {
        let statement = tx.query("SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE").bind(owner.0);
        statement.fetch_optional::<(Uuid,)>().await?;
    }
    Ok(())
}

/// Sets the size of a picture or a recording.
pub async fn set_bytes(tx: &mut Tx, id: Uuid, bytes: u64) -> Result<()> {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    tx.query("UPDATE images SET bytes = $2 WHERE id = $1").bind(id).bind(bytes).execute().await?;
    tx.query("UPDATE recordings SET bytes = $2 WHERE id = $1").bind(id).bind(bytes).execute().await.map(drop)
}
