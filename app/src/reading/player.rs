//! The recording of a day: player and transcript.

use super::prose::Prose;
use crate::components::{Icon, icon};
use domain::{Key, Language, Recording};
use leptos::prelude::*;

/// The browser's own player, which needs no script. Only the beginning of the sound is loaded, for its length. The
/// length is also written beside it.
#[component]
pub fn Player(recording: Recording, language: Language) -> impl IntoView {
    let label = language.text(Key::EntryRecording);
    view! {
        <figure class="player">
            <figcaption class="player-label">
                <Icon of=icon::MIC />
                <span>{label}</span>
                <span class="player-length">{recording.length()}</span>
            </figcaption>
            <audio class="player-audio" controls preload="metadata" src=recording.url aria-label=label></audio>
        </figure>
    }
}

#[component]
pub fn Transcript(text: String, language: Language) -> impl IntoView {
    view! {
        <section>
            <h2 class="entry-label">{language.text(Key::EntryTranscript)}</h2>
            <Prose text />
        </section>
    }
}
