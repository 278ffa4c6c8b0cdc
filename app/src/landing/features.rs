//! Three cards about what the product does.

use crate::{
    components::{Icon, icon},
    request::{PageRequest, t},
};
use domain::{Help, Key};
use leptos::prelude::*;

#[component]
pub fn Features() -> impl IntoView {
    let by_service = PageRequest::current().backend.ai.as_ref().is_some_and(|ai| ai.gives(Help::Summary));
    // A summary made here is none of an artificial intelligence.
    let (summaries, how) = if by_service {
        (Key::LandingFeatureSummariesTitleService, Key::LandingFeatureSummariesTextService)
    } else {
        (Key::LandingFeatureSummariesTitle, Key::LandingFeatureSummariesText)
    };
    let cards = [
        (icon::FEATHER, Key::LandingFeatureJourneyTitle, Key::LandingFeatureJourneyText),
        (icon::SPARKLES, summaries, how),
        (icon::CALENDAR, Key::LandingFeatureBackTitle, Key::LandingFeatureBackText),
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
