//! A person's own codes and invitations, as lists.

use super::{settle, store};
use crate::{Backend, Result, Viewer, friends::hidden_since, invitation_codes};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{Person, Standing, day::Zone, limits};
use serde::Serialize;
use uuid::Uuid;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CodeState {
    Free,
    /// Sent to somebody by mail and not used yet.
    Sent,
    Used,
    /// Its invitation was withdrawn.
    Withdrawn,
    Expired,
}

/// One of the viewer's codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnCode {
    pub code: String,
    /// A link that opens the registration dialog with the code filled in.
    pub link: String,
    pub state: CodeState,
    /// The address that the code was sent to.
    pub email: Option<String>,
    /// The time when the code was used or ended, or until which it can be used.
    pub at: Option<DateTime<Utc>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum InvitationState {
    Open,
    /// The person with the invited address has registered with it. That is `person`.
    Accepted,
    /// Somebody has registered with it. The inviter is not told who.
    Redeemed,
    Withdrawn,
    Expired,
}

/// An invitation by mail, for its sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
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
    /// The time when the invitation was used or withdrawn.
    pub ended_at: Option<DateTime<Utc>>,
    pub person: Option<Person>,
    /// Whether `person` has confirmed the address. A search by the address tells the same.
    pub email_confirmed: Option<bool>,
    /// The relationship of `person` to the inviter.
    pub standing: Option<Standing>,
}

/// The last day in this zone on which an invitation works until the end of the day.
pub(super) fn last_day(expires_at: DateTime<Utc>, zone: Zone) -> NaiveDate {
    expires_at.with_timezone(&zone).date_naive() - TimeDelta::days(1)
}

/// Whether a mail sent at `at` can still name such a last day.
pub(super) fn is_in_time(expires_at: DateTime<Utc>, at: DateTime<Utc>, zone: Zone) -> bool {
    at.with_timezone(&zone).date_naive() <= last_day(expires_at, zone)
}

impl FriendInvitation {
    /// The last day on which the invitation can be used, as its mail says.
    pub fn last_day(&self, zone: Zone) -> NaiveDate {
        last_day(self.expires_at, zone)
    }

    /// The earliest time, from `now` on, at which the invitation can be sent again. None: it cannot.
    pub fn again_at(&self, now: DateTime<Utc>, zone: Zone) -> Option<DateTime<Utc>> {
        let again = (self.sent_at + TimeDelta::days(1)).max(now);
        let is_open = self.state == InvitationState::Open && self.sends < limits::INVITATION_SENDS;
        (is_open && is_in_time(self.expires_at, again, zone)).then_some(again)
    }
}

/// The viewer's codes: first the free ones, oldest first; then those that were sent and are still open, newest first; then the others,
/// newest first. At most [`limits::INVITATION_LIST`].
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
        let link = invitation_codes::link(&backend.settings.origin, &row.code);
        OwnCode { code: invitation_codes::readable(&row.code), link, state, email: row.email, at }
    });
    Ok(codes.collect())
}

/// The viewer's invitations: first the open ones, then the others, each newest first. At most [`limits::INVITATION_LIST`].
pub async fn invitations(backend: &Backend, viewer: &Viewer) -> Result<Vec<FriendInvitation>> {
    let own = viewer.account()?.user.id;
    settle(backend, own).await?;
    let now = backend.clock.now();
    store::list(&backend.db, own, now, hidden_since(now), limits::INVITATION_LIST).await
}
