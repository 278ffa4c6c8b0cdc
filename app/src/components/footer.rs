//! The end of every page, with links to the pages that the law asks for.

use super::fixed::Fixed;
use crate::{
    markup::written,
    request::{Caching, PageRequest, t},
};
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

/// The footer of most pages.
static USUAL: Fixed<1> = Fixed::new();

/// The page's own part, by default the name, and then the links.
#[component]
pub fn Footer(own: Option<AnyView>) -> impl IntoView {
    let request = PageRequest::current();
    let is_usual = own.is_none()
        && request.route.caching != Caching::Offline
        && LINKS.iter().all(|(href, _)| *href != request.path);
    if is_usual {
        let content = USUAL.html(request.language, 0, || content(&request, None));
        return view! { <footer class="page-footer">{written(content)}</footer> }.into_any();
    }
    view! { <footer class="page-footer">{content(&request, own)}</footer> }.into_any()
}

fn content(request: &PageRequest, own: Option<AnyView>) -> impl IntoView + use<> {
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
    view! { {own} {links} }
}
