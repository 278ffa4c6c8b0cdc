//! The secret link of an entry as it is stored. It is read together with the entry; `sharing` creates and opens it.

mod store;

pub(crate) use store::{LinkRow, columns};

use crate::{Clock, Error, Result, audit, db::Tx};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{AuditEvent, AuditKind, EntryId, LinkState, Refusal, ShareOptions, UserId, limits};
use serde_json::Value;

/// A stored link.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    pub sealed_token: Vec<u8>,
    /// JSON of [`domain::ShareOptions`].
    pub options: String,
    pub expires_at: Option<DateTime<Utc>>,
    pub pin: Option<StoredPin>,
    pub opened: i64,
    pub last_opened_at: Option<DateTime<Utc>>,
}

impl Link {
    /// A link from before the reflection had an option of its own does not show it: nobody chose that.
    pub fn options(&self) -> Result<ShareOptions> {
        let broken = |e| Error::broken("share options", e);
        let mut options: Value = serde_json::from_str(&self.options).map_err(broken)?;
        if let Some(options) = options.as_object_mut() {
            options.entry("reflection").or_insert(false.into());
        }
        serde_json::from_value(options).map_err(broken)
    }

    pub fn state(&self) -> LinkState {
        LinkState {
            expires_at: self.expires_at,
            has_pin: self.pin.is_some(),
            pin_failures: self.pin.as_ref().map_or(0, |pin| pin.failures),
            opened: self.opened,
            last_opened_at: self.last_opened_at,
        }
    }

    pub fn is_over(&self, now: DateTime<Utc>) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }
}

/// Ends the entry's link for good, if it has one.
pub(crate) async fn end(tx: &mut Tx, clock: &Clock, (id, owner, date): (EntryId, UserId, NaiveDate)) -> Result<()> {
    match store::delete(tx, id).await? {
        Some(opened) => record_end(tx, clock, (owner, date), opened).await,
        None => Ok(()),
    }
}

/// Writes down that a link is gone, which was opened so often.
pub(crate) async fn record_end(
    tx: &mut Tx,
    clock: &Clock,
    (owner, date): (UserId, NaiveDate),
    opened: i64,
) -> Result<()> {
    let event = AuditEvent { number: Some(opened), ..event(AuditKind::LinkEnded, date) };
    audit::record(tx, clock, owner, event).await
}

/// An event about the link of that day's entry.
pub(crate) fn event(kind: AuditKind, date: NaiveDate) -> AuditEvent {
    AuditEvent { day: Some(date), ..kind.into() }
}

/// A salted hash of the PIN. It reveals neither the PIN nor whether two links have the same one.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("StoredPin(..)")]
pub struct StoredPin {
    pub salt: Vec<u8>,
    pub hash: Vec<u8>,
    /// Number of wrong attempts since the PIN was set.
    pub failures: i64,
}

impl StoredPin {
    pub fn is_open(&self) -> Result<()> {
        if self.failures < limits::PIN_FAILURES { Ok(()) } else { Err(Refusal::PinSpent.into()) }
    }
}
