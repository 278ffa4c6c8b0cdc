//! SQL of kept counts, marked days and rewarded streaks.

use crate::{Db, Error, Result, db::Tx, prose};
use chrono::{DateTime, Months, NaiveDate, Utc};
use domain::{
    EntryId, Feeling, Mood, UserId,
    media::Image,
    stats::{DayCell, DayMark, EntryCounts, MEMORY_DAYS, MonthCounts, MonthDays, Run},
};
use uuid::Uuid;

/// Length of a text as a line of a list shows it.
const PREVIEW: usize = 160;

#[derive(sqlx::FromRow)]
struct MonthRow {
    month: NaiveDate,
    entries: i64,
    days: i64,
    words: i64,
    longest: i64,
    photos: i64,
    favorites: i64,
    mood_days: i64,
    mood_sum: i64,
}

fn counted(n: i64) -> u32 {
    u32::try_from(n).unwrap_or(0)
}

impl From<MonthRow> for MonthCounts {
    fn from(row: MonthRow) -> Self {
        Self {
            month: row.month,
            entries: counted(row.entries),
            days: counted(row.days),
            words: counted(row.words),
            longest: counted(row.longest),
            photos: counted(row.photos),
            favorites: counted(row.favorites),
            mood_days: counted(row.mood_days),
            mood_sum: counted(row.mood_sum),
        }
    }
}

/// The oldest month first.
pub async fn list_months(db: &Db, owner: UserId) -> Result<Vec<MonthCounts>> {
    let sql = "SELECT month, entries, days, words, longest, photos, favorites, mood_days, mood_sum FROM entry_months \
               WHERE user_id = $1 ORDER BY month";
    let rows: Vec<MonthRow> = db.read(sql).bind(owner.0).fetch_all().await?;
    Ok(rows.into_iter().map(MonthCounts::from).collect())
}

/// One row, however long the diary is.
const DAYS: &str = "SELECT string_agg(CAST(month AS TEXT) || ' ' || CAST(days AS TEXT), ',' ORDER BY month) \
                    FROM entry_months WHERE user_id = $1 AND days <> 0";

/// The days that count for a streak, the oldest month first.
pub async fn list_streak_days(db: &Db, owner: UserId) -> Result<Vec<MonthDays>> {
    Ok(month_days(db.read(DAYS).bind(owner.0).fetch_one().await?))
}

pub async fn list_streak_days_in(tx: &mut Tx, owner: UserId) -> Result<Vec<MonthDays>> {
    Ok(month_days(tx.query(DAYS).bind(owner.0).fetch_one().await?))
}

fn month_days((months,): (Option<String>,)) -> Vec<MonthDays> {
    let month = |text: &str| {
        let (month, days) = text.split_once(' ')?;
        Some(MonthDays { month: month.parse().ok()?, days: days.parse().ok()? })
    };
    months.iter().flat_map(|months| months.split(',')).filter_map(month).collect()
}

#[derive(sqlx::FromRow)]
struct CountsRow {
    date: NaiveDate,
    words: i64,
    photos: i64,
    is_favorite: bool,
    mood_set: bool,
    mood_level: i64,
    is_backfilled: bool,
}

/// Locks the month's row until the transaction ends, so that two changes of a month count each other's entry.
pub async fn lock_month(tx: &mut Tx, owner: UserId, month: NaiveDate) -> Result<()> {
    tx.query(
        "INSERT INTO entry_months (user_id, month, entries, days, words, longest, photos, favorites, mood_days, mood_sum) \
         VALUES ($1, $2, 0, 0, 0, 0, 0, 0, 0, 0) ON CONFLICT (user_id, month) DO UPDATE SET entries = entry_months.entries",
    )
    .bind(owner.0)
    .bind(month)
    .execute()
    .await
    .map(drop)
}

/// Sums of the month's entries; `month` is its first day.
pub async fn count(tx: &mut Tx, owner: UserId, month: NaiveDate) -> Result<MonthCounts> {
    let next = month.checked_add_months(Months::new(1)).unwrap_or(NaiveDate::MAX);
    let rows: Vec<CountsRow> = tx
        .query(
            "SELECT e.date, e.words, (SELECT COUNT(*) FROM images i WHERE i.entry_id = e.id) AS photos, e.is_favorite, \
             e.mood_set, e.mood_level, e.is_backfilled FROM entries e \
             WHERE e.user_id = $1 AND e.date >= $2 AND e.date < $3 AND e.deleted_at IS NULL",
        )
        .bind(owner.0)
        .bind(month)
        .bind(next)
        .fetch_all()
        .await?;
    let entries = rows.into_iter().map(|row| EntryCounts {
        date: row.date,
        words: counted(row.words),
        photos: counted(row.photos),
        is_favorite: row.is_favorite,
        mood_level: row.mood_set.then(|| u8::try_from(row.mood_level).ok()).flatten(),
        is_backfilled: row.is_backfilled,
    });
    Ok(MonthCounts::of(month, &entries.collect::<Vec<_>>()))
}

pub async fn set_month(tx: &mut Tx, owner: UserId, counts: &MonthCounts) -> Result<()> {
    tx.query(
        "UPDATE entry_months SET entries = $3, days = $4, words = $5, longest = $6, photos = $7, favorites = $8, \
         mood_days = $9, mood_sum = $10 WHERE user_id = $1 AND month = $2",
    )
    .bind(owner.0)
    .bind(counts.month)
    .bind(i64::from(counts.entries))
    .bind(i64::from(counts.days))
    .bind(i64::from(counts.words))
    .bind(i64::from(counts.longest))
    .bind(i64::from(counts.photos))
    .bind(i64::from(counts.favorites))
    .bind(i64::from(counts.mood_days))
    .bind(i64::from(counts.mood_sum))
    .execute()
    .await
    .map(drop)
}

#[derive(sqlx::FromRow)]
struct DayRow {
    id: Uuid,
    date: NaiveDate,
    preview: String,
    text: String,
    emojis: String,
    mood_set: bool,
    mood_level: i64,
    mood_feeling: Option<String>,
    mood_emoji: Option<String>,
    images: String,
    has_sound: bool,
    is_favorite: bool,
}

impl TryFrom<DayRow> for DayMark {
    type Error = Error;

    fn try_from(row: DayRow) -> Result<Self> {
        let images: Vec<Image> = serde_json::from_str(&row.images).map_err(|e| Error::broken("stored entry", e))?;
        let mood = Mood {
            level: u8::try_from(row.mood_level).map_err(|e| Error::broken("stored entry", e))?,
            feeling: row.mood_feeling.as_deref().and_then(Feeling::parse),
            custom_emoji: row.mood_emoji,
            is_set: row.mood_set,
        };
        Ok(Self {
            id: EntryId(row.id),
            date: row.date,
            preview: prose::excerpt(&row.preview, PREVIEW),
            text: row.text,
            emojis: row.emojis,
            mood: Some(mood).filter(|mood| !mood.is_empty()),
            photos: u32::try_from(images.len()).unwrap_or(u32::MAX),
            has_sound: row.has_sound,
            is_favorite: row.is_favorite,
        })
    }
}

/// The beginning of what the card of an entry shows is enough of its texts.
macro_rules! days {
    ($tail:literal) => {
        concat!(
            "SELECT e.id, e.date, substr(CASE WHEN trim(e.summary) <> '' THEN e.summary WHEN trim(e.text) <> '' THEN e.text \
             ELSE e.audio_transcript END, 1, 400) AS preview, e.text, e.emojis, e.mood_set, e.mood_level, e.mood_feeling, \
             e.mood_emoji, e.images, EXISTS (SELECT 1 FROM recordings r WHERE r.entry_id = e.id) AS has_sound, \
             e.is_favorite FROM entries e WHERE e.user_id = $1 AND e.deleted_at IS NULL AND ",
            $tail
        )
    };
}

/// The days with an entry, the newest first.
pub async fn list_days(db: &Db, owner: UserId, first: NaiveDate, last: NaiveDate) -> Result<Vec<DayMark>> {
    let query = db.read(days!("e.date >= $2 AND e.date <= $3 ORDER BY e.date DESC"));
    let rows: Vec<DayRow> = query.bind(owner.0).bind(first).bind(last).fetch_all().await?;
    rows.into_iter().map(DayMark::try_from).collect()
}

#[derive(sqlx::FromRow)]
struct CellRow {
    id: Uuid,
    date: NaiveDate,
    mood_set: bool,
    mood_level: i64,
    mood_feeling: Option<String>,
    has_photo: bool,
}

/// The days with an entry, the newest first, with what a calendar shows of them.
pub async fn list_cells(db: &Db, owner: UserId, first: NaiveDate, last: NaiveDate) -> Result<Vec<DayCell>> {
    let sql = "SELECT id, date, mood_set, mood_level, mood_feeling, images <> '[]' AS has_photo FROM entries \
         WHERE user_id = $1 AND deleted_at IS NULL AND date >= $2 AND date <= $3 ORDER BY date DESC";
    let rows: Vec<CellRow> = db.read(sql).bind(owner.0).bind(first).bind(last).fetch_all().await?;
    let cell = |row: CellRow| DayCell {
        id: EntryId(row.id),
        date: row.date,
        level: u8::try_from(row.mood_level).ok().filter(|_| row.mood_set),
        feeling: row.mood_feeling.as_deref().and_then(Feeling::parse),
        has_photo: row.has_photo,
    };
    Ok(rows.into_iter().map(cell).collect())
}

/// No other transaction rewards a run of the person until this one ends. In SQLite, BEGIN IMMEDIATE has locked the whole database.
pub async fn lock_owner(tx: &mut Tx, owner: UserId) -> Result<()> {
    let Tx::Postgres(_) = tx else { return Ok(()) };
    tx.query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE").bind(owner.0).execute().await.map(drop)
}

/// Rewards a run once: false if a rewarded one has days in common with it or is next to it, which from now on goes as far as it. So deleting a
/// day and bringing it back makes no second run of one.
pub async fn reward(tx: &mut Tx, owner: UserId, run: Run, now: DateTime<Utc>) -> Result<bool> {
    let covered = tx
        .query(
            "UPDATE streak_bonuses SET last_day = CASE WHEN last_day < $2 THEN $2 ELSE last_day END \
             WHERE user_id = $1 AND first_day <= $3 AND last_day >= $4",
        )
        .bind(owner.0)
        .bind(run.last)
        .bind(run.last.succ_opt().unwrap_or(run.last))
        .bind(run.first.pred_opt().unwrap_or(run.first))
        .execute()
        .await?;
    if covered > 0 {
        return Ok(false);
    }
    tx.query("INSERT INTO streak_bonuses (user_id, first_day, last_day, granted_at) VALUES ($1, $2, $3, $4)")
        .bind(owner.0)
        .bind(run.first)
        .bind(run.last)
        .bind(now)
        .execute()
        .await?;
    Ok(true)
}

/// The time when the last streak was rewarded.
pub async fn last_bonus(db: &Db, owner: UserId) -> Result<Option<DateTime<Utc>>> {
    let sql = "SELECT granted_at FROM streak_bonuses WHERE user_id = $1 ORDER BY granted_at DESC LIMIT 1";
    let found: Option<(DateTime<Utc>,)> = db.read(sql).bind(owner.0).fetch_optional().await?;
    Ok(found.map(|(at,)| at))
}

/// The entries of these days that may be shown as memories, the newest first.
pub async fn list_memories(db: &Db, owner: UserId, days: &[NaiveDate]) -> Result<Vec<DayMark>> {
    let Some(first) = days.first() else { return Ok(Vec::new()) };
    let mut query = db
        .read(days!(
            "NOT e.hide_memory AND e.date IN ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
             $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28) ORDER BY e.date DESC"
        ))
        .bind(owner.0);
    for day in days.iter().chain(std::iter::repeat(first)).take(MEMORY_DAYS) {
        query = query.bind(*day);
    }
    let rows: Vec<DayRow> = query.fetch_all().await?;
    rows.into_iter().map(DayMark::try_from).collect()
}

/// `None`: it does not exist or is in the bin.
pub async fn owner_of(tx: &mut Tx, id: EntryId) -> Result<Option<UserId>> {
    let query = tx.query("SELECT user_id FROM entries WHERE id = $1 AND deleted_at IS NULL").bind(id.0);
    Ok(query.fetch_optional::<(Uuid,)>().await?.map(|(owner,)| UserId(owner)))
}

pub async fn hide_memory(tx: &mut Tx, id: EntryId) -> Result<()> {
    tx.query("UPDATE entries SET hide_memory = TRUE WHERE id = $1").bind(id.0).execute().await.map(drop)
}
