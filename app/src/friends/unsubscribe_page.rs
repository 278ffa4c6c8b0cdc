//! `/stop-invitations`: where the link of an invitation's mail leads that ends such mails for good. Opening it changes
//! nothing, because programs that check mails do so, too; a button does.

use crate::{
    components::{ApiForm, EmptyState, FormMessage, Page, SubmitButton, drawing::Drawing},
    request::{PageRequest, set_status, t},
};
use backend::friends::invitations;
use domain::Key;
use http::StatusCode;
use leptos::prelude::*;
use serde_json::json;

#[component]
pub fn UnsubscribePage() -> impl IntoView {
    let request = PageRequest::current();
    let token = request.query("token").unwrap_or_default();
    let title = t(Key::InvitationsStopTitle);
    let content = match invitations::check_unsubscribe(&request.backend, &request.viewer, &token) {
        Ok(()) => form(token).into_any(),
        Err(error) => {
            set_status(StatusCode::NOT_FOUND);
            let text = request.language.error_text(&error.refusal());
            view! { <EmptyState drawing=Drawing::CutThread title=title text=text /> }.into_any()
        }
    };
    view! {
        <Page title=title class="narrow">
            {content}
        </Page>
    }
}

fn form(token: String) -> impl IntoView {
    view! {
        <h1>{t(Key::InvitationsStopTitle)}</h1>
        <p class="narrow-text">{t(Key::InvitationsStopText)}</p>
        <ApiForm
            action="/api/invitations/stop"
            done_toast=json!({ "title": t(Key::InvitationsStopDone) }).to_string()
            then="/"
            class="stack"
        >
            <input type="hidden" name="token" value=token />
            <FormMessage />
            <SubmitButton label=Key::InvitationsStopButton class="button button-main button-wide" />
        </ApiForm>
    }
}
