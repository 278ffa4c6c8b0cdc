//! The language of pages and mails, and light or dark.

use crate::{
    components::{LanguageChoice, SettingsSection, ThemeChoice},
    request::t,
};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn LanguageSection() -> impl IntoView {
    view! {
        <SettingsSection id="language" title=t(Key::MenuLanguage) text=t(Key::SettingsLanguageText)>
            <LanguageChoice />
        </SettingsSection>
        <SettingsSection id="theme" title=t(Key::MenuTheme)>
            <ThemeChoice />
        </SettingsSection>
    }
}
