//! Friend requests: sending, accepting, declining, withdrawing and listing them.

use super::{
    account, hidden_since,
    invitations::redeem,
    lock_pair,
    request_limits::{request_refusal, too_many_friends},
    search::{self, Whom},
    store, user_not_found,
};
use crate::{
    Account, Backend, Error, Result, Viewer,
    authorization::Relationship,
    db::Tx,
    pagination::{self, Cursor, Page},
    providers::mail::FriendEvent,
    reminders,
    throttle::Action,
};
use domain::{FriendRequest, Person, Refusal, RequestId, RequestState, UserId, limits};
use store::Request;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub request: FriendRequest,
    /// False: the same request was pending already.
    pub is_new: bool,
}

/// Sends a friend request. If the other person has sent one too, the two become friends at once, and that request is returned as accepted.
pub async fn send_request(backend: &Backend, viewer: &Viewer, whom: &Whom) -> Result<Sent> {
    let account = account(viewer)?;
    let own = account.user.id;
    if let Whom::Email(_) = whom {
        backend.throttle.take(Action::PersonSearch, &own.to_string()).await?;
    }
    backend.throttle.take(Action::FriendRequest, &own.to_string()).await?;
    let addressee = search::existing(backend, account, whom).await?;
    if addressee.id == own {
        return Err(Refusal::OwnRequest.into());
    }
    let (mut tx, relationship) = lock_pair(backend, own, addressee.id).await?;
    match relationship {
        Relationship::Blocked => return Err(user_not_found()),
        Relationship::Friends => return Err(Refusal::AlreadyFriends.into()),
        Relationship::None => {}
    }
    // Their request counts even if it was declined, unless they have withdrawn it.
    if let Some(theirs) = store::find_standing(&mut tx, addressee.id, own).await? {
        create_friendship(backend, &mut tx, own, addressee.id).await?;
        reminders::tell(backend, &mut tx, addressee.id, own, FriendEvent::Accepted).await?;
        tx.commit().await?;
        backend.mail.start_sending();
        let request = to_request(theirs, addressee, Person::from(&account.user), RequestState::Accepted);
        return Ok(Sent { request, is_new: true });
    }
    let pending = |request| to_request(request, Person::from(&account.user), addressee.clone(), RequestState::Pending);
    if let Some(standing) = store::find_standing(&mut tx, own, addressee.id).await? {
        return Ok(Sent { request: pending(standing), is_new: false });
    }
    if let Some(refused) = request_refusal(&mut tx, own).await? {
        return Err(refused);
    }
    let id = RequestId(backend.clock.id());
    let new = store::insert_request(&mut tx, id, own, addressee.id, backend.clock.now()).await?;
    redeem::consume(backend, &mut tx, own, addressee.id).await?;
    if new.is_shown(hidden_since(backend.clock.now())) {
        reminders::tell(backend, &mut tx, addressee.id, own, FriendEvent::Asked).await?;
    }
    tx.commit().await?;
    backend.mail.start_sending();
    Ok(Sent { request: pending(new), is_new: true })
}

/// The addressee accepts the request.
pub async fn accept(backend: &Backend, viewer: &Viewer, id: RequestId) -> Result<FriendRequest> {
    let account = account(viewer)?;
    let (mut tx, request) = answered(backend, account, id).await?;
    let requester = store::find_plain(&mut tx, request.requester).await?.ok_or(Refusal::RequestNotFound)?;
    create_friendship(backend, &mut tx, account.user.id, requester.id).await?;
    reminders::tell(backend, &mut tx, requester.id, account.user.id, FriendEvent::Accepted).await?;
    tx.commit().await?;
    backend.mail.start_sending();
    Ok(to_request(request, requester, Person::from(&account.user), RequestState::Accepted))
}

/// The addressee declines the request. The requester still sees it as pending.
pub async fn decline(backend: &Backend, viewer: &Viewer, id: RequestId) -> Result<()> {
    let (mut tx, request) = answered(backend, account(viewer)?, id).await?;
    store::set_declined(&mut tx, request.id, backend.clock.now()).await?;
    tx.commit().await
}

/// The requester withdraws the request.
pub async fn withdraw(backend: &Backend, viewer: &Viewer, id: RequestId) -> Result<()> {
    let own = account(viewer)?.user.id;
    let (mut tx, request) = held(backend, id, |request| request.requester == own).await?;
    store::set_withdrawn(&mut tx, request.id, backend.clock.now()).await?;
    tx.commit().await
}

/// Returns a request that the account can answer now. The two people are locked.
async fn answered(backend: &Backend, account: &Account, id: RequestId) -> Result<(Tx, Request)> {
    let hidden_since = hidden_since(backend.clock.now());
    let own = account.user.id;
    held(backend, id, |request| request.addressee == own && request.is_shown(hidden_since)).await
}

/// Locks the two people of a request and returns it if it is `right`. It is read again under the lock, because it may have changed.
async fn held(backend: &Backend, id: RequestId, right: impl Fn(&Request) -> bool) -> Result<(Tx, Request)> {
    let missing = || Error::from(Refusal::RequestNotFound);
    let found = store::find_request(backend.db.read(store::REQUEST), id).await?;
    let found = found.filter(&right).ok_or_else(missing)?;
    let (mut tx, relationship) = lock_pair(backend, found.requester, found.addressee).await?;
    let request = store::find_request(tx.query(store::REQUEST), id).await?;
    let request = request.filter(|request| right(request) && relationship == Relationship::None).ok_or_else(missing)?;
    Ok((tx, request))
}

/// Makes the two friends and deletes their requests. Both people are locked.
async fn create_friendship(backend: &Backend, tx: &mut Tx, own: UserId, other: UserId) -> Result<()> {
    for (person, refusal) in [(own, Refusal::TooManyFriends), (other, Refusal::TheirFriendsFull)] {
        if store::count_friends(tx.query(store::COUNT_FRIENDS), person).await? >= i64::from(limits::FRIENDS) {
            return Err(too_many_friends(refusal));
        }
    }
    store::delete_requests(tx, own, other).await?;
    store::insert_friendship(tx, own, other, backend.clock.now()).await
}

fn to_request(request: Request, requester: Person, addressee: Person, state: RequestState) -> FriendRequest {
    FriendRequest { id: request.id, requester, addressee, created_at: request.created_at, state }
}

/// Requests that wait for the viewer's answer, newest first.
pub async fn incoming(
    backend: &Backend,
    viewer: &Viewer,
    before: Option<&str>,
    limit: usize,
) -> Result<Page<FriendRequest>> {
    let account = account(viewer)?;
    let own = Person::from(&account.user);
    let (before, limit) = (before.map(Cursor::parse).transpose()?, pagination::clamp(limit));
    let hidden_since = hidden_since(backend.clock.now());
    let rows = store::list_incoming(&backend.db, own.id, hidden_since, before, one_more(limit)).await?;
    let requests =
        rows.into_iter().map(|(request, other)| to_request(request, other, own.clone(), RequestState::Pending));
    Ok(pagination::page(requests.collect(), limit, mark))
}

/// The viewer's own requests that nobody has accepted, newest first.
pub async fn outgoing(
    backend: &Backend,
    viewer: &Viewer,
    before: Option<&str>,
    limit: usize,
) -> Result<Page<FriendRequest>> {
    let account = account(viewer)?;
    let own = Person::from(&account.user);
    let (before, limit) = (before.map(Cursor::parse).transpose()?, pagination::clamp(limit));
    let rows = store::list_outgoing(&backend.db, own.id, before, one_more(limit)).await?;
    let requests =
        rows.into_iter().map(|(request, other)| to_request(request, own.clone(), other, RequestState::Pending));
    Ok(pagination::page(requests.collect(), limit, mark))
}

/// The number of requests that wait for the viewer's answer. [`limits::COUNTED_REQUESTS`] + 1 stands for any larger number.
pub async fn count_incoming(backend: &Backend, viewer: &Viewer) -> Result<u16> {
    let account = account(viewer)?;
    let most = limits::COUNTED_REQUESTS + 1;
    let count =
        store::count_incoming(&backend.db, account.user.id, hidden_since(backend.clock.now()), i64::from(most)).await?;
    Ok(u16::try_from(count).unwrap_or(most))
}

fn mark(request: &FriendRequest) -> Cursor<RequestId> {
    Cursor { created_at: request.created_at, id: request.id }
}

fn one_more(limit: usize) -> i64 {
    i64::try_from(limit + 1).unwrap_or(i64::MAX)
}
