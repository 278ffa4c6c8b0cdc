//! Checks the source of a summary: only the built-in one, a service that has made one for this person, or the source that this entry has or had
//! may be named.

use super::{store::Stored, versions::store as versions};
use crate::{Account, Backend, Result, assistant};
use domain::{EntryForm, assistant::LOCAL};

/// Removes an unknown source from the form. The form is not refused for it: a draft or an earlier version may name a service that is no
/// longer in the log, and the texts are worth more than the label.
///
/// `current` is the entry that is changed.
pub async fn check(
    backend: &Backend,
    account: &Account,
    form: EntryForm,
    current: Option<&Stored>,
) -> Result<EntryForm> {
    let Some(source) = form.summary_source.as_deref() else { return Ok(form) };
    let is_known = source.is_empty()
        || source == LOCAL
        || assistant::has_summed_up(backend, account, source).await?
        || is_of_entry(backend, current, source).await?;
    if is_known {
        return Ok(form);
    }
    tracing::info!("a summary came with a maker that made none for this person; it is kept without");
    Ok(EntryForm { summary_source: Some(String::new()), ..form })
}

/// Whether the summary of the entry, or of an earlier version, has this source.
async fn is_of_entry(backend: &Backend, current: Option<&Stored>, source: &str) -> Result<bool> {
    let Some(entry) = current else { return Ok(false) };
    Ok(entry.content.summary_source == source || versions::names_source(&backend.db, entry.id, source).await?)
}
