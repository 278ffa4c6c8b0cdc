//! Composes a mail: plain text from the locales, and its headers.

use super::{DeclarationCopy, FriendEvent, FriendMail, Invitation, Kind, Message, recipient, unreachable, words};
use crate::{Error, Result};
use chrono::{DateTime, Utc};
use domain::{Key, Language, Receipt, date, declaration::Row};
use lettre::{
    Address,
    message::{
        Body, Mailbox, MessageBuilder,
        header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
    },
};
use uuid::Uuid;

/// The reader of the encoded mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// May accept only ASCII and short lines.
    MailServer,
    /// Somebody who opens the file.
    Person,
}

/// Headers and text as they are sent.
pub fn compose(
    message: &Message,
    from: &Mailbox,
    origin: &str,
    now: DateTime<Utc>,
    reader: Reader,
) -> Result<lettre::Message> {
    let (subject, text, link) = match &message.kind {
        Kind::ResetPassword { link, .. } => (Key::MailResetPasswordSubject, Key::MailResetPasswordText, link.as_str()),
        Kind::VerifyEmail { link } => (Key::MailVerifyEmailSubject, Key::MailVerifyEmailText, link.as_str()),
        Kind::ChangeEmail { link } => (Key::MailChangeEmailSubject, Key::MailChangeEmailText, link.as_str()),
        Kind::PasswordChanged => (Key::MailPasswordChangedSubject, Key::MailPasswordChangedText, ""),
        Kind::EmailChanged => (Key::MailEmailChangedSubject, Key::MailEmailChangedText, ""),
        Kind::GoogleConnected => (Key::MailGoogleConnectedSubject, Key::MailGoogleConnectedText, ""),
        Kind::GoogleDisconnected => (Key::MailGoogleDisconnectedSubject, Key::MailGoogleDisconnectedText, ""),
        Kind::ProBegan { .. } => (Key::MailProBeganSubject, Key::MailProBeganText, ""),
        Kind::ProCancelled { .. } => (Key::MailProCancelledSubject, Key::MailProCancelledText, ""),
        Kind::ProRefunded { .. } => (Key::MailProRefundedSubject, Key::MailProRefundedText, ""),
        // No words that people typed appear in a header.
        Kind::Invitation(_) => (Key::MailInvitationSubject, Key::MailInvitationText, ""),
        Kind::Reminder { .. } => (Key::MailReminderSubject, Key::MailReminderText, ""),
        Kind::Friend(mail) => {
            let (subject, text) = friend_keys(mail.event);
            (subject, text, "")
        }
        Kind::Leaving { .. } => (Key::MailLeavingSubject, Key::MailLeavingText, ""),
        Kind::Left { .. } => (Key::MailLeftSubject, Key::MailLeftText, ""),
        Kind::Locked { .. } => (Key::MailLockedSubject, Key::MailLockedText, ""),
        Kind::Unlocked => (Key::MailUnlockedSubject, Key::MailUnlockedText, ""),
        Kind::EntryHidden { .. } => (Key::MailEntryHiddenSubject, Key::MailEntryHiddenText, ""),
        Kind::Declaration(receipt) => {
            let is_withdrawal = receipt.declaration.is_withdrawal();
            (by_kind(is_withdrawal, DECLARATION_SUBJECTS), Key::MailDeclarationText, "")
        }
        Kind::DeclarationCopy(copy) => {
            let is_withdrawal = copy.receipt.declaration.is_withdrawal();
            (by_kind(is_withdrawal, COPY_SUBJECTS), Key::MailDeclarationCopyText, "")
        }
        Kind::DeclarationDigest(_) => (Key::MailDeclarationDigestSubject, Key::MailDeclarationDigestText, ""),
    };
    let language = message.language;
    let params = [("link", link), ("origin", origin)];
    let text = match &message.kind {
        Kind::ResetPassword { disconnects: true, .. } => {
            format!("{}\n\n{}", language.fill(text, &params), language.text(Key::MailResetPasswordGoogle))
        }
        Kind::ProBegan { price, begins } => {
            language.fill(text, &[("price", price), ("date", &date::short(*begins)), ("origin", origin)])
        }
        Kind::ProCancelled { until, may_come_back } => {
            let day = date::short(until.unwrap_or(now.date_naive()));
            let params = [("now", date::short(now.date_naive())), ("date", day), ("origin", origin.to_owned())];
            let params: Vec<_> = params.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let keys = [
                Some(text),
                until.map(|_| Key::MailProCancelledUntil),
                (*may_come_back && until.is_some()).then_some(Key::MailProCancelledBack),
            ];
            keys.into_iter().flatten().map(|key| language.fill(key, &params)).collect::<Vec<_>>().join("\n\n")
        }
        Kind::ProRefunded { at } => language.fill(text, &[("date", &date::short(*at)), ("origin", origin)]),
        Kind::Leaving { until } => language.fill(text, &[("date", &date::short(*until)), ("origin", origin)]),
        Kind::Left { at, payments_until } => {
            let text = language.fill(text, &[("date", &date::short(*at))]);
            match payments_until {
                Some(until) => {
                    let kept = language.fill(Key::MailLeftPayments, &[("date", &date::short(*until))]);
                    format!("{text}\n\n{kept}")
                }
                None => text,
            }
        }
        Kind::Locked { reason } => language.fill(text, &[("reason", language.text(reason.text())), ("origin", origin)]),
        Kind::EntryHidden { date, reason } => {
            let reason = language.text(reason.text());
            language.fill(text, &[("date", &date::short(*date)), ("reason", reason), ("origin", origin)])
        }
        Kind::Invitation(invitation) => letter(invitation, text, language),
        Kind::Reminder { stop } => language.fill(text, &[("link", &format!("{origin}/create")), ("stop", stop)]),
        Kind::Friend(mail) => news(mail, text, language, origin),
        Kind::Declaration(receipt) => confirmation(receipt, text, language),
        Kind::DeclarationCopy(copy) => copy_of(copy, text, language, origin),
        Kind::DeclarationDigest(numbers) => digest(numbers, text, language, origin),
        _ => language.fill(text, &params),
    };
    let footer = language.fill(Key::MailFooter, &params);
    let text = format!("{text}\n\n-- \n{footer}\n");
    let to = recipient(&message.to).ok_or_else(unreachable)?;
    let id = format!("<{}@{}>", Uuid::new_v4(), from.email.domain());
    let builder = lettre::Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(language.text(subject))
        .date(now.into())
        .message_id(Some(id))
        .header(ContentType::TEXT_PLAIN);
    // Prevents automatic replies.
    let builder = header(builder, "Auto-Submitted", "auto-generated".into());
    let builder = match message.kind.stop() {
        Some(stop) => header(builder, "List-Unsubscribe", format!("<{stop}>")),
        None => builder,
    };
    // RFC 8058: the mail program's own button sends a POST to that address.
    let builder = match &message.kind {
        Kind::Reminder { .. } | Kind::Friend(_) => {
            header(builder, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into())
        }
        _ => builder,
    };
    let body = match reader {
        Reader::MailServer => Body::new(text),
        Reader::Person => {
            Body::dangerous_pre_encoded(text.replace('\n', "\r\n").into_bytes(), ContentTransferEncoding::EightBit)
        }
    };
    builder.body(body).map_err(|e| Error::broken("mail", e))
}

fn header(builder: MessageBuilder, name: &'static str, value: String) -> MessageBuilder {
    builder.raw_header(HeaderValue::new(HeaderName::new_from_ascii_str(name), value))
}

fn friend_keys(event: FriendEvent) -> (Key, Key) {
    match event {
        FriendEvent::Asked => (Key::MailFriendAskedSubject, Key::MailFriendAskedText),
        FriendEvent::Accepted => (Key::MailFriendAcceptedSubject, Key::MailFriendAcceptedText),
        FriendEvent::Registered => (Key::MailFriendRegisteredSubject, Key::MailFriendRegisteredText),
        FriendEvent::CodeUsed => (Key::MailCodeUsedSubject, Key::MailCodeUsedText),
    }
}

fn news(mail: &FriendMail, text: Key, language: Language, origin: &str) -> String {
    let tab = match mail.event {
        FriendEvent::Asked => "incoming",
        FriendEvent::Accepted => "friends",
        FriendEvent::Registered | FriendEvent::CodeUsed => "invitations",
    };
    let link = format!("{origin}/friends?tab={tab}");
    language.fill(text, &[("name", &words::name(&mail.name)), ("link", &link), ("stop", &mail.stop)])
}

fn letter(invitation: &Invitation, text: Key, language: Language) -> String {
    let (name, message) = (words::name(&invitation.name), words::quoted(&invitation.message));
    let said = match message.as_str() {
        "" => String::new(),
        message => language.fill(Key::MailInvitationWords, &[("name", &name), ("message", message)]),
    };
    let until = date::short(invitation.until);
    let params = [("name", name.as_str()), ("words", &said), ("date", &until), ("link", &invitation.link)];
    language.fill(text, &[params.as_slice(), &[("stop", invitation.stop.as_str())]].concat())
}

/// Subjects for a cancellation and for a withdrawal.
const DECLARATION_SUBJECTS: [Key; 2] = [Key::DeclarationCancellationTitle, Key::DeclarationWithdrawalTitle];
const COPY_SUBJECTS: [Key; 2] = [Key::MailDeclarationCancellationCopy, Key::MailDeclarationWithdrawalCopy];
/// Case numbers that a digest names; the command lists all.
const DIGEST_NUMBERS: usize = 50;
const NEXT: [Key; 2] = [Key::DeclarationReceiptNextCancellation, Key::DeclarationReceiptNextWithdrawal];

fn by_kind(is_withdrawal: bool, keys: [Key; 2]) -> Key {
    keys[usize::from(is_withdrawal)]
}

fn confirmation(receipt: &Receipt, text: Key, language: Language) -> String {
    let next = language.text(by_kind(receipt.declaration.is_withdrawal(), NEXT));
    language.fill(text, &[("words", &content(receipt, language)), ("next", next)])
}

fn copy_of(copy: &DeclarationCopy, text: Key, language: Language, origin: &str) -> String {
    let account = copy.account.as_deref().unwrap_or(language.text(Key::MailDeclarationGuest));
    let (words, case) = (content(&copy.receipt, language), copy.receipt.case_number.as_str());
    language.fill(text, &[("words", &words), ("origin", origin), ("account", account), ("case", case)])
}

/// The operator's command closes what is spam all at once.
fn digest(numbers: &[String], text: Key, language: Language, origin: &str) -> String {
    let first: Vec<&str> = numbers.iter().take(DIGEST_NUMBERS).map(String::as_str).collect();
    let count = numbers.len().to_string();
    language.fill(text, &[("n", &count), ("origin", origin), ("cases", &first.join(" "))])
}

/// Everything that was declared; the person's own words are marked line by line.
fn content(receipt: &Receipt, language: Language) -> String {
    let rows = receipt.rows(language).into_iter().map(|Row { label, value, is_typed }| {
        if is_typed { format!("{label}:\n{}", words::quoted(&value)) } else { format!("{label}: {value}") }
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// The sender of mails that never leave this machine.
pub fn from_user_not_found() -> Mailbox {
    Mailbox::new(Some("Tagesecho".into()), Address::new_dangerous("tagesecho", "localhost"))
}
