//! Invitations of people who have no account, by mail or with a person's own code (product 19).

mod invitation_limits;
mod list;
pub(crate) mod redeem;
mod send;
mod store;
mod unsubscribe;

pub use list::{CodeState, FriendInvitation, InvitationState, OwnCode, invitations, own_codes};
pub use send::{InvitationForm, resend, send, withdraw};
pub(crate) use store::message::message;
pub use unsubscribe::{check_unsubscribe, unsubscribe};

use crate::{Backend, Result, db::Tx, invitation_codes};
use chrono::TimeDelta;
use domain::{UserId, limits};

/// The most inviters to whom one sweep gives codes.
const AT_ONCE: usize = 100;

/// Gives a person the codes that are due: the first codes that everybody gets, and a new code for each invitation that ended unused.
async fn settle(backend: &Backend, own: UserId) -> Result<()> {
    if !store::is_due(&backend.db, own, backend.clock.now()).await? {
        return Ok(());
    }
    let mut tx = backend.db.begin().await?;
    settle_in(backend, &mut tx, own).await?;
    tx.commit().await
}

/// The same in a transaction. It locks the person, so that other changes to their invitations wait.
async fn settle_in(backend: &Backend, tx: &mut Tx, own: UserId) -> Result<()> {
    store::lock(tx, own).await?;
    invitation_codes::give_first(backend, tx, own).await?;
    let now = backend.clock.now();
    for ended in store::list_expired(tx, own, now).await? {
        replace(backend, tx, own, &ended).await?;
    }
    Ok(())
}

/// Ends an unused code for good and gives its owner another one, once. False: somebody has registered with the code.
async fn replace(backend: &Backend, tx: &mut Tx, own: UserId, ended: &store::Reserved) -> Result<bool> {
    let now = backend.clock.now();
    if !invitation_codes::end(tx, &ended.code, now).await? {
        return Ok(false);
    }
    if store::set_replaced(tx, ended.id, now).await? {
        invitation_codes::give(backend, tx, own, 1).await?;
    }
    Ok(true)
}

/// Gives the codes that are due, then deletes addresses and messages of invitations that ended long ago.
pub(super) async fn sweep(backend: &Backend) -> Result<()> {
    let now = backend.clock.now();
    for inviter in store::list_due(&backend.db, now, AT_ONCE).await? {
        settle(backend, inviter).await?;
    }
    store::delete_ended(&backend.db, now - TimeDelta::days(limits::INVITATION_KEPT_DAYS)).await?;
    store::delete_sends(&backend.db, now - TimeDelta::days(limits::INVITATION_KEPT_DAYS)).await?;
    store::delete_addresses(&backend.db, now - TimeDelta::days(1)).await
}
