//! Who may be named as the maker of a summary: nobody but those who have made one for this person.

use super::versions::store as versions;
use crate::{Account, Backend, Result, assistant};
use domain::{EntryForm, assistant::LOCAL};

/// The form without a maker that this server knows nothing of. Nothing is refused for it: a draft or an earlier text may name a service
/// that the log has forgotten, and no word is lost for a label.
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
