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
            <Group of=&WRITING />
            <VisibilitySection />
            <DaySection />
            <RemindersSection />
            <Group of=&LOOK />
            <LanguageSection />
            <Group of=&ACCOUNT />
            <CredentialsSections />
            <SessionsSection />
            <Group of=&SERVICES />
            <AssistantSection />
            <SubscriptionSection />
            <Group of=&DATA />
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

/// Sections that belong together: where they stand, and what they are called.
type Named = (&'static str, Key);

const WRITING: Named = ("group-writing", Key::SettingsGroupsWriting);
const LOOK: Named = ("group-look", Key::SettingsGroupsLook);
const ACCOUNT: Named = ("group-account", Key::SettingsGroupsAccount);
const SERVICES: Named = ("group-services", Key::SettingsGroupsServices);
const DATA: Named = ("group-data", Key::SettingsGroupsData);

/// Above the first of its sections.
#[component]
fn Group(of: &'static Named) -> impl IntoView {
    view! {
        <p class="settings-group" id=of.0>
            {t(of.1)}
        </p>
    }
}

/// The way to a group that a phone shows many screens below.
#[component]
fn Index() -> impl IntoView {
    let links = [WRITING, LOOK, ACCOUNT, SERVICES, DATA]
        .map(|(id, title)| view! { <li><a class="settings-link" href=format!("#{id}")>{t(title)}</a></li> });
    view! {
        <nav aria-label=t(Key::SettingsTitle)>
            <ul class="settings-index">{links.collect_view()}</ul>
        </nav>
    }
}
