//! Buttons for language and theme. The page's script stores the choice
//! (`frontend-react/src/features/preferences/preferences.ts`).

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
                type="button"
                class="choice"
                lang=language.as_str()
                data-language=language.as_str()
                aria-pressed=(language == current).to_string()
            >
                {language.name()}
            </button>
        }
    });
    view! {
        <div class="choices" role="group" aria-label=t(Key::MenuLanguage)>
            {choices.collect_view()}
        </div>
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
                type="button"
                class="choice"
                data-theme-choice=theme.map_or("system", Theme::as_str)
                aria-pressed=(theme == current).to_string()
            >
                <Icon of=paths />
                {t(key)}
            </button>
        }
    });
    view! {
        <div class="choices" role="group" aria-label=t(Key::MenuTheme)>
            {choices.collect_view()}
        </div>
    }
}
