//! A real entry, shown as it looks: the product is its own picture.

use crate::{
    components::{Icon, icon},
    reading::DateHeadline,
    request::{PageRequest, t},
};
use chrono::NaiveDate;
use domain::{Key, Mood};
use leptos::prelude::*;
use serde::Deserialize;
use std::sync::LazyLock;

/// The same entry that `server/demo` gives the demo's account.
static EXAMPLE: LazyLock<Option<Example>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../server/demo/landing.json")).ok());

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Example {
    date: NaiveDate,
    text: String,
    summary: String,
    top_moment: String,
    emojis: String,
    mood_level: u8,
}

#[component]
pub fn ExampleEntry() -> impl IntoView {
    EXAMPLE.as_ref().map(|example| {
        let mood = Mood::at(example.mood_level);
        let level = example.mood_level.to_string();
        view! {
            <figure class="example" aria-label=t(Key::LandingExampleLabel)>
                <div class="sheet" lang="de">
                    <p class="sheet-day">
                        <DateHeadline date=example.date />
                    </p>
                    <img
                        class="sheet-photo"
                        src="/landing/coffee-600.webp"
                        srcset="/landing/coffee-420.webp 420w, /landing/coffee-600.webp 600w"
                        sizes="(width < 30rem) 80vw, 27rem"
                        width="600"
                        height="400"
                        alt=t(Key::LandingExamplePhoto)
                        fetchpriority="high"
                        decoding="async"
                    />
                    <p class="sheet-mood">
                        <span class="mood-mark" data-band=mood.band().to_string()>
                            <Icon of=icon::mood(mood.band()) />
                            {PageRequest::current().fill(Key::EntryMoodValue, &[("n", &level)])}
                        </span>
                        <span class="emojis">{example.emojis.as_str()}</span>
                    </p>
                    <p class="sheet-summary">{example.summary.as_str()}</p>
                    <p class="sheet-text">{example.text.as_str()}</p>
                    <p class="sheet-moment">
                        <span class="sheet-label">{t(Key::EntryTopMoment)}</span>
                        {example.top_moment.as_str()}
                    </p>
                </div>
            </figure>
        }
    })
}

#[cfg(test)]
mod tests {
    use super::EXAMPLE;

    #[test]
    fn the_example_can_be_read_and_has_something_to_show() {
        let example = EXAMPLE.as_ref().unwrap();
        assert!((1..=10).contains(&example.mood_level));
        for text in [&example.text, &example.summary, &example.top_moment, &example.emojis] {
            assert!(!text.is_empty());
        }
    }
}
