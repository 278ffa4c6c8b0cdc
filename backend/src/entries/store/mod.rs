//! SQL of entries.

pub(super) mod texts;

pub(crate) use texts::text_columns;

use super::versions::store as versions;
use crate::{
    Db, Error, Result,
    day_ticket::EntryDay,
    db::Tx,
    media::{self, RecordingRow, StoredRecording},
    pagination::Cursor,
    search,
    share_links::{Link, LinkRow},
    stats,
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Author, EntryContent, EntryId, Feeling, Mood, UserId, Visibility, media::Image, text};
use texts::{TextsRow, bind_texts};
use uuid::Uuid;

/// A stored entry, with its author and its link.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    pub id: EntryId,
    pub owner: UserId,
    pub date: NaiveDate,
    pub content: EntryContent,
    /// A hash of the texts that the summary was made from (`summary.rs`).
    pub summary_of: Option<Vec<u8>>,
    pub visibility: Visibility,
    pub images: Vec<Image>,
    pub main_image_index: usize,
    pub recording: Option<StoredRecording>,
    pub is_favorite: bool,
    /// Begun on a later day than `date`, with the ticket of a missed day.
    pub is_backfilled: bool,
    /// Created after its day, with a ticket from that day.
    pub is_sent_late: bool,
    pub version: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// The time of the move to the bin; `None`: it is not in the bin.
    pub deleted_at: Option<DateTime<Utc>>,
    pub author: Author,
    pub link: Option<Link>,
}

impl From<&Stored> for EntryDay {
    fn from(entry: &Stored) -> Self {
        Self {
            date: entry.date,
            is_backfilled: entry.is_backfilled,
            is_sent_late: entry.is_sent_late,
            created_at: entry.created_at,
        }
    }
}

#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "the columns of a row")]
pub(crate) struct Row {
    id: Uuid,
    user_id: Uuid,
    date: NaiveDate,
    #[sqlx(flatten)]
    texts: TextsRow,
    summary_of: Option<Vec<u8>>,
    emojis: String,
    mood_level: i64,
    mood_feeling: Option<String>,
    mood_emoji: Option<String>,
    mood_set: bool,
    visibility: String,
    images: String,
    main_image_index: i64,
    #[sqlx(flatten)]
    recording: RecordingRow,
    is_favorite: bool,
    is_backfilled: bool,
    is_sent_late: bool,
    version: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    deleted_at: Option<DateTime<Utc>>,
    first_name: String,
    last_name: String,
    profile_image_url: Option<String>,
    #[sqlx(flatten)]
    link: LinkRow,
}

impl TryFrom<Row> for Stored {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let broken = |e: Box<dyn std::error::Error + Send + Sync>| Error::broken("stored entry", e);
        Ok(Self {
            id: EntryId(row.id),
            owner: UserId(row.user_id),
            date: row.date,
            content: EntryContent {
                texts: row.texts.0,
                emojis: row.emojis,
                mood: Mood {
                    level: u8::try_from(row.mood_level).map_err(|e| broken(e.into()))?,
                    feeling: row.mood_feeling.as_deref().and_then(Feeling::parse),
                    custom_emoji: row.mood_emoji,
                    is_set: row.mood_set,
                },
            },
            summary_of: row.summary_of,
            visibility: row.visibility.parse().map_err(|e: domain::Error| broken(e.into()))?,
            images: serde_json::from_str(&row.images).map_err(|e| broken(e.into()))?,
            main_image_index: usize::try_from(row.main_image_index).map_err(|e| broken(e.into()))?,
            recording: row.recording.recording()?,
            is_favorite: row.is_favorite,
            is_backfilled: row.is_backfilled,
            is_sent_late: row.is_sent_late,
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
            deleted_at: row.deleted_at,
            author: Author {
                first_name: row.first_name,
                last_name: row.last_name,
                profile_image_url: row.profile_image_url,
            },
            link: row.link.into(),
        })
    }
}

/// Selects entries that are not in the bin. With two arguments the first is another condition on the bin; with three the first adds columns.
macro_rules! select {
    ($tail:expr) => {
        select!("e.deleted_at IS NULL", $tail)
    };
    ($place:literal, $tail:expr) => {
        select!("", $place, $tail)
    };
    ($more:literal, $place:literal, $tail:expr) => {
        concat!(
            "SELECT e.id, e.user_id, e.date, ",
            $crate::entries::store::text_columns!("e."),
            ", e.summary_of, e.emojis, e.mood_level, e.mood_feeling, e.mood_emoji, e.mood_set, e.visibility, e.images, \
             e.main_image_index, ",
            $crate::media::recording_columns!(),
            ", e.is_favorite, e.is_backfilled, e.is_sent_late, e.version, \
             e.created_at, e.updated_at, e.deleted_at, u.first_name, u.last_name, u.profile_image_url, \
             ",
            $crate::share_links::columns!(),
            $more,
            " FROM entries e JOIN users u ON u.id = e.user_id \
             LEFT JOIN recordings r ON r.entry_id = e.id LEFT JOIN share_links s ON s.entry_id = e.id WHERE ",
            $place,
            " AND ",
            $tail
        )
    };
}
pub(crate) use select;

pub async fn find(db: &Db, id: EntryId) -> Result<Option<Stored>> {
    let row: Option<Row> = db.read(select!("e.id = $1")).bind(id.0).fetch_optional().await?;
    row.map(Stored::try_from).transpose()
}

pub async fn find_by_date(db: &Db, owner: UserId, date: NaiveDate) -> Result<Option<Stored>> {
    let sql = select!("e.user_id = $1 AND e.date = $2");
    let row: Option<Row> = db.read(sql).bind(owner.0).bind(date).fetch_optional().await?;
    row.map(Stored::try_from).transpose()
}

pub async fn find_id_by_date(db: &Db, owner: UserId, date: NaiveDate) -> Result<Option<EntryId>> {
    let sql = "SELECT id FROM entries WHERE user_id = $1 AND date = $2 AND deleted_at IS NULL";
    let found: Option<(Uuid,)> = db.read(sql).bind(owner.0).bind(date).fetch_optional().await?;
    Ok(found.map(|(id,)| EntryId(id)))
}

pub const PREVIOUS: &str = "SELECT id, date FROM entries WHERE user_id = $1 AND date < $2 AND deleted_at IS NULL \
     ORDER BY date DESC LIMIT 1";
pub const NEXT: &str = "SELECT id, date FROM entries WHERE user_id = $1 AND date > $2 AND deleted_at IS NULL \
     ORDER BY date LIMIT 1";

/// The entry of `owner` before or after `date`.
pub async fn find_beside(
    db: &Db,
    statement: &'static str,
    owner: UserId,
    date: NaiveDate,
) -> Result<Option<(EntryId, NaiveDate)>> {
    let row: Option<(Uuid, NaiveDate)> = db.read(statement).bind(owner.0).bind(date).fetch_optional().await?;
    Ok(row.map(|(id, date)| (EntryId(id), date)))
}

/// Locks the entry until the transaction ends, and returns it.
pub async fn lock(tx: &mut Tx, id: EntryId) -> Result<Option<Stored>> {
    lock_row(tx, id).await?;
    let row: Option<Row> = tx.query(select!("e.id = $1")).bind(id.0).fetch_optional().await?;
    row.map(Stored::try_from).transpose()
}

/// Locks the entry. Its fields, its recording and its link must be read afterwards, in another statement, because PostgreSQL reads joined
/// rows as they were before it waited for the lock.
pub async fn lock_row(tx: &mut Tx, id: EntryId) -> Result<()> {
    // BEGIN IMMEDIATE has already locked SQLite's database.
    if let Tx::Postgres(_) = tx {
        let statement = tx.query("SELECT id FROM entries WHERE id = $1 FOR UPDATE").bind(id.0);
        statement.fetch_optional::<(Uuid,)>().await?;
    }
    Ok(())
}

/// The `limit` newest entries of `owner` that are older than `before`.
pub async fn list(db: &Db, owner: UserId, before: Option<Cursor>, limit: i64) -> Result<Vec<Stored>> {
    let query = match before {
        None => db.read(select!("e.user_id = $1 ORDER BY e.created_at DESC, e.id DESC LIMIT $2")).bind(owner.0),
        Some(cursor) => db
            .read(select!(
                "e.user_id = $1 AND (e.created_at, e.id) < ($2, $3) ORDER BY e.created_at DESC, e.id DESC LIMIT $4"
            ))
            .bind(owner.0)
            .bind(cursor.created_at)
            .bind(cursor.id.0),
    };
    let rows: Vec<Row> = query.bind(limit).fetch_all().await?;
    rows.into_iter().map(Stored::try_from).collect()
}

/// The entries of `owner` from `first` to `last`, the newest day first.
pub async fn list_between(db: &Db, owner: UserId, first: NaiveDate, last: NaiveDate) -> Result<Vec<Stored>> {
    let query = db.read(select!("e.user_id = $1 AND e.date >= $2 AND e.date <= $3 ORDER BY e.date DESC"));
    let rows: Vec<Row> = query.bind(owner.0).bind(first).bind(last).fetch_all().await?;
    rows.into_iter().map(Stored::try_from).collect()
}

/// One person's entries with that visibility, from that cursor on.
macro_rules! shown {
    ($visibility:literal, $behind:literal) => {
        select!(concat!(
            "e.user_id = $1 AND e.visibility ",
            $visibility,
            $behind,
            " ORDER BY e.created_at DESC, e.id DESC LIMIT $2"
        ))
    };
}

/// The statement for entries shown to friends or to everybody. Each uses an index of exactly these entries: `entries_shown`,
/// `entries_public_of`.
pub fn statement_of_shown(to_friends: bool, is_behind: bool) -> &'static str {
    match (to_friends, is_behind) {
        (true, false) => shown!("<> 'private'", ""),
        (true, true) => shown!("<> 'private'", " AND (e.created_at, e.id) < ($3, $4)"),
        (false, false) => shown!("= 'public'", ""),
        (false, true) => shown!("= 'public'", " AND (e.created_at, e.id) < ($3, $4)"),
    }
}

/// The `limit` newest entries older than `before` that `owner` shows to friends, or to everybody.
pub async fn list_shown(
    db: &Db,
    owner: UserId,
    to_friends: bool,
    before: Option<Cursor>,
    limit: i64,
) -> Result<Vec<Stored>> {
    let query = db.read(statement_of_shown(to_friends, before.is_some())).bind(owner.0).bind(limit);
    let query = match before {
        None => query,
        Some(cursor) => query.bind(cursor.created_at).bind(cursor.id.0),
    };
    let rows: Vec<Row> = query.fetch_all().await?;
    rows.into_iter().map(Stored::try_from).collect()
}

/// False if the day has an entry already. This includes an entry that another request creates at the same time.
pub async fn insert(tx: &mut Tx, entry: &Stored) -> Result<bool> {
    let inserted = tx.query(concat!(
        "INSERT INTO entries (id, ",
        text_columns!(""),
        ", emojis, mood_level, mood_feeling, mood_emoji, mood_set, visibility, images, main_image_index, version, \
             updated_at, summary_of, words, user_id, date, is_favorite, is_backfilled, is_sent_late, \
             created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, \
             $24) \
             ON CONFLICT (user_id, date) WHERE deleted_at IS NULL DO NOTHING"
    ));
    let inserted = content(inserted, entry)?
        .bind(entry.owner.0)
        .bind(entry.date)
        .bind(entry.is_favorite)
        .bind(entry.is_backfilled)
        .bind(entry.is_sent_late)
        .bind(entry.created_at)
        .execute()
        .await?;
    if inserted == 1 {
        media::count_texts(tx, entry.owner, text_bytes(&entry.content)).await?;
        insert_images(tx, entry.id, &entry.images, &[]).await?;
        insert_recording(tx, entry).await?;
        stats::refresh(tx, entry.owner, entry.date).await?;
    }
    Ok(inserted == 1)
}

/// Replaces the content of `before`, which is locked. If the texts change, the old ones are kept as a version.
pub async fn update(tx: &mut Tx, before: &Stored, entry: &Stored) -> Result<()> {
    let query = tx.query(
        "UPDATE entries SET text = $2, summary = $3, summary_source = $4, top_moment = $5, audio_transcript = $6, \
         emojis = $7, mood_level = $8, mood_feeling = $9, mood_emoji = $10, mood_set = $11, visibility = $12, \
         images = $13, main_image_index = $14, version = $15, updated_at = $16, summary_of = $17, \
         words = $18 WHERE id = $1",
    );
    content(query, entry)?.execute().await?;
    if before.content.words() != entry.content.words() {
        versions::insert(tx, (before.id, before.version), &before.content.texts, entry.updated_at).await?;
        // The old texts were counted when they were written.
        media::count_texts(tx, entry.owner, text_bytes(&entry.content)).await?;
        search::index(tx, entry.id).await?;
    }
    for image in before.images.iter().filter(|image| !image.is_in(&entry.images)) {
        tx.query("DELETE FROM images WHERE id = $1").bind(image.id.0).execute().await?;
    }
    if before.recording != entry.recording {
        tx.query("DELETE FROM recordings WHERE entry_id = $1").bind(before.id.0).execute().await?;
        insert_recording(tx, entry).await?;
    }
    insert_images(tx, entry.id, &entry.images, &before.images).await?;
    stats::refresh(tx, entry.owner, entry.date).await
}

pub async fn set_favorite(tx: &mut Tx, entry: &Stored, is_favorite: bool) -> Result<()> {
    let statement = tx.query("UPDATE entries SET is_favorite = $2 WHERE id = $1");
    statement.bind(entry.id.0).bind(is_favorite).execute().await?;
    stats::refresh(tx, entry.owner, entry.date).await
}

pub fn text_bytes(EntryContent { texts, .. }: &EntryContent) -> usize {
    [&texts.text, &texts.summary, &texts.top_moment, &texts.audio_transcript].map(String::len).iter().sum()
}

/// Binds `$1` to `$18`: the id and what a form can change.
fn content<'c>(query: crate::db::Query<'c>, entry: &Stored) -> Result<crate::db::Query<'c>> {
    let images = serde_json::to_string(&entry.images).map_err(|e| Error::broken("pictures as JSON", e))?;
    let EntryContent { texts, emojis, mood } = &entry.content;
    Ok(bind_texts(query.bind(entry.id.0), texts)
        .bind(emojis.clone())
        .bind(i64::from(mood.level))
        .bind(mood.feeling.map(Feeling::as_str))
        .bind(mood.custom_emoji.clone())
        .bind(mood.is_set)
        .bind(entry.visibility.as_str())
        .bind(images)
        .bind(i64::try_from(entry.main_image_index).unwrap_or(0))
        .bind(entry.version)
        .bind(entry.updated_at)
        .bind(entry.summary_of.clone())
        .bind(i64::try_from(text::words(&texts.text)).unwrap_or(i64::MAX)))
}

async fn insert_recording(tx: &mut Tx, entry: &Stored) -> Result<()> {
    let Some(recording) = entry.recording else { return Ok(()) };
    tx.query("INSERT INTO recordings (id, entry_id, format, milliseconds) VALUES ($1, $2, $3, $4)")
        .bind(recording.id.0)
        .bind(entry.id.0)
        .bind(recording.format.as_str())
        .bind(i64::from(recording.milliseconds))
        .execute()
        .await
        .map(drop)
}

async fn insert_images(tx: &mut Tx, id: EntryId, images: &[Image], there: &[Image]) -> Result<()> {
    for image in images.iter().filter(|image| !image.is_in(there)) {
        tx.query("INSERT INTO images (id, entry_id) VALUES ($1, $2)").bind(image.id.0).bind(id.0).execute().await?;
    }
    Ok(())
}
