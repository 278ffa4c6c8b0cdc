//! The default visibility of new entries.

use crate::{
    components::{SettingsSection, VisibilityOptions},
    forms::{FormStatus, PostForm},
    request::{PageRequest, t},
};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn VisibilitySection() -> impl IntoView {
    let chosen = PageRequest::current().account().map(|account| account.user.default_visibility).unwrap_or_default();
    view! {
        <SettingsSection id="visibility" title=t(Key::SettingsVisibilityTitle) text=t(Key::SettingsVisibilityText)>
            <PostForm name="default-visibility" done=Key::SettingsSaved on_change=true class="options">
                <div role="radiogroup" aria-labelledby="visibility-title">
                    <VisibilityOptions chosen prefix="default" />
                </div>
                <FormStatus />
            </PostForm>
        </SettingsSection>
    }
}
