//! `/settings`: six groups that unfold, each with its current settings beside the name. The sections are components of
//! their features.

use super::{chosen, group::SettingsGroup};
use crate::{
    archive::ExportSection,
    audit::AuditSection,
    components::{Frame, SettingsSection, loaded},
    friends::BlocksSection,
    identity::CredentialsSections,
    imports::ImportSection,
    leaving::LeaveSection,
    profile::{AssistantSection, DaySection, LanguageSection, SessionsSection, VisibilitySection},
    reminders::RemindersSection,
    request::{PageRequest, in_own_task, t},
    subscription::SubscriptionSection,
};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn SettingsPage() -> impl IntoView {
    let request = PageRequest::current();
    let account = chosen::account(&request);
    let look = chosen::look(&request);
    let services = chosen::services(&request);
    let data = [
        Key::PeopleBlockedTitle,
        Key::BinTitle,
        Key::ArchiveEverything,
        Key::ImportsTitle,
        Key::PrivacyTitle,
        Key::LeaveTitle,
    ]
    .map(t)
    .join(" · ");
    view! {
        <Frame title=t(Key::SettingsTitle) class="settings">
            <h1>{t(Key::SettingsTitle)}</h1>
            <Writing />
            <SettingsGroup id="group-look" title=Key::SettingsGroupsLook set=look>
                <LanguageSection />
            </SettingsGroup>
            <SettingsGroup id="group-account" title=Key::SettingsGroupsAccount set=account>
                <CredentialsSections />
                <SessionsSection />
            </SettingsGroup>
            <SettingsGroup id="group-services" title=Key::SettingsGroupsServices set=services>
                <AssistantSection />
                <SubscriptionSection />
            </SettingsGroup>
            <SettingsGroup id="group-data" title=Key::SettingsGroupsData set=data>
                <BlocksSection />
                <SettingsSection id="bin" title=t(Key::BinTitle) text=t(Key::BinText)>
                    <p>
                        <a href="/bin">{t(Key::BinOpen)}</a>
                    </p>
                </SettingsSection>
                <ExportSection />
                <ImportSection />
                <SettingsSection id="privacy" title=t(Key::PrivacyTitle) text=t(Key::SettingsPrivacyText)>
                    <p>
                        <a href="/datenschutz">{t(Key::PrivacyTitle)}</a>
                    </p>
                </SettingsSection>
                <LeaveSection />
            </SettingsGroup>
            <SettingsGroup id="group-audit" title=Key::AuditTitle set=t(Key::AuditSet)>
                <AuditSection />
            </SettingsGroup>
        </Frame>
    }
}

/// The group about writing. The reminder's settings are loaded once for their section and for the group's line.
#[component]
fn Writing() -> impl IntoView {
    let request = PageRequest::current();
    loaded(async move {
        let (backend, viewer) = (request.backend.clone(), request.viewer.clone());
        let reminders = in_own_task(async move { backend::reminders::settings(&backend, &viewer).await }).await;
        let set = chosen::writing(&request, reminders.as_ref().ok());
        view! {
            <SettingsGroup id="group-writing" title=Key::SettingsGroupsWriting set>
                <VisibilitySection />
                <DaySection />
                <RemindersSection reminders />
            </SettingsGroup>
        }
    })
}
