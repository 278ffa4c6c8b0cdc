//! An entry, shown as it looks: the product is its own picture.

use crate::{
    components::{Icon, icon},
    reading::DateHeadline,
    request::{PageRequest, t},
};
use chrono::NaiveDate;
use domain::{Key, Mood};
use leptos::prelude::*;

const DATE: Option<NaiveDate> = NaiveDate::from_ymd_opt(2026, 5, 17);
const EMOJIS: &str = "☕🍅🎺🌤️";
const MOOD: u8 = 8;

#[component]
pub fn ExampleEntry() -> impl IntoView {
    let mood = Mood::at(MOOD);
    let level = PageRequest::current().fill(Key::EntryMoodValue, &[("n", &MOOD.to_string())]);
    view! {
        <figure class="example" aria-label=t(Key::LandingExampleLabel)>
            <div class="sheet">
                <p class="sheet-day">{DATE.map(|date| view! { <DateHeadline date /> })}</p>
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
                        {level}
                    </span>
                    <span class="emojis">{EMOJIS}</span>
                </p>
                <p class="sheet-summary">{t(Key::LandingExampleSummary)}</p>
                <p class="sheet-text">{t(Key::LandingExampleText)}</p>
                <p class="sheet-moment">
                    <span class="sheet-label">{t(Key::EntryTopMoment)}</span>
                    {t(Key::LandingExampleMoment)}
                </p>
            </div>
        </figure>
    }
}
