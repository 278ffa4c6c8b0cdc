//! `/forgot-password`: asks for an address and says, whoever it belongs to, that mail may be on its way.

use crate::{
    components::{EmptyState, Frame, MailNotice, drawing::Drawing},
    error::CallError,
    forms::{Field, FormStatus, PostForm, attempt},
    request::{PageRequest, encoded, t},
};
use backend::identity;
use domain::{Email, Key, identity::ForgottenForm};
use leptos::prelude::*;

#[server(endpoint = "form/forgot-password")]
pub async fn forgot_password(email: String) -> Result<(), CallError> {
    let done = attempt(|request| async move {
        let sent = format!("/forgot-password?sent=1&email={}", encoded(email.trim()));
        identity::forgot_password(&request.backend, &ForgottenForm { email }, request.address()).await?;
        leptos_axum::redirect(&sent);
        Ok(())
    });
    done.await.map_err(|error| error.of_field("email"))
}

#[component]
pub fn ForgotPasswordPage() -> impl IntoView {
    let request = PageRequest::current();
    let own = request.account().map(|account| account.user.email.clone());
    let (back, label) = match own {
        Some(_) => ("/settings", Key::ActionToSettings),
        None => ("/?login=1", Key::ForgotBack),
    };
    let typed = request.query("email").filter(|email| Email::parse(email).is_ok());
    let content = if request.query("sent").is_some() {
        let again = match &typed {
            Some(email) => format!("/forgot-password?email={}", encoded(email)),
            None => "/forgot-password".to_owned(),
        };
        view! {
            <EmptyState drawing=Drawing::Letter title=t(Key::ForgotSentTitle) text=t(Key::ForgotSentText)>
                <a class="button" href=back>
                    {t(label)}
                </a>
                <a class="button button-quiet" href=again>
                    {t(Key::ForgotAgain)}
                </a>
            </EmptyState>
        }
        .into_any()
    } else {
        view! {
            <h1>{t(Key::ForgotTitle)}</h1>
            <p class="narrow-text">{t(Key::ForgotText)}</p>
            <MailNotice />
            <PostForm name="forgot-password" done=Key::ForgotSentTitle class="stack">
                <Field
                    id="forgot-email"
                    name="email"
                    label=Key::SignInEmail
                    kind="email"
                    value=own.or(typed).unwrap_or_default()
                    autocomplete="username"
                />
                <FormStatus />
                <button class="button button-main button-wide">{t(Key::ForgotButton)}</button>
            </PostForm>
            <p class="narrow-more">
                <a href=back>{t(label)}</a>
            </p>
        }
        .into_any()
    };
    view! {
        <Frame title=t(Key::ForgotTitle) class="narrow">
            {content}
        </Frame>
    }
}
