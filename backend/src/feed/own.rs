//! One's own entries alone, by date, newest first: all of them, the favourites, or those with a link that still opens.
//!
//! Its cursors have the form of the feed's, with the date's first moment in place of the time of creation: a cursor that somebody kept
//! from the other order leads to about the same place.

use super::FeedRange;
use crate::{
    Backend, Db, Result,
    authorization::AccessLevel,
    entries::{
        store::{Row, open_all, select},
        view,
    },
    pagination::{self, Cursor, Page},
};
use chrono::{NaiveDate, NaiveTime};
use domain::{Entry, EntryId, OnlyOwn, UserId};
use uuid::Uuid;

pub(super) fn cursor(date: NaiveDate, id: EntryId) -> Cursor {
    Cursor { created_at: date.and_time(NaiveTime::MIN).and_utc(), id }
}

/// A part of one's own entries is looked for among `range.window` entries at most; the next page goes on behind them.
pub(super) async fn read(
    backend: &Backend,
    reader: UserId,
    only: Option<OnlyOwn>,
    range: FeedRange,
    limit: usize,
) -> Result<Page<Entry>> {
    let before = range.before.created_at.date_naive();
    let until = range.until.map(|until| until.created_at.date_naive());
    let edge = if only.is_some() { walked_to(&backend.db, reader, before, range.window).await? } else { None };
    let edge = edge.filter(|edge| until.is_none_or(|until| *edge > until));
    let end = edge.or(until).unwrap_or_else(oldest);
    let rows = list(backend, reader, only, (before, end), limit + 1).await?;
    let page = pagination::page(rows, limit, |row| cursor(row.date(), row.cursor().id));
    let items = open_all(&backend.db, page.items)?
        .into_iter()
        .map(|entry| view::entry(backend, entry, AccessLevel::Owner))
        .collect();
    Ok(Page { items, next: page.next.or(edge.map(|edge| cursor(edge, EntryId(Uuid::nil())).text())) })
}

/// A date before every entry's.
fn oldest() -> NaiveDate {
    NaiveDate::from_ymd_opt(1, 1, 1).unwrap_or_default()
}

/// Own entries between two dates, of which the first is excluded. Each statement reads along the index `entries_day`.
macro_rules! own {
    ($part:literal) => {
        select!(concat!("e.user_id = $1 AND e.date < $2 AND e.date >= $3", $part, " ORDER BY e.date DESC LIMIT $4"))
    };
}

const ALL: &str = own!("");
const FAVORITES: &str = own!(" AND e.is_favorite");
const LINKS: &str = own!(" AND s.entry_id IS NOT NULL AND (s.expires_at IS NULL OR s.expires_at > $5)");

/// The date of the `$3`th own entry before the date `$2`.
const WALK: &str = "SELECT e.date FROM entries e WHERE e.user_id = $1 AND e.deleted_at IS NULL AND e.date < $2 \
     ORDER BY e.date DESC LIMIT 1 OFFSET $3 - 1";

/// All own entries, the favourites, those with a link.
pub fn statements() -> [&'static str; 3] {
    [ALL, FAVORITES, LINKS]
}

pub fn statement_of_walk() -> &'static str {
    WALK
}

/// How far back `window` own entries reach. None: there are fewer.
async fn walked_to(db: &Db, reader: UserId, before: NaiveDate, window: usize) -> Result<Option<NaiveDate>> {
    let window = i64::try_from(window).unwrap_or(i64::MAX);
    let date: Option<(NaiveDate,)> = db.read(WALK).bind(reader.0).bind(before).bind(window).fetch_optional().await?;
    Ok(date.map(|(date,)| date))
}

async fn list(
    backend: &Backend,
    reader: UserId,
    only: Option<OnlyOwn>,
    (before, end): (NaiveDate, NaiveDate),
    limit: usize,
) -> Result<Vec<Row>> {
    let statement = match only {
        None => ALL,
        Some(OnlyOwn::Favorites) => FAVORITES,
        Some(OnlyOwn::Links) => LINKS,
    };
    let query = backend.db.read(statement).bind(reader.0).bind(before).bind(end);
    let query = query.bind(i64::try_from(limit).unwrap_or(i64::MAX));
    let query = if only == Some(OnlyOwn::Links) { query.bind(backend.clock.now()) } else { query };
    query.fetch_all().await
}
