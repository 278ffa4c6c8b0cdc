//! Where people sign in: on the landing page, and in place on pages where a session may end while somebody writes.

use super::{dialog::Dialog, form::Tab, next::own_path};
use crate::request::{PageRequest, t};
use domain::{Key, Refusal, user};
use leptos::prelude::*;

/// For guests. The address may ask for it: `?login=1`, `?register=1`, `?invite=CODE`, `?google=` and why not.
#[component]
pub fn SignIn() -> impl IntoView {
    let request = PageRequest::current();
    let invite = request.query("invite").unwrap_or_default();
    let message = request.query("google").and_then(|code| refused(&request, &code));
    let open = if request.query("login").is_some() {
        Some(Tab::Login)
    } else {
        let register = request.query("register").is_some() || !invite.is_empty();
        register.then_some(Tab::Register).or(message.is_some().then_some(Tab::Login))
    };
    // After a new password or address.
    let email = request.query("email").filter(|email| user::is_email(email)).unwrap_or_default();
    let notice = request.query("said").and_then(|said| match said.as_str() {
        "password" => Some(Key::ActionPasswordDone),
        "confirmed" => Some(Key::ActionVerifyDone),
        "changed" => Some(Key::ActionChangeDone),
        _ => None,
    });
    view! { <Dialog next=next(&request) open invite email message notice /> }
}

/// For somebody whose session ends while the page is open: the window event `app:sign-in` opens it.
#[component]
pub fn SignInAgain() -> impl IntoView {
    let account = PageRequest::current().account().cloned();
    account.map(|account| view! { <Dialog again=true email=account.user.email /> })
}

/// The text of a refusal that needs nothing filled in.
pub fn refused(request: &PageRequest, code: &str) -> Option<String> {
    let refusal = Refusal::ALL.iter().find(|refusal| refusal.code() == code)?;
    Some(request.language.error_text(&(*refusal).into())).filter(|text| !text.contains('{'))
}

/// Where a guest wanted to go: the page in whose place the landing page stands, or what the address names.
fn next(request: &PageRequest) -> String {
    let named = if request.path == "/" { request.query("next") } else { Some(address(request)) };
    named.as_deref().and_then(own_path).unwrap_or("/").to_owned()
}

fn address(request: &PageRequest) -> String {
    if request.query.is_empty() { request.path.clone() } else { format!("{}?{}", request.path, request.query) }
}

/// Opens the dialog; before the module is there, or where it cannot start, the form leads to `/?login=1`.
#[component]
pub fn SignInButton(tab: Tab, label: Key, #[prop(into)] class: String) -> impl IntoView {
    let request = PageRequest::current();
    let next = next(&request);
    let invite = request.query("invite");
    view! {
        <form class="sign-in-form" action="/" method="get">
            {(next != "/").then(|| view! { <input type="hidden" name="next" value=next /> })}
            {invite.map(|code| view! { <input type="hidden" name="invite" value=code /> })}
            <button class=class name=tab.as_str() value="1" data-sign-in=format!("open-{}", tab.as_str())>
                {t(label)}
            </button>
        </form>
    }
}
