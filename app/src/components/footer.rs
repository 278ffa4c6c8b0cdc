//! The end of every page, with links to the pages that the law asks for.

use crate::request::{Caching, PageRequest, t};
use domain::Key;
use leptos::prelude::*;

const LINKS: [(&str, Key); 6] = [
    ("/impressum", Key::LegalImprint),
    ("/datenschutz", Key::PrivacyTitle),
    ("/agb", Key::LegalTerms),
    ("/barrierefreiheit", Key::LegalAccessibility),
    ("/kuendigen", Key::LegalCancel),
    ("/widerrufen", Key::LegalWithdraw),
];

/// The page's own part, by default the name, and then the links.
#[component]
pub fn Footer(own: Option<AnyView>) -> impl IntoView {
    let request = PageRequest::current();
    let own = own.unwrap_or_else(|| view! { <p>{t(Key::AppName)} " · " {t(Key::AppTagline)}</p> }.into_any());
    // The links would lead nowhere without a connection.
    let links = (request.route.caching != Caching::Offline).then(|| {
        let links = LINKS.map(|(href, label)| {
            view! {
                <li>
                    <a href=href aria-current=(request.path == href).then_some("page")>{t(label)}</a>
                </li>
            }
        });
        view! {
            <nav aria-label=t(Key::LegalLabel)>
                <ul class="legal-links">{links.collect_view()}</ul>
            </nav>
        }
    });
    view! { <footer class="page-footer">{own} {links}</footer> }
}
