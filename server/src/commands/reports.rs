//! `tagesecho reports`: reports about people and entries, for the operator.

use super::{failed, open_beside, say};
use crate::config::Config;
use backend::{
    error::StartError,
    friends::reports::{self, Report},
};
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
    say("Close one with: tagesecho reports --done ID")
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
