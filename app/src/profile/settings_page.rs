//! `/settings`: one section below the other, each a component of its feature.

use super::{
    SettingsSection, assistant_section::AssistantSection, day_section::DaySection, language_section::LanguageSection,
    sessions_section::SessionsSection, visibility_section::VisibilitySection,
};
use crate::{
    components::Page,
    identity::{CredentialsSection, google_section::GoogleSection},
    request::t,
};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn SettingsPage() -> impl IntoView {
    view! {
        <Page title=t(Key::SettingsTitle) class="settings">
            <h1>{t(Key::SettingsTitle)}</h1>
            <VisibilitySection />
            <DaySection />
            <LanguageSection />
            <CredentialsSection />
            <GoogleSection />
            <SessionsSection />
            <AssistantSection />
            <SettingsSection id="bin" title=t(Key::BinTitle) text=t(Key::BinText)>
                <p>
                    <a href="/bin">{t(Key::BinOpen)}</a>
                </p>
            </SettingsSection>
            <SettingsSection id="privacy" title=t(Key::PrivacyTitle) text=t(Key::SettingsPrivacyText)>
                <p>
                    <a href="/privacy">{t(Key::PrivacyTitle)}</a>
                </p>
            </SettingsSection>
        </Page>
    }
}
