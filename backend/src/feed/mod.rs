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
pub use store::statement;

/// Entries of the chosen kinds that the viewer may read, each once. Nothing chosen: an empty page.
pub async fn page(
    backend: &Backend,
    viewer: &Viewer,
    filters: FeedFilters,
    before: Option<&str>,
    limit: usize,
) -> Result<Page<Entry>> {
    let account = viewer.account()?;
    let before = before.map(Cursor::parse).transpose()?;
    let limit = cursor::clamp(limit);
    if filters == FeedFilters::NONE {
        return Ok(Page { items: Vec::new(), next: None });
    }
    let reader = account.user.id;
    let rows = store::list(&backend.db, reader, filters, before, limit + 1).await?;
    let page = cursor::page(rows, limit, |(entry, _)| Cursor { created_at: entry.created_at, id: entry.id });
    // The statement finds them; whether somebody reads them, and as whom, is settled in one place.
    let shown = page.items.into_iter().filter_map(|(entry, tie)| {
        let own = (entry.owner == reader).then_some(Reader::Owner);
        let reader = own.or_else(|| access::sight(tie, entry.visibility))?;
        Some(view::entry(backend, entry, reader))
    });
    Ok(Page { items: shown.collect(), next: page.next })
}
