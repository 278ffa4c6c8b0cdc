//! The feed: own, friends' and public entries in one list, newest first (product 18).

mod store;

use crate::{
    Backend, Result, Viewer,
    entries::{
        Page,
        access::{self, Reader},
        cursor::{self, Cursor},
        view,
    },
};
use domain::{Entry, FeedFilters};

#[doc(hidden)]
pub use store::statements;

/// Entries of the chosen kinds that the viewer may read, each once. Nothing chosen: an empty page. A page may be short and
/// name a next one nevertheless: where many public entries are hidden from the viewer by blocks, it goes only so far.
pub async fn page(
    backend: &Backend,
    viewer: &Viewer,
    filters: FeedFilters,
    before: Option<&str>,
    limit: usize,
) -> Result<Page<Entry>> {
    let account = viewer.account()?;
    let before = before.map(Cursor::parse).transpose()?.unwrap_or_else(store::newest);
    let limit = cursor::clamp(limit);
    if filters == FeedFilters::NONE {
        return Ok(Page { items: Vec::new(), next: None });
    }
    let (db, reader) = (&backend.db, account.user.id);
    let edge = if filters.public { store::edge(db, reader, before).await? } else { None };
    let mut rows = store::list(db, reader, filters, before, edge, limit + 1).await?;
    if let Some(edge) = edge {
        // Behind it there may be public entries that were not looked for.
        rows.retain(|(entry, _)| (entry.created_at, entry.id.0) >= (edge.created_at, edge.id.0));
    }
    let page = cursor::page(rows, limit, |(entry, _)| Cursor { created_at: entry.created_at, id: entry.id });
    let next = page.next.or(edge.map(Cursor::text));
    // The statement finds them; whether somebody reads them, and as whom, is settled in one place.
    let shown = page.items.into_iter().filter_map(|(entry, tie)| {
        let own = (entry.owner == reader).then_some(Reader::Owner);
        let reader = own.or_else(|| access::sight(tie, entry.visibility))?;
        Some(view::entry(backend, entry, reader))
    });
    Ok(Page { items: shown.collect(), next })
}
