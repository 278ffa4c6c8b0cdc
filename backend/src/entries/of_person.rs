//! The list of a person's entries that the viewer may read.

use super::{list, store, view};
use crate::{
    Backend, Result, Viewer,
    authorization::{Relationship, access_level},
    friends,
    pagination::{self, Cursor, Page},
};
use domain::{Entry, Standing, UserId, Visibility};

/// Newest first. The viewer gets all of their own entries, a friend's entries for friends and the public ones, and only the public ones of
/// others. A person who does not exist, or a block in either direction: `user_not_found`.
pub async fn list_of(
    backend: &Backend,
    viewer: &Viewer,
    owner: UserId,
    before: Option<&str>,
    limit: usize,
) -> Result<Page<Entry>> {
    let relationship = match friends::person(backend, viewer, owner).await?.standing {
        Standing::Oneself => return list(backend, viewer, before, limit).await,
        Standing::Friend => Relationship::Friends,
        Standing::Requested | Standing::Incoming | Standing::Stranger => Relationship::None,
    };
    let before = before.map(Cursor::parse).transpose()?;
    let limit = pagination::clamp(limit);
    let one_more = i64::try_from(limit + 1).unwrap_or(i64::MAX);
    let for_friends = access_level(relationship, Visibility::Friends).is_some();
    let rows = store::list_shown(&backend.db, owner, for_friends, before, one_more).await?;
    let shown = |entry: store::Stored| {
        access_level(relationship, entry.visibility).map(|reader| view::entry(backend, entry, reader))
    };
    let Page { items, next } = pagination::page(rows, limit, store::Row::cursor);
    let entries = store::open_all(&backend.db, items)?.into_iter().filter_map(shown);
    Ok(Page { items: entries.collect(), next })
}
