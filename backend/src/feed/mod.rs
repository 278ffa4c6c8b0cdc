//! The feed: own, friends' and public entries in one list, newest first (product 18). One's own alone go by date (`own.rs`).

mod own;
mod store;

use crate::{
    Backend, Result, Viewer,
    authorization::{AccessLevel, Relationship, access_level},
    entries::{store::Stored, view},
    pagination::{self, Cursor, Page},
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    Entry, FeedChoice, FeedFilters, UserId,
    limits::{FEED_PAGE, FEED_SHOWN},
};
use uuid::Uuid;

#[doc(hidden)]
pub use own::{statement_of_walk, statements as statements_by_date};
#[doc(hidden)]
pub use store::statements;

/// One page of the chosen entries that the viewer may read, each entry once. If nothing is chosen, the page is empty.
/// A page can have fewer entries than `limit` and still name a next page: if the viewer is in a block, a page searches at most `WINDOW`
/// public entries; for only a part of one's own it searches at most `WINDOW` of them.
pub async fn page(
    backend: &Backend,
    viewer: &Viewer,
    choice: impl Into<FeedChoice>,
    before: Option<&str>,
    limit: usize,
) -> Result<Page<Entry>> {
    let reader = viewer.account()?.user.id;
    let range = FeedRange { choice: choice.into(), before: begin(before)?, until: None, window: WINDOW };
    range.read(backend, reader, pagination::clamp(limit)).await
}

/// All entries from `before` to the cursor `until` as they are now, at most `FEED_SHOWN`. This restores the list of somebody who had loaded
/// several pages. If fewer than `limit` entries are left there, it returns a page of `limit`.
pub async fn pages(
    backend: &Backend,
    viewer: &Viewer,
    choice: impl Into<FeedChoice>,
    before: Option<&str>,
    until: &str,
    limit: usize,
) -> Result<Page<Entry>> {
    let reader = viewer.account()?.user.id;
    let (choice, end) = (choice.into(), Cursor::parse(until)?);
    let range = FeedRange { choice, before: begin(before)?, until: Some(end), window: WINDOW * PAGES };
    let mut shown = range.read(backend, reader, FEED_SHOWN).await?;
    let limit = pagination::clamp(limit);
    if shown.next.is_none() && shown.items.len() < limit {
        // The same window as above. That of a single page is smaller, and would show less to a reader in a block.
        return FeedRange { until: None, ..range }.read(backend, reader, limit).await;
    }
    if shown.next.is_none() {
        let behind = FeedRange { choice, before: end, until: None, window: WINDOW }.read(backend, reader, 1).await?;
        let is_more = !behind.items.is_empty() || behind.next.is_some();
        shown.next = is_more.then(|| end.text());
    }
    Ok(shown)
}

/// The cursor of an entry in that list. As `before` it returns the entries older than it.
pub fn cursor(choice: impl Into<FeedChoice>, entry: &Entry) -> String {
    if choice.into().is_by_date() {
        return own::cursor(entry.date, entry.id).text();
    }
    Cursor { created_at: entry.created_at, id: entry.id }.text()
}

/// The day of the entry that a cursor names, in a list that goes by date.
pub fn day_of(choice: FeedChoice, cursor: &str) -> Option<NaiveDate> {
    let cursor: Option<Cursor> = choice.is_by_date().then(|| Cursor::parse(cursor).ok()).flatten();
    Some(cursor?.created_at.date_naive())
}

fn begin(before: Option<&str>) -> Result<Cursor> {
    Ok(before.map(Cursor::parse).transpose()?.unwrap_or_else(store::newest))
}

/// Maximum number of public entries that one page searches for a reader who has blocked somebody or is blocked, and of own entries that it
/// searches for a part of them.
const WINDOW: usize = 1000;

/// Maximum number of pages that [`pages`] restores.
const PAGES: usize = FEED_SHOWN / FEED_PAGE;

#[derive(Clone, Copy, Debug)]
struct FeedRange {
    choice: FeedChoice,
    before: Cursor,
    /// The oldest position that is read.
    until: Option<Cursor>,
    window: usize,
}

impl FeedRange {
    async fn read(self, backend: &Backend, reader: UserId, limit: usize) -> Result<Page<Entry>> {
        let Self { choice, before, until, window } = self;
        let filters = match choice {
            FeedChoice::Whose(filters) if !choice.is_by_date() => filters,
            FeedChoice::Whose(_) => return own::read(backend, reader, None, self, limit).await,
            FeedChoice::Only(only) => return own::read(backend, reader, Some(only), self, limit).await,
        };
        if filters == FeedFilters::NONE {
            return Ok(Page { items: Vec::new(), next: None });
        }
        let db = &backend.db;
        let edge = if filters.public { store::edge(db, reader, before, window).await? } else { None };
        // The edge of the window only matters if it is newer than `until`.
        let edge = edge.filter(|edge| until.is_none_or(|until| order(*edge) > order(until)));
        let end = edge.or(until);
        let mut rows = store::list(db, reader, filters, before, end, limit + 1).await?;
        if let Some(end) = end {
            // Older rows are dropped: the public entries among them were not searched.
            rows.retain(|row| order(row.cursor()) >= order(end));
        }
        let page = pagination::page(rows, limit, store::FeedRow::cursor);
        let next = page.next.or(edge.map(Cursor::text));
        Ok(Page { items: to_entries(backend, reader, store::open_all(db, page.items)?), next })
    }
}

fn order(place: Cursor) -> (DateTime<Utc>, Uuid) {
    (place.created_at, place.id.0)
}

fn to_entries(backend: &Backend, reader: UserId, rows: Vec<(Stored, Relationship)>) -> Vec<Entry> {
    // The statement only finds candidates. `access_level` alone decides who may read an entry, and with which level.
    let shown = rows.into_iter().filter_map(|(entry, relationship)| {
        let own = (entry.owner == reader).then_some(AccessLevel::Owner);
        let reader = own.or_else(|| access_level(relationship, entry.visibility))?;
        Some(view::entry(backend, entry, reader))
    });
    shown.collect()
}
