//! A person's preferences.

use super::store;
use crate::{Backend, Result, Viewer, reminders};
use domain::{ConsentForm, Language, Refusal, Visibility, day, limits, text};

/// The visibility of new entries, unless the editor sets another.
pub async fn set_default_visibility(backend: &Backend, viewer: &Viewer, visibility: Visibility) -> Result<()> {
    store::set_default_visibility(&backend.db, viewer.account()?.user.id, visibility).await
}

/// Sets the IANA time zone, as the browser reports it. The day that was today in the old zone stays today (product 4).
pub async fn set_zone(backend: &Backend, viewer: &Viewer, zone: &str) -> Result<()> {
    let account = viewer.account()?;
    let zone = day::parse_zone(zone).ok_or(Refusal::InvalidZone)?;
    if zone == account.zone {
        return Ok(());
    }
    let mut tx = backend.db.begin().await?;
    let days = store::lock_days(&mut tx, account.user.id).await?;
    store::set_zone(&mut tx, account.user.id, zone.name(), days.now(&backend.clock)).await?;
    reminders::follow_zone(&mut tx, &backend.clock, account.user.id, zone).await?;
    tx.commit().await
}

/// Sets when the diary day ends, in minutes after midnight and in steps of thirty. The current day stays today (product 4).
pub async fn set_day_end(backend: &Backend, viewer: &Viewer, minutes: u16) -> Result<()> {
    let id = viewer.account()?.user.id;
    if minutes > limits::DAY_END || !minutes.is_multiple_of(limits::DAY_END_STEP) {
        return Err(Refusal::InvalidDayEnd.into());
    }
    let mut tx = backend.db.begin().await?;
    let days = store::lock_days(&mut tx, id).await?;
    store::set_day_end(&mut tx, id, minutes, days.now(&backend.clock)).await?;
    tx.commit().await
}

/// Sets the language of mails.
pub async fn set_language(backend: &Backend, viewer: &Viewer, language: Language) -> Result<()> {
    let account = viewer.account()?;
    if language == account.language {
        return Ok(());
    }
    store::set_language(&backend.db, account.user.id, language.as_str()).await
}

/// Stores what may be sent to an outside service. Kinds that are absent stay as they are. If the operator has changed the service since the
/// page was loaded, a yes is stored for the old service and does not count for the new one.
pub async fn set_assistant_consent(backend: &Backend, viewer: &Viewer, said: ConsentForm) -> Result<()> {
    let account = viewer.account()?;
    let provider = said.provider.trim();
    if text::length(provider) > limits::NAME || provider.chars().any(char::is_control) {
        return Err(Refusal::InvalidForm.into());
    }
    let said = ConsentForm { provider: provider.to_owned(), ..said };
    store::set_assistant_consent(&backend.db, account.user.id, said).await
}
