//! SQL of the search: the sealed documents, and the entries that were found.

use super::document::{Finder, document};
use crate::{
    Db, Error, Result,
    db::{Query, Tx},
    entry_words::{Signs, Words, store as answers},
    sealing::{DataKey, Place},
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{EntryId, EntryPart, EntryTexts, Feeling, Search, SearchHit, UserId, limits};
use std::collections::HashMap;
use uuid::Uuid;

/// The parts of an entry that are searched, in the order in which they are shown.
fn parts<'a>(texts: &'a EntryTexts, answers: &'a [String]) -> impl Iterator<Item = (EntryPart, &'a str)> {
    let own = [
        (EntryPart::Text, &texts.text),
        (EntryPart::TopMoment, &texts.top_moment),
        (EntryPart::Summary, &texts.summary),
        (EntryPart::Transcript, &texts.audio_transcript),
    ];
    let answers = answers.iter().map(|answer| (EntryPart::Answer, answer));
    own.into_iter().chain(answers).map(|(part, text)| (part, text.as_str()))
}

/// The version is not part of the place: a save that changes no word leaves the document as it is.
fn place(owner: UserId, id: Uuid) -> Place<'static> {
    Place::new("entry_search.document", owner, id, 0)
}

/// [`index`] with the texts as they are. Whatever changes the answers calls this. `entry_unreadable` if the texts do not open.
pub async fn index_answers(tx: &mut Tx, owner: UserId, id: EntryId) -> Result<()> {
    let query = tx.query("SELECT version, words FROM entries WHERE id = $1").bind(id.0);
    let (version, words) = query.fetch_one().await?;
    let opened = Words::open(&tx.data_key(owner).await?, owner, id.0, version, words);
    let texts = opened.map_err(|error| tx.keyring().refused(error))?.texts;
    index(tx, owner, id, &texts).await
}

/// Writes the document of an entry anew: of these texts, and of its answers as the transaction sees them. Whatever changes the texts calls this.
pub async fn index(tx: &mut Tx, owner: UserId, id: EntryId, texts: &EntryTexts) -> Result<()> {
    let key = tx.data_key(owner).await?;
    let rows = tx.query(answers::LIST).bind(id.0).fetch_all().await?;
    let opened = answers::open_all(tx.keyring(), rows)?;
    let answers: Vec<String> = opened.into_iter().filter_map(|(_, answer)| Some(answer?.answer)).collect();
    let document = document(parts(texts, &answers).map(|(_, text)| text));
    let sealed = key.seal_bytes(&place(owner, id.0), document.as_bytes())?;
    tx.query(
        "INSERT INTO entry_search (entry_id, document) VALUES ($1, $2) \
         ON CONFLICT (entry_id) DO UPDATE SET document = excluded.document",
    )
    .bind(id.0)
    .bind(sealed)
    .execute()
    .await
    .map(drop)
}

/// An entry that the columns let through.
#[derive(sqlx::FromRow)]
struct Candidate {
    id: Uuid,
    date: NaiveDate,
    version: i64,
    signs: Vec<u8>,
    /// Not read without wanted words.
    document: Option<Vec<u8>>,
}

/// Entries of one person that the columns let through, the newest first, with `$document` of each.
macro_rules! candidates {
    ($document:literal, $join:literal) => {
        concat!(
            "SELECT e.id, e.date, e.version, e.signs, ",
            $document,
            " AS document FROM entries e ",
            $join,
            " WHERE e.user_id = $1 AND e.deleted_at IS NULL AND e.date >= $2 AND e.date < $3 \
             AND ($4 = 0 OR (e.mood_set AND e.mood_level BETWEEN $4 AND $5)) AND (NOT $6 OR e.photos > 0) \
             AND (NOT $7 OR EXISTS (SELECT 1 FROM recordings r WHERE r.entry_id = e.id)) AND (NOT $8 OR e.is_favorite) \
             AND (NOT $9 OR EXISTS (SELECT 1 FROM share_links s WHERE s.entry_id = e.id \
             AND (s.expires_at IS NULL OR s.expires_at > $10))) ORDER BY e.date DESC LIMIT $11"
        )
    };
}

const ALL: &str = candidates!("NULL", "");
const WITH_DOCUMENTS: &str = candidates!("d.document", "LEFT JOIN entry_search d ON d.entry_id = e.id");

/// Rows of the first statement, and of each further one: an entry of the newest days ends most searches.
const FIRST: usize = 100;
const FURTHER: usize = 500;

/// The typed words and emojis, which are no columns.
#[derive(Debug)]
pub struct Typed<'w> {
    pub words: Option<Finder<'w>>,
    pub emojis: Vec<String>,
}

impl Typed<'_> {
    /// Whether the entry has the words, the emojis and the feeling that are wanted.
    fn finds(&self, key: &DataKey, owner: UserId, feeling: Option<Feeling>, row: Candidate) -> Result<bool> {
        let Candidate { id, version, signs, document, .. } = row;
        if feeling.is_some() || !self.emojis.is_empty() {
            let signs = Signs::open(key, owner, id, version, signs)?;
            let has_emojis = self.emojis.iter().all(|emoji| signs.has(emoji));
            if !has_emojis || feeling.is_some_and(|wanted| signs.feeling() != Some(wanted)) {
                return Ok(false);
            }
        }
        let Some(words) = &self.words else { return Ok(true) };
        let Some(mut document) = document else { return Ok(false) };
        let document = key.open_bytes(&place(owner, id), &mut document)?;
        let document = str::from_utf8(document).map_err(|e| Error::broken("document of the search", e))?;
        Ok(words.finds(document))
    }

    fn needs_opening(&self, search: &Search) -> bool {
        self.words.is_some() || !self.emojis.is_empty() || search.feeling.is_some()
    }
}

/// The `limit` newest entries of `owner` that the search lets through, with their days.
pub async fn find(
    db: &Db,
    owner: UserId,
    search: &Search,
    typed: &Typed<'_>,
    now: DateTime<Utc>,
    limit: usize,
) -> Result<Vec<(EntryId, NaiveDate)>> {
    let Some(key) = db.keyring().or_skip(db.data_key(owner).await)? else { return Ok(Vec::new()) };
    let statement = if typed.words.is_some() { WITH_DOCUMENTS } else { ALL };
    let (first, mut until) = days(search);
    let mut found = Vec::new();
    let mut rows = if typed.needs_opening(search) { FIRST } else { limit };
    loop {
        let query = bound(db.read(statement), owner, search, (first, until), now);
        let query = query.bind(i64::try_from(rows).unwrap_or(i64::MAX)).planned_for_values().long();
        let read: Vec<Candidate> = query.fetch_all().await?;
        let is_last = read.len() < rows;
        for row in read {
            let (id, date) = (row.id, row.date);
            until = date;
            let finds = db.keyring().or_skip(typed.finds(&key, owner, search.feeling, row))?;
            if finds == Some(true) {
                found.push((EntryId(id), date));
            }
            if found.len() == limit {
                return Ok(found);
            }
        }
        if is_last {
            return Ok(found);
        }
        rows = FURTHER;
    }
}

/// Binds `$1` to `$10`.
fn bound<'c>(
    query: Query<'c>,
    owner: UserId,
    search: &Search,
    (first, until): (NaiveDate, NaiveDate),
    now: DateTime<Utc>,
) -> Query<'c> {
    let (low, high) = search.mood.clone().map_or((0, 0), |levels| (*levels.start(), *levels.end()));
    query
        .bind(owner.0)
        .bind(first)
        .bind(until)
        .bind(i64::from(low))
        .bind(i64::from(high))
        .bind(search.photo)
        .bind(search.voice)
        .bind(search.favorite)
        .bind(search.shared)
        .bind(now)
}

/// The first day, and the one behind the last.
fn days(search: &Search) -> (NaiveDate, NaiveDate) {
    let new_year = |year| NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or_default();
    let (from, until) = search.year.map_or((0, 9999), |year| (year, year + 1));
    let (from, until) = (new_year(from), new_year(until));
    (from, search.before.map_or(until, |before| before.min(until)))
}

/// An entry of a page of results.
#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "marks that do not depend on each other")]
struct Row {
    id: Uuid,
    date: NaiveDate,
    version: i64,
    words: Vec<u8>,
    signs: Vec<u8>,
    mood_level: i64,
    mood_set: bool,
    is_favorite: bool,
    has_photo: bool,
    has_voice: bool,
    is_shared: bool,
}

/// A found entry without its snippet, and its parts.
pub type Found = (SearchHit, Vec<(EntryPart, String)>);

impl Row {
    fn open(self, key: &DataKey, owner: UserId, answers: &[String]) -> Result<Found> {
        let words = Words::open(key, owner, self.id, self.version, self.words)?;
        let level = u8::try_from(self.mood_level).unwrap_or(limits::MOOD_DEFAULT);
        let signs = Signs::open(key, owner, self.id, self.version, self.signs)?;
        let (emojis, mood) = signs.with_level(level, self.mood_set);
        let hit = SearchHit {
            id: EntryId(self.id),
            date: self.date,
            mood: Some(mood).filter(|mood| !mood.is_empty()),
            emojis,
            is_favorite: self.is_favorite,
            has_photo: self.has_photo,
            has_voice: self.has_voice,
            is_shared: self.is_shared,
            snippet: Vec::new(),
            found_in: None,
        };
        Ok((hit, parts(&words.texts, answers).map(|(part, text)| (part, text.to_owned())).collect()))
    }
}

/// One page's ids, of which the last may stand there several times.
const IDS: usize = limits::SEARCH_PAGE;
const _: () = assert!(IDS == 20, "the statements name as many");

macro_rules! of_page {
    ($begin:expr, $end:literal) => {
        concat!(
            $begin,
            " AND e.user_id = $1 AND e.deleted_at IS NULL AND e.id IN ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, \
             $14, $15, $16, $17, $18, $19, $20, $21)",
            $end
        )
    };
}

const PAGE: &str = of_page!(
    "SELECT e.id, e.date, e.version, e.words, e.signs, e.mood_level, e.mood_set, e.is_favorite, e.photos > 0 AS has_photo, \
     EXISTS (SELECT 1 FROM recordings r WHERE r.entry_id = e.id) AS has_voice, \
     EXISTS (SELECT 1 FROM share_links s WHERE s.entry_id = e.id AND (s.expires_at IS NULL OR s.expires_at > $22)) AS is_shared \
     FROM entries e WHERE TRUE",
    " ORDER BY e.date DESC"
);

const ANSWERS: &str = of_page!(
    concat!(
        "SELECT ",
        answers::columns!(),
        " FROM reflection_answers a JOIN entries e ON e.id = a.entry_id JOIN users u ON u.id = e.user_id WHERE TRUE"
    ),
    " ORDER BY a.position, a.id"
);

fn bind_page<'c>(query: Query<'c>, owner: UserId, page: &[(EntryId, NaiveDate)]) -> Query<'c> {
    let id = |at: usize| page.get(at).or(page.last()).map_or(Uuid::nil(), |(id, _)| id.0);
    (0..IDS).fold(query.bind(owner.0), |query, at| query.bind(id(at)))
}

/// The entries of a page, the newest first.
pub async fn read(db: &Db, owner: UserId, page: &[(EntryId, NaiveDate)], now: DateTime<Utc>) -> Result<Vec<Found>> {
    if page.is_empty() {
        return Ok(Vec::new());
    }
    let key = db.data_key(owner).await?;
    let rows: Vec<Row> = bind_page(db.read(PAGE), owner, page).bind(now).fetch_all().await?;
    let sealed = bind_page(db.read(ANSWERS), owner, page).fetch_all().await?;
    let mut answers: HashMap<EntryId, Vec<String>> = HashMap::new();
    for (entry, answer) in answers::open_all(db.keyring(), sealed)? {
        answers.entry(entry).or_default().extend(answer.map(|answer| answer.answer));
    }
    let opened = rows.into_iter().map(|row| {
        let answers = answers.remove(&EntryId(row.id)).unwrap_or_default();
        db.keyring().or_skip(row.open(&key, owner, &answers))
    });
    opened.filter_map(Result::transpose).collect()
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
