//! SQL of entries.

mod sealed;
mod shown;

pub use shown::{list_shown, statement_of_shown};

use super::versions::store as versions;
use crate::{
    Db, Error, Result,
    day_ticket::EntryDay,
    db::{Engine, Query, Tx},
    entry_words::{Signs, Words},
    media::{self, RecordingRow, StoredRecording},
    pagination::Cursor,
    sealing::{Keyring, Opener},
    search,
    share_links::{Link, LinkRow},
    stats,
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Author, EntryContent, EntryId, Origin, Refusal, UserId, Visibility, media::Image, text};
use sealed::Sealed;
pub use sealed::text_bytes;
use std::borrow::Cow;
use uuid::Uuid;

/// A stored entry, with its author and its link.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct Stored {
    pub id: EntryId,
    pub owner: UserId,
    pub date: NaiveDate,
    pub content: EntryContent,
    /// A hash of the texts that the summary was made from, in base64url (`summary.rs`).
    pub summary_of: Option<String>,
    pub visibility: Visibility,
    pub images: Vec<Image>,
    pub main_image_index: usize,
    pub recording: Option<StoredRecording>,
    pub is_favorite: bool,
    /// Begun on a later day than `date`, with the ticket of a missed day.
    pub is_backfilled: bool,
    /// Created after its day, with a ticket from that day.
    pub is_sent_late: bool,
    /// The program that it was taken over from.
    pub origin: Option<Origin>,
    pub version: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// The operator hides it from others: it is private, and stays so.
    pub is_hidden: bool,
    /// The time of the move to the bin; `None`: it is not in the bin.
    pub deleted_at: Option<DateTime<Utc>>,
    pub author: Author,
    pub link: Option<Link>,
}

impl From<&Stored> for EntryDay {
    fn from(entry: &Stored) -> Self {
        Self {
            date: entry.date,
            is_backfilled: entry.is_backfilled && entry.origin.is_none(),
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
    data_key: Vec<u8>,
    words: Vec<u8>,
    signs: Vec<u8>,
    mood_level: i64,
    mood_set: bool,
    visibility: String,
    main_image_index: i64,
    #[sqlx(flatten)]
    recording: RecordingRow,
    is_favorite: bool,
    is_backfilled: bool,
    is_sent_late: bool,
    origin: Option<String>,
    version: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    is_hidden: bool,
    deleted_at: Option<DateTime<Utc>>,
    first_name: String,
    last_name: String,
    profile_image_url: Option<String>,
    #[sqlx(flatten)]
    link: LinkRow,
}

impl Row {
    /// The row's position in a list from the newest to the oldest.
    pub(crate) fn cursor(&self) -> Cursor {
        Cursor { created_at: self.created_at, id: EntryId(self.id) }
    }

    pub(crate) fn date(&self) -> NaiveDate {
        self.date
    }

    /// The row's position in the bin, if it is there.
    pub(crate) fn cursor_of_bin(&self) -> Cursor {
        Cursor { created_at: self.deleted_at.unwrap_or_default(), id: EntryId(self.id) }
    }

    /// `entry_unreadable` if its words do not open.
    pub(crate) fn open(self, keyring: &Keyring) -> Result<Stored> {
        self.opened(&mut keyring.opener()).map_err(|error| keyring.refused(error))
    }

    /// [`Row::open`] for neighbouring rows, with the plain error.
    pub(crate) fn opened(self, keys: &mut Opener<'_>) -> Result<Stored> {
        let broken = |e: Box<dyn std::error::Error + Send + Sync>| Error::broken("stored entry", e);
        let owner = UserId(self.user_id);
        let key = keys.key(owner, &self.data_key)?;
        let Words { texts, images, summary_of } = Words::open(key, owner, self.id, self.version, self.words)?;
        let signs = Signs::open(key, owner, self.id, self.version, self.signs)?;
        let level = u8::try_from(self.mood_level).map_err(|e| broken(e.into()))?;
        let (emojis, mood) = signs.with_level(level, self.mood_set);
        Ok(Stored {
            id: EntryId(self.id),
            owner,
            date: self.date,
            content: EntryContent { texts: texts.into_owned(), emojis, mood },
            summary_of: summary_of.map(Cow::into_owned),
            visibility: self.visibility.parse().map_err(|e: domain::Error| broken(e.into()))?,
            images: images.into_owned(),
            main_image_index: usize::try_from(self.main_image_index).map_err(|e| broken(e.into()))?,
            recording: self.recording.recording()?,
            is_favorite: self.is_favorite,
            is_backfilled: self.is_backfilled,
            is_sent_late: self.is_sent_late,
            origin: self.origin.as_deref().and_then(Origin::parse),
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
            is_hidden: self.is_hidden,
            deleted_at: self.deleted_at,
            author: Author {
                first_name: self.first_name,
                last_name: self.last_name,
                profile_image_url: self.profile_image_url,
            },
            link: self.link.into(),
        })
    }
}

/// Opens the rows of a list. One that does not open is logged and left out.
pub(crate) fn open_all(db: &Db, rows: Vec<Row>) -> Result<Vec<Stored>> {
    let mut keys = db.keyring().opener();
    let opened = rows.into_iter().map(|row| db.keyring().or_skip(row.opened(&mut keys)));
    opened.filter_map(Result::transpose).collect()
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
            "SELECT e.id, e.user_id, e.date, u.data_key, e.words, e.signs, e.mood_level, e.mood_set, e.visibility, \
             e.main_image_index, ",
            $crate::media::recording_columns!(),
            ", e.is_favorite, e.is_backfilled, e.is_sent_late, e.origin, e.version, \
             e.created_at, e.updated_at, e.hidden_for IS NOT NULL AS is_hidden, e.deleted_at, u.first_name, u.last_name, u.profile_image_url, \
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
    row.map(|row| row.open(db.keyring())).transpose()
}

/// [`find`], and `None` too if its words do not open.
pub async fn find_readable(db: &Db, id: EntryId) -> Result<Option<Stored>> {
    Ok(db.keyring().or_skip(find(db, id).await)?.flatten())
}

pub async fn find_by_date(db: &Db, owner: UserId, date: NaiveDate) -> Result<Option<Stored>> {
    let sql = select!("e.user_id = $1 AND e.date = $2");
    let row: Option<Row> = db.read(sql).bind(owner.0).bind(date).fetch_optional().await?;
    row.map(|row| row.open(db.keyring())).transpose()
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
    row.map(|row| row.open(tx.keyring())).transpose()
}

/// Locks the entry. Its fields, its recording and its link must be read afterwards, in another statement, because PostgreSQL reads joined
/// rows as they were before it waited for the lock.
pub async fn lock_row(tx: &mut Tx, id: EntryId) -> Result<()> {
    // In SQLite, BEGIN IMMEDIATE has locked the database.
    if tx.engine() == Engine::Postgres {
        let statement = tx.query("SELECT id FROM entries WHERE id = $1 FOR UPDATE").bind(id.0);
        statement.fetch_optional::<(Uuid,)>().await?;
    }
    Ok(())
}

/// The `limit` newest entries of `owner` that are older than `before`.
pub async fn list(db: &Db, owner: UserId, before: Option<Cursor>, limit: i64) -> Result<Vec<Row>> {
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
    query.bind(limit).fetch_all().await
}

/// The entries of `owner` from `first` to `last`, the newest day first.
pub async fn list_between(db: &Db, owner: UserId, first: NaiveDate, last: NaiveDate) -> Result<Vec<Row>> {
    let query = db.read(select!("e.user_id = $1 AND e.date >= $2 AND e.date <= $3 ORDER BY e.date DESC"));
    query.bind(owner.0).bind(first).bind(last).fetch_all().await
}

/// False if the day has an entry already. This includes an entry that another request creates at the same time.
pub async fn insert(tx: &mut Tx, entry: &Stored) -> Result<bool> {
    let sealed = Sealed::of(&tx.data_key(entry.owner).await?, entry)?;
    let bytes = sealed.words.len();
    let inserted = tx.query(
        "INSERT INTO entries (id, words, signs, word_count, photos, mood_level, mood_set, visibility, main_image_index, \
         version, updated_at, user_id, date, is_favorite, is_backfilled, is_sent_late, created_at, origin) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) \
         ON CONFLICT (user_id, date) WHERE deleted_at IS NULL DO NOTHING",
    );
    let inserted = bind_content(inserted, entry, sealed)
        .bind(entry.owner.0)
        .bind(entry.date)
        .bind(entry.is_favorite)
        .bind(entry.is_backfilled)
        .bind(entry.is_sent_late)
        .bind(entry.created_at)
        .bind(entry.origin.map(Origin::as_str))
        .execute()
        .await?;
    if inserted == 1 {
        media::count_texts(tx, entry.owner, bytes).await?;
        insert_images(tx, entry.id, &entry.images, &[]).await?;
        insert_recording(tx, entry).await?;
        stats::refresh(tx, entry.owner, entry.date).await?;
    }
    Ok(inserted == 1)
}

/// Replaces the content of `before`, which is locked. If the texts change, the old ones are kept as a version. The caller removes the files of
/// what is dropped after the commit. `entry_hidden`: others would see what the operator hides.
pub async fn update(tx: &mut Tx, before: &Stored, entry: &Stored) -> Result<()> {
    if entry.is_hidden && entry.visibility != Visibility::Private {
        return Err(Refusal::EntryHidden.into());
    }
    let key = tx.data_key(entry.owner).await?;
    let sealed = Sealed::of(&key, entry)?;
    let bytes = sealed.words.len();
    let query = tx.query(
        "UPDATE entries SET words = $2, signs = $3, word_count = $4, photos = $5, mood_level = $6, mood_set = $7, \
         visibility = $8, main_image_index = $9, version = $10, updated_at = $11 WHERE id = $1",
    );
    bind_content(query, entry, sealed).execute().await?;
    if before.content.words() != entry.content.words() {
        versions::insert(tx, &key, before, entry.updated_at).await?;
        // The old texts were counted when they were written.
        media::count_texts(tx, entry.owner, bytes).await?;
        search::index(tx, entry.owner, entry.id, &entry.content.texts).await?;
    }
    for image in before.images.iter().filter(|image| !image.is_in(&entry.images)) {
        tx.query("DELETE FROM images WHERE id = $1").bind(image.id.0).execute().await?;
        media::note_removed(tx, image.id.0).await?;
    }
    if before.recording != entry.recording {
        tx.query("DELETE FROM recordings WHERE entry_id = $1").bind(before.id.0).execute().await?;
        if let Some(replaced) = before.recording {
            media::note_removed(tx, replaced.id.0).await?;
        }
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

/// Binds `$1` to `$11`: the id and what a form can change.
fn bind_content<'c>(query: Query<'c>, entry: &Stored, sealed: Sealed) -> Query<'c> {
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    query
        .bind(entry.id.0)
        .bind(sealed.words)
        .bind(sealed.signs)
        .bind(number(text::words(&entry.content.text)))
        .bind(number(entry.images.len()))
        .bind(i64::from(entry.content.mood.level))
        .bind(entry.content.mood.is_set)
        .bind(entry.visibility.as_str())
        .bind(number(entry.main_image_index))
        .bind(entry.version)
        .bind(entry.updated_at)
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
