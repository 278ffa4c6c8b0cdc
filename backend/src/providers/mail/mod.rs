//! Mails to people: by SMTP, or as `.eml` files in the data folder where no server is set.

mod compose;
mod files;
mod smtp;
#[cfg(test)]
mod tests;
mod words;

use crate::{Background, Clock, Error, Result, Settings, error::StartError};
use chrono::NaiveDate;
use domain::Language;
use files::Files;
use lettre::{Address, message::Mailbox};
use smtp::Smtp;
use std::{fmt, path::PathBuf, sync::Arc};

/// What a mail is about. Only the invitation holds words that somebody else typed.
#[derive(Clone, PartialEq, Eq)]
pub enum Kind {
    /// The way to a new password.
    ResetPassword {
        link: String,
        /// Another provider's account opens this one until then.
        disconnects: bool,
    },
    /// Whether the address is the person's.
    VerifyEmail {
        link: String,
    },
    /// The same for the address that an account shall have.
    ChangeEmail {
        link: String,
    },
    PasswordChanged,
    /// Goes to the address that the account had.
    EmailChanged,
    /// A Google account opens this one from now on.
    GoogleConnected,
    GoogleDisconnected,
    /// To somebody without an account.
    Invitation(Box<Invitation>),
}

/// `name` and `message` are as somebody typed them; the mail makes them harmless.
#[derive(Clone, PartialEq, Eq)]
pub struct Invitation {
    pub name: String,
    pub message: String,
    /// The last day on which the link can be used.
    pub until: NaiveDate,
    pub link: String,
    /// The way to never get another one.
    pub stop: String,
}

impl Kind {
    pub fn name(&self) -> &'static str {
        match self {
            Self::ResetPassword { .. } => "reset password",
            Self::VerifyEmail { .. } => "verify email",
            Self::ChangeEmail { .. } => "change email",
            Self::PasswordChanged => "password changed",
            Self::EmailChanged => "email changed",
            Self::GoogleConnected => "google connected",
            Self::GoogleDisconnected => "google disconnected",
            Self::Invitation(_) => "invitation",
        }
    }
}

/// Links hold codes.
impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Words and links of people.
impl fmt::Debug for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Invitation(..)")
    }
}

pub struct Message {
    pub to: String,
    pub language: Language,
    pub kind: Kind,
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct Mail(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    clock: Clock,
    background: Background,
    origin: String,
    from: Mailbox,
    way: Way,
}

#[derive(Debug)]
enum Way {
    Smtp(Smtp),
    Files(Files),
}

impl Mail {
    /// Nothing is sent yet; settings that cannot be used are named.
    pub fn open(settings: &Settings, clock: &Clock, background: &Background) -> Result<Self, StartError> {
        let from = match (&settings.mail_from, &settings.smtp_url) {
            (Some(from), _) => from.parse::<Mailbox>().map_err(|e| {
                StartError(format!("MAIL_FROM is '{from}' ({e}); it must look like Tagesecho <mail@tagesecho.example>"))
            })?,
            (None, Some(_)) => {
                return Err(StartError("SMTP_URL is set, but MAIL_FROM is not: who shall mails come from?".into()));
            }
            (None, None) => compose::from_nobody(),
        };
        let way = match &settings.smtp_url {
            Some(url) => Way::Smtp(Smtp::open(url)?),
            None => Way::Files(Files::open(settings.data.join("mail"))),
        };
        let origin = settings.origin.clone();
        Ok(Self(Arc::new(Parts { clock: clock.clone(), background: background.clone(), origin, from, way })))
    }

    /// False: they stay files on this machine.
    pub fn leaves(&self) -> bool {
        matches!(self.0.way, Way::Smtp(_))
    }

    pub fn background(&self) -> &Background {
        &self.0.background
    }

    /// Whether mail can go to this address at all.
    pub fn can_reach(address: &str) -> bool {
        address.parse::<Address>().is_ok()
    }

    /// Puts the mail into the queue; it leaves after the answer, and is tried again where that may help.
    pub fn send(&self, message: Message) -> Result<()> {
        let kind = message.kind.name();
        let now = self.0.clock.now();
        let composed = compose::compose(&message, &self.0.from, &self.0.origin, now)?;
        let mail = self.clone();
        let file = if let Way::Files(files) = &self.0.way { files.next(now) } else { PathBuf::new() };
        let is_taken = self.0.background.spawn(async move {
            match &mail.0.way {
                Way::Smtp(smtp) => smtp.send(kind, &composed).await,
                Way::Files(files) => files.keep(kind, composed, file).await,
            }
        });
        if is_taken { Ok(()) } else { Err(Error::unavailable("mail", "too many are waiting")) }
    }

    /// Says in the log whether the server answers and takes our name and password.
    pub async fn check(&self) {
        if let Way::Smtp(smtp) = &self.0.way {
            smtp.check().await;
        }
    }

    /// The text of the newest mail to this address, where mails are kept as files: for tests.
    pub async fn newest(&self, to: &str) -> Result<Option<String>> {
        self.0.background.settled().await;
        match &self.0.way {
            Way::Files(files) => files.newest(to).await,
            Way::Smtp(_) => Ok(None),
        }
    }
}
