//! Checks the source of a summary: only the built-in one, or a service that has made one for this person, may be named.

use super::versions::store as versions;
use crate::{Account, Backend, Result, assistant};
use domain::{EntryForm, assistant::LOCAL};

/// Removes an unknown source from the form. The form is not refused for it: a draft or an earlier version may name a service that is no
/// longer in the log, and the texts are worth more than the label.
pub async fn check(backend: &Backend, account: &Account, form: EntryForm) -> Result<EntryForm> {
    let Some(source) = form.summary_source.as_deref() else { return Ok(form) };
    let is_known = source.is_empty()
        || source == LOCAL
        || assistant::has_summed_up(backend, account, source).await?
        || versions::names_source(&backend.db, account.user.id, source).await?;
    if is_known {
        return Ok(form);
    }
    tracing::info!("a summary came with a maker that made none for this person; it is kept without");
    Ok(EntryForm { summary_source: Some(String::new()), ..form })
}
