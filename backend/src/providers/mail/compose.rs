//! A mail's words: plain text from the table, and the headers around it.

use super::{Kind, Message};
use crate::{Error, Result};
use chrono::{DateTime, Utc};
use domain::Key;
use lettre::{
    Address,
    message::{
        Body, Mailbox,
        header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
    },
};
use uuid::Uuid;

/// A mail before it is encoded for its way.
#[derive(Clone)]
pub struct Composed {
    builder: lettre::message::MessageBuilder,
    text: String,
}

impl Composed {
    /// For mail servers, which may take no more than ASCII and short lines.
    pub fn encoded(&self) -> Result<lettre::Message> {
        self.with(Body::new(self.text.clone()))
    }

    /// For people who open the file.
    pub fn readable(&self) -> Result<lettre::Message> {
        let text = self.text.replace('\n', "\r\n").into_bytes();
        self.with(Body::dangerous_pre_encoded(text, ContentTransferEncoding::EightBit))
    }

    fn with(&self, body: Body) -> Result<lettre::Message> {
        self.builder.clone().body(body).map_err(|e| Error::broken("mail", e))
    }
}

pub fn compose(message: &Message, from: &Mailbox, origin: &str, now: DateTime<Utc>) -> Result<Composed> {
    let (subject, text, link) = match &message.kind {
        Kind::ResetPassword { link, .. } => (Key::MailResetPasswordSubject, Key::MailResetPasswordText, link.as_str()),
        Kind::VerifyEmail { link } => (Key::MailVerifyEmailSubject, Key::MailVerifyEmailText, link.as_str()),
        Kind::ChangeEmail { link } => (Key::MailChangeEmailSubject, Key::MailChangeEmailText, link.as_str()),
        Kind::PasswordChanged => (Key::MailPasswordChangedSubject, Key::MailPasswordChangedText, ""),
        Kind::EmailChanged => (Key::MailEmailChangedSubject, Key::MailEmailChangedText, ""),
        Kind::GoogleConnected => (Key::MailGoogleConnectedSubject, Key::MailGoogleConnectedText, ""),
        Kind::GoogleDisconnected => (Key::MailGoogleDisconnectedSubject, Key::MailGoogleDisconnectedText, ""),
    };
    let language = message.language;
    let words = [("link", link), ("origin", origin)];
    let more = match message.kind {
        Kind::ResetPassword { disconnects: true, .. } => format!("\n\n{}", language.text(Key::MailResetPasswordGoogle)),
        _ => String::new(),
    };
    let (text, footer) = (language.fill(text, &words), language.fill(Key::MailFooter, &words));
    let text = format!("{text}{more}\n\n-- \n{footer}\n");
    // The cause may hold the address.
    let to: Address = message.to.parse().map_err(|_| Error::broken("mail", "nothing can be sent to this address"))?;
    let id = format!("<{}@{}>", Uuid::new_v4(), from.email.domain());
    let builder = lettre::Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(language.text(subject))
        .date(now.into())
        .message_id(Some(id))
        // So that no answering machine answers.
        .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".into()))
        .header(ContentType::TEXT_PLAIN);
    Ok(Composed { builder, text })
}

/// The sender of mails that never leave this machine.
pub fn from_nobody() -> Mailbox {
    Mailbox::new(Some("Tagesecho".into()), Address::new_dangerous("tagesecho", "localhost"))
}
