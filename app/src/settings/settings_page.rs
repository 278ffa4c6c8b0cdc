//! `/settings`: six groups that unfold, each with its current settings beside the name. The sections are components of
//! their features.

use super::{chosen, group::SettingsGroup};
use crate::{
    archive::{ExportSection, extent},
    audit::AuditSection,
    components::{Frame, SettingsSection},
    friends::BlocksSection,
    identity::{CredentialsSections, load_credentials},
    imports::ImportSection,
    leaving::LeaveSection,
    profile::{AssistantSection, DaySection, LanguageSection, SessionsSection, VisibilitySection},
    reminders::RemindersSection,
    request::{PageRequest, t},
    subscription::SubscriptionSection,
};
use domain::{Key, limits};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn settings_page(request: Arc<PageRequest>) -> AnyView {
    let PageRequest { backend, viewer, browser, .. } = &*request;
    let (reminders, credentials, sessions, blocked, extent, newest) = tokio::join!(
        backend::reminders::settings(backend, viewer),
        load_credentials(&request),
        backend::identity::sessions(backend, viewer, browser.session.as_deref()),
        backend::friends::blocks::blocked(backend, viewer),
        extent(&request, None),
        backend::audit::events(backend, viewer, None, limits::AUDIT_SHOWN),
    );
    let writing = chosen::writing(&request, reminders.as_ref().ok());
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
            <SettingsGroup id="group-writing" title=Key::SettingsGroupsWriting set=writing>
                <VisibilitySection />
                <DaySection />
                <RemindersSection reminders />
            </SettingsGroup>
            <SettingsGroup id="group-look" title=Key::SettingsGroupsLook set=look>
                <LanguageSection />
            </SettingsGroup>
            <SettingsGroup id="group-account" title=Key::SettingsGroupsAccount set=account>
                <CredentialsSections credentials />
                <SessionsSection sessions />
            </SettingsGroup>
            <SettingsGroup id="group-services" title=Key::SettingsGroupsServices set=services>
                <AssistantSection />
                <SubscriptionSection />
            </SettingsGroup>
            <SettingsGroup id="group-data" title=Key::SettingsGroupsData set=data>
                <BlocksSection blocked />
                <SettingsSection id="bin" title=t(Key::BinTitle) text=t(Key::BinText)>
                    <p>
                        <a href="/bin">{t(Key::BinOpen)}</a>
                    </p>
                </SettingsSection>
                <ExportSection extent />
                <ImportSection />
                <SettingsSection id="privacy" title=t(Key::PrivacyTitle) text=t(Key::SettingsPrivacyText)>
                    <p>
                        <a href="/datenschutz">{t(Key::PrivacyTitle)}</a>
                    </p>
                </SettingsSection>
                <LeaveSection />
            </SettingsGroup>
            <SettingsGroup id="group-audit" title=Key::AuditTitle set=t(Key::AuditSet)>
                <AuditSection newest />
            </SettingsGroup>
        </Frame>
    }
    .into_any()
}
