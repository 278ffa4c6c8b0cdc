//! The sign-in dialog: on the landing page, and on pages where a session may end while somebody writes.

use super::{
    google_buttons::GoogleButtons,
    next::own_path,
    sign_in_fields::{Credentials, Forgot, Names, Submit, Tabs, Terms, Trouble},
    tab::Tab,
};
use crate::{
    components::{Icon, icon},
    forms::{Field, NAME, PostForm},
    request::{PageRequest, encoded, t},
};
use domain::{Email, Key, Refusal};
use leptos::prelude::*;

/// The form's ids. An answer to the second one is a page with the first one, which must not take its place.
const FORM: &str = "sign-in-form";
const FORM_AGAIN: &str = "sign-in-again-form";

/// The guests' dialog. It opens by itself on pages for signed-in people, after a refused form, and for an address with `?login=1`,
/// `?register=1`, `?invite=CODE` or `?google=` and a refusal's code.
#[component]
pub fn SignIn() -> impl IntoView {
    let request = PageRequest::current();
    let invite = request.query("invite").unwrap_or_default();
    let message = request.query("google").and_then(|code| refused(&request, &code));
    let refused = Tab::ALL.into_iter().find(|tab| request.was_refused(tab.form()));
    let asked = if request.query("login").is_some() {
        Some(Tab::Login)
    } else {
        let register = request.query("register").is_some() || !invite.is_empty();
        // After a session that another device ended, the question about the words that lie here comes first.
        let is_members = request.path != "/" && !request.was_ended_elsewhere;
        register.then_some(Tab::Register).or((message.is_some() || is_members).then_some(Tab::Login))
    };
    let open = refused.or(asked);
    let tab = open.unwrap_or(Tab::Login);
    // The address after a new password or a changed address.
    let email = request.query("email").filter(|email| Email::parse(email).is_ok()).unwrap_or_default();
    let notice = request.query("said").and_then(|said| match said.as_str() {
        "password" => Some(Key::ActionPasswordDone),
        "confirmed" => Some(Key::ActionVerifyDone),
        "changed" => Some(Key::ActionChangeDone),
        _ => None,
    });
    let next = next(&request);
    let action = format!("/?{}=1{}", tab.as_str(), next_query(next.as_deref()));
    view! {
        <Dialog title=Key::SignInTitle is_open=open.is_some() next>
            <PostForm name=tab.form() done=tab.done() id=FORM action by_choice=true class="sign-in-body">
                {notice.map(|text| view! { <p class="notice" role="status">{t(text)}</p> })}
                <Tabs chosen=tab />
                <Names />
                <Credentials email tab />
                <div data-only=Tab::Register.as_str()>
                    <Field
                        id="sign-in-invitation"
                        name="invitation_code"
                        label=Key::SignInInvitationCode
                        value=invite
                        autocomplete="off"
                        capitals="characters"
                    />
                    // A script fills in what the browser kept of a mail's link.
                    <input type="hidden" name="email_token" />
                </div>
                <Forgot />
                <Trouble message />
                <Terms />
                <Submit tabs=&Tab::ALL />
            </PostForm>
            <GoogleButtons again=false />
        </Dialog>
    }
}

/// The dialog for a session that ends while the page is open: the window event `app:sign-in` opens it.
#[component]
pub fn SignInAgain() -> impl IntoView {
    let request = PageRequest::current();
    let email = request.account().map(|account| account.user.email.clone());
    // The editor keeps a text meanwhile; the settings only want to be sure of the person.
    let text = if request.path.starts_with("/settings") { Key::GoogleAgain } else { Key::SignInAgainText };
    email.map(|email| {
        let tab = Tab::Login;
        view! {
            <Dialog title=Key::SignInAgainTitle is_again=true>
                <PostForm name=tab.form() done=tab.done() id=FORM_AGAIN action="/" by_choice=true class="sign-in-body">
                    <input type="hidden" name=NAME value=tab.form() />
                    <p>{t(text)}</p>
                    <Credentials email tab />
                    <Forgot in_new_tab=true />
                    <Trouble />
                    <Submit tabs=&[Tab::Login] />
                </PostForm>
                <GoogleButtons again=true />
            </Dialog>
        }
    })
}

/// `frontend-react/src/features/identity/sign-in-dialog.ts` makes it modal.
#[component]
fn Dialog(
    title: Key,
    #[prop(optional)] is_open: bool,
    #[prop(optional)] is_again: bool,
    #[prop(default = None)] next: Option<String>,
    children: Children,
) -> impl IntoView {
    view! {
        <dialog
            class="dialog sign-in"
            id="sign-in"
            aria-labelledby="sign-in-title"
            open=is_open
            data-next=next
            data-again=is_again
        >
            <div class="dialog-head">
                <h2 id="sign-in-title">{t(title)}</h2>
                <form method="dialog">
                    <button class="icon-button" aria-label=t(Key::AppClose)>
                        <Icon of=icon::X />
                    </button>
                </form>
            </div>
            <div class="dialog-body">{children()}</div>
        </dialog>
        <div class="waiting" id="sign-in-waiting" role="status" hidden>
            {t(Key::AppLoading)}
        </div>
    }
}

/// The text of the refusal with this code, unless something must be filled in.
pub fn refused(request: &PageRequest, code: &str) -> Option<String> {
    let refusal = Refusal::ALL.iter().find(|refusal| refusal.code() == code)?;
    Some(request.language.error_text(&(*refusal).into())).filter(|text| !text.contains('{'))
}

/// The page that the guest asked for: the one that the landing page replaces, or the one that the address names.
fn next(request: &PageRequest) -> Option<String> {
    let named = if request.path == "/" { request.query("next") } else { Some(request.here()) };
    named.filter(|next| own_path(next).is_some())
}

/// The same, for an address that has a query.
fn next_query(next: Option<&str>) -> String {
    next.map(|next| format!("&next={}", encoded(next))).unwrap_or_default()
}

/// Opens the dialog (`frontend-react/src/features/identity/sign-in-dialog.ts`). Without that script, the form leads to `/?login=1`.
#[component]
pub fn SignInButton(tab: Tab, label: Key, #[prop(into)] class: String) -> impl IntoView {
    let request = PageRequest::current();
    let next = next(&request);
    let invite = request.query("invite");
    view! {
        <form class="sign-in-form" action="/" method="get">
            {next.map(|next| view! { <input type="hidden" name="next" value=next /> })}
            {invite.map(|code| view! { <input type="hidden" name="invite" value=code /> })}
            <button class=class name=tab.as_str() value="1">
                {t(label)}
            </button>
        </form>
    }
}
