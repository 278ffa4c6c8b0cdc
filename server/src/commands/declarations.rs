//! `tagesecho declarations`: cancellations and withdrawals that the operator still has to deal with.

use super::{failed, open_beside, say};
use crate::config::Config;
use backend::{
    declarations::{self, OpenDeclaration},
    error::StartError,
};
use domain::Language;

/// Lists the open ones, or closes those named.
pub async fn run(config: Config, done: Vec<String>) -> Result<(), StartError> {
    let backend = open_beside(&config).await?;
    let said = if done.is_empty() { list(&backend).await } else { close(&backend, &done).await };
    backend.db.close().await;
    said
}

/// Closes all that are open, and names those that are not.
async fn close(backend: &backend::Backend, case_numbers: &[String]) -> Result<(), StartError> {
    let mut missing = Vec::new();
    for case_number in case_numbers {
        if declarations::close(backend, case_number).await.map_err(failed("the declaration"))? {
            say(&format!("Declaration {case_number} is closed."))?;
        } else {
            missing.push(case_number.as_str());
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let missing = missing.join(", ");
    Err(StartError(format!("there is no open declaration {missing}; `tagesecho declarations` lists them")))
}

async fn list(backend: &backend::Backend) -> Result<(), StartError> {
    let (shown, count) = declarations::open_declarations(backend).await.map_err(failed("the declarations"))?;
    if count == 0 {
        return say("There are no open declarations.");
    }
    for declaration in &shown {
        say(&lines(declaration))?;
    }
    if shown.len() < count {
        say(&format!("{} of {count} open declarations, the oldest first.", shown.len()))?;
    }
    say(
        "End the contract or pay back, then close the declaration with: tagesecho declarations --done NUMBER [NUMBER …]",
    )
}

fn lines(OpenDeclaration { case_number, received_at, receipt, account }: &OpenDeclaration) -> String {
    let account = account.as_ref().map_or_else(|| "not signed in".to_owned(), |(name, id)| format!("{name} ({id})"));
    let what = match receipt {
        Some(receipt) if receipt.declaration.is_withdrawal() => "withdrawal",
        Some(_) => "cancellation",
        None => "(does not open: another secret encrypted it, or it was damaged)",
    };
    let mut lines = vec![
        format!("{case_number}  {what}"),
        format!("  at        {}", received_at.format("%Y-%m-%d %H:%M:%S UTC")),
        format!("  account   {account}"),
    ];
    for row in receipt.iter().flat_map(|receipt| receipt.declaration.rows(Language::En)) {
        // Control characters in the text must not move the terminal's cursor.
        let value = declarations::printable(&row.value);
        lines.push(format!("  {}", row.label));
        lines.extend(value.lines().map(|line| format!("  | {line}")));
    }
    lines.push(String::new());
    lines.join("\n")
}
