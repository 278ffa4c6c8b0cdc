//! Mails to people: by SMTP, or as `.eml` files in the data folder if no server is configured. Each mail waits in a table until it is
//! sent, so that none is lost when this server restarts or the mail server is down.

mod compose;
mod files;
mod kind;
mod smtp;
mod store;
#[cfg(test)]
mod tests;
mod words;

pub use kind::{DeclarationCopy, FriendEvent, FriendMail, Invitation, Kind};

use crate::{
    Background, Clock, Db, Error, Result, Secret, Settings, db::Tx, error::StartError, metrics, secret::purpose,
};
use chrono::{DateTime, TimeDelta, Utc};
use compose::Reader;
use domain::{Email, Language};
use files::Files;
use lettre::{Address, address::Envelope, message::Mailbox};
use serde::{Deserialize, Serialize};
use smtp::{Failure, Smtp};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

/// Lifetime of a link that opens or changes an account. The mail mentions it.
pub const CODE_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// Lifetime of a link that only confirms the address of an account. The mail mentions it.
pub const CONFIRMATION_LIFETIME: TimeDelta = TimeDelta::days(1);
/// Time after which sending any other mail is given up.
const GIVE_UP: TimeDelta = TimeDelta::days(1);
/// Time after which sending a receipt is given up. The law wants these to arrive.
const DECLARATION_GIVE_UP: TimeDelta = TimeDelta::days(7);
/// How long a process has a mail that it took for sending. Then it counts as lost, and is sent again.
const TURN: TimeDelta = TimeDelta::minutes(2);
/// The pauses between attempts. The last one repeats.
const PAUSES: [TimeDelta; 6] = [
    TimeDelta::seconds(10),
    TimeDelta::minutes(1),
    TimeDelta::minutes(2),
    TimeDelta::minutes(4),
    TimeDelta::minutes(10),
    TimeDelta::hours(1),
];
/// Most connections to the mail server at the same time.
const CONNECTIONS: usize = 4;
const LATE: &str = "its time is over";

/// The address for a mail server, with the host in ASCII. None: it is from before [`Email::parse`], which would refuse or trim it.
fn recipient(address: &str) -> Option<Address> {
    let email = Email::parse(address).ok().filter(|email| email.as_str() == address.trim())?;
    email.deliverable().parse().ok()
}

/// The error names no address, so that none is in the log.
fn unreachable() -> Error {
    Error::broken("mail", "nothing can be sent to this address")
}

#[derive(derive_more::Debug)]
#[debug("Message {{ kind: {kind:?}, .. }}")]
pub struct Message {
    pub to: String,
    pub language: Language,
    pub kind: Kind,
}

/// A mail in the table, encrypted.
#[derive(Serialize, Deserialize)]
struct Letter {
    kind: String,
    to: String,
    /// Headers and text.
    mail: String,
    /// The person whom news are about.
    #[serde(default)]
    about: Option<Uuid>,
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
    /// Sends nothing yet. An error names the setting that cannot be used.
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

    /// False: mails are only written to files on this machine.
    pub fn leaves(&self) -> bool {
        matches!(self.0.way, Way::Smtp(_))
    }

    pub fn background(&self) -> &Background {
        &self.0.background
    }

    /// Whether mail can go to this address at all.
    pub fn can_reach(address: &str) -> bool {
        recipient(address).is_some()
    }

    /// Stores the mail and sends it soon, after the response.
    pub async fn send(&self, message: &Message) -> Result<()> {
        let mut tx = self.0.db.begin().await?;
        self.keep(&mut tx, message).await?;
        tx.commit().await?;
        self.start_sending();
        Ok(())
    }

    /// Stores the mail. It is sent if `tx` is committed: at once after [`Mail::start_sending`], else within seconds.
    pub async fn keep(&self, tx: &mut Tx, message: &Message) -> Result<()> {
        self.keep_until(tx, message, self.0.clock.now()).await
    }

    /// Like [`Self::keep`], but the mail is not sent before `at`.
    pub async fn keep_until(&self, tx: &mut Tx, message: &Message, at: DateTime<Utc>) -> Result<()> {
        let Parts { secret, clock, origin, from, way, .. } = &*self.0;
        let now = clock.now();
        let reader = if matches!(way, Way::Smtp(_)) { Reader::MailServer } else { Reader::Person };
        let mail = compose::compose(message, from, origin, now, reader)?.formatted();
        let mail = String::from_utf8(mail).map_err(|e| Error::broken("mail", e))?;
        let to = recipient(&message.to).ok_or_else(unreachable)?.to_string();
        let about = if let Kind::Friend(news) = &message.kind { Some(news.about) } else { None };
        let letter = Letter { kind: message.kind.name().to_owned(), to, mail, about };
        let letter = serde_json::to_string(&letter).map_err(|e| Error::broken("mail", e))?;
        let invitation = if let Kind::Invitation(invitation) = &message.kind { Some(invitation.id) } else { None };
        store::insert(tx, secret.encrypt(purpose::MAIL, &letter)?, invitation, at, at + message.kind.lifetime()).await
    }

    /// Cancels an invitation's mail that is not sent yet, if `tx` is committed.
    pub async fn take_back(&self, tx: &mut Tx, invitation: Uuid) -> Result<()> {
        store::delete_invitation(tx, invitation).await
    }

    /// Takes back what waits for somebody who leaves, what is news about them, and the invitations that they sent, if `tx` is committed.
    /// Receipts and links that they asked for go.
    pub async fn forget(&self, tx: &mut Tx, address: &str, id: Uuid) -> Result<()> {
        const UNWANTED: [&str; 5] =
            ["reminder", "friend request", "friend request accepted", "invitation accepted", "code used"];
        self.take_back_where(tx, address, id, |kind| UNWANTED.contains(&kind)).await
    }

    /// The same for whatever waits for somebody who is deleted, but for receipts that the law asks for.
    pub async fn forget_all(&self, tx: &mut Tx, address: &str, id: Uuid) -> Result<()> {
        self.take_back_where(tx, address, id, |kind| kind != kind::DECLARATION).await
    }

    async fn take_back_where(
        &self,
        tx: &mut Tx,
        address: &str,
        id: Uuid,
        is_unwanted: impl Fn(&str) -> bool,
    ) -> Result<()> {
        store::delete_invitations_of(tx, id).await?;
        let to = recipient(address).map(|address| address.to_string());
        for (row, letter) in store::list(tx).await? {
            // Another secret sealed what does not open; nobody reads it.
            let Ok(letter) = self.open_letter(&letter) else { continue };
            let is_theirs = to.as_ref() == Some(&letter.to) && is_unwanted(&letter.kind);
            if is_theirs || letter.about == Some(id) {
                store::delete_in(tx, row).await?;
            }
        }
        Ok(())
    }

    /// Removes the mails to an address that lie here in place of a mail server. A failure is only logged.
    pub async fn forget_files(&self, address: &str) {
        if let (Way::Files(files), Some(to)) = (&self.0.way, recipient(address))
            && let Err(error) = files.forget_to(to.as_ref()).await
        {
            tracing::warn!(%error, "mails to somebody who left stay in the folder of mails");
        }
    }

    /// The language for mails to this person. German if nobody is registered with this uid.
    pub async fn language_of(&self, uid: &str) -> Result<Language> {
        let stored = store::find_language(&self.0.db, uid).await?;
        Ok(stored.and_then(|stored| Language::parse(&stored)).unwrap_or(Language::De))
    }

    /// Starts sending what is due, without waiting. If the most deliveries run already, one of them goes on until nothing is due.
    pub fn start_sending(&self) {
        if let Ok(turn) = self.0.turns.clone().try_acquire_owned() {
            let mail = self.clone();
            self.0.background.spawn(async move { mail.deliver(turn).await });
        }
    }

    /// Called regularly: finds mails from another process or from before a restart, and mails that have to be tried again.
    pub async fn look(&self) -> Result<()> {
        if store::is_any_due(&self.0.db, self.0.clock.now()).await? {
            self.start_sending();
        }
        Ok(())
    }

    /// How many mails wait: new ones, and those of which an attempt has failed.
    pub async fn count_waiting(&self) -> Result<(i64, i64)> {
        store::count(&self.0.db).await
    }

    /// Sends mails one after the other until none is due.
    async fn deliver(&self, _turn: OwnedSemaphorePermit) {
        loop {
            match self.deliver_next().await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => return tracing::warn!(%error, "mails wait"),
            }
        }
    }

    /// False: none is due. If the process ends after the server accepted a mail and before its row is deleted, it is sent twice.
    async fn deliver_next(&self) -> Result<bool> {
        let Parts { db, clock, .. } = &*self.0;
        let now = clock.now();
        let Some(row) = store::take(db, now, now + TURN).await? else { return Ok(false) };
        let tries = row.tries;
        // A file on this machine is never too late.
        let is_late = self.leaves() && row.ends_at <= now;
        let (kind, sent) = match self.open_letter(&row.letter) {
            Ok(letter) => {
                let sent = if is_late { Err(Failure::Final(LATE.into())) } else { self.attempt(&letter).await };
                (letter.kind, sent)
            }
            Err(_) if row.ends_at <= now => ("unknown".to_owned(), Err(Failure::Final(LATE.into()))),
            // Another server may have the secret with which the mail was encrypted.
            Err(error) => ("unknown".to_owned(), Err(Failure::Passing(error.to_string()))),
        };
        match sent {
            Ok(()) => {
                store::delete(db, row.id).await?;
                metrics::MAILS.add(1, &[("outcome", metrics::SENT)]);
                tracing::info!(kind, tries, "a mail was handed over");
            }
            Err(Failure::Passing(why)) => {
                let pause =
                    usize::try_from(tries - 1).ok().and_then(|n| PAUSES.get(n)).unwrap_or(&PAUSES[PAUSES.len() - 1]);
                store::wait(db, row.id, clock.now() + *pause).await?;
                metrics::MAILS.add(1, &[("outcome", metrics::DELAYED)]);
                tracing::warn!(kind, tries, why, "a mail was not taken yet; it is tried again");
            }
            Err(Failure::Final(why)) => {
                store::delete(db, row.id).await?;
                metrics::MAILS.add(1, &[("outcome", metrics::GIVEN_UP)]);
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

    /// Logs whether the server answers and accepts the user name and password.
    pub async fn check(&self) {
        if let Way::Smtp(smtp) = &self.0.way {
            smtp.check().await;
        }
    }

    /// The text of the newest mail to this address, if mails are files. For tests.
    pub async fn newest(&self, to: &str) -> Result<Option<String>> {
        self.0.background.settled().await;
        // A mail may have been stored just when the last delivery ended.
        self.look().await?;
        self.0.background.settled().await;
        match &self.0.way {
            Way::Files(files) => files.newest(to).await,
            Way::Smtp(_) => Ok(None),
        }
    }
}
