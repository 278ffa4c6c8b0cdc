//! The attachments of an entry in few words.

use crate::components::icon::Symbol;
use domain::{Entry, Key, Language};
use maud::{Markup, html};

/// The number of pictures, and a sign for a recording. The page needs [`crate::components::icon::Symbols`].
pub fn attached(entry: &Entry, language: Language) -> Markup {
    let count = entry.images.len();
    html! {
        @if count > 0 {
            span class="card-photos" { (Symbol::Image.drawn()) (language.fill(Key::CardPhotos, &[("n", &count.to_string())])) }
        }
        @if entry.audio.is_some() {
            span class="card-photos" { (Symbol::Mic.drawn()) (language.text(Key::CardRecordingOne)) }
        }
    }
}

/// The text in place of missing words, unless there is a recording.
pub fn no_text(entry: &Entry, language: Language) -> Option<String> {
    entry.audio.is_none().then(|| language.text(Key::CardNoText).to_owned())
}
