//! Server functions of the forms on an entry's page and in the bin, and their messages.

use crate::{
    error::CallError,
    forms::{CONFIRM, ask_once_more, change, leads_to},
};
use backend::entries::{self, DayConflict, Restoring, VisibilityChange};
use domain::{EntryId, Key, Refusal};
use leptos::prelude::*;

pub const FAVORITE: &str = "favorite";
pub const VISIBILITY: &str = "entry-visibility";
pub const DELETE: &str = "delete-entry";
pub const RESTORE: &str = "restore-entry";
const APPEND: &str = "append-entry";
pub const PUT_BACK: &str = "put-back";

/// Messages of an entry's page.
pub const DONE: &[(&str, Key)] = &[
    (UPDATED, Key::EditorToastUpdated),
    (FAVORITE, Key::SettingsSaved),
    (DELETE, Key::EntryDeleted),
    (RESTORE, Key::BinRestored),
    (APPEND, Key::BinAppended),
];

/// An entry that was saved without a script.
pub const UPDATED: &str = "entry-updated";

/// Messages of pages that take an entry out of the bin; the entry's page shows them.
pub const OF_BIN: &[(&str, Key)] = &[(RESTORE, Key::BinRestored)];

#[server(endpoint = "form/favorite")]
pub async fn set_favorite(id: EntryId, on: bool) -> Result<(), CallError> {
    change(|request| async move { entries::set_favorite(&request.backend, &request.viewer, id, on).await.map(drop) })
        .await
}

/// Changes the visibility. Asks once more before everybody may read the entry, and if the change cannot be taken back.
/// `seen` is the visibility that the page showed.
#[server(endpoint = "form/entry-visibility")]
pub async fn set_visibility(
    id: EntryId,
    visibility: String,
    seen: Option<String>,
    #[server(default)] step: String,
) -> Result<(), CallError> {
    change(|request| async move {
        let (backend, viewer, visibility) = (&request.backend, &request.viewer, visibility.parse()?);
        let seen = seen.as_deref().map(str::parse).transpose()?;
        if step != CONFIRM && entries::visibility_warning(backend, viewer, id, visibility).await?.is_some() {
            ask_once_more();
            return Ok(());
        }
        entries::set_visibility(backend, viewer, id, VisibilityChange { visibility, seen }).await.map(drop)
    })
    .await
}

/// Moves the entry to the bin. The dashboard says so and offers to restore it.
#[server(endpoint = "form/delete-entry")]
pub async fn delete_entry(id: EntryId) -> Result<(), CallError> {
    change(|request| async move {
        entries::delete(&request.backend, &request.viewer, id).await?;
        leads_to("/dashboard", &format!("{DELETE}.{id}"));
        Ok(())
    })
    .await
}

/// Restores an entry. `onto` is what happens to the day's current `entry`; `version` is the one that the page showed. Without `onto`,
/// a day that has an entry leads to the page with the choice.
#[server(endpoint = "form/restore-entry")]
pub async fn restore_entry(
    id: EntryId,
    onto: Option<String>,
    entry: Option<EntryId>,
    version: Option<i64>,
    ticket: Option<String>,
) -> Result<(), CallError> {
    change(|request| async move {
        let onto = match onto.as_deref() {
            None => None,
            Some("swap") => Some(DayConflict::Swap),
            Some("append") => Some(DayConflict::Append),
            Some(_) => return Err(Refusal::InvalidForm.into()),
        };
        let done = if onto == Some(DayConflict::Append) { APPEND } else { RESTORE };
        let how = Restoring { onto, entry, version, ticket: ticket.filter(|ticket| !ticket.is_empty()) };
        match entries::restore(&request.backend, &request.viewer, id, how).await {
            Ok(restored) => leads_to(&format!("/entry/{}", restored.id), done),
            Err(error) if error.refusal().refusal == Refusal::EntryExists => {
                leptos_axum::redirect(&format!("/bin/{id}"));
            }
            Err(error) => return Err(error),
        }
        Ok(())
    })
    .await
}

/// Puts an earlier text back; `from` is the entry's version that the page showed.
#[server(endpoint = "form/put-back")]
pub async fn put_back(id: EntryId, version: i64, from: i64) -> Result<(), CallError> {
    change(|request| async move {
        entries::put_back(&request.backend, &request.viewer, id, version, from).await.map(drop)
    })
    .await
}
