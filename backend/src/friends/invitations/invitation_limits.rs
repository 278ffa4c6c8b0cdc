//! The limits of invitations to an address.

use super::{store, unsubscribe};
use crate::{Backend, Result, db::Tx};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Error, Refusal, UserId, limits};
use store::Invitee;

/// Whether a mail is really sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    Mail,
    /// No mail is sent, and the inviter is not told.
    Silent,
}

/// Counts the mail, or refuses it. The caller has locked the person's invitations. This locks the address too.
pub(super) async fn check(
    backend: &Backend,
    tx: &mut Tx,
    own: UserId,
    email_folded: &str,
    now: DateTime<Utc>,
) -> Result<Delivery> {
    let known = store::find_invitee(tx, own, email_folded).await?;
    if known == Invitee::Registered {
        return Err(Refusal::EmailRegistered.into());
    }
    let day_ago = now - TimeDelta::days(1);
    let (sent, oldest) = store::sent_since(tx, own, day_ago).await?;
    if sent >= limits::INVITATIONS_PER_DAY {
        let refused = Error::from(Refusal::InvitationsOfDay).with("n", limits::INVITATIONS_PER_DAY);
        return Err(later(refused, oldest.unwrap_or(now) + TimeDelta::days(1), now).into());
    }
    let hash = unsubscribe::hash(backend, email_folded);
    let wants_none = store::lock_address(tx, &hash, now).await?;
    let ago = [limits::INVITATION_KEPT_DAYS, limits::ADDRESS_DAYS, 1].map(|days| now - TimeDelta::days(days));
    let sends = store::count_sends(tx, &hash, own, ago).await?;
    // All three have the same refusal, so that it reveals nothing about other inviters.
    if sends.today > 0 || sends.own >= limits::INVITATION_SENDS || sends.all >= limits::ADDRESS_SENDS {
        return Err(Refusal::InvitationNotNow.into());
    }
    store::insert_send(tx, &hash, own, now).await?;
    Ok(if wants_none || known == Invitee::Blocked { Delivery::Silent } else { Delivery::Mail })
}

pub(super) fn later(refused: Error, at: DateTime<Utc>, now: DateTime<Utc>) -> Error {
    refused.retry_after(u64::try_from((at - now).num_seconds()).unwrap_or_default().max(1))
}
