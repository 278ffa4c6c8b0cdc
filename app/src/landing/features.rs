//! What the product does, on three cards.

use crate::{
    components::{Icon, icon},
    request::t,
};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn Features() -> impl IntoView {
    let cards = [
        (icon::FEATHER, Key::LandingFeatureJourneyTitle, Key::LandingFeatureJourneyText),
        (icon::SHIELD_CHECK, Key::LandingFeatureWordsTitle, Key::LandingFeatureWordsText),
        (icon::IMAGES, Key::LandingFeaturePhotosTitle, Key::LandingFeaturePhotosText),
    ]
    .map(|(paths, title, text)| {
        view! {
            <li class="feature">
                <Icon of=paths />
                <h3>{t(title)}</h3>
                <p>{t(text)}</p>
            </li>
        }
    });
    view! {
        <section class="features" aria-labelledby="features">
            <h2 id="features">{t(Key::LandingFeaturesTitle)}</h2>
            <ul class="feature-list">{cards.collect_view()}</ul>
        </section>
    }
}
