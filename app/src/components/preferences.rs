//! Buttons for language and theme: forms that lead back to their page (`server/src/pages/preferences.rs`). With a
//! script the choice takes effect at once (`frontend-react/src/features/preferences/preferences.ts`).

use super::{Icon, icon};
use crate::request::{PageRequest, Theme, t};
use domain::{Key, Language};
use leptos::prelude::*;

#[component]
pub fn LanguageChoice() -> impl IntoView {
    let current = PageRequest::current().language;
    let choices = Language::ALL.map(|language| {
        view! {
            <button
                class="choice"
                lang=language.as_str()
                name="language"
                value=language.as_str()
                aria-pressed=(language == current).to_string()
            >
                {language.name()}
            </button>
        }
    });
    view! {
        <form method="post" action="/preferences">
            <div class="choices" role="group" aria-label=t(Key::MenuLanguage)>
                {choices.collect_view()}
            </div>
        </form>
    }
}

#[component]
pub fn ThemeChoice() -> impl IntoView {
    let current = PageRequest::current().theme;
    let choices = [
        (None, icon::MONITOR, Key::MenuThemeSystem),
        (Some(Theme::Light), icon::SUN, Key::MenuThemeLight),
        (Some(Theme::Dark), icon::MOON, Key::MenuThemeDark),
    ]
    .map(|(theme, paths, key)| {
        view! {
            <button
                class="choice"
                name="theme"
                value=theme.map_or("system", Theme::as_str)
                aria-pressed=(theme == current).to_string()
            >
                <Icon of=paths />
                {t(key)}
            </button>
        }
    });
    view! {
        <form method="post" action="/preferences">
            <div class="choices" role="group" aria-label=t(Key::MenuTheme)>
                {choices.collect_view()}
            </div>
        </form>
    }
}
