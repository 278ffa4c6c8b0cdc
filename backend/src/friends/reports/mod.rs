//! Reports to the operator about a person or an entry (product 20).

mod store;

use crate::{Account, Backend, Result, Viewer, audit, authorization, sanitize::sanitize, throttle::Action};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{AuditKind, EntryId, Refusal, ReportReason, UserId, limits, text};
use serde::Deserialize;
use uuid::Uuid;

/// A report about a person or an entry: exactly one of the two ids is set. A report about an entry is also one about its author.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportForm {
    #[serde(default)]
    pub user_id: Option<UserId>,
    #[serde(default)]
    pub entry_id: Option<EntryId>,
    #[serde(default)]
    pub reason: String,
    #[serde(default)]
    pub words: String,
}

/// Stores a report for the operator. The reported person is not told. A new report by the same person about the same subject replaces the
/// open one.
pub async fn report(backend: &Backend, viewer: &Viewer, form: &ReportForm) -> Result<()> {
    let account = viewer.account()?;
    let own = account.user.id;
    let reason: ReportReason = form.reason.parse()?;
    let words = words(&form.words)?;
    if form.user_id == Some(own) {
        return Err(Refusal::Oneself.into());
    }
    backend.throttle.take(Action::Report, &own.to_string()).await?;
    let (person, entry) = match (form.user_id, form.entry_id) {
        // A person who has blocked the reporter can be reported too, so that nobody evades a report by a block. The response for a person
        // who does not exist is the same.
        (Some(person), None) if store::person_exists(&backend.db, person).await? => (person, None),
        (Some(_), None) => return Ok(()),
        (None, Some(entry)) => (author(backend, account, entry).await?, Some(entry)),
        _ => return Err(Refusal::InvalidForm.into()),
    };
    if person == own {
        return Err(Refusal::Oneself.into());
    }
    let new = store::NewReport {
        id: backend.clock.id(),
        reporter: own,
        person,
        entry,
        subject: entry.map_or(person.0, |entry| entry.0),
        reason,
        words,
        now: backend.clock.now(),
    };
    let id = store::insert(&backend.db, &backend.secret, new).await?;
    tracing::info!(report = %id, reason = reason.as_str(), "a report came in: `tagesecho reports` shows it");
    Ok(())
}

/// The author of the entry. A person can report only an entry that they can read, or could read before a block.
async fn author(backend: &Backend, account: &Account, entry: EntryId) -> Result<UserId> {
    match authorization::require_entry(backend, account, entry).await {
        Ok(owner) => Ok(owner),
        Err(refused) => store::blocked_author(&backend.db, account.user.id, entry).await?.ok_or(refused),
    }
}

fn words(typed: &str) -> Result<String> {
    let words = text::normalize(typed.trim());
    if words.chars().any(|c| c.is_control() && c != '\n') {
        return Err(Refusal::InvalidCharacter.into());
    }
    // The operator reads the text in a terminal.
    let words = sanitize(&words);
    if text::length(&words) > limits::REPORT_WORDS { Err(Refusal::ReportTooLong.into()) } else { Ok(words) }
}

/// An open report, for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    /// Username and id. None if the account was deleted.
    pub reporter: Option<(String, UserId)>,
    pub person: (String, UserId),
    pub entry: Option<(EntryId, NaiveDate)>,
    pub reason: String,
    /// None: they do not open, because another secret encrypted them.
    pub words: Option<String>,
}

/// The oldest open reports, at most [`limits::PAGE_MAX`], and the number of all open ones. For the operator's command line.
///
/// Their authors see in the audit log that their words were read. The reported people do not: nobody tells them of a report (product 20).
pub async fn open_reports(backend: &Backend) -> Result<(Vec<Report>, usize)> {
    let reports = store::list_open(&backend.db, &backend.secret, limits::PAGE_MAX).await?;
    let count = store::count_open(&backend.db).await?;
    let reporters = reports.iter().filter_map(|report| report.reporter.as_ref().map(|(_, id)| *id)).collect();
    audit::record_all(backend, reporters, AuditKind::ReportRead).await?;
    Ok((reports, count))
}

/// Closes a report. False: there is no open report with this id.
pub async fn close(backend: &Backend, id: Uuid) -> Result<bool> {
    let mut tx = backend.db.begin().await?;
    let Some(reporter) = store::set_done(&mut tx, id, backend.clock.now()).await? else { return Ok(false) };
    if let Some(reporter) = reporter {
        audit::record(&mut tx, &backend.clock, reporter, AuditKind::ReportClosed).await?;
    }
    tx.commit().await.map(|()| true)
}

/// Deletes reports that were closed long ago.
pub(super) async fn sweep(backend: &Backend) -> Result<()> {
    let before = backend.clock.now() - TimeDelta::days(limits::REPORT_DAYS);
    store::delete_done(&backend.db, before).await
}
