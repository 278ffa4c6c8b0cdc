//! Server functions of the forms about people, and their messages.

use super::tab::Tab;
use crate::{
    error::CallError,
    forms::{attempt, leads_to},
    request::encoded,
};
use backend::friends::{self, Whom, blocks, invitations, reports};
use domain::{EntryId, Key, Refusal, RequestId, RequestState, UserId};
use leptos::prelude::*;

/// Messages of the pages with friends.
pub const DONE: &[(&str, Key)] = &[
    ("friend-ask", Key::FriendsSent),
    ("friend-met", Key::FriendsMet),
    ("friend-accept", Key::FriendsAccepted),
    ("friend-decline", Key::FriendsDeclined),
    ("friend-withdraw", Key::FriendsWithdrawn),
    ("friend-remove", Key::FriendsRemoved),
    ("inviter-ask", Key::FriendsSent),
    ("inviter-skip", Key::FriendsInviterSkipped),
    ("invite-again", Key::InvitationsResent),
    ("invite-withdraw", Key::InvitationsWithdrawnToast),
    ("invite-registered", Key::ErrorsEmailRegistered),
    ("block", Key::PeopleBlocked),
    (REPORT, Key::ReportSent),
];

/// Messages of pages on which only these can be done.
pub const ABOUT_ENTRY: &[(&str, Key)] = &[("block", Key::PeopleBlocked), (REPORT, Key::ReportSent)];

pub const OF_BLOCKED: &[(&str, Key)] = &[("unblock", Key::PeopleUnblocked), (REPORT, Key::ReportSent)];

pub const REPORT: &str = "report";

#[server(endpoint = "form/friend-ask")]
pub async fn ask(id: UserId) -> Result<(), CallError> {
    attempt(|request| async move {
        let sent = friends::send_request(&request.backend, &request.viewer, &Whom::User(id)).await?;
        if sent.request.state == RequestState::Accepted {
            leads_to(&request.here(), "friend-met");
        }
        Ok(())
    })
    .await
}

/// Asks the inviter, whom the server knows from the viewer's code.
#[server(endpoint = "form/inviter-ask")]
pub async fn ask_inviter() -> Result<(), CallError> {
    attempt(|request| async move {
        let sent = friends::befriend_inviter(&request.backend, &request.viewer).await?;
        if sent.request.state == RequestState::Accepted {
            leads_to(&request.here(), "friend-met");
        }
        Ok(())
    })
    .await
}

#[server(endpoint = "form/inviter-skip")]
pub async fn skip_inviter() -> Result<(), CallError> {
    attempt(|request| async move { friends::skip_inviter(&request.backend, &request.viewer).await }).await
}

#[server(endpoint = "form/friend-accept")]
pub async fn accept(id: RequestId) -> Result<(), CallError> {
    attempt(|request| async move { friends::accept(&request.backend, &request.viewer, id).await.map(drop) }).await
}

#[server(endpoint = "form/friend-decline")]
pub async fn decline(id: RequestId) -> Result<(), CallError> {
    attempt(|request| async move { friends::decline(&request.backend, &request.viewer, id).await }).await
}

#[server(endpoint = "form/friend-withdraw")]
pub async fn withdraw(id: RequestId) -> Result<(), CallError> {
    attempt(|request| async move { friends::withdraw(&request.backend, &request.viewer, id).await }).await
}

#[server(endpoint = "form/friend-remove")]
pub async fn remove(id: UserId) -> Result<(), CallError> {
    attempt(|request| async move { friends::remove_friend(&request.backend, &request.viewer, id).await }).await
}

/// Leads to the friends page, since the page that sent the form may no longer be visible.
#[server(endpoint = "form/block")]
pub async fn block(id: UserId) -> Result<(), CallError> {
    attempt(|request| async move {
        blocks::block(&request.backend, &request.viewer, id).await?;
        leads_to(&Tab::Friends.href(), "block");
        Ok(())
    })
    .await
}

#[server(endpoint = "form/unblock")]
pub async fn unblock(id: UserId) -> Result<(), CallError> {
    attempt(|request| async move { blocks::unblock(&request.backend, &request.viewer, id).await }).await
}

/// Reports a person or an entry. Its form is not shown again.
#[server(endpoint = "form/report")]
pub async fn report(
    user_id: Option<UserId>,
    entry_id: Option<EntryId>,
    #[server(default)] reason: String,
    #[server(default)] words: String,
) -> Result<(), CallError> {
    let done = attempt(|request| async move {
        let form = reports::ReportForm { user_id, entry_id, reason, words };
        reports::report(&request.backend, &request.viewer, &form).await?;
        leads_to(&request.here_with(REPORT, None), REPORT);
        Ok(())
    });
    let refused = |error: CallError| error.about("reason", &[Refusal::ReportReason]);
    done.await.map_err(|error| refused(error).about("words", &[Refusal::ReportTooLong, Refusal::InvalidCharacter]))
}

/// Invites an address. A registered person is shown instead, to be asked for friendship.
#[server(endpoint = "form/invite")]
pub async fn invite(#[server(default)] email: String, #[server(default)] message: String) -> Result<(), CallError> {
    const OF_EMAIL: [Refusal; 4] =
        [Refusal::InvalidEmail, Refusal::OwnInvitation, Refusal::AlreadyInvited, Refusal::InvitationNotNow];
    let done = attempt(|request| async move {
        let form = invitations::InvitationForm { email, message };
        let sent = invitations::send(&request.backend, &request.viewer, &form).await.map(drop);
        unless_registered(sent, &form.email)
    });
    let refused = |error: CallError| error.about("email", &OF_EMAIL);
    done.await.map_err(|error| refused(error).about("message", &[Refusal::MessageTooLong, Refusal::InvalidCharacter]))
}

#[server(endpoint = "form/invite-again")]
pub async fn invite_again(id: String, email: String) -> Result<(), CallError> {
    attempt(|request| async move {
        let id = id.parse().map_err(|_| Refusal::InvalidId)?;
        let sent = invitations::resend(&request.backend, &request.viewer, id).await;
        unless_registered(sent, &email)
    })
    .await
}

#[server(endpoint = "form/invite-withdraw")]
pub async fn withdraw_invitation(id: String) -> Result<(), CallError> {
    attempt(|request| async move {
        let id = id.parse().map_err(|_| Refusal::InvalidId)?;
        invitations::withdraw(&request.backend, &request.viewer, id).await
    })
    .await
}

fn unless_registered(sent: backend::Result<()>, email: &str) -> backend::Result<()> {
    match sent {
        Err(error) if error.refusal().refusal == Refusal::EmailRegistered => {
            leads_to(&format!("{}&q={}", Tab::Find.href(), encoded(email.trim())), "invite-registered");
            Ok(())
        }
        sent => sent,
    }
}
