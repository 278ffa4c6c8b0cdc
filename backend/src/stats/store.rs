//! SQL of kept counts, marked days and rewarded streaks.

use crate::{
    Db, Error, Result,
    db::{Engine, Tx},
    entry_words::{Signs, Words},
    prose,
    sealing::DataKey,
};
use chrono::{DateTime, Months, NaiveDate, Utc};
use domain::{
    EntryId, UserId,
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
    word_count: i64,
    photos: i64,
    is_favorite: bool,
    mood_set: bool,
    mood_level: i64,
    is_backfilled: bool,
}

impl From<CountsRow> for EntryCounts {
    fn from(row: CountsRow) -> Self {
        Self {
            date: row.date,
            words: counted(row.word_count),
            photos: counted(row.photos),
            is_favorite: row.is_favorite,
            mood_level: row.mood_set.then(|| u8::try_from(row.mood_level).ok()).flatten(),
            is_backfilled: row.is_backfilled,
        }
    }
}

/// What is counted of a person's entries that are not in the bin.
macro_rules! counts {
    () => {
        "SELECT e.date, e.word_count, (SELECT COUNT(*) FROM images i WHERE i.entry_id = e.id) AS photos, e.is_favorite, \
         e.mood_set, e.mood_level, e.is_backfilled FROM entries e WHERE e.user_id = $1 AND e.deleted_at IS NULL"
    };
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
        .query(concat!(counts!(), " AND e.date >= $2 AND e.date < $3"))
        .bind(owner.0)
        .bind(month)
        .bind(next)
        .fetch_all()
        .await?;
    Ok(MonthCounts::of(month, &rows.into_iter().map(EntryCounts::from).collect::<Vec<_>>()))
}

/// All entries of a person as they are counted.
pub async fn list_counts(db: &Db, owner: UserId) -> Result<Vec<EntryCounts>> {
    let rows: Vec<CountsRow> = db.read(counts!()).bind(owner.0).fetch_all().await?;
    Ok(rows.into_iter().map(EntryCounts::from).collect())
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
    version: i64,
    words: Vec<u8>,
    signs: Vec<u8>,
    mood_set: bool,
    mood_level: i64,
    photos: i64,
    has_sound: bool,
    is_favorite: bool,
}

impl DayRow {
    fn open(self, key: &DataKey, owner: UserId) -> Result<DayMark> {
        let words = Words::open(key, owner, self.id, self.version, self.words)?;
        let level = u8::try_from(self.mood_level).map_err(|e| Error::broken("stored entry", e))?;
        let signs = Signs::open(key, owner, self.id, self.version, self.signs)?;
        let (emojis, mood) = signs.with_level(level, self.mood_set);
        Ok(DayMark {
            id: EntryId(self.id),
            date: self.date,
            preview: prose::excerpt(beginning(words.texts.preview()), PREVIEW),
            text: words.texts.into_owned().text,
            emojis,
            mood: Some(mood).filter(|mood| !mood.is_empty()),
            photos: counted(self.photos),
            has_sound: self.has_sound,
            is_favorite: self.is_favorite,
        })
    }
}

/// The beginning of what the card of an entry shows: an excerpt needs no more.
fn beginning(text: &str) -> &str {
    text.char_indices().nth(400).map_or(text, |(end, _)| &text[..end])
}

/// One that does not open is logged and left out.
async fn open_days(db: &Db, owner: UserId, rows: Vec<DayRow>) -> Result<Vec<DayMark>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let Some(key) = db.keyring().or_skip(db.data_key(owner).await)? else { return Ok(Vec::new()) };
    let opened = rows.into_iter().map(|row| db.keyring().or_skip(row.open(&key, owner)));
    opened.filter_map(Result::transpose).collect()
}

macro_rules! days {
    ($tail:literal) => {
        concat!(
            "SELECT e.id, e.date, e.version, e.words, e.signs, e.mood_set, e.mood_level, e.photos, EXISTS (SELECT 1 FROM recordings r WHERE r.entry_id = e.id) AS has_sound, \
             e.is_favorite FROM entries e WHERE e.user_id = $1 AND e.deleted_at IS NULL AND ",
            $tail
        )
    };
}

/// The days with an entry, the newest first.
pub async fn list_days(db: &Db, owner: UserId, first: NaiveDate, last: NaiveDate) -> Result<Vec<DayMark>> {
    let query = db.read(days!("e.date >= $2 AND e.date <= $3 ORDER BY e.date DESC"));
    let rows: Vec<DayRow> = query.bind(owner.0).bind(first).bind(last).fetch_all().await?;
    open_days(db, owner, rows).await
}

#[derive(sqlx::FromRow)]
struct CellRow {
    id: Uuid,
    date: NaiveDate,
    version: i64,
    signs: Vec<u8>,
    mood_set: bool,
    mood_level: i64,
    has_photo: bool,
}

/// The days with an entry, the newest first, with what a calendar shows of them.
pub async fn list_cells(db: &Db, owner: UserId, first: NaiveDate, last: NaiveDate) -> Result<Vec<DayCell>> {
    let sql = "SELECT id, date, version, signs, mood_set, mood_level, photos > 0 AS has_photo FROM entries \
         WHERE user_id = $1 AND deleted_at IS NULL AND date >= $2 AND date <= $3 ORDER BY date DESC";
    let rows: Vec<CellRow> = db.read(sql).bind(owner.0).bind(first).bind(last).fetch_all().await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let key = db.keyring().or_skip(db.data_key(owner).await)?;
    let cell = |row: CellRow| {
        let signs = key.as_ref().map(|key| Signs::open(key, owner, row.id, row.version, row.signs)).transpose();
        Ok(DayCell {
            id: EntryId(row.id),
            date: row.date,
            level: u8::try_from(row.mood_level).ok().filter(|_| row.mood_set),
            // The day stays in the calendar, where its entry can be opened.
            feeling: db.keyring().or_skip(signs)?.flatten().and_then(|signs| signs.feeling()),
            has_photo: row.has_photo,
        })
    };
    rows.into_iter().map(cell).collect()
}

/// No other transaction rewards a run of the person until this one ends. In SQLite, BEGIN IMMEDIATE has locked the whole database.
pub async fn lock_owner(tx: &mut Tx, owner: UserId) -> Result<()> {
    if tx.engine() == Engine::Sqlite {
        return Ok(());
    }
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
    open_days(db, owner, rows).await
}

/// `None`: it does not exist or is in the bin.
pub async fn owner_of(tx: &mut Tx, id: EntryId) -> Result<Option<UserId>> {
    let query = tx.query("SELECT user_id FROM entries WHERE id = $1 AND deleted_at IS NULL").bind(id.0);
    Ok(query.fetch_optional::<(Uuid,)>().await?.map(|(owner,)| UserId(owner)))
}

pub async fn hide_memory(tx: &mut Tx, id: EntryId) -> Result<()> {
    tx.query("UPDATE entries SET hide_memory = TRUE WHERE id = $1").bind(id.0).execute().await.map(drop)
}
