//! `/forgot-password`: asks for an address and says, whoever it belongs to, that mail may be on its way.

use super::password_field::EmailField;
use crate::{
    components::{ApiForm, EmptyState, FormMessage, Page, SubmitButton, drawing::Drawing},
    request::{PageRequest, encoded, t},
};
use domain::{Key, user};
use leptos::prelude::*;

#[component]
pub fn ForgotPasswordPage() -> impl IntoView {
    let request = PageRequest::current();
    let own = request.account().map(|account| account.user.email.clone());
    let (back, label) = match own {
        Some(_) => ("/settings", Key::ActionToSettings),
        None => ("/?login=1", Key::ForgotBack),
    };
    let typed = request.query("email").filter(|email| user::is_email(email));
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
            <ApiForm action="/api/auth/forgot-password" then="/forgot-password?sent=1&email={email}" class="stack">
                <EmailField
                    id="forgot-email"
                    label=Key::SignInEmail
                    value=own.or(typed).unwrap_or_default()
                    autocomplete="username"
                />
                <FormMessage />
                <SubmitButton label=Key::ForgotButton busy=Key::ForgotBusy class="button button-main button-wide" />
            </ApiForm>
            <p class="narrow-more">
                <a href=back>{t(label)}</a>
            </p>
        }
        .into_any()
    };
    view! {
        <Page title=t(Key::ForgotTitle) class="narrow">
            {content}
        </Page>
    }
}
