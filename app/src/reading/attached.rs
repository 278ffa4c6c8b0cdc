//! The attachments of an entry in few words.

use crate::components::icon::{Symbol, SymbolIcon};
use domain::{Entry, Key, Language};
use leptos::prelude::*;

/// The number of pictures, and a sign for a recording. The page needs [`crate::components::icon::Symbols`].
#[component]
pub fn Attached<'a>(entry: &'a Entry, language: Language) -> impl IntoView + use<> {
    let count = entry.images.len();
    let photos = (count > 0).then(|| language.fill(Key::CardPhotos, &[("n", &count.to_string())]));
    let recording = entry.audio.as_ref().map(|_| language.text(Key::CardRecordingOne));
    view! {
        {photos.map(|photos| view! { <span class="card-photos"><SymbolIcon of=Symbol::Image />{photos}</span> })}
        {recording.map(|recording| view! { <span class="card-photos"><SymbolIcon of=Symbol::Mic />{recording}</span> })}
    }
}

/// The text in place of missing words, unless there is a recording.
pub fn no_text(entry: &Entry, language: Language) -> Option<String> {
    entry.audio.is_none().then(|| language.text(Key::CardNoText).to_owned())
}
