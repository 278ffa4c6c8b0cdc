//! `tagesecho reports`: reports about people and entries, for the operator.

use super::{failed, open_beside, say};
use crate::config::Config;
use backend::{
    error::StartError,
    friends::reports::{self, Report},
    moderation,
};
use domain::EntryId;
use uuid::Uuid;

/// Lists the open reports, or closes the named one.
pub async fn run(config: Config, done: Option<Uuid>) -> Result<(), StartError> {
    let backend = open_beside(&config).await?;
    let said = match done {
        Some(id) => close(&backend, id).await,
        None => list(&backend).await,
    };
    backend.db.close().await;
    said
}

/// Hides the entry that the report is about.
pub async fn hide(config: Config, id: Uuid) -> Result<(), StartError> {
    let backend = open_beside(&config).await?;
    let hidden = moderation::hide(&backend, id).await.map_err(failed("the entry could not be hidden; try again"))?;
    backend.background.settled().await;
    backend.db.close().await;
    let Some((entry, date)) = hidden else {
        return Err(StartError(format!(
            "there is no report {id} about an entry that is still there; `tagesecho accounts --lock` locks a person's account"
        )));
    };
    say(&format!("The entry of {date} is hidden, and the report is closed. A mail tells its owner why."))?;
    say(&format!("It is shown again with: tagesecho reports --show {}", entry.0))
}

/// Shows a hidden entry again.
pub async fn show(config: Config, id: Uuid) -> Result<(), StartError> {
    let backend = open_beside(&config).await?;
    let shown =
        moderation::show(&backend, EntryId(id)).await.map_err(failed("the entry could not be shown; try again"))?;
    backend.db.close().await;
    match shown {
        Some((date, visibility)) => say(&format!("The entry of {date} is {} again.", visibility.as_str())),
        None => Err(StartError(format!("there is no hidden entry {id}"))),
    }
}

async fn close(backend: &backend::Backend, id: Uuid) -> Result<(), StartError> {
    if reports::close(backend, id).await.map_err(failed("the report"))? {
        say(&format!("Report {id} is closed."))
    } else {
        Err(StartError(format!("there is no open report {id}")))
    }
}

async fn list(backend: &backend::Backend) -> Result<(), StartError> {
    let (shown, count) = reports::open_reports(backend).await.map_err(failed("the reports"))?;
    if count == 0 {
        return say("There are no open reports.");
    }
    for report in &shown {
        say(&lines(report))?;
    }
    if shown.len() < count {
        say(&format!("{} of {count} open reports, the oldest first.", shown.len()))?;
    }
    say("Close one with: tagesecho reports --done ID, or hide its entry from others with --hide ID")
}

fn lines(report: &Report) -> String {
    let who = |(name, id): &(String, domain::UserId)| format!("{name} ({id})");
    let by = report.reporter.as_ref().map_or_else(|| "an account that is gone".to_owned(), who);
    let mut lines = vec![
        format!("{}  {}", report.id, report.created_at.format("%Y-%m-%d %H:%M UTC")),
        format!("  from    {by}"),
        format!("  about   {}", who(&report.person)),
    ];
    lines.extend(report.entry.map(|(id, date)| format!("  entry   {id} of {date}")));
    lines.push(format!("  reason  {}", report.reason));
    let words = report.words.as_deref().unwrap_or("(the words do not open: another secret encrypted them)");
    lines.extend(words.lines().map(|line| format!("  | {line}")));
    lines.push(String::new());
    lines.join("\n")
}
