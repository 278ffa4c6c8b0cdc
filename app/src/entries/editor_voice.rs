//! The editor's row for speaking instead of writing.

use super::editor_props::Saved;
use crate::components::{Icon, ReactIsland, TextArea, icon};
use backend::{
    Account, Backend,
    assistant::{self, Offer},
    media::audio,
    settings::AudioFormat,
};
use domain::{Help, Key, Language, Plan};
use leptos::prelude::*;
use serde_json::json;

/// The longest recording, for the writer and with Pro, and the service that transcribes it.
#[derive(Clone, Debug)]
pub struct VoiceLimits {
    seconds: u32,
    pro: bool,
    pro_seconds: u32,
    transcription: Offer,
    /// The service takes nothing but WAV, which the browser makes.
    wav: bool,
}

impl VoiceLimits {
    pub fn of(backend: &Backend, account: &Account) -> Self {
        let plan = account.plan;
        Self {
            seconds: audio::seconds(backend, plan),
            pro: plan == Plan::Pro,
            pro_seconds: audio::seconds(backend, Plan::Pro),
            transcription: assistant::offer(backend, account, Help::Transcription),
            wav: backend.ai.as_ref().is_some_and(|ai| ai.audio() == AudioFormat::Wav),
        }
    }
}

#[component]
pub fn VoiceRow(saved: Saved, limits: VoiceLimits, language: Language) -> impl IntoView {
    let VoiceLimits { seconds, pro, pro_seconds, transcription, wav } = limits;
    let props = json!({
        "seconds": seconds,
        "pro": pro,
        "proSeconds": pro_seconds,
        "transcription": if transcription.provider.is_some() { "ready" } else { "none" },
        "provider": transcription.provider,
        "consent": transcription.consent,
        "convert": wav.then_some("wav"),
    });
    view! {
        <section class="editor-row" id="voice" data-tool-row aria-labelledby="voice-label">
            <h2 class="entry-label" id="voice-label">
                {language.text(Key::EditorVoiceLabel)}
            </h2>
            <ReactIsland name="recorder" props>
                <VoiceSkeleton saved seconds language />
            </ReactIsland>
        </section>
    }
}

/// The widget before anything is pressed. The saved recording also plays without script.
#[component]
fn VoiceSkeleton(saved: Saved, seconds: u32, language: Language) -> impl IntoView {
    let player = saved.audio.map(|recording| {
        let length = recording.length();
        view! {
            <div class="recorder-sound">
                <audio
                    class="recorder-player"
                    controls
                    preload="none"
                    src=recording.url
                    aria-label=language.text(Key::EditorRecorderPlayer)
                ></audio>
                <span class="recorder-length">{length}</span>
                <span class="icon-button" inert=true>
                    <Icon of=icon::X />
                </span>
            </div>
        }
    });
    let has_sound = player.is_some();
    let (icon, label) =
        if has_sound { (icon::ROTATE_CCW, Key::EditorRecorderAgain) } else { (icon::MIC, Key::EditorRecorderRecord) };
    let hint = (!has_sound).then(|| language.fill(Key::EditorRecorderLimit, &[("n", &seconds.to_string())]));
    let transcript = (!saved.audio_transcript.is_empty()).then(|| {
        view! {
            <div class="recorder-transcript" inert=true>
                <span class="field-label">{language.text(Key::EditorRecorderTranscript)}</span>
                <span class="icon-button">
                    <Icon of=icon::X />
                </span>
                // The field has no name, since the widget sends its own. Without a widget the saved transcript stays.
                <TextArea
                    name=""
                    id="voice-transcript"
                    class="input recorder-text"
                    text=saved.audio_transcript
                    rows=3
                />
            </div>
        }
    });
    view! {
        <div class="recorder" data-state="idle">
            {player}
            <div class="recorder-row" inert=true>
                <span class="button recorder-main">
                    <Icon of=icon />
                    {language.text(label)}
                </span>
                {hint.map(|hint| view! { <span class="recorder-hint">{hint}</span> })}
            </div>
            {transcript}
        </div>
    }
}
