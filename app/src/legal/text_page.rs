//! `/impressum`, `/datenschutz`, `/agb`, `/barrierefreiheit`: the operator's texts. The privacy text has a summary in
//! plain words above it.

use super::plain_privacy::PlainPrivacy;
use crate::{
    components::{Frame, LoginLink},
    request::{PageRequest, t},
};
use backend::legal::{LegalPage, LegalText};
use domain::{Key, Language};
use leptos::prelude::*;

pub fn imprint_page() -> impl IntoView {
    text_page(LegalPage::Impressum, Key::LegalImprint, |text| text)
}

pub fn terms_page() -> impl IntoView {
    text_page(LegalPage::Agb, Key::LegalTerms, |text| text)
}

pub fn accessibility_page() -> impl IntoView {
    text_page(LegalPage::Barrierefreiheit, Key::LegalAccessibility, |text| text)
}

pub fn privacy_page() -> impl IntoView {
    text_page(LegalPage::Datenschutz, Key::PrivacyTitle, |text| {
        view! {
            <p class="privacy-intro">
                {t(Key::PrivacyIntro)} " " <a href="#statement">{t(Key::PrivacyToStatement)}</a>
            </p>
            <PlainPrivacy />
            <section class="settings-section" id="statement" aria-labelledby="statement-title">
                <h2 id="statement-title">{t(Key::PrivacyStatement)}</h2>
                {text}
            </section>
        }
        .into_any()
    })
}

/// `title`: the heading, unless the text begins with its own.
fn text_page(page: LegalPage, title: Key, around: fn(AnyView) -> AnyView) -> impl IntoView {
    let request = PageRequest::current();
    let texts = request.backend.settings.legal.clone();
    let text = texts.text(request.language, page);
    let title = text.rendered().title.clone().unwrap_or_else(|| t(title).to_owned());
    let content = around(shown(text, request.language));
    let template = text.is_template().then(|| view! { <p class="notice">{t(Key::LegalTemplate)}</p> });
    let heading = title.clone();
    view! {
        <Frame title class="settings" bar=view! { <LoginLink /> }.into_any()>
            <h1>{heading}</h1>
            {template}
            {content}
        </Frame>
    }
}

/// Shows the operator's Markdown. Everything else in it is escaped (`backend::legal`).
fn shown(text: &LegalText, language: Language) -> AnyView {
    // The German text stands in where the language has none.
    let lang = (text.language != language).then(|| text.language.as_str());
    let html = text.rendered().html.clone();
    view! { <div class="legal-text" lang=lang inner_html=html></div> }.into_any()
}
