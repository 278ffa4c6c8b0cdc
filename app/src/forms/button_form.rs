//! A form with one button, for one of many things, and the results of such forms.

use super::NAME;
use crate::{
    PageRequest,
    components::{Icon, icon},
    request::t,
};
use domain::Key;
use leptos::prelude::*;

/// A form that sends the `id` of its object to the server function `name`. [`FormsStatus`] on the page shows the
/// result. The children are the button, or a [`Question`](super::Question).
#[component]
pub fn ButtonForm(
    name: &'static str,
    #[prop(into)] id: String,
    #[prop(default = Key::FormBusy)] busy: Key,
    /// The sentence for a failure without an answer page, with the reason as `{message}`; needs script.
    #[prop(optional)]
    failed: Option<Key>,
    /// Whether the answered form takes its place while the rest of the page stays; needs script, and works once on a
    /// page.
    #[prop(optional)]
    in_place: bool,
    #[prop(optional)] class: &'static str,
    children: Children,
) -> impl IntoView {
    let place = in_place.then(|| format!("press-{name}"));
    view! {
        <form
            method="post"
            action=PageRequest::current().here()
            id=place
            class=class
            data-in-place=in_place.then_some("")
            data-busy=(!in_place).then(|| t(busy))
            data-failed=failed.map(t)
        >
            <input type="hidden" name=NAME value=name />
            <input type="hidden" name="id" value=id />
            {children()}
            {in_place.then(|| view! { <p class="form-status visually-hidden" role="status"></p> })}
        </form>
    }
}

/// The result of the given forms, for forms that show no result themselves or are gone together with their object.
#[component]
pub fn FormsStatus(of: &'static [(&'static str, Key)]) -> impl IntoView {
    let request = PageRequest::current();
    let refused = request.refused.as_deref().filter(|refused| !refused.asks);
    if let Some(refused) = refused.filter(|refused| of.iter().any(|(name, _)| *name == refused.form)) {
        return view! {
            <p class="alert" role="alert">
                {refused.message.clone()}
            </p>
        }
        .into_any();
    }
    let done = of.iter().find(|(name, _)| request.form_done.as_deref() == Some(name));
    let said = done.map(|(name, text)| {
        view! {
            <div class="notice" role="status" id=format!("form-{name}")>
                <p>{t(*text)}</p>
                <CloseNotice />
            </div>
        }
    });
    said.into_any()
}

/// Ends a notice that its page shows once: the page comes again without it.
#[component]
pub fn CloseNotice() -> impl IntoView {
    view! {
        <a class="icon-button notice-close" href=PageRequest::current().here() aria-label=t(Key::ToastClose)>
            <Icon of=icon::X />
        </a>
    }
}
