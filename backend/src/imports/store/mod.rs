//! SQL of imports.

pub mod leases;

use crate::{
    Db, Error, Result,
    db::{Engine, Tx},
    entry_words::open_version,
    sealing::{Keyring, Place},
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    EntryId, EntryTexts, Language, Refusal, UserId,
    day::{self, Zone},
    imports::{ImportReport, ImportState},
};
use std::collections::HashSet;
use uuid::Uuid;

#[derive(Clone, Debug)]
pub struct Stored {
    pub id: Uuid,
    pub owner: UserId,
    pub state: ImportState,
    /// A day that has an entry gets a second half. Otherwise it is left out.
    pub appends: bool,
    /// Days of the file that the current step has done.
    pub done: u32,
    /// The last of them.
    pub last_day: Option<NaiveDate>,
    /// Failed attempts since the last of them.
    pub failures: u32,
    pub report: ImportReport,
    pub created_at: DateTime<Utc>,
    pub taken_at: Option<DateTime<Utc>>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    user_id: Uuid,
    data_key: Vec<u8>,
    state: String,
    appends: bool,
    done: i64,
    last_day: Option<NaiveDate>,
    failures: i64,
    report: Vec<u8>,
    created_at: DateTime<Utc>,
    taken_at: Option<DateTime<Utc>>,
}

fn place(owner: UserId, id: Uuid) -> Place<'static> {
    Place::new("imports.report", owner, id, 0)
}

impl Row {
    fn open(self, keyring: &Keyring) -> Result<Stored> {
        let owner = UserId(self.user_id);
        let key = keyring.unwrap(owner, &self.data_key);
        let report = key.and_then(|key| key.open(&place(owner, self.id), self.report));
        Ok(Stored {
            id: self.id,
            owner,
            // A later release may know more states. This one leaves them alone.
            state: ImportState::parse(&self.state)
                .ok_or_else(|| Error::broken("import", format!("the state {:?} is unknown", self.state)))?,
            appends: self.appends,
            done: u32::try_from(self.done).unwrap_or_default(),
            last_day: self.last_day,
            failures: u32::try_from(self.failures).unwrap_or_default(),
            report: report.map_err(|error| keyring.refused(error))?,
            created_at: self.created_at,
            taken_at: self.taken_at,
        })
    }
}

macro_rules! select {
    ($tail:literal) => {
        concat!(
            "SELECT i.id, i.user_id, u.data_key, i.state, i.appends, i.done, i.last_day, i.failures, i.report, i.created_at, i.taken_at \
             FROM imports i JOIN users u ON u.id = i.user_id WHERE ",
            $tail
        )
    };
}

pub async fn find(db: &Db, id: Uuid) -> Result<Option<Stored>> {
    let row: Option<Row> = db.read(select!("i.id = $1")).bind(id).fetch_optional().await?;
    row.map(|row| row.open(db.keyring())).transpose()
}

pub async fn find_newest(db: &Db, owner: UserId) -> Result<Option<Stored>> {
    let sql = select!(
        "i.user_id = $1 ORDER BY CASE WHEN i.state IN ('taken', 'undone', 'refused') THEN 1 ELSE 0 END, \
         i.created_at DESC, i.id DESC LIMIT 1"
    );
    let row: Option<Row> = db.read(sql).bind(owner.0).fetch_optional().await?;
    row.map(|row| row.open(db.keyring())).transpose()
}

/// Most earlier imports in a list.
const EARLIER: i64 = 10;

pub async fn list_taken(db: &Db, owner: UserId, but: Uuid, since: DateTime<Utc>) -> Result<Vec<Stored>> {
    let sql = select!(
        "i.user_id = $1 AND i.id <> $2 AND i.state IN ('taken', 'undone') AND i.taken_at > $3 \
         ORDER BY i.created_at DESC, i.id DESC LIMIT $4"
    );
    let rows: Vec<Row> = db.read(sql).bind(owner.0).bind(but).bind(since).bind(EARLIER).fetch_all().await?;
    rows.into_iter().map(|row| row.open(db.keyring())).collect()
}

/// Locks the import until the transaction ends, and returns it.
pub async fn lock(tx: &mut Tx, id: Uuid) -> Result<Option<Stored>> {
    // In SQLite, BEGIN IMMEDIATE has locked the database.
    if tx.engine() == Engine::Postgres {
        let lock = tx.query("SELECT id FROM imports WHERE id = $1 FOR UPDATE").bind(id);
        lock.fetch_optional::<(Uuid,)>().await?;
    }
    let row: Option<Row> = tx.query(select!("i.id = $1")).bind(id).fetch_optional().await?;
    row.map(|row| row.open(tx.keyring())).transpose()
}

pub async fn has_open(db: &Db, owner: UserId) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM imports WHERE user_id = $1 \
               AND state IN ('looking', 'looked', 'taking', 'checking', 'undoing'))";
    Ok(db.read(sql).bind(owner.0).fetch_one::<(bool,)>().await?.0)
}

/// False if the person has another import under way.
pub async fn insert(tx: &mut Tx, import: &Stored) -> Result<bool> {
    let report = tx.data_key(import.owner).await?.seal(&place(import.owner, import.id), &import.report)?;
    let inserted = tx
        .query("INSERT INTO imports (id, user_id, state, report, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING")
        .bind(import.id)
        .bind(import.owner.0)
        .bind(import.state.as_str())
        .bind(report)
        .bind(import.created_at);
    Ok(inserted.execute().await? == 1)
}

/// Stores an import that is locked.
pub async fn update(tx: &mut Tx, import: &Stored) -> Result<()> {
    let report = tx.data_key(import.owner).await?.seal(&place(import.owner, import.id), &import.report)?;
    tx.query(
        "UPDATE imports SET state = $2, appends = $3, done = $4, failures = 0, report = $5, taken_at = $6, last_day = $7 \
         WHERE id = $1",
    )
    .bind(import.id)
    .bind(import.state.as_str())
    .bind(import.appends)
    .bind(i64::from(import.done))
    .bind(report)
    .bind(import.taken_at)
    .bind(import.last_day)
    .execute()
    .await
    .map(drop)
}

/// Like [`update`], and takes the import away from whoever works on it. False if the person has another one under way.
pub async fn reopen(tx: &mut Tx, import: &Stored) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM imports WHERE user_id = $1 AND id <> $2 \
               AND state IN ('looking', 'looked', 'taking', 'checking', 'undoing'))";
    if tx.query(sql).bind(import.owner.0).bind(import.id).fetch_one::<(bool,)>().await?.0 {
        return Ok(false);
    }
    update(tx, import).await?;
    let free = tx.query("UPDATE imports SET lease = NULL, leased_until = NULL WHERE id = $1").bind(import.id);
    free.execute().await.map(|_| true)
}

pub async fn delete(tx: &mut Tx, id: Uuid) -> Result<()> {
    tx.query("DELETE FROM imports WHERE id = $1").bind(id).execute().await.map(drop)
}

/// Forgets the person's refused files but this one.
pub async fn delete_refused(tx: &mut Tx, owner: UserId, but: Uuid) -> Result<()> {
    let statement = tx.query("DELETE FROM imports WHERE user_id = $1 AND id <> $2 AND state = 'refused'");
    statement.bind(owner.0).bind(but).execute().await.map(drop)
}

/// Forgets what was not taken over, and ends what was begun, which says so. Returns the ids of all the person's imports.
pub async fn stop_all(tx: &mut Tx, owner: UserId) -> Result<Vec<Uuid>> {
    let ids: Vec<(Uuid,)> = tx.query("SELECT id FROM imports WHERE user_id = $1").bind(owner.0).fetch_all().await?;
    let forget = "DELETE FROM imports WHERE user_id = $1 AND state IN ('looking', 'looked', 'refused')";
    tx.query(forget).bind(owner.0).execute().await?;
    let taking = "SELECT id FROM imports WHERE user_id = $1 AND state = 'taking'";
    let taking: Vec<(Uuid,)> = tx.query(taking).bind(owner.0).fetch_all().await?;
    for (id,) in taking {
        match lock(tx, id).await {
            Ok(Some(mut import)) => {
                import.report.taken.get_or_insert_default().stopped = Some(Refusal::ImportLeft);
                update(tx, &import).await?;
            }
            Ok(None) => {}
            // Nobody stays because of a report that cannot be read.
            Err(error) if error.is(Refusal::EntryUnreadable) => {}
            Err(error) => return Err(error),
        }
    }
    let end = "UPDATE imports SET state = 'taken', lease = NULL, leased_until = NULL \
               WHERE user_id = $1 AND state IN ('taking', 'checking')";
    tx.query(end).bind(owner.0).execute().await?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

/// The imports that a worker reads the files of, or that wait for their person.
pub async fn list_read(db: &Db) -> Result<HashSet<Uuid>> {
    let sql = "SELECT id FROM imports WHERE state IN ('looking', 'looked', 'taking', 'checking')";
    Ok(db.read(sql).fetch_all::<(Uuid,)>().await?.into_iter().map(|(id,)| id).collect())
}

pub async fn list_ids(db: &Db) -> Result<Vec<Uuid>> {
    Ok(db.read("SELECT id FROM imports").fetch_all::<(Uuid,)>().await?.into_iter().map(|(id,)| id).collect())
}

/// Deletes imports that nobody took over since `looked`, and those that were taken over before `taken`. Returns their ids.
pub async fn delete_old(db: &Db, looked: DateTime<Utc>, taken: DateTime<Utc>) -> Result<Vec<Uuid>> {
    let sql = "DELETE FROM imports WHERE (state IN ('looking', 'looked', 'refused') AND created_at < $1) \
               OR (state IN ('taken', 'undone') AND taken_at < $2) RETURNING id";
    let deleted: Vec<(Uuid,)> = db.write(sql).bind(looked).bind(taken).fetch_all().await?;
    Ok(deleted.into_iter().map(|(id,)| id).collect())
}

/// The dates of the person's entries.
pub async fn list_dates(db: &Db, owner: UserId) -> Result<HashSet<NaiveDate>> {
    let sql = "SELECT date FROM entries WHERE user_id = $1 AND deleted_at IS NULL";
    Ok(db.read(sql).bind(owner.0).fetch_all::<(NaiveDate,)>().await?.into_iter().map(|(date,)| date).collect())
}

/// Hashes of what was taken over, without what lies in the bin.
pub async fn list_parts(db: &Db, owner: UserId) -> Result<HashSet<Vec<u8>>> {
    let sql = "SELECT p.key_hash FROM imported_parts p JOIN entries e ON e.id = p.entry_id \
               WHERE p.user_id = $1 AND e.deleted_at IS NULL";
    Ok(db.read(sql).bind(owner.0).fetch_all::<(Vec<u8>,)>().await?.into_iter().map(|(hash,)| hash).collect())
}

/// What an import did with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
#[expect(clippy::struct_field_names, reason = "the names of the columns")]
pub struct Written {
    /// The version that it left.
    pub version: i64,
    /// `None`: it made the entry.
    pub images_before: Option<i64>,
    pub added_recording: bool,
    pub written_at: DateTime<Utc>,
}

pub async fn insert_written(tx: &mut Tx, import: Uuid, entry: EntryId, written: Written) -> Result<()> {
    tx.query(
        "INSERT INTO imported_entries (import_id, entry_id, version, images_before, added_recording, written_at, is_favorite) \
         SELECT $1, id, $3, $4, $5, $6, is_favorite FROM entries WHERE id = $2",
    )
    .bind(import)
    .bind(entry.0)
    .bind(written.version)
    .bind(written.images_before)
    .bind(written.added_recording)
    .bind(written.written_at)
    .execute()
    .await
    .map(drop)
}

pub async fn insert_part(tx: &mut Tx, import: &Stored, hash: &[u8], entry: EntryId) -> Result<()> {
    tx.query(
        "INSERT INTO imported_parts (user_id, key_hash, entry_id, import_id) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id, key_hash) DO UPDATE SET entry_id = excluded.entry_id, import_id = excluded.import_id",
    )
    .bind(import.owner.0)
    .bind(hash.to_vec())
    .bind(entry.0)
    .bind(import.id)
    .execute()
    .await
    .map(drop)
}

pub async fn hide_memory(tx: &mut Tx, entry: EntryId) -> Result<()> {
    tx.query("UPDATE entries SET hide_memory = TRUE WHERE id = $1").bind(entry.0).execute().await.map(drop)
}

/// Whether this import made the entry of that day, and nobody changed it since.
pub async fn is_as_made(db: &Db, import: Uuid, date: NaiveDate) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM imports i \
               JOIN entries e ON e.user_id = i.user_id AND e.date = $2 AND e.deleted_at IS NULL \
               JOIN imported_entries w ON w.import_id = i.id AND w.entry_id = e.id \
               WHERE i.id = $1 AND w.images_before IS NULL AND e.version = w.version)";
    Ok(db.read(sql).bind(import).bind(date).fetch_one::<(bool,)>().await?.0)
}

/// An entry that the import wrote, and what it did.
pub async fn next_written(db: &Db, import: Uuid) -> Result<Option<(EntryId, Written)>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        entry_id: Uuid,
        #[sqlx(flatten)]
        written: Written,
    }
    let sql = "SELECT entry_id, version, images_before, added_recording, written_at FROM imported_entries \
               WHERE import_id = $1 ORDER BY entry_id LIMIT 1";
    let row: Option<Row> = db.read(sql).bind(import).fetch_optional().await?;
    Ok(row.map(|row| (EntryId(row.entry_id), row.written)))
}

/// What the import wrote into the entry can come again.
pub async fn forget_parts(tx: &mut Tx, import: Uuid, entry: EntryId) -> Result<()> {
    let parts = tx.query("DELETE FROM imported_parts WHERE entry_id = $1 AND import_id = $2");
    parts.bind(entry.0).bind(import).execute().await.map(drop)
}

/// The import does not know the entry any more.
pub async fn forget_entry(tx: &mut Tx, import: Uuid, entry: EntryId) -> Result<()> {
    let statement = tx.query("DELETE FROM imported_entries WHERE import_id = $1 AND entry_id = $2");
    statement.bind(import).bind(entry.0).execute().await.map(drop)
}

/// What a worker needs to know of the person.
#[derive(Clone, Debug)]
pub struct Person {
    pub zone: Zone,
    pub language: Language,
    day_end: u16,
    day_floor: Option<NaiveDate>,
}

impl Person {
    /// The diary day.
    pub fn today(&self, now: DateTime<Utc>) -> NaiveDate {
        let today = day::today(now, self.zone, self.day_end);
        self.day_floor.map_or(today, |floor| today.max(floor))
    }
}

pub async fn person(db: &Db, owner: UserId) -> Result<Option<Person>> {
    let sql = "SELECT zone, language, day_end_minutes, day_floor FROM users WHERE id = $1";
    let found: Option<(String, String, i64, Option<NaiveDate>)> = db.read(sql).bind(owner.0).fetch_optional().await?;
    Ok(found.map(|(zone, language, day_end, day_floor)| Person {
        zone: day::parse_zone(&zone).unwrap_or(day::DEFAULT_ZONE),
        language: Language::parse(&language).unwrap_or_default(),
        day_end: u16::try_from(day_end).unwrap_or_default(),
        day_floor,
    }))
}

/// The texts that the import's version of an entry replaced.
pub async fn texts_before(tx: &mut Tx, owner: UserId, entry: EntryId, version: i64) -> Result<Option<EntryTexts>> {
    let statement = tx.query("SELECT words FROM entry_versions WHERE entry_id = $1 AND version = $2");
    let found: Option<(Vec<u8>,)> = statement.bind(entry.0).bind(version).fetch_optional().await?;
    let Some((words,)) = found else { return Ok(None) };
    let key = tx.data_key(owner).await?;
    open_version(&key, owner, entry.0, version, words).map(Some).map_err(|error| tx.keyring().refused(error))
}

/// What decides whether an entry was changed.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Head {
    pub date: NaiveDate,
    pub version: i64,
    pub is_deleted: bool,
    /// An answer was written later, a link made, or the entry marked as a favourite.
    pub is_dear: bool,
}

/// The entry, which is locked until the transaction ends, in the bin too.
pub async fn head(tx: &mut Tx, import: Uuid, entry: EntryId) -> Result<Option<Head>> {
    let sql = "SELECT e.date, e.version, e.deleted_at IS NOT NULL AS is_deleted, (e.is_favorite AND NOT w.is_favorite) \
               OR EXISTS (SELECT 1 FROM reflection_answers a WHERE a.entry_id = e.id AND a.updated_at > w.written_at) \
               OR EXISTS (SELECT 1 FROM share_links l WHERE l.entry_id = e.id) AS is_dear \
               FROM entries e JOIN imported_entries w ON w.entry_id = e.id AND w.import_id = $2 WHERE e.id = $1";
    tx.query(sql).bind(entry.0).bind(import).fetch_optional().await
}

/// Deletes an entry for good. Returns the ids of its pictures and of its recording.
pub async fn delete_entry(tx: &mut Tx, entry: EntryId) -> Result<Vec<Uuid>> {
    let sql = "INSERT INTO removed_media (id) SELECT id FROM images WHERE entry_id = $1 \
               UNION ALL SELECT id FROM recordings WHERE entry_id = $1 ON CONFLICT DO NOTHING RETURNING id";
    let files: Vec<(Uuid,)> = tx.query(sql).bind(entry.0).fetch_all().await?;
    tx.query("DELETE FROM entries WHERE id = $1").bind(entry.0).execute().await?;
    Ok(files.into_iter().map(|(id,)| id).collect())
}
