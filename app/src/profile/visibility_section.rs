//! Whom new entries are for.

use super::SettingsSection;
use crate::{
    components::{ApiForm, FormMessage, VisibilityOptions},
    request::{PageRequest, t},
};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn VisibilitySection() -> impl IntoView {
    let chosen = PageRequest::current().account().map(|account| account.user.default_visibility).unwrap_or_default();
    view! {
        <SettingsSection id="visibility" title=t(Key::SettingsVisibilityTitle) text=t(Key::SettingsVisibilityText)>
            <ApiForm
                method="PUT"
                action="/api/users/default-visibility"
                done=Key::SettingsSaved
                submit_on="change"
                class="options"
            >
                <div role="radiogroup" aria-labelledby="visibility-title">
                    <VisibilityOptions chosen prefix="default" />
                </div>
                <FormMessage />
            </ApiForm>
        </SettingsSection>
    }
}
