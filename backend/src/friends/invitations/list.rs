//! What somebody sees of their codes and invitations.

use super::{send::link, settle, store};
use crate::{Backend, Result, Viewer, friends::hidden_since, invitation_codes};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{Person, Standing, day::Zone, limits};
use serde::Serialize;
use uuid::Uuid;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CodeState {
    Free,
    /// On its way to somebody by mail.
    Sent,
    Used,
    /// With its invitation.
    Withdrawn,
    Expired,
}

/// A code of the person who asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnCode {
    pub code: String,
    /// Opens the dialog with the code filled in.
    pub link: String,
    pub state: CodeState,
    /// To whom it went.
    pub email: Option<String>,
    /// When it was used, when it ended, or until when it can be used.
    pub at: Option<DateTime<Utc>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum InvitationState {
    Open,
    /// By whoever has the invited address; `person` says who.
    Accepted,
    /// By somebody, and it is not said by whom.
    Redeemed,
    Withdrawn,
    Expired,
}

/// An invitation by mail, as its sender sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FriendInvitation {
    pub id: Uuid,
    pub email: String,
    pub message: String,
    pub state: InvitationState,
    pub created_at: DateTime<Utc>,
    pub sent_at: DateTime<Utc>,
    pub sends: i64,
    pub expires_at: DateTime<Utc>,
    /// When it was used or withdrawn.
    pub ended_at: Option<DateTime<Utc>>,
    pub person: Option<Person>,
    /// Of the person: whether they have confirmed the address, as a search by it says.
    pub email_confirmed: Option<bool>,
    /// How the person stands to whoever invited them.
    pub standing: Option<Standing>,
}

/// The last day, by that calendar, on which something that ends then works to its end.
pub(super) fn last_day(expires_at: DateTime<Utc>, zone: Zone) -> NaiveDate {
    expires_at.with_timezone(&zone).date_naive() - TimeDelta::days(1)
}

/// Whether a mail of that moment can still name a day to whose end it works.
pub(super) fn is_in_time(expires_at: DateTime<Utc>, at: DateTime<Utc>, zone: Zone) -> bool {
    at.with_timezone(&zone).date_naive() <= last_day(expires_at, zone)
}

impl FriendInvitation {
    /// Until when it is good, as its mail says it.
    pub fn last_day(&self, zone: Zone) -> NaiveDate {
        last_day(self.expires_at, zone)
    }

    /// From now on, when it can be sent once more; none: not at all.
    pub fn again_at(&self, now: DateTime<Utc>, zone: Zone) -> Option<DateTime<Utc>> {
        let again = (self.sent_at + TimeDelta::days(1)).max(now);
        let is_open = self.state == InvitationState::Open && self.sends < limits::INVITATION_SENDS;
        (is_open && is_in_time(self.expires_at, again, zone)).then_some(again)
    }
}

/// Free ones first, the oldest of them before the others; then the newest. [`limits::INVITATION_LIST`] at most.
pub async fn own_codes(backend: &Backend, viewer: &Viewer) -> Result<Vec<OwnCode>> {
    let own = viewer.account()?.user.id;
    settle(backend, own).await?;
    let now = backend.clock.now();
    let rows = store::list_codes(&backend.db, own, now, limits::INVITATION_LIST).await?;
    let codes = rows.into_iter().map(|row| {
        let (state, at) = match (row.used_at, row.expires_at) {
            (Some(at), _) => (CodeState::Used, Some(at)),
            (None, None) => (CodeState::Free, None),
            (None, Some(at)) if row.is_withdrawn => (CodeState::Withdrawn, Some(at)),
            (None, Some(at)) if at <= now => (CodeState::Expired, Some(at)),
            (None, Some(at)) => (CodeState::Sent, Some(at)),
        };
        let link = link(&backend.settings.origin, &row.code);
        OwnCode { code: invitation_codes::readable(&row.code), link, state, email: row.email, at }
    });
    Ok(codes.collect())
}

/// Open ones first, then the newest, [`limits::INVITATION_LIST`] at most.
pub async fn invitations(backend: &Backend, viewer: &Viewer) -> Result<Vec<FriendInvitation>> {
    let own = viewer.account()?.user.id;
    settle(backend, own).await?;
    let now = backend.clock.now();
    store::list(&backend.db, own, now, hidden_since(now), limits::INVITATION_LIST).await
}
