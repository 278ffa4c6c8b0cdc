//! `/settings`: one section below the other, each a component of its feature.

use crate::{
    components::{Page, SettingsSection},
    friends::BlocksSection,
    identity::CredentialsSections,
    profile::{AssistantSection, DaySection, LanguageSection, SessionsSection, VisibilitySection},
    reminders::RemindersSection,
    request::t,
    subscription::SubscriptionSection,
};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn SettingsPage() -> impl IntoView {
    view! {
        <Page title=t(Key::SettingsTitle) class="settings">
            <h1>{t(Key::SettingsTitle)}</h1>
            <Index />
            <VisibilitySection />
            <DaySection />
            <RemindersSection />
            <LanguageSection />
            <CredentialsSections />
            <SessionsSection />
            <AssistantSection />
            <SubscriptionSection />
            <BlocksSection />
            <SettingsSection id="bin" title=t(Key::BinTitle) text=t(Key::BinText)>
                <p>
                    <a href="/bin">{t(Key::BinOpen)}</a>
                </p>
            </SettingsSection>
            <SettingsSection id="privacy" title=t(Key::PrivacyTitle) text=t(Key::SettingsPrivacyText)>
                <p>
                    <a href="/datenschutz">{t(Key::PrivacyTitle)}</a>
                </p>
            </SettingsSection>
        </Page>
    }
}

/// The sections that every account has, by the places they stand at.
const SECTIONS: [(&str, Key); 13] = [
    ("visibility", Key::SettingsVisibilityTitle),
    ("day", Key::SettingsDayTitle),
    ("reminders", Key::RemindersTitle),
    ("language", Key::MenuLanguage),
    ("theme", Key::MenuTheme),
    ("credentials", Key::CredentialsTitle),
    ("google", Key::GoogleSectionTitle),
    ("sessions", Key::SessionsTitle),
    ("assistant", Key::SettingsAssistantTitle),
    ("subscription", Key::SubscriptionTitle),
    ("blocks", Key::PeopleBlockedTitle),
    ("bin", Key::BinTitle),
    ("privacy", Key::PrivacyTitle),
];

/// The way to a section that a phone shows many screens below.
#[component]
fn Index() -> impl IntoView {
    let links =
        SECTIONS.map(|(id, title)| view! { <li><a class="settings-link" href=format!("#{id}")>{t(title)}</a></li> });
    view! {
        <nav aria-label=t(Key::SettingsTitle)>
            <ul class="settings-index">{links.collect_view()}</ul>
        </nav>
    }
}
