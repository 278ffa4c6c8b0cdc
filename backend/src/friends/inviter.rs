//! The two questions for somebody new: whether to befriend the person whose code they used (product 19), and whether to see friends' entries
//! (product 17.11).

use super::{Sent, Whom, account, send_request, store};
use crate::{Backend, Result, Viewer};
use domain::{Person, Refusal};

/// The owner of the code that the viewer registered with, while the viewer has not answered whether to befriend them. None also if the two
/// already have a friendship, a request or a block.
pub async fn inviter(backend: &Backend, viewer: &Viewer) -> Result<Option<Person>> {
    store::find_inviter(&backend.db, account(viewer)?.user.id).await
}

/// Sends the inviter a friend request. A code may have been passed on to anybody, so the inviter has to accept it.
pub async fn befriend_inviter(backend: &Backend, viewer: &Viewer) -> Result<Sent> {
    let inviter = inviter(backend, viewer).await?.ok_or(Refusal::RequestNotFound)?;
    let sent = send_request(backend, viewer, &Whom::User(inviter.id)).await?;
    skip_inviter(backend, viewer).await?;
    Ok(sent)
}

/// The question is not asked again. The inviter is not told.
pub async fn skip_inviter(backend: &Backend, viewer: &Viewer) -> Result<()> {
    store::set_inviter_answered(&backend.db, account(viewer)?.user.id, backend.clock.now()).await
}

/// Whether the viewer has friends and has not closed the offer of the filter 'Freunde'.
pub async fn offers_filter(backend: &Backend, viewer: &Viewer) -> Result<bool> {
    store::offers_filter(&backend.db, account(viewer)?.user.id).await
}

/// Somebody has chosen the filter: it need not be offered any more.
pub async fn answer_filter_offer(backend: &Backend, viewer: &Viewer) -> Result<()> {
    if offers_filter(backend, viewer).await? { close_filter_offer(backend, viewer).await } else { Ok(()) }
}

pub async fn close_filter_offer(backend: &Backend, viewer: &Viewer) -> Result<()> {
    store::set_filter_offer_closed(&backend.db, account(viewer)?.user.id, backend.clock.now()).await
}
