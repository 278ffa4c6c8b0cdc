//! What may be handed to services outside, kind by kind.

use super::SettingsSection;
use crate::{
    components::{ApiForm, FormMessage},
    request::{PageRequest, t},
};
use domain::{Help, Key};
use leptos::prelude::*;

#[component]
pub fn AssistantSection() -> impl IntoView {
    let request = PageRequest::current();
    let text = match &request.backend.ai {
        Some(ai) => request.fill(Key::SettingsAssistantConfigured, &[("provider", ai.name())]),
        None => t(Key::SettingsAssistantText).to_owned(),
    };
    let consent = request.account().map(|account| account.consent).unwrap_or_default();
    let switches = Help::ALL.map(|help| {
        let (label, hint) = match help {
            Help::Transcription => (Key::SettingsAssistantTranscription, Key::SettingsAssistantTranscriptionHint),
            Help::Summary => (Key::SettingsAssistantSummary, Key::SettingsAssistantSummaryHint),
            Help::Linkedin => (Key::SettingsAssistantLinkedin, Key::SettingsAssistantLinkedinHint),
        };
        let said = consent.to(help);
        let hint_id = format!("assistant-{}-hint", help.as_str());
        let described_by = hint_id.clone();
        // A form each: what was not touched stays undecided.
        view! {
            <ApiForm
                method="PUT"
                action="/api/users/assistant-consent"
                done=Key::SettingsSaved
                submit_on="change"
                class="options"
            >
                <label class="check">
                    <input
                        type="checkbox"
                        role="switch"
                        name=help.as_str()
                        checked=said == Some(true)
                        aria-describedby=described_by
                    />
                    <span>
                        {t(label)} <span class="check-hint" id=hint_id>
                            {t(hint)}
                            {said
                                .is_none()
                                .then(|| view! { <span data-until-done>" " {t(Key::SettingsAssistantOpen)}</span> })}
                        </span>
                    </span>
                </label>
                <FormMessage />
            </ApiForm>
        }
    });
    view! {
        <SettingsSection id="assistant" title=t(Key::SettingsAssistantTitle) text>
            <div>{switches.into_iter().collect_view()}</div>
            <p>
                <a href="/settings/assistant">{t(Key::SettingsAssistantLog)}</a>
            </p>
        </SettingsSection>
    }
}
