//! The day's pictures side by side in the width of the column. A finger swipes, arrows turn
//! (`frontend-react/src/features/photos/strip.ts`).

use super::{day::MainPhoto, photo::Source};
use crate::components::{Icon, icon};
use chrono::NaiveDate;
use domain::{Key, Language, media::Image};
use leptos::prelude::*;

/// The strip, which begins at the main picture. One picture alone needs none.
#[component]
pub fn PhotoStrip(
    images: Vec<Image>,
    main: usize,
    source: Source,
    day: NaiveDate,
    language: Language,
) -> impl IntoView {
    let total = images.len();
    let slides = images.into_iter().enumerate().map(|(at, image)| {
        let alt = image.alt_text(language, at + 1, day);
        let place = [("n", &*(at + 1).to_string()), ("total", &*total.to_string())];
        view! {
            <li class="photo-slide" data-main=(at == main).then_some("")>
                <MainPhoto image alt source=source.clone() is_beside=at != main />
                <span class="photo-place">{language.fill(Key::EntryLightboxPlace, &place)}</span>
                {(at > 0)
                    .then(|| view! { <Turn by="-1" of=icon::CHEVRON_LEFT label=Key::EntryLightboxPrevious language /> })}
                {(at + 1 < total)
                    .then(|| view! { <Turn by="1" of=icon::CHEVRON_RIGHT label=Key::EntryLightboxNext language /> })}
            </li>
        }
    });
    view! {
        <ul class="photo-strip" aria-label=language.text(Key::EntryLightboxTitle) data-photo-strip>
            {slides.collect_view()}
        </ul>
    }
}

#[component]
fn Turn(by: &'static str, of: icon::Paths, label: Key, language: Language) -> impl IntoView {
    view! {
        <button type="button" class="icon-button photo-turn" data-turn=by aria-label=language.text(label)>
            <Icon of />
        </button>
    }
}
