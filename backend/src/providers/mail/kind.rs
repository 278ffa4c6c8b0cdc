//! The kinds of mails and their content.

use super::{CODE_LIFETIME, CONFIRMATION_LIFETIME, DECLARATION_GIVE_UP, GIVE_UP};
use chrono::{NaiveDate, TimeDelta};
use domain::{Receipt, ReportReason};
use std::fmt;
use uuid::Uuid;

/// A reminder of a day that is over is of no use.
const REMINDER_LIFETIME: TimeDelta = TimeDelta::hours(1);

/// The name of a receipt that the law asks for.
pub(super) const DECLARATION: &str = "declaration";

/// The purpose of a mail. Invitations, declarations and news of friends contain words that a person typed.
#[derive(Clone, PartialEq, Eq)]
pub enum Kind {
    /// The link to set a new password.
    ResetPassword {
        link: String,
        /// Google accounts are connected, and the reset disconnects them.
        disconnects: bool,
    },
    /// The link to confirm an address.
    VerifyEmail {
        link: String,
    },
    /// The link to confirm the new address of an account.
    ChangeEmail {
        link: String,
    },
    PasswordChanged,
    /// Sent to the account's old address.
    EmailChanged,
    /// A Google account was connected.
    GoogleConnected,
    GoogleDisconnected,
    /// Sent to somebody without an account.
    Invitation(Box<Invitation>),
    /// Today has no entry yet.
    Reminder {
        /// The link to get no more of them.
        stop: String,
    },
    Friend(FriendMail),
    /// The contract, as it was made.
    ProBegan {
        /// The price line.
        price: String,
        begins: NaiveDate,
    },
    ProCancelled {
        /// `None`: Pro is over.
        until: Option<NaiveDate>,
        /// Whether the cancellation can be taken back until then.
        may_come_back: bool,
    },
    /// A payment went back, and Pro ended with it.
    ProRefunded {
        at: NaiveDate,
    },
    /// The account is gone for others, and is deleted at the end of this day.
    Leaving {
        until: NaiveDate,
    },
    /// The account is deleted.
    Left {
        at: NaiveDate,
        /// The last day on which records of payments are kept. `None`: nothing was paid.
        payments_until: Option<NaiveDate>,
    },
    /// The operator has locked the account.
    Locked {
        reason: ReportReason,
    },
    Unlocked,
    /// The operator hides an entry from others.
    EntryHidden {
        date: NaiveDate,
        reason: ReportReason,
    },
    /// The receipt for a person who cancels or withdraws from a contract.
    Declaration(Box<Receipt>),
    /// The operator's copy of a receipt.
    DeclarationCopy(Box<DeclarationCopy>),
    /// The case numbers of declarations whose copy did not reach the operator.
    DeclarationDigest(Vec<String>),
}

/// The operator's copy of a declaration.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("DeclarationCopy(..)")]
pub struct DeclarationCopy {
    pub receipt: Receipt,
    /// The username of who was signed in.
    pub account: Option<String>,
}

/// `name` and `message` are as a person typed them. The mail makes them harmless.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
// It contains people's words and links.
#[debug("Invitation(..)")]
pub struct Invitation {
    pub name: String,
    pub message: String,
    pub id: Uuid,
    /// The last day on which the link can be used.
    pub until: NaiveDate,
    pub link: String,
    /// The link to get no further invitations.
    pub stop: String,
}

/// News of a friend, or of somebody who wants to be one.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("FriendMail({event:?}, ..)")]
pub struct FriendMail {
    pub event: FriendEvent,
    /// Whom it is about.
    pub about: Uuid,
    /// The name as the other person typed it. The mail escapes it.
    pub name: String,
    /// The link that unsubscribes from such mails.
    pub stop: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FriendEvent {
    /// They want to be friends.
    Asked,
    /// They are friends now.
    Accepted,
    /// The person who was invited by mail registered.
    Registered,
    /// Somebody registered with a code. Its owner is not told who.
    CodeUsed,
}

impl FriendEvent {
    fn name(self) -> &'static str {
        match self {
            Self::Asked => "friend request",
            Self::Accepted => "friend request accepted",
            Self::Registered => "invitation accepted",
            Self::CodeUsed => "code used",
        }
    }
}

impl Kind {
    /// The link in the mail that ends mails of its kind.
    pub(super) fn stop(&self) -> Option<&str> {
        match self {
            Self::Reminder { stop } | Self::Friend(FriendMail { stop, .. }) => Some(stop),
            Self::Invitation(invitation) => Some(&invitation.stop),
            _ => None,
        }
    }

    /// How long the mail is of use.
    pub(super) fn lifetime(&self) -> TimeDelta {
        match self {
            Self::ResetPassword { .. } | Self::ChangeEmail { .. } => CODE_LIFETIME,
            Self::VerifyEmail { .. } => CONFIRMATION_LIFETIME,
            Self::ProBegan { .. }
            | Self::ProCancelled { .. }
            | Self::ProRefunded { .. }
            | Self::Leaving { .. }
            | Self::Left { .. }
            | Self::Locked { .. }
            | Self::Unlocked
            | Self::EntryHidden { .. }
            | Self::Declaration(_)
            | Self::DeclarationCopy(_)
            | Self::DeclarationDigest(_) => DECLARATION_GIVE_UP,
            Self::Reminder { .. } => REMINDER_LIFETIME,
            _ => GIVE_UP,
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
            Self::Reminder { .. } => "reminder",
            Self::Friend(mail) => mail.event.name(),
            Self::ProBegan { .. } => "pro began",
            Self::ProCancelled { .. } => "pro cancelled",
            Self::ProRefunded { .. } => "pro refunded",
            Self::Leaving { .. } => "leaving",
            Self::Left { .. } => "left",
            Self::Locked { .. } => "locked",
            Self::Unlocked => "unlocked",
            Self::EntryHidden { .. } => "entry hidden",
            Self::Declaration(_) => DECLARATION,
            Self::DeclarationCopy(_) => "declaration copy",
            Self::DeclarationDigest(_) => "declaration digest",
        }
    }
}

/// Prints the name only, since the links contain codes.
impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
