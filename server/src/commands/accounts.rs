//! `tagesecho accounts`: finds diaries without an identity, and identities without a diary. It also deletes an account.

use super::{failed, open_beside, say};
use crate::config::Config;
use backend::{
    Error, error::StartError, leaving, moderation, providers::identity::Unmatched, settings::identity::Choice,
};
use domain::ReportReason;

/// Lists accounts and identities that do not match; `mends` repairs them first if possible.
pub async fn run(config: Config, mends: bool) -> Result<(), StartError> {
    if config.settings.identity != Choice::Embedded {
        return Err(StartError("accounts needs the embedded identity provider: Firebase looks after its own".into()));
    }
    let backend = open_beside(&config).await?;
    let identity = &backend.identity;
    let before = identity.unmatched().await.map_err(failed("the accounts"))?;
    if mends {
        identity.mend().await.map_err(failed("the accounts could not be mended"))?;
    }
    let after = identity.unmatched().await.map_err(failed("the accounts"))?;
    backend.db.close().await;
    report(&before, &after, mends)
}

/// Deletes the account with this address, and says what was done.
pub async fn delete(config: Config, email: &str) -> Result<(), StartError> {
    let backend = open_beside(&config).await?;
    let stays = leaving::delete_account(&backend, email).await.map_err(|error| refused(email, error))?;
    backend.background.settled().await;
    backend.db.close().await;
    say(&format!("{email}: the account is deleted, with its entries, files and sign-ins. A mail confirms it."))?;
    say(
        "Records of payments stay for eight years without a name. PayPal is told by the server to end a subscription.",
    )?;
    if stays {
        say("The identity provider keeps the address and a password: delete them in its console.")?;
    }
    Ok(())
}

fn refused(email: &str, error: Error) -> StartError {
    match error {
        Error::Refused(_) => StartError(format!("nobody has the address {email}")),
        error @ Error::Broken(_) => failed("the account could not be changed; try again")(error),
    }
}

pub async fn lock(config: Config, email: &str, reason: ReportReason) -> Result<(), StartError> {
    let backend = open_beside(&config).await?;
    let is_new = moderation::lock(&backend, email, reason).await.map_err(|error| refused(email, error))?;
    backend.background.settled().await;
    backend.db.close().await;
    if !is_new {
        return say(&format!("{email}: the account was locked before."));
    }
    say(&format!("{email}: the account is locked, and nothing is deleted. A mail says why and how to object."))?;
    say("PayPal is told by the server to end a subscription. `--unlock` opens the account again.")
}

pub async fn unlock(config: Config, email: &str) -> Result<(), StartError> {
    let backend = open_beside(&config).await?;
    let is_new = moderation::unlock(&backend, email).await.map_err(|error| refused(email, error))?;
    backend.background.settled().await;
    backend.db.close().await;
    let end = if is_new { "is open again. A mail says so" } else { "was not locked" };
    say(&format!("{email}: the account {end}."))
}

fn report(before: &Unmatched, after: &Unmatched, mends: bool) -> Result<(), StartError> {
    if *before == Unmatched::default() {
        return say("Every account has its identity, and every identity its account.");
    }
    for email in &before.identities {
        let end = if mends { "removed" } else { "--mend removes it" };
        say(&format!("{email}: an identity that nobody registered with; {end}."))?;
    }
    for email in &before.people {
        say(&match (mends, after.people.contains(email)) {
            (false, _) => format!("{email}: nobody can sign in to this account; --mend makes its identity anew."),
            (true, false) => format!(
                "{email}: its identity was made anew. Its owner sets a password with 'forgot password'; nothing was lost."
            ),
            (true, true) => {
                format!("{email}: nobody can sign in, and another identity has the address. Try again in an hour.")
            }
        })?;
    }
    Ok(())
}
