//! `/stop-invitations`: unsubscribes an address from invitations, linked in their mails.

use crate::{components::StopPage, request::PageRequest};
use backend::friends::invitations;
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn UnsubscribePage() -> impl IntoView {
    let request = PageRequest::current();
    let token = request.query("token").unwrap_or_default();
    let text = invitations::check_unsubscribe(&request.backend, &request.viewer, &token);
    view! {
        <StopPage
            title=Key::InvitationsStopTitle
            text=text.map(|()| Key::InvitationsStopText)
            button=Key::InvitationsStopButton
            done=Key::InvitationsStopDone
        />
    }
}
