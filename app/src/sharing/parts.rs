//! The parts of an entry that a link may show, as the dialog offers them.

#[cfg(feature = "ssr")]
use domain::Entry;
use domain::ShareOptions;

pub type Part = fn(&mut ShareOptions) -> &mut bool;

/// By the box's name, which is also that of its text below `share`.
pub const PARTS: [(&str, Part); 7] = [
    ("images", |options| &mut options.images),
    ("all_images", |options| &mut options.all_images),
    ("summary", |options| &mut options.summary),
    ("details", |options| &mut options.details),
    ("mood", |options| &mut options.mood),
    ("original_text", |options| &mut options.original_text),
    ("audio", |options| &mut options.audio),
];

/// The parts that are there to be shown. Of an entry without a photo nobody should choose what a photo of tomorrow shows.
#[cfg(feature = "ssr")]
pub fn present(entry: &Entry, has_answers: bool) -> ShareOptions {
    let has = |words: &str| !words.trim().is_empty();
    ShareOptions {
        images: !entry.images.is_empty(),
        all_images: entry.images.len() > 1,
        summary: has(&entry.summary),
        details: has(&entry.top_moment) || has_answers,
        mood: entry.mood.is_set || has(&entry.emojis),
        original_text: has(&entry.text),
        audio: entry.audio.is_some() || has(&entry.audio_transcript),
    }
}
