//! The frame around the content of a page.

use super::{MobileBar, Section, TopBar, footer::Footer};
use crate::{
    head,
    request::{PageRequest, t},
};
use domain::Key;
use leptos::prelude::*;

/// Title, skip link, navigation, `<main>` with the children, footer. A page for guests fills the end of the top bar
/// with `bar`.
#[component]
pub fn Frame(
    #[prop(into)] title: String,
    #[prop(optional)] section: Option<Section>,
    /// Class of `<main>`, beside `main`.
    #[prop(optional)]
    class: &'static str,
    #[prop(optional)] bar: Option<AnyView>,
    #[prop(optional)] footer: Option<AnyView>,
    children: Children,
) -> impl IntoView {
    let name = t(Key::AppName);
    head::set_title(&if title == name { title } else { format!("{title} – {name}") });
    let is_signed_in = PageRequest::current().account().is_some();
    let frame = if is_signed_in { "frame has-mobile-bar" } else { "frame" };
    view! {
        <div class=frame>
            <a class="skip-link" href="#content">
                {t(Key::AppSkipToContent)}
            </a>
            <TopBar section end=bar />
            <main class=format!("main {class}") id="content" tabindex="-1">
                {children()}
            </main>
            <Footer own=footer />
            {is_signed_in.then(|| view! { <MobileBar section /> })}
        </div>
    }
}
