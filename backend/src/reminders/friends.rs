//! Mails about friends: somebody asks, accepts, or registers with an invitation. They are stored in the transaction of their cause.

use super::{kind_of, stop, store};
use crate::{
    Backend, Result,
    db::Tx,
    providers::mail::{FriendEvent, FriendMail, Kind, Mail, Message},
};
use chrono::TimeDelta;
use domain::{Language, UserId};

/// Writes to `to` about `about`, unless `to` does not want that, has no confirmed address, or got a mail about the same person within a
/// day. The caller calls [`Mail::start_sending`] after the commit, and makes sure that neither has blocked the other.
pub(crate) async fn tell(backend: &Backend, tx: &mut Tx, to: UserId, about: UserId, event: FriendEvent) -> Result<()> {
    let Some(reader) = store::find_recipient(tx, to, about).await?.filter(|reader| reader.wants(kind_of(event))) else {
        return Ok(());
    };
    // The event counts even if no mail can be sent.
    if !Mail::can_reach(&reader.email) {
        return Ok(());
    }
    let now = backend.clock.now();
    // The mail about a used code does not say who used it, so it is not about a person.
    let is_about_them = event != FriendEvent::CodeUsed;
    if is_about_them && !store::note_sent(tx, to, about, now, now - TimeDelta::days(1)).await? {
        return Ok(());
    }
    let name = if is_about_them { reader.name() } else { String::new() };
    let mail = FriendMail { event, about: about.0, name, stop: stop::link(backend, kind_of(event), to) };
    let language = Language::parse(&reader.language).unwrap_or(Language::De);
    backend.mail.keep(tx, &Message { to: reader.email, language, kind: Kind::Friend(mail) }).await
}

/// Writes to the owner of a code that somebody registered with it. `is_invited`: surely the person whom its invitation was sent to.
pub(crate) async fn tell_registered(
    backend: &Backend,
    tx: &mut Tx,
    code: &str,
    registrant: UserId,
    is_invited: bool,
) -> Result<()> {
    let Some(owner) = store::find_owner(tx, code).await? else { return Ok(()) };
    let event = if is_invited { FriendEvent::Registered } else { FriendEvent::CodeUsed };
    tell(backend, tx, owner, registrant, event).await
}
