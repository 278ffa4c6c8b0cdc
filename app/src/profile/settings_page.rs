//! `/settings`: one section below the other, each a component of its feature.

use super::language_section::LanguageSection;
use crate::{components::Page, request::t};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn SettingsPage() -> impl IntoView {
    view! {
        <Page title=t(Key::SettingsTitle) class="settings">
            <h1>{t(Key::SettingsTitle)}</h1>
            <LanguageSection />
        </Page>
    }
}
