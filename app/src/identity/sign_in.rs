//! Where people sign in: on the landing page, and in place on pages where a session may end while somebody writes.

use super::{
    dialog_state::{DIALOG, WAITING},
    fields::{Credentials, Invitation, Names, Submit, Tabs, Terms},
    form::Tab,
    google_buttons::GoogleButtons,
    login_form::LoginForm,
    next::own_path,
};
use crate::{
    components::{Icon, icon},
    request::{PageRequest, t},
    values::Values,
};
use domain::{Email, Key, Refusal};
use leptos::prelude::*;

/// For guests. The address may ask for it: `?login=1`, `?register=1`, `?invite=CODE`, `?google=` and why not; so does every page of somebody
/// who is signed in.
#[component]
pub fn SignIn() -> impl IntoView {
    let request = PageRequest::current();
    let invite = request.query("invite").unwrap_or_default();
    let message = request.query("google").and_then(|code| refused(&request, &code));
    let open = if request.query("login").is_some() {
        Some(Tab::Login)
    } else {
        let register = request.query("register").is_some() || !invite.is_empty();
        // After a session that another device ended, the question about the words that lie here comes first.
        let is_members = request.path != "/" && !request.was_ended_elsewhere;
        register.then_some(Tab::Register).or((message.is_some() || is_members).then_some(Tab::Login))
    };
    // After a new password or address.
    let email = request.query("email").filter(|email| Email::parse(email).is_ok()).unwrap_or_default();
    let notice = request.query("said").and_then(|said| match said.as_str() {
        "password" => Some(Key::ActionPasswordDone),
        "confirmed" => Some(Key::ActionVerifyDone),
        "changed" => Some(Key::ActionChangeDone),
        _ => None,
    });
    let own = [
        ("open", open.map_or("", Tab::as_str).to_owned()),
        ("next", next(&request)),
        ("message", message.unwrap_or_default()),
        ("email", email.clone()),
    ];
    view! {
        <Dialog config=values(&request, own) title=Key::SignInTitle email invite>
            {notice.map(|text| view! { <p class="notice" role="status">{t(text)}</p> })}
            <Tabs chosen=open.unwrap_or(Tab::Login) />
        </Dialog>
    }
}

/// For somebody whose session ends while the page is open: the window event `app:sign-in` opens it.
#[component]
pub fn SignInAgain() -> impl IntoView {
    let request = PageRequest::current();
    let email = request.account().map(|account| account.user.email.clone());
    // The editor keeps a text meanwhile; the settings only want to be sure.
    let text = if request.path.starts_with("/settings") { Key::GoogleAgain } else { Key::SignInAgainText };
    email.map(|email| {
        let own = [("again", "yes".to_owned()), ("email", email.clone())];
        view! {
            <Dialog config=values(&request, own) title=Key::SignInAgainTitle email>
                <p>{t(text)}</p>
            </Dialog>
        }
    })
}

/// `config` is for the form (`login_form.rs`), `invite` an invitation's code.
#[component]
fn Dialog(
    config: Values,
    title: Key,
    email: String,
    #[prop(optional)] invite: String,
    children: Children,
) -> impl IntoView {
    let (is_again, next) = (config.is("again"), config.get("next"));
    view! {
        <dialog class="dialog sign-in" id=DIALOG aria-labelledby="sign-in-title" data-next=next data-again=is_again>
            <div class="dialog-head">
                <h2 id="sign-in-title">{t(title)}</h2>
                <form method="dialog">
                    <button class="icon-button" aria-label=t(Key::AppClose)>
                        <Icon of=icon::X />
                    </button>
                </form>
            </div>
            <div class="dialog-body">
                <LoginForm config>
                    {children()}
                    <div class="sign-in-fields">
                        {(!is_again).then(|| view! { <Names /> })}
                        <Credentials email />
                        {(!is_again).then(|| view! { <Invitation code=invite /> })}
                    </div>
                </LoginForm>
                {(!is_again).then(|| view! { <Terms /> })}
                <div class="sign-in-submit">
                    <Submit tab=Tab::Login label=Key::SignInLoginButton busy=Key::SignInLoginBusy />
                    {(!is_again)
                        .then(|| {
                            view! {
                                <Submit
                                    tab=Tab::Register
                                    label=Key::SignInRegisterButton
                                    busy=Key::SignInRegisterBusy
                                />
                            }
                        })}
                </div>
                <GoogleButtons again=is_again />
            </div>
        </dialog>
        <div class="waiting" id=WAITING role="status" hidden>
            {t(Key::AppLoading)}
        </div>
    }
}

/// What the form is told: `own`, where the identity provider answers, and what may have to be said.
fn values<const N: usize>(request: &PageRequest, own: [(&'static str, String); N]) -> Values {
    let provider = request.backend.identity.browser().clone();
    let mut texts = request.language.texts_below("identity");
    let missing = [Key::SignInCredentialsMissing, Key::SignInNamesMissing, Key::SignInInvitationMissing];
    texts.extend(missing.map(|key| (key.name(), request.text(key))));
    texts.extend([
        ("forgot", request.text(Key::SignInForgot)),
        ("error_title", request.text(Key::SignInErrorTitle)),
        ("signed_in", request.text(Key::SignInSignedIn)),
        ("account_created", request.text(Key::SignInAccountCreated)),
    ]);
    let texts = texts.into_iter().map(|(name, text)| (name, text.to_owned()));
    let provider = [("provider", provider.base), ("provider_key", provider.api_key.unwrap_or_default())];
    texts.chain(provider).chain(own).collect()
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

/// Opens the dialog (`frontend-react/src/features/identity/open-sign-in.ts`); before that, or where the dialog's module cannot start, the form
/// leads to `/?login=1`.
#[component]
pub fn SignInButton(tab: Tab, label: Key, #[prop(into)] class: String) -> impl IntoView {
    let request = PageRequest::current();
    let next = next(&request);
    let invite = request.query("invite");
    view! {
        <form class="sign-in-form" action="/" method="get">
            {(next != "/").then(|| view! { <input type="hidden" name="next" value=next /> })}
            {invite.map(|code| view! { <input type="hidden" name="invite" value=code /> })}
            <button class=class name=tab.as_str() value="1">
                {t(label)}
            </button>
        </form>
    }
}
