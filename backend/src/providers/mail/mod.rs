//! Mails to people: by SMTP, or as `.eml` files in the data folder where no server is set. Each waits in the table until it is
//! sent, so that neither a restart nor a mail server that is away loses one.

mod compose;
mod files;
mod smtp;
mod store;
#[cfg(test)]
mod tests;
mod words;

use crate::{Background, Clock, Db, Error, Result, Secret, Settings, db::Tx, error::StartError, secret::purpose};
use chrono::{NaiveDate, TimeDelta};
use compose::Reader;
use domain::{Language, Receipt};
use files::Files;
use lettre::{Address, address::Envelope, message::Mailbox};
use serde::{Deserialize, Serialize};
use smtp::{Failure, Smtp};
use std::{fmt, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

/// How long a link is good that opens or changes an account; its mail says so.
pub const CODE_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// How long the sending of any other mail is tried.
const PATIENCE: TimeDelta = TimeDelta::days(1);
/// The law wants these to arrive.
const DECLARATION_PATIENCE: TimeDelta = TimeDelta::days(7);
/// Who has taken a mail to send it has it for so long; then it is taken for lost on its way, and sent again.
const TURN: TimeDelta = TimeDelta::minutes(2);
/// From the first try to the second, and so on; after the last of them always as long.
const PAUSES: [TimeDelta; 6] = [
    TimeDelta::seconds(10),
    TimeDelta::minutes(1),
    TimeDelta::minutes(2),
    TimeDelta::minutes(4),
    TimeDelta::minutes(10),
    TimeDelta::hours(1),
];
/// Connections to the mail server at the same time.
const CONNECTIONS: usize = 4;
const LATE: &str = "its time is over";

/// What a mail is about. Only invitations and declarations hold words that somebody else typed.
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
    /// To whoever cancels or withdraws from a contract.
    Declaration(Box<Receipt>),
    /// The same to the operator.
    DeclarationCopy(Box<DeclarationCopy>),
}

/// What the operator is told of a declaration.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("DeclarationCopy(..)")]
pub struct DeclarationCopy {
    pub receipt: Receipt,
    /// The username of who was signed in.
    pub account: Option<String>,
}

/// `name` and `message` are as somebody typed them; the mail makes them harmless.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
// Words and links of people.
#[debug("Invitation(..)")]
pub struct Invitation {
    pub name: String,
    pub message: String,
    pub id: Uuid,
    /// The last day on which the link can be used.
    pub until: NaiveDate,
    pub link: String,
    /// The way to never get another one.
    pub stop: String,
}

impl Kind {
    /// Longer it is of no use.
    fn lifetime(&self) -> TimeDelta {
        match self {
            Self::ResetPassword { .. } | Self::VerifyEmail { .. } | Self::ChangeEmail { .. } => CODE_LIFETIME,
            Self::Declaration(_) | Self::DeclarationCopy(_) => DECLARATION_PATIENCE,
            _ => PATIENCE,
        }
    }

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
            Self::Declaration(_) => "declaration",
            Self::DeclarationCopy(_) => "declaration copy",
        }
    }
}

/// Links hold codes.
impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(derive_more::Debug)]
#[debug("Message {{ kind: {kind:?}, .. }}")]
pub struct Message {
    pub to: String,
    pub language: Language,
    pub kind: Kind,
}

/// What the table holds of a mail, encrypted.
#[derive(Serialize, Deserialize)]
struct Letter {
    kind: String,
    to: String,
    /// Headers and text.
    mail: String,
}

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct Mail(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    db: Db,
    secret: Secret,
    clock: Clock,
    background: Background,
    origin: String,
    from: Mailbox,
    way: Way,
    turns: Arc<Semaphore>,
}

#[derive(Debug)]
enum Way {
    Smtp(Smtp),
    Files(Files),
}

impl Mail {
    /// Nothing is sent yet; settings that cannot be used are named.
    pub fn open(
        settings: &Settings,
        db: &Db,
        secret: &Secret,
        clock: &Clock,
        background: &Background,
    ) -> Result<Self, StartError> {
        let from = match (&settings.mail_from, &settings.smtp_url) {
            (Some(from), _) => from.parse::<Mailbox>().map_err(|e| {
                StartError(format!("MAIL_FROM is '{from}' ({e}); it must look like Tagesecho <mail@tagesecho.example>"))
            })?,
            (None, Some(_)) => {
                return Err(StartError("SMTP_URL is set, but MAIL_FROM is not: who shall mails come from?".into()));
            }
            (None, None) => compose::from_user_not_found(),
        };
        let (way, turns) = match &settings.smtp_url {
            Some(url) => (Way::Smtp(Smtp::open(url)?), CONNECTIONS),
            None => (Way::Files(Files::open(settings.data.join("mail"))), 1),
        };
        Ok(Self(Arc::new(Parts {
            db: db.clone(),
            secret: secret.clone(),
            clock: clock.clone(),
            background: background.clone(),
            origin: settings.origin.clone(),
            from,
            way,
            turns: Arc::new(Semaphore::new(turns)),
        })))
    }

    /// Whom mails come from.
    pub fn sender(&self) -> String {
        self.0.from.email.to_string()
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

    /// Keeps the mail and sends it soon, after the answer.
    pub async fn send(&self, message: &Message) -> Result<()> {
        let mut tx = self.0.db.begin().await?;
        self.keep(&mut tx, message).await?;
        tx.commit().await?;
        self.hurry();
        Ok(())
    }

    /// The mail goes if `tx` is committed: at once after [`Mail::hurry`], else within seconds.
    pub async fn keep(&self, tx: &mut Tx, message: &Message) -> Result<()> {
        let Parts { secret, clock, origin, from, way, .. } = &*self.0;
        let now = clock.now();
        let reader = if matches!(way, Way::Smtp(_)) { Reader::MailServer } else { Reader::Person };
        let mail = compose::compose(message, from, origin, now, reader)?.formatted();
        let mail = String::from_utf8(mail).map_err(|e| Error::broken("mail", e))?;
        let letter = Letter { kind: message.kind.name().to_owned(), to: message.to.clone(), mail };
        let letter = serde_json::to_string(&letter).map_err(|e| Error::broken("mail", e))?;
        let invitation = if let Kind::Invitation(invitation) = &message.kind { Some(invitation.id) } else { None };
        store::insert(tx, secret.encrypt(purpose::MAIL, &letter)?, invitation, now, now + message.kind.lifetime()).await
    }

    /// An invitation that still waits does not go, once `tx` is committed.
    pub async fn take_back(&self, tx: &mut Tx, invitation: Uuid) -> Result<()> {
        store::delete_invitation(tx, invitation).await
    }

    /// The language of mails to somebody; German where nobody is registered with this uid.
    pub async fn language_of(&self, uid: &str) -> Result<Language> {
        let stored = store::find_language(&self.0.db, uid).await?;
        Ok(stored.and_then(|stored| Language::parse(&stored)).unwrap_or(Language::De))
    }

    /// Sends what is due, without waiting for it. Where all turns are taken, whoever has one goes on until nothing is due.
    pub fn hurry(&self) {
        if let Ok(turn) = self.0.turns.clone().try_acquire_owned() {
            let mail = self.clone();
            self.0.background.spawn(async move { mail.deliver(turn).await });
        }
    }

    /// The regular look: for mails that another process or an earlier start has kept, and for those that were not taken at first.
    pub async fn look(&self) {
        match store::is_any_due(&self.0.db, self.0.clock.now()).await {
            Ok(true) => self.hurry(),
            Ok(false) => {}
            Err(error) => tracing::debug!(%error, "mails were not looked for"),
        }
    }

    /// Sends one mail after the other until none is due.
    async fn deliver(&self, _turn: OwnedSemaphorePermit) {
        loop {
            match self.deliver_next().await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => return tracing::warn!(%error, "mails wait"),
            }
        }
    }

    /// False: none is due. A process that ends between the server's yes and the end of its row sends the same mail once more.
    async fn deliver_next(&self) -> Result<bool> {
        let Parts { db, clock, .. } = &*self.0;
        let now = clock.now();
        let Some(row) = store::take(db, now, now + TURN).await? else { return Ok(false) };
        let tries = row.tries;
        // A file on this machine comes too late for nobody.
        let is_late = self.leaves() && row.ends_at <= now;
        let (kind, sent) = match self.open_letter(&row.letter) {
            Ok(letter) => {
                let sent = if is_late { Err(Failure::Final(LATE.into())) } else { self.attempt(&letter).await };
                (letter.kind, sent)
            }
            Err(_) if row.ends_at <= now => ("unknown".to_owned(), Err(Failure::Final(LATE.into()))),
            // Another server may have the secret that it was encrypted with.
            Err(error) => ("unknown".to_owned(), Err(Failure::Passing(error.to_string()))),
        };
        match sent {
            Ok(()) => {
                store::delete(db, row.id).await?;
                tracing::info!(kind, tries, "a mail was handed over");
            }
            Err(Failure::Passing(why)) => {
                let pause =
                    usize::try_from(tries - 1).ok().and_then(|n| PAUSES.get(n)).unwrap_or(&PAUSES[PAUSES.len() - 1]);
                store::wait(db, row.id, clock.now() + *pause).await?;
                tracing::warn!(kind, tries, why, "a mail was not taken yet; it is tried again");
            }
            Err(Failure::Final(why)) => {
                store::delete(db, row.id).await?;
                tracing::error!(kind, tries, why, "a mail was not sent");
            }
        }
        Ok(true)
    }

    fn open_letter(&self, sealed: &[u8]) -> Result<Letter> {
        serde_json::from_str(&self.0.secret.decrypt(purpose::MAIL, sealed)?).map_err(|e| Error::broken("mail", e))
    }

    async fn attempt(&self, Letter { to, mail, .. }: &Letter) -> Result<(), Failure> {
        match &self.0.way {
            Way::Smtp(smtp) => {
                let to =
                    to.parse::<Address>().map_err(|_| Failure::Final("nothing can be sent to its address".into()))?;
                let envelope = Envelope::new(Some(self.0.from.email.clone()), vec![to]);
                smtp.send(&envelope.map_err(|e| Failure::Final(e.to_string()))?, mail).await
            }
            Way::Files(files) => {
                let kept = files.keep(mail.clone(), self.0.clock.now()).await;
                let file = kept.map_err(|e| Failure::Passing(e.to_string()))?;
                tracing::info!(file = %file.display(), "a mail was written to a file; SMTP_URL sends mails");
                Ok(())
            }
        }
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
        // What was kept in the moment when a turn ended.
        self.look().await;
        self.0.background.settled().await;
        match &self.0.way {
            Way::Files(files) => files.newest(to).await,
            Way::Smtp(_) => Ok(None),
        }
    }
}
