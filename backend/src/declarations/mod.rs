//! Cancellations and withdrawals, which people declare without an account (product 22, §§ 312k and 356a BGB). A declaration does not end a
//! subscription. The subscription is ended separately.

mod store;

use crate::{
    Backend, Error, Result, Viewer, audit,
    db::Tx,
    providers::mail::{self, Kind, Message},
    sanitize::sanitize,
    secret::purpose::DECLARATION,
    throttle::Action,
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{AuditKind, Declaration, DeclarationForm, Language, Receipt, Refusal, UserId, email, limits};

/// The purpose of the keyed hash of a receipt's token.
const RECEIPT: &str = "declaration receipt";
/// The purpose of the keyed hash of a counter of mails.
const COUNTER: &str = "declaration mails";
/// Confirmations that one mailbox gets a day. Everybody can name it.
const MAILBOX_MAILS: i64 = 3;
/// Confirmations to guests that go at once. After these one a minute goes.
const GUEST_MAILS: i64 = 60;
/// Copies that the operator gets a day. A digest tells of the others.
const COPIES: i64 = 5;
/// The pause before a digest.
const DIGEST_PAUSE: TimeDelta = TimeDelta::hours(1);
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

/// Stores the declaration and confirms it by mail to the address that it names, as far as that mailbox has not had enough. The operator gets a
/// copy or a digest. `address` is the caller's, for throttling.
pub async fn declare(
    backend: &Backend,
    viewer: &Viewer,
    form: DeclarationForm,
    language: Language,
    address: &str,
) -> Result<Declared> {
    let declaration = check(form)?;
    backend.throttle.take(Action::Declaration, address).await?;
    let case_number = case_number(backend, &declaration)?;
    let now = backend.clock.now();
    let token = backend.secret.token(32)?;
    let mut tx = backend.db.begin().await?;
    // Anybody can name any address here. The declaration is taken all the same; only the mails are bounded.
    let is_mailed = count(backend, &mut tx, &mailbox(&declaration.email), TimeDelta::days(1)).await? <= MAILBOX_MAILS;
    let is_copied = count(backend, &mut tx, "operator", TimeDelta::days(1)).await? <= COPIES;
    let receipt = Receipt { case_number, received_at: now, is_mailed, declaration };
    let content = serde_json::to_string(&receipt.declaration).map_err(|e| Error::broken("declaration", e))?;
    let new = store::NewDeclaration {
        id: backend.clock.id(),
        case_number: receipt.case_number.clone(),
        token_hash: backend.secret.hash(RECEIPT, &token),
        content: backend.secret.encrypt(DECLARATION, &content)?,
        user: viewer.user_id(),
        is_mailed,
        is_copied,
        now,
    };
    let account = viewer.account().ok().map(|account| account.user.username.clone());
    let [confirmation, copy] = mails(backend, &receipt, language, account);
    store::insert(&mut tx, new).await?;
    if is_mailed {
        let at = now + if viewer.user_id().is_some() { TimeDelta::zero() } else { delay(backend, &mut tx).await? };
        backend.mail.keep_until(&mut tx, &confirmation, at).await?;
    }
    if is_copied {
        backend.mail.keep(&mut tx, &copy).await?;
    }
    tx.commit().await?;
    backend.mail.start_sending();
    tracing::info!(case = %receipt.case_number, "a declaration came in: `tagesecho declarations` shows it");
    Ok(Declared { token, receipt })
}

/// Counts one mail of this counter, and returns how many there were within `period`.
async fn count(backend: &Backend, tx: &mut Tx, counter: &str, period: TimeDelta) -> Result<i64> {
    let now = backend.clock.now();
    store::count_mail(tx, backend.secret.hash(COUNTER, counter), now, now - period).await
}

/// How long a guest's confirmation waits, so that no flood of declarations becomes a flood of mails: after the first ones, one a minute goes.
async fn delay(backend: &Backend, tx: &mut Tx) -> Result<TimeDelta> {
    let now = backend.clock.now();
    let minute = store::take_minute(tx, backend.secret.hash(COUNTER, "guests"), now, GUEST_MAILS).await?;
    Ok(TimeDelta::minutes((minute - now.timestamp() / 60).max(0)))
}

/// One mailbox under its different names: tags and case do not matter, as for invitations.
fn mailbox(address: &str) -> String {
    format!("mailbox {}", email::untagged(&email::fold(address)))
}

/// Tells the operator by one mail of all declarations without a copy, an hour after the last mail at the earliest.
async fn send_digest(backend: &Backend, now: DateTime<Utc>) -> Result<()> {
    if !store::is_digest_due(&backend.db, now - DIGEST_PAUSE).await? {
        return Ok(());
    }
    let mut tx = backend.db.begin().await?;
    let numbers = store::set_told(&mut tx, now).await?;
    if !numbers.is_empty() {
        let message = to_operator(backend, Kind::DeclarationDigest(numbers));
        backend.mail.keep(&mut tx, &message).await?;
    }
    tx.commit().await?;
    backend.mail.start_sending();
    Ok(())
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
    [confirmation, to_operator(backend, Kind::DeclarationCopy(Box::new(copy)))]
}

fn to_operator(backend: &Backend, kind: Kind) -> Message {
    let to = backend.settings.legal_mail.clone().unwrap_or_else(|| backend.mail.sender());
    Message { to, language: Language::De, kind }
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
        is_mailed: stored.is_mailed,
        declaration: serde_json::from_str(&content).map_err(|e| Error::broken("declaration", e))?,
    })
}

/// An open declaration, for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenDeclaration {
    pub case_number: String,
    pub received_at: DateTime<Utc>,
    /// None: it does not open, because another secret encrypted it or it was damaged.
    pub receipt: Option<Receipt>,
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
    let count = store::count_open(&backend.db).await?;
    let (mut shown, mut read) = (Vec::new(), Vec::new());
    for row in rows {
        let receipt = opened(backend, &row.stored).ok();
        read.extend(row.user_id.filter(|_| receipt.is_some()));
        let account = row.username.zip(row.user_id);
        let store::Stored { case_number, created_at: received_at, .. } = row.stored;
        shown.push(OpenDeclaration { case_number, received_at, receipt, account });
    }
    audit::record_all(backend, read, AuditKind::DeclarationRead).await?;
    Ok((shown, count))
}

/// Marks a declaration as done. False: there is no such open declaration.
pub async fn close(backend: &Backend, case_number: &str) -> Result<bool> {
    let mut tx = backend.db.begin().await?;
    let Some(user) = store::set_done(&mut tx, case_number, backend.clock.now()).await? else { return Ok(false) };
    if let Some(user) = user {
        audit::record(&mut tx, &backend.clock, user, AuditKind::DeclarationClosed).await?;
    }
    tx.commit().await.map(|()| true)
}

/// Tells the operator what waits for that, and deletes declarations that were closed more than [`limits::DECLARATION_DAYS`] days ago.
pub async fn sweep(backend: &Backend) -> Result<()> {
    let now = backend.clock.now();
    send_digest(backend, now).await?;
    store::delete_counters(&backend.db, now - TimeDelta::days(2)).await?;
    store::delete_done(&backend.db, now - TimeDelta::days(limits::DECLARATION_DAYS)).await
}
