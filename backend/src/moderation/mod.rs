//! What the operator does about people and entries that break the rules (product 20). Each is told why, and sees it in the audit log.

mod store;

use crate::{
    Backend, Result, audit,
    db::{Tx, once_more},
    entries::store::{self as entries, Stored},
    friends::reports,
    identity,
    providers::mail::{Kind, Mail, Message},
    subscription,
};
use chrono::NaiveDate;
use domain::{AuditEvent, AuditKind, EntryId, Language, Refusal, ReportReason, UserId, Visibility, email};
use store::Person;
use uuid::Uuid;

/// Locks the account with this address: nobody signs in to it, others see nothing of it, and its subscription ends. Nothing is deleted.
/// False: it was locked before. `user_not_found`.
pub async fn lock(backend: &Backend, typed: &str, reason: ReportReason) -> Result<bool> {
    let person = find(backend, typed).await?;
    let is_changed = once_more(|| lock_once(backend, &person, reason)).await?;
    backend.cards.forget();
    backend.mail.start_sending();
    subscription::start_reading(backend);
    Ok(is_changed)
}

async fn lock_once(backend: &Backend, person: &Person, reason: ReportReason) -> Result<bool> {
    let mut tx = backend.db.begin().await?;
    identity::end_everywhere(backend, &mut tx, &person.uid).await?;
    if !store::set_locked(&mut tx, person.id, Some(reason)).await? {
        return Ok(false);
    }
    audit::record(&mut tx, &backend.clock, UserId(person.id), AuditKind::AccountLocked).await?;
    subscription::end_all(backend, &mut tx, UserId(person.id)).await?;
    say(backend, &mut tx, person, Kind::Locked { reason }).await?;
    tx.commit().await.map(|()| true)
}

/// Everything is as it was before [`lock`], but for sign-ins and the subscription. False: the account was not locked. `user_not_found`.
pub async fn unlock(backend: &Backend, typed: &str) -> Result<bool> {
    let person = find(backend, typed).await?;
    let mut tx = backend.db.begin().await?;
    if !store::set_locked(&mut tx, person.id, None).await? {
        return Ok(false);
    }
    audit::record(&mut tx, &backend.clock, UserId(person.id), AuditKind::AccountUnlocked).await?;
    say(backend, &mut tx, &person, Kind::Unlocked).await?;
    tx.commit().await?;
    backend.cards.forget();
    backend.mail.start_sending();
    Ok(true)
}

async fn find(backend: &Backend, typed: &str) -> Result<Person> {
    Ok(store::find_by_email(&backend.db, &email::fold(typed)).await?.ok_or(Refusal::UserNotFound)?)
}

/// Hides the entry that the report is about from everybody but its owner, for the report's reason, and closes the report. The entry becomes
/// private and stays so, and its link shows nothing. `None`: there is no such report, or its entry is gone.
pub async fn hide(backend: &Backend, report: Uuid) -> Result<Option<(EntryId, NaiveDate)>> {
    let Some((id, reason)) = store::reported_entry(&backend.db, report).await? else { return Ok(None) };
    let reason = reason.parse().unwrap_or(ReportReason::Other);
    let hidden = once_more(|| hide_once(backend, EntryId(id), reason)).await?;
    if hidden.is_some() {
        backend.cards.forget();
        backend.mail.start_sending();
        reports::close(backend, report).await?;
    }
    Ok(hidden)
}

async fn hide_once(backend: &Backend, id: EntryId, reason: ReportReason) -> Result<Option<(EntryId, NaiveDate)>> {
    let mut tx = backend.db.begin().await?;
    let Some(before) = entries::lock(&mut tx, id).await? else { return Ok(None) };
    if !before.is_hidden {
        let entry = changed(backend, &before, Visibility::Private);
        entries::update(&mut tx, &before, &entry).await?;
        store::set_hidden(&mut tx, id.0, Some((reason, before.visibility))).await?;
        record(backend, &mut tx, &before, AuditKind::EntryHidden).await?;
        let person = store::find(&mut tx, before.owner.0).await?;
        say(backend, &mut tx, &person, Kind::EntryHidden { date: before.date, reason }).await?;
    }
    tx.commit().await?;
    Ok(Some((id, before.date)))
}

/// Shows a hidden entry again to whom it was shown before. `None`: there is no such hidden entry.
pub async fn show(backend: &Backend, id: EntryId) -> Result<Option<(NaiveDate, Visibility)>> {
    let mut tx = backend.db.begin().await?;
    let Some(before) = entries::lock(&mut tx, id).await?.filter(|entry| entry.is_hidden) else { return Ok(None) };
    let visibility = store::visibility_before(&mut tx, id.0).await?;
    let entry = Stored { is_hidden: false, ..changed(backend, &before, visibility) };
    entries::update(&mut tx, &before, &entry).await?;
    store::set_hidden(&mut tx, id.0, None).await?;
    record(backend, &mut tx, &before, AuditKind::EntryShown).await?;
    tx.commit().await?;
    backend.cards.forget();
    Ok(Some((before.date, visibility)))
}

/// The version is raised, so that an editor that is open elsewhere does not undo it.
fn changed(backend: &Backend, before: &Stored, visibility: Visibility) -> Stored {
    Stored { visibility, version: before.version + 1, updated_at: backend.clock.now(), ..before.clone() }
}

async fn record(backend: &Backend, tx: &mut Tx, entry: &Stored, kind: AuditKind) -> Result<()> {
    audit::record(tx, &backend.clock, entry.owner, AuditEvent { day: Some(entry.date), ..kind.into() }).await
}

async fn say(backend: &Backend, tx: &mut Tx, person: &Person, kind: Kind) -> Result<()> {
    // The rule holds even if no mail can be sent.
    if !Mail::can_reach(&person.email) {
        return Ok(());
    }
    let language = Language::parse(&person.language).unwrap_or(Language::De);
    backend.mail.keep(tx, &Message { to: person.email.clone(), language, kind }).await
}
