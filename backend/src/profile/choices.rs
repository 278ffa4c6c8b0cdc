//! A person's preferences.

use super::store;
use crate::{Account, Backend, Result, Viewer, audit, providers::ai::AiService, reminders};
use domain::{AuditEvent, AuditKind, ConsentForm, Help, Language, Refusal, Said, Visibility, day, limits, text};

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
    let mut tx = backend.db.begin().await?;
    store::set_assistant_consent(&mut tx, account.user.id, &said).await?;
    for event in answers(backend, account, &said) {
        audit::record(&mut tx, &backend.clock, account.user.id, event).await?;
    }
    tx.commit().await
}

/// The answers that differ from the earlier ones. Only a service of this server's settings is named: the form may hold any words.
fn answers(backend: &Backend, account: &Account, said: &ConsentForm) -> Vec<AuditEvent> {
    let provider = backend.ai.as_ref().map(AiService::name).filter(|name| *name == said.provider);
    let kinds =
        [(Help::Transcription, said.transcription), (Help::Summary, said.summary), (Help::Linkedin, said.linkedin)];
    let changed = kinds.into_iter().filter_map(|(help, answer)| {
        let (answer, before) = (answer?, account.consent.about(help));
        let is_same = if answer { *before == Said::Yes(said.provider.clone()) } else { *before == Said::No };
        (!is_same).then_some((help, if answer { AuditKind::ServiceAllowed } else { AuditKind::ServiceRefused }))
    });
    let event = |(help, kind): (_, AuditKind)| AuditEvent {
        help: Some(help),
        provider: provider.map(Into::into),
        ..kind.into()
    };
    changed.map(event).collect()
}
