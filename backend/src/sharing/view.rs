//! An entry as its link shows it: what the options release, and nothing else (product 7).

use crate::entries::store::Stored;
use domain::{
    Recording, ShareOptions, SharedEntry,
    assistant::SummaryMark,
    media::{Image, Rendition},
};

/// The pictures that the link releases, and the index of the main picture, if it is released.
pub fn released_images(entry: &Stored, options: ShareOptions) -> (Vec<&Image>, Option<usize>) {
    let main = entry.main_image_index.min(entry.images.len().saturating_sub(1));
    let released: Vec<_> =
        entry.images.iter().enumerate().filter(|(index, _)| options.releases_image(*index, main)).collect();
    let main_index = released.iter().position(|(index, _)| *index == main);
    (released.into_iter().map(|(_, image)| image).collect(), main_index)
}

pub fn shared(entry: &Stored, options: ShareOptions, token: &str) -> SharedEntry {
    let content = &entry.content;
    let (images, main) = released_images(entry, options);
    let urls = |rendition| images.iter().map(|image| image.shared_url(token, rendition)).collect();
    let recording = entry.recording.filter(|_| options.audio);
    SharedEntry {
        date: entry.date,
        first_name: entry.author.first_name.clone(),
        text: options.original_text.then(|| content.text.clone()),
        summary: options.summary.then(|| content.summary.clone()),
        summary_mark: SummaryMark::of(&content.summary_source).filter(|_| options.summary),
        summary_is_outdated: options.summary.then(|| entry.summary_is_outdated()),
        top_moment: options.details.then(|| content.top_moment.clone()),
        // Stored apart from the entry.
        reflection_answers: None,
        emojis: options.mood.then(|| content.emojis.clone()),
        mood: Some(content.mood.clone()).filter(|mood| options.mood && !mood.is_empty()),
        image_urls: urls(Rendition::Original),
        optimized_image_urls: urls(Rendition::Optimized),
        thumbnail_urls: urls(Rendition::Thumbnail),
        images: images.into_iter().cloned().collect(),
        main_image_index: main.unwrap_or(0),
        has_main_image: main.is_some(),
        audio_transcript: options.audio.then(|| content.audio_transcript.clone()),
        audio: recording.map(|r| Recording::of_link(token, r.id, r.format, r.milliseconds)),
    }
}
