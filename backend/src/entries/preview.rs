//! The preview of an entry: its owner sees what others would see.

use super::{store, view};
use crate::{
    Backend, Result, Viewer,
    authorization::{self, Relationship},
    reflection,
};
use domain::{Entry, EntryId, Language, Refusal, reflection::ReflectionAnswer};

/// The audience whose view the owner sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewedAs {
    Friend,
    /// A registered person who is not a friend.
    Stranger,
}

/// The entry and its answers as the audience would get them, by the same rule and the same view. None: they would get `access_denied`.
/// Only for the owner.
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
