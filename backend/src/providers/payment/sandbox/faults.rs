//! Faults of the sandbox, for tests.

use serde::{Deserialize, Serialize};

/// The fault of the calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", tag = "calls", content = "path")]
pub enum Calls {
    #[default]
    Answer,
    /// Every one is refused with 503.
    Away,
    /// No subscription is known, as to the credentials of another account.
    Unknown,
    /// The list of payments is refused, as to an app without that permission.
    WithoutPayments,
    /// The next call whose path ends like this is done but not answered.
    SilentAfter(String),
    /// The next call whose path ends like this is neither done nor answered.
    SilentBefore(String),
}

/// The fault of the messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Webhooks {
    #[default]
    Deliver,
    Lose,
    Double,
    /// The messages are held back. They are sent later, the newest first.
    Hold,
}

/// The way in which a payment is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Return {
    Refunded,
    PartiallyRefunded,
    /// The person's bank takes it back.
    Reversed,
}
