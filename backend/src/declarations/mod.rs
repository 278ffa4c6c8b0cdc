//! Cancellations and withdrawals, which people declare without an account (product 22, §§ 312k and 356a BGB). A declaration does not end a
//! subscription. The subscription is ended separately.

mod store;

use crate::{
    Backend, Error, Result, Viewer,
    providers::mail::{self, Kind, Message},
    sanitize::sanitize,
    secret::purpose::DECLARATION,
    throttle::{Action, place},
};
use chrono::TimeDelta;
use domain::{Declaration, DeclarationForm, Language, Receipt, Refusal, UserId, email, limits};

/// The purpose of the keyed hash of a receipt's token.
const RECEIPT: &str = "declaration receipt";
/// Symbols that are hard to confuse: no 0 and O, no 1 and I.
const SYMBOLS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/// A declaration that was received.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("Declared({})", receipt.case_number)]
pub struct Declared {
    /// Opens the receipt for [`limits::RECEIPT_DAYS`] days.
    pub token: String,
    pub receipt: Receipt,
}

/// Stores the declaration and confirms it at once by mail to the address that it names. The operator gets a copy. `address` is the caller's, for throttling.
pub async fn declare(
    backend: &Backend,
    viewer: &Viewer,
    form: DeclarationForm,
    language: Language,
    address: &str,
) -> Result<Declared> {
    let declaration = check(form)?;
    // Anybody can make us send mail to any address here, so this is throttled. The key contains the caller's network, so that a stranger
    // cannot keep the owner of the address from declaring.
    let mailbox = format!("{} {}", email::fold(&declaration.email), place(address));
    let tries = [(Action::Declaration, address.to_owned()), (Action::DeclarationTo, mailbox)];
    backend.throttle.take_all(&tries)?;
    let receipt =
        Receipt { case_number: case_number(backend, &declaration)?, received_at: backend.clock.now(), declaration };
    let token = backend.secret.token(32)?;
    let content = serde_json::to_string(&receipt.declaration).map_err(|e| Error::broken("declaration", e))?;
    let new = store::NewDeclaration {
        id: backend.clock.id(),
        case_number: receipt.case_number.clone(),
        token_hash: backend.secret.hash(RECEIPT, &token),
        content: backend.secret.encrypt(DECLARATION, &content)?,
        user: viewer.user_id(),
        now: receipt.received_at,
    };
    let account = viewer.account().ok().map(|account| account.user.username.clone());
    let [confirmation, copy] = mails(backend, &receipt, language, account);
    let mut tx = backend.db.begin().await?;
    store::insert(&mut tx, new).await?;
    backend.mail.keep(&mut tx, &confirmation).await?;
    backend.mail.keep(&mut tx, &copy).await?;
    tx.commit().await?;
    backend.mail.hurry();
    tracing::info!(case = %receipt.case_number, "a declaration came in: `tagesecho declarations` shows it");
    Ok(Declared { token, receipt })
}

/// Refuses what [`declare`] would refuse, but stores nothing. For a page that asks for confirmation.
pub fn check(form: DeclarationForm) -> Result<Declaration> {
    Ok(form.checked()?)
}

/// A case number such as `K-20261120-7F3KQ2AB`, with the day in UTC.
fn case_number(backend: &Backend, declaration: &Declaration) -> Result<String> {
    let kind = if declaration.is_withdrawal() { 'W' } else { 'K' };
    let symbols = backend.secret.bytes(8)?.into_iter().map(|byte| char::from(SYMBOLS[usize::from(byte & 31)]));
    Ok(format!("{kind}-{}-{}", backend.clock.now().format("%Y%m%d"), symbols.collect::<String>()))
}

/// The confirmation, and the operator's copy in German.
fn mails(backend: &Backend, receipt: &Receipt, language: Language, account: Option<String>) -> [Message; 2] {
    let confirmation =
        Message { to: receipt.declaration.email.clone(), language, kind: Kind::Declaration(Box::new(receipt.clone())) };
    let copy = mail::DeclarationCopy { receipt: receipt.clone(), account };
    let to = backend.settings.legal_mail.clone().unwrap_or_else(|| backend.mail.sender());
    [confirmation, Message { to, language: Language::De, kind: Kind::DeclarationCopy(Box::new(copy)) }]
}

/// The receipt of this token, as long as it can be opened.
pub async fn receipt(backend: &Backend, _viewer: &Viewer, token: &str) -> Result<Receipt> {
    let since = backend.clock.now() - TimeDelta::days(limits::RECEIPT_DAYS);
    let found = store::find_by_token(&backend.db, backend.secret.hash(RECEIPT, token), since).await?;
    opened(backend, &found.ok_or(Refusal::ReceiptNotFound)?)
}

fn opened(backend: &Backend, stored: &store::Stored) -> Result<Receipt> {
    let content = backend.secret.decrypt(DECLARATION, &stored.content)?;
    Ok(Receipt {
        case_number: stored.case_number.clone(),
        received_at: stored.created_at,
        declaration: serde_json::from_str(&content).map_err(|e| Error::broken("declaration", e))?,
    })
}

/// An open declaration, for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenDeclaration {
    pub receipt: Receipt,
    /// Username and id of the account that was signed in. None: nobody was, or the account was deleted.
    pub account: Option<(String, UserId)>,
}

/// Makes the words of a declaration safe for a terminal.
pub fn printable(words: &str) -> String {
    sanitize(words)
}

/// The oldest open declarations, at most [`limits::PAGE_MAX`], and the number of all open ones. For the operator's command line.
pub async fn open_declarations(backend: &Backend) -> Result<(Vec<OpenDeclaration>, usize)> {
    let rows = store::list_open(&backend.db, limits::PAGE_MAX).await?;
    let shown = rows.into_iter().map(|row| {
        Ok(OpenDeclaration { receipt: opened(backend, &row.stored)?, account: row.username.zip(row.user_id) })
    });
    Ok((shown.collect::<Result<_>>()?, store::count_open(&backend.db).await?))
}

/// Marks a declaration as done. False: there is no such open declaration.
pub async fn close(backend: &Backend, case_number: &str) -> Result<bool> {
    store::set_done(&backend.db, case_number, backend.clock.now()).await
}

/// Deletes declarations that were closed more than [`limits::DECLARATION_DAYS`] days ago.
pub async fn sweep(backend: &Backend) -> Result<()> {
    let before = backend.clock.now() - TimeDelta::days(limits::DECLARATION_DAYS);
    store::delete_done(&backend.db, before).await
}
