//! An entry as others get it, for its owner to look at before they do.

use super::{store, view};
use crate::{
    Backend, Result, Viewer,
    authorization::{self, Relationship},
    reflection,
};
use domain::{Entry, EntryId, Language, Refusal, reflection::ReflectionAnswer};

/// As whom the owner looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewedAs {
    Friend,
    /// Registered, and no friend.
    Stranger,
}

/// What they would get, the answers with it, by the very rule and view that they meet; none: `access_denied`. Owner only.
pub async fn preview_as(
    backend: &Backend,
    viewer: &Viewer,
    id: EntryId,
    whom: PreviewedAs,
    language: Language,
) -> Result<Option<(Entry, Vec<ReflectionAnswer>)>> {
    let account = viewer.account()?;
    let entry = store::find(&backend.db, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require_owner(account, entry.owner)?;
    let relationship = match whom {
        PreviewedAs::Friend => Relationship::Friends,
        PreviewedAs::Stranger => Relationship::None,
    };
    let Some(reader) = authorization::access_level(relationship, entry.visibility) else { return Ok(None) };
    let entry = view::entry(backend, entry, reader);
    let answers = reflection::of(backend, &entry, language).await?;
    Ok(Some((entry, answers)))
}
