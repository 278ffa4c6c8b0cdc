//! The consent for outside services, for each kind of data.

use crate::{
    components::SettingsSection,
    forms::{FormStatus, PostForm},
    request::{PageRequest, t},
};
use backend::assistant::{self, Offer};
use domain::{Help, Key, Said};
use leptos::prelude::*;

#[component]
pub fn AssistantSection() -> impl IntoView {
    let request = PageRequest::current();
    let text = match &request.backend.ai {
        Some(ai) => request.fill(Key::SettingsAssistantConfigured, &[("provider", ai.name())]),
        None => t(Key::SettingsAssistantText).to_owned(),
    };
    let switches = [
        (
            "consent-transcription",
            Help::Transcription,
            Key::SettingsAssistantTranscription,
            Key::SettingsAssistantTranscriptionHint,
        ),
        ("consent-summary", Help::Summary, Key::SettingsAssistantSummary, Key::SettingsAssistantSummaryHint),
        ("consent-linkedin", Help::Linkedin, Key::SettingsAssistantLinkedin, Key::SettingsAssistantLinkedinHint),
    ]
    .map(|(form, help, label, hint)| {
        let offer = request.account().map(|account| assistant::offer(&request.backend, account, help));
        let provider = offer.and_then(|offer| offer.provider).unwrap_or_default();
        let said = said(&request, help);
        let allowed = is_allowed(&request, help);
        let open = (!allowed).then(|| undecided(&request, &said, &provider)).flatten();
        let hint_id = format!("assistant-{}-hint", help.as_str());
        let described_by = hint_id.clone();
        // A form for each kind, so that an untouched one stays undecided.
        view! {
            <PostForm name=form done=Key::SettingsSaved on_change=true class="options">
                // The service that a yes is given to.
                <input type="hidden" name="provider" value=provider />
                <label class="check">
                    <input
                        type="checkbox"
                        role="switch"
                        name="allowed"
                        value="true"
                        checked=allowed
                        aria-describedby=described_by
                    />
                    <span>
                        {t(label)} <span class="check-hint" id=hint_id>
                            {t(hint)}
                            {open.map(|open| view! { <span>" " {open}</span> })}
                        </span>
                    </span>
                </label>
                <FormStatus />
            </PostForm>
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

fn said(request: &PageRequest, help: Help) -> Said {
    request.account().map(|account| account.consent.about(help).clone()).unwrap_or_default()
}

/// Whether the person said yes to the service that is set up. Without a service, a yes is to none in particular but still counts as said.
pub fn is_allowed(request: &PageRequest, help: Help) -> bool {
    match request.account().map(|account| assistant::offer(&request.backend, account, help)) {
        Some(Offer { provider: Some(_), consent }) => consent == Some(true),
        _ => matches!(said(request, help), Said::Yes(_)),
    }
}

/// The text of a kind without a decision, or with a decision about another service.
fn undecided(request: &PageRequest, said: &Said, provider: &str) -> Option<String> {
    match said {
        Said::No => None,
        Said::Yes(before) if !before.is_empty() => {
            Some(request.fill(Key::SettingsAssistantOther, &[("before", before), ("provider", provider)]))
        }
        Said::Yes(_) | Said::Nothing => Some(t(Key::SettingsAssistantOpen).to_owned()),
    }
}
