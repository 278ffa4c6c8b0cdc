//! SQL of the search: what stands in the index, and what is found in it.

use crate::{
    Db, Result,
    db::{Engine, Query, Tx},
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{EntryId, EntryPart, Feeling, Mood, Search, UserId, limits};
use uuid::Uuid;

/// Between the answers of an entry, which come as one text.
const BETWEEN: &str = "\u{1e}";

/// The parts of an entry that are searched, in the order in which they are shown.
#[derive(sqlx::FromRow)]
struct Texts {
    text: String,
    top_moment: String,
    summary: String,
    audio_transcript: String,
    answers: Option<String>,
}

impl Texts {
    fn parts(&self) -> impl Iterator<Item = (EntryPart, &str)> {
        let own = [
            (EntryPart::Text, &self.text),
            (EntryPart::TopMoment, &self.top_moment),
            (EntryPart::Summary, &self.summary),
            (EntryPart::Transcript, &self.audio_transcript),
        ];
        let answers = self.answers.iter().flat_map(|answers| answers.split(BETWEEN));
        own.into_iter().map(|(part, text)| (part, text.as_str())).chain(answers.map(|text| (EntryPart::Answer, text)))
    }
}

macro_rules! texts {
    ($between:literal) => {
        concat!(
            "e.text, e.top_moment, e.summary, e.audio_transcript, (SELECT string_agg(a.answer, ",
            $between,
            " ORDER BY a.position) FROM reflection_answers a WHERE a.entry_id = e.id) AS answers"
        )
    };
}

#[derive(sqlx::FromRow)]
struct Written {
    user_id: Uuid,
    #[sqlx(flatten)]
    texts: Texts,
}

/// Owner and texts of an entry, as the transaction sees it.
pub async fn with_texts<T>(
    tx: &mut Tx,
    id: EntryId,
    read: impl FnOnce(UserId, &mut dyn Iterator<Item = (EntryPart, &str)>) -> T,
) -> Result<Option<T>> {
    let sql = concat!("SELECT e.user_id, ", texts!("$2"), " FROM entries e WHERE e.id = $1");
    let row: Option<Written> = tx.query(sql).bind(id.0).bind(BETWEEN).fetch_optional().await?;
    Ok(row.map(|row| read(UserId(row.user_id), &mut row.texts.parts())))
}

/// Replaces the words of an entry.
pub async fn upsert(tx: &mut Tx, id: EntryId, words: String) -> Result<()> {
    if tx.engine() == Engine::Postgres {
        let statement = tx.query(
            "INSERT INTO entry_search (entry_id, words) VALUES ($1, array_to_tsvector(string_to_array($2, ' '))) \
             ON CONFLICT (entry_id) DO UPDATE SET words = excluded.words",
        );
        return statement.bind(id.0).bind(words).execute().await.map(drop);
    }
    let number = "INSERT INTO entry_search (entry_id) VALUES ($1) ON CONFLICT (entry_id) DO NOTHING";
    tx.query(number).bind(id.0).execute().await?;
    let statement =
        tx.query("REPLACE INTO entry_words (rowid, words) SELECT number, $2 FROM entry_search WHERE entry_id = $1");
    statement.bind(id.0).bind(words).execute().await.map(drop)
}

/// The first `limit` entries behind `after`, in the order of their ids, that are not in the index.
pub async fn list_missing(db: &Db, after: EntryId, limit: i64) -> Result<Vec<EntryId>> {
    let query = db.read(
        "SELECT e.id FROM entries e WHERE e.id > $1 AND NOT EXISTS (SELECT 1 FROM entry_search x WHERE x.entry_id = e.id) \
         ORDER BY e.id LIMIT $2",
    );
    let ids: Vec<(Uuid,)> = query.bind(after.0).bind(limit).fetch_all().await?;
    Ok(ids.into_iter().map(|(id,)| EntryId(id)).collect())
}

/// Locks an entry, unless another transaction has it.
pub async fn try_lock(tx: &mut Tx, id: EntryId) -> Result<bool> {
    if tx.engine() == Engine::Sqlite {
        return Ok(true);
    }
    let statement = tx.query("SELECT id FROM entries WHERE id = $1 FOR UPDATE SKIP LOCKED").bind(id.0);
    Ok(statement.fetch_optional::<(Uuid,)>().await?.is_some())
}

/// An entry that was found.
#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "marks that do not depend on each other")]
struct Row {
    id: Uuid,
    date: NaiveDate,
    mood_level: i64,
    mood_feeling: Option<String>,
    mood_emoji: Option<String>,
    mood_set: bool,
    emojis: String,
    is_favorite: bool,
    has_photo: bool,
    has_voice: bool,
    is_shared: bool,
    #[sqlx(flatten)]
    texts: Texts,
}

/// A found entry without its snippet.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "marks that do not depend on each other")]
pub struct FoundEntry {
    pub id: EntryId,
    pub date: NaiveDate,
    pub mood: Option<Mood>,
    pub emojis: String,
    pub is_favorite: bool,
    pub has_photo: bool,
    pub has_voice: bool,
    pub is_shared: bool,
    pub parts: Vec<(EntryPart, String)>,
}

impl From<Row> for FoundEntry {
    fn from(row: Row) -> Self {
        let mood = Mood {
            level: u8::try_from(row.mood_level).unwrap_or(limits::MOOD_DEFAULT),
            feeling: row.mood_feeling.as_deref().and_then(Feeling::parse),
            custom_emoji: row.mood_emoji,
            is_set: row.mood_set,
        };
        Self {
            id: EntryId(row.id),
            date: row.date,
            mood: Some(mood).filter(|mood| !mood.is_empty()),
            emojis: row.emojis,
            is_favorite: row.is_favorite,
            has_photo: row.has_photo,
            has_voice: row.has_voice,
            is_shared: row.is_shared,
            parts: row.texts.parts().map(|(part, text)| (part, text.to_owned())).collect(),
        }
    }
}

/// A page of one person's entries, the newest first, of all or of `$candidates`. The texts are read for the page only.
macro_rules! page {
    ($begin:literal, $candidates:literal) => {
        concat!(
            $begin,
            "SELECT e.id, e.date, e.mood_level, e.mood_feeling, e.mood_emoji, e.mood_set, e.emojis, e.is_favorite, \
             e.images <> '[]' AS has_photo, EXISTS (SELECT 1 FROM recordings r WHERE r.entry_id = e.id) AS has_voice, \
             EXISTS (SELECT 1 FROM share_links s WHERE s.entry_id = e.id AND (s.expires_at IS NULL OR s.expires_at > $2)) AS is_shared, ",
            texts!("$3"),
            " FROM (SELECT e.id, e.date FROM ",
            $candidates,
            " WHERE e.user_id = $1 AND e.deleted_at IS NULL AND e.date >= $4 AND e.date < $5 \
             AND ($6 = 0 OR (e.mood_set AND e.mood_level BETWEEN $6 AND $7)) AND ($8 = '' OR e.mood_feeling = $8) \
             AND (NOT $9 OR e.images <> '[]') \
             AND (NOT $10 OR EXISTS (SELECT 1 FROM recordings r WHERE r.entry_id = e.id)) AND (NOT $11 OR e.is_favorite) \
             AND (NOT $12 OR EXISTS (SELECT 1 FROM share_links s WHERE s.entry_id = e.id \
             AND (s.expires_at IS NULL OR s.expires_at > $2))) \
             AND e.emojis || COALESCE(e.mood_emoji, '') LIKE $14 AND e.emojis || COALESCE(e.mood_emoji, '') LIKE $15 \
             AND e.emojis || COALESCE(e.mood_emoji, '') LIKE $16 \
             ORDER BY e.date DESC LIMIT $13) p JOIN entries e ON e.id = p.id ORDER BY p.date DESC"
        )
    };
}

const ALL: &str = page!("", "entries e");

/// The index first: a person's own postings are few, while a planner that walks the days would read every text.
const SQLITE: &str = page!(
    "WITH found AS MATERIALIZED (SELECT x.entry_id FROM entry_words JOIN entry_search x ON x.number = entry_words.rowid \
     WHERE entry_words MATCH $17) ",
    // Keeps SQLite from walking all days of the person and asking of each whether it was found.
    "found f CROSS JOIN entries e ON e.id = f.entry_id"
);
const POSTGRES: &str = page!(
    "WITH found AS MATERIALIZED (SELECT x.entry_id FROM entry_search x WHERE x.words @@ CAST($17 AS tsquery)) ",
    "found f JOIN entries e ON e.id = f.entry_id"
);

/// The typed query of words and of the day's emojis.
#[derive(Debug)]
pub struct Typed {
    /// A query of the engine's index.
    pub words: Option<String>,
    pub emojis: Vec<String>,
}

/// The `limit` newest entries of `owner` that the filters let through.
pub async fn list(
    db: &Db,
    owner: UserId,
    search: &Search,
    Typed { words, emojis }: Typed,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<FoundEntry>> {
    let Some(words) = words else {
        let rows: Vec<Row> = bound(db.read(ALL), owner, search, &emojis, now, limit).fetch_all().await?;
        return Ok(rows.into_iter().map(FoundEntry::from).collect());
    };
    let query = db.read(if db.engine() == Engine::Sqlite { SQLITE } else { POSTGRES });
    let rows: Vec<Row> = bound(query, owner, search, &emojis, now, limit).bind(words).fetch_all().await?;
    Ok(rows.into_iter().map(FoundEntry::from).collect())
}

/// Binds `$1` to `$16`.
fn bound<'c>(
    query: Query<'c>,
    owner: UserId,
    search: &Search,
    emojis: &[String],
    now: DateTime<Utc>,
    limit: i64,
) -> Query<'c> {
    // `%%` lets every day through when no emoji was typed.
    let has = |at: usize| format!("%{}%", emojis.get(at).map_or("", String::as_str));
    let (from, until) = days(search);
    let (low, high) = search.mood.clone().map_or((0, 0), |levels| (*levels.start(), *levels.end()));
    query
        .bind(owner.0)
        .bind(now)
        .bind(BETWEEN)
        .bind(from)
        .bind(until)
        .bind(i64::from(low))
        .bind(i64::from(high))
        .bind(search.feeling.map_or("", Feeling::as_str))
        .bind(search.photo)
        .bind(search.voice)
        .bind(search.favorite)
        .bind(search.shared)
        .bind(limit)
        .bind(has(0))
        .bind(has(1))
        .bind(has(2))
}

/// The first day, and the one behind the last.
fn days(search: &Search) -> (NaiveDate, NaiveDate) {
    let new_year = |year| NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or_default();
    let (from, until) = search.year.map_or((0, 9999), |year| (year, year + 1));
    let (from, until) = (new_year(from), new_year(until));
    (from, search.before.map_or(until, |before| before.min(until)))
}

/// The days of the oldest and of the newest entry of `owner`.
pub async fn find_ends(db: &Db, owner: UserId) -> Result<Option<(NaiveDate, NaiveDate)>> {
    let ends: Option<(Option<NaiveDate>, Option<NaiveDate>)> = db
        .read(
            "SELECT (SELECT date FROM entries WHERE user_id = $1 AND deleted_at IS NULL ORDER BY date LIMIT 1), \
             (SELECT date FROM entries WHERE user_id = $1 AND deleted_at IS NULL ORDER BY date DESC LIMIT 1)",
        )
        .bind(owner.0)
        .fetch_optional()
        .await?;
    Ok(ends.and_then(|(first, last)| first.zip(last)))
}
