//! Sending an invitation by mail, sending it again, and withdrawing it.

use super::{
    invitation_limits::{self, Delivery, later},
    list::{FriendInvitation, is_in_time, last_day},
    redeem, replace, settle_in, store, unsubscribe,
};
use crate::{
    Account, Backend, Result, Viewer,
    db::Tx,
    invitation_codes,
    providers::mail::{Invitation, Kind, Mail, Message},
    throttle::Action,
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Email, Error, Refusal, User, UserId, email, limits, text};
use serde::Deserialize;
use store::Reserved;
use uuid::Uuid;

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = FriendInvitationForm)]
pub struct InvitationForm {
    pub email: String,
    #[serde(default)]
    pub message: String,
}

/// Takes one of the person's own codes and sends it. If one of the two has blocked the other, or the address has unsubscribed, no mail is
/// sent and the sender is not told. The result tells whether an address has an account, as a search does, so it counts as a search.
pub async fn send(backend: &Backend, viewer: &Viewer, form: &InvitationForm) -> Result<FriendInvitation> {
    let account = viewer.account()?;
    let own = account.user.id;
    let email = Email::parse_new(&form.email)?;
    let folded = email.folded();
    if folded == email::fold(&account.user.email) {
        return Err(Refusal::OwnInvitation.into());
    }
    let message = message(&form.message)?;
    backend.throttle.take(Action::PersonSearch, &own.to_string()).await?;
    let now = backend.clock.now();
    let expires_at = now + TimeDelta::days(limits::INVITATION_DAYS);
    let mut tx = backend.db.begin().await?;
    settle_in(backend, &mut tx, own).await?;
    if store::has_open(&mut tx, own, &folded, now).await? {
        return Err(Refusal::AlreadyInvited.into());
    }
    let delivery = invitation_limits::check(backend, &mut tx, own, &folded, now).await?;
    let code = invitation_codes::reserve(&mut tx, own, expires_at).await?.ok_or(Refusal::NoInvitationLeft)?;
    let proof = Proof::new(backend, delivery)?;
    let new = store::NewInvitation {
        id: backend.clock.id(),
        inviter: own,
        email: email.as_str().to_owned(),
        email_folded: folded,
        message,
        code,
        proof_hash: proof.as_ref().map(|proof| proof.hash.clone()),
        now,
        expires_at,
    };
    store::insert(&mut tx, &new).await?;
    if let Some(proof) = &proof {
        let store::NewInvitation { id, email, message, code, .. } = &new;
        let mail = Outgoing { id: *id, email, message, code, proof: &proof.text, expires_at };
        backend.mail.keep(&mut tx, &message_of(backend, account, &mail)).await?;
    }
    tx.commit().await?;
    backend.mail.start_sending();
    Ok(new.into())
}

/// Sends the invitation again: three times in all, once a day. It does not last longer for that.
pub async fn resend(backend: &Backend, viewer: &Viewer, id: Uuid) -> Result<()> {
    let account = viewer.account()?;
    let own = account.user.id;
    backend.throttle.take(Action::PersonSearch, &own.to_string()).await?;
    let now = backend.clock.now();
    let mut tx = backend.db.begin().await?;
    settle_in(backend, &mut tx, own).await?;
    let open = open(&mut tx, own, id, now).await?;
    if !is_in_time(open.expires_at, now, account.zone) {
        return Err(Refusal::FriendInvitationOver.into());
    }
    if !Mail::can_reach(&open.email) {
        return Err(Refusal::InvalidEmail.into());
    }
    if open.sends >= limits::INVITATION_SENDS {
        return Err(Error::from(Refusal::ResendTooOften).with("n", open.sends).into());
    }
    let again = open.sent_at + TimeDelta::days(1);
    if again > now {
        return Err(later(Refusal::ResendTooSoon.into(), again, now).into());
    }
    let delivery = invitation_limits::check(backend, &mut tx, own, &email::fold(&open.email), now).await?;
    let proof = Proof::new(backend, delivery)?;
    store::note_sent(&mut tx, id, now, proof.as_ref().map(|proof| proof.hash.clone())).await?;
    if let Some(proof) = &proof {
        let store::SentInvitation { email, message, code, expires_at, .. } = &open;
        let mail = Outgoing { id, email, message, code, proof: &proof.text, expires_at: *expires_at };
        backend.mail.keep(&mut tx, &message_of(backend, account, &mail)).await?;
    }
    tx.commit().await?;
    backend.mail.start_sending();
    Ok(())
}

/// Withdraws the invitation. Its code cannot be used any more, and the person gets another one. Withdrawing again changes nothing.
pub async fn withdraw(backend: &Backend, viewer: &Viewer, id: Uuid) -> Result<()> {
    let own = viewer.account()?.user.id;
    let now = backend.clock.now();
    let mut tx = backend.db.begin().await?;
    settle_in(backend, &mut tx, own).await?;
    let found = store::find(&mut tx, own, id).await?.ok_or(Refusal::FriendInvitationNotFound)?;
    if found.withdrawn_at.is_some() {
        return Ok(());
    }
    let ended = Reserved { id, code: found.code };
    if found.expires_at <= now || !replace(backend, &mut tx, own, &ended).await? {
        return Err(Refusal::FriendInvitationOver.into());
    }
    store::set_withdrawn(&mut tx, id, now).await?;
    backend.mail.take_back(&mut tx, id).await?;
    tx.commit().await
}

async fn open(tx: &mut Tx, own: UserId, id: Uuid, now: DateTime<Utc>) -> Result<store::SentInvitation> {
    let found = store::find(tx, own, id).await?.ok_or(Refusal::FriendInvitationNotFound)?;
    if found.withdrawn_at.is_some() || found.is_used || found.expires_at <= now {
        return Err(Refusal::FriendInvitationOver.into());
    }
    Ok(found)
}

/// The secret in a mail beside the code. Unlike the code, the sender does not know it.
struct Proof {
    text: String,
    hash: Vec<u8>,
}

impl Proof {
    /// `None`: no mail is sent.
    fn new(backend: &Backend, delivery: Delivery) -> Result<Option<Self>> {
        if delivery == Delivery::Silent {
            return Ok(None);
        }
        let text = backend.secret.token(32)?;
        let hash = backend.secret.hash(redeem::PROOF, &text);
        Ok(Some(Self { text, hash }))
    }
}

struct Outgoing<'a> {
    id: Uuid,
    email: &'a str,
    message: &'a str,
    code: &'a str,
    proof: &'a str,
    expires_at: DateTime<Utc>,
}

fn message_of(backend: &Backend, account: &Account, mail: &Outgoing<'_>) -> Message {
    let origin = &backend.settings.origin;
    let invitation = Invitation {
        name: name(&account.user).to_owned(),
        message: mail.message.to_owned(),
        id: mail.id,
        until: last_day(mail.expires_at, account.zone),
        // Browsers do not send the part behind '#' to servers or in referrers.
        link: format!("{}#proof={}", invitation_codes::link(origin, mail.code), mail.proof),
        stop: format!("{origin}/stop-invitations?token={}", unsubscribe::token(backend, &email::fold(mail.email))),
    };
    Message { to: mail.email.to_owned(), language: account.language, kind: Kind::Invitation(Box::new(invitation)) }
}

fn name(inviter: &User) -> &str {
    Some(inviter.display_name.trim()).filter(|name| !name.is_empty()).unwrap_or(&inviter.username)
}

fn message(typed: &str) -> Result<String> {
    let message = text::normalize(typed.trim());
    if message.chars().any(|c| c.is_control() && c != '\n') {
        return Err(Refusal::InvalidCharacter.into());
    }
    if text::length(&message) > limits::INVITATION_MESSAGE { Err(Refusal::MessageTooLong.into()) } else { Ok(message) }
}
