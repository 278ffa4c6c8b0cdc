//! The current settings of a group in a few words.

use crate::{
    components::visibility_texts,
    profile::is_allowed,
    request::{PageRequest, t},
};
use domain::{Help, Key, Notifications, Plan};
use leptos::prelude::*;

/// `reminders`: absent if they could not be loaded.
pub fn writing(request: &PageRequest, reminders: Option<&Notifications>) -> String {
    let time = |time: &str| request.fill(Key::SettingsDayEndTime, &[("time", time)]);
    let own = request.account().map(|account| {
        let (visibility, _) = visibility_texts(account.user.default_visibility);
        let day_end = time(&format!("{}:{:02}", account.day_end / 60, account.day_end % 60));
        [t(visibility).to_owned(), format!("{} {day_end}", t(Key::SettingsDayEnd))]
    });
    let reminder = reminders.map(|chosen| {
        let at = time(&chosen.reminder_time.to_string());
        if chosen.reminder { request.fill(Key::RemindersSet, &[("time", &at)]) } else { t(Key::RemindersSetOff).into() }
    });
    own.into_iter().flatten().chain(reminder).collect::<Vec<_>>().join(" · ")
}

/// The style sheet shows the theme that the page has: the script changes it without a new page.
pub fn look(request: &PageRequest) -> impl IntoView + use<> {
    let themes = [("system", Key::MenuThemeSystem), ("light", Key::MenuThemeLight), ("dark", Key::MenuThemeDark)];
    let themes = themes.map(|(theme, name)| view! { <span data-of=theme>{t(name)}</span> });
    view! { {request.language.name()} " · " <span class="settings-theme">{themes.collect_view()}</span> }
}

pub fn account(request: &PageRequest) -> String {
    request.account().map(|account| account.user.email.clone()).unwrap_or_default()
}

pub fn services(request: &PageRequest) -> String {
    let plan = match request.account().map(|account| account.plan) {
        Some(Plan::Pro) => Key::LandingPro,
        _ => Key::LandingFree,
    };
    let helps = [Help::Transcription, Help::Summary, Help::Linkedin];
    let allowed = helps.iter().filter(|help| is_allowed(request, **help)).count().to_string();
    let help = request.fill(Key::SettingsHelpSet, &[("n", &allowed), ("all", &helps.len().to_string())]);
    format!("{help} · {}", t(plan))
}
