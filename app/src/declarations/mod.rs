//! Cancelling and withdrawing from a contract: forms that need neither an account nor a script, and their receipt.

mod cancel_page;
mod receipt_page;
mod withdraw_page;

pub use {cancel_page::CancelPage, receipt_page::receipt_page, withdraw_page::WithdrawPage};

use crate::{
    components::LoginLink,
    forms::Field,
    request::{PageRequest, encoded, t},
};
use backend::{Result, declarations};
use domain::{DeclarationForm, Key, declaration::Row};
use leptos::prelude::*;
use std::sync::Arc;

/// Stores the declaration and redirects to its receipt.
async fn declare(request: Arc<PageRequest>, form: DeclarationForm) -> Result<()> {
    let PageRequest { backend, viewer, language, .. } = &*request;
    let declared = declarations::declare(backend, viewer, form, *language, request.address()).await?;
    leptos_axum::redirect(&format!("/beleg/{}", encoded(&declared.token)));
    Ok(())
}

/// The end of the top bar.
fn bar() -> AnyView {
    view! { <LoginLink /> }.into_any()
}

/// Fields for the person and the contract, filled in for a signed-in person.
#[component]
fn WhoAndWhat() -> impl IntoView {
    let request = PageRequest::current();
    let (name, email) = request.account().map_or_else(Default::default, |account| {
        let user = &account.user;
        (format!("{} {}", user.first_name, user.last_name).trim().to_owned(), user.email.clone())
    });
    view! {
        <Field id="declaration-name" name="name" label=Key::DeclarationName value=name autocomplete="name" />
        <Field
            id="declaration-email"
            name="email"
            label=Key::DeclarationEmail
            kind="email"
            value=email
            autocomplete="email"
            hint=Key::DeclarationEmailHint
        />
        <Field
            id="declaration-contract"
            name="contract"
            label=Key::DeclarationContract
            value=t(Key::DeclarationContractDefault).to_owned()
            autocomplete="off"
        />
    }
}

/// The declaration line by line.
#[component]
fn Rows(of: Vec<Row>) -> impl IntoView {
    let rows = of.into_iter().map(|Row { label, value, .. }| {
        view! {
            <div>
                <dt>{label}</dt>
                <dd>{value}</dd>
            </div>
        }
    });
    view! { <dl class="declared">{rows.collect_view()}</dl> }
}
