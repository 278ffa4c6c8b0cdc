//! The two plans, what Pro adds, and what people ask.

use crate::{
    components::{Icon, icon, price_line},
    request::{PageRequest, t},
};
use domain::{Help, Key};
use leptos::prelude::*;

#[component]
pub fn Plans(
    /// False: the viewer has Pro as a gift.
    is_free: bool,
    is_offered: bool,
) -> impl IntoView {
    let free = [
        Some(Key::SubscriptionFreeImages),
        Some(Key::SubscriptionFreeRecording),
        Some(help(Key::SubscriptionFreeHelp, Key::SubscriptionFreeSummaries)),
        gives(Help::Linkedin).then_some(Key::SubscriptionFreeLinkedin),
        Some(Key::SubscriptionFreeEditing),
    ];
    view! {
        <div class="plans">
            <section class="plan" aria-labelledby="plan-free">
                <h2 id="plan-free">{t(Key::SubscriptionFreeTitle)}</h2>
                <p class="plan-price">
                    <span class="plan-amount">{t(Key::PriceFree)}</span>
                    " "
                    {t(Key::SubscriptionFreeNote)}
                </p>
                <Benefits keys=free.into_iter().flatten().collect() />
                {is_free.then(|| view! { <p class="plan-current">{t(Key::SubscriptionCurrent)}</p> })}
            </section>
            <section class="plan plan-pro" aria-labelledby="plan-pro">
                <h2 id="plan-pro">
                    {t(Key::SubscriptionProTitle)} " " <span class="chip">{t(Key::SubscriptionProBadge)}</span>
                </h2>
                <p class="plan-price">
                    <span class="plan-amount">{t(Key::PricePro)}</span>
                    " "
                    {t(Key::SubscriptionProNote)}
                </p>
                <ProBenefits />
                {(!is_free).then(|| view! { <p class="plan-current">{t(Key::SubscriptionCurrent)}</p> })}
                {is_offered.then(|| view! { <Order /> })}
            </section>
        </div>
    }
}

/// The way to the order, with its price below.
#[component]
pub fn Order() -> impl IntoView {
    view! {
        <a class="button button-main button-wide" href="/subscription/order">
            {t(Key::SubscriptionUpgrade)}
        </a>
        <p class="plan-line">{price_line()}</p>
    }
}

#[component]
pub fn ProBenefits() -> impl IntoView {
    let keys = [
        Some(Key::SubscriptionProImages),
        Some(Key::SubscriptionProRecording),
        Some(help(Key::SubscriptionProHelp, Key::SubscriptionProSummaries)),
        gives(Help::Linkedin).then_some(Key::SubscriptionProLinkedin),
        Some(Key::SubscriptionProEditing),
        Some(Key::SubscriptionProMood),
    ];
    view! { <Benefits keys=keys.into_iter().flatten().collect() /> }
}

/// `all` if recordings can be transcribed, else `summaries`: a plan promises only what this server does.
fn help(all: Key, summaries: Key) -> Key {
    if gives(Help::Transcription) { all } else { summaries }
}

/// Whether a service gives this help here.
fn gives(help: Help) -> bool {
    PageRequest::current().backend.ai.as_ref().is_some_and(|ai| ai.gives(help))
}

#[component]
fn Benefits(keys: Vec<Key>) -> impl IntoView {
    let lines = keys.into_iter().map(|key| view! { <li><Icon of=icon::CHECK />{t(key)}</li> });
    view! { <ul class="plan-benefits">{lines.collect_view()}</ul> }
}

#[component]
pub fn Highlights() -> impl IntoView {
    // A summary made by this server itself is not called AI.
    let is_ai = [Help::Transcription, Help::Summary, Help::Linkedin].into_iter().any(gives);
    let title_of_help = if is_ai { Key::SubscriptionHighlightHelpTitle } else { Key::SubscriptionHighlightHelpOwn };
    let text_of_help = help(Key::SubscriptionHighlightHelpText, Key::SubscriptionHighlightHelpSummaries);
    let cards = [
        (icon::FEATHER, Key::SubscriptionHighlightEditingTitle, Key::SubscriptionHighlightEditingText),
        (icon::SHIELD_CHECK, Key::SubscriptionHighlightAdsTitle, Key::SubscriptionHighlightAdsText),
        (icon::IMAGES, Key::SubscriptionHighlightMediaTitle, Key::SubscriptionHighlightMediaText),
        (icon::SPARKLES, title_of_help, text_of_help),
    ]
    .map(|(of, title, text)| {
        view! {
            <li class="pro-highlight">
                <Icon of />
                <h3>{t(title)}</h3>
                <p>{t(text)}</p>
            </li>
        }
    });
    view! {
        <section aria-labelledby="pro-highlights">
            <h2 id="pro-highlights">{t(Key::SubscriptionHighlights)}</h2>
            <ul class="pro-highlights">{cards.collect_view()}</ul>
        </section>
    }
}

#[component]
pub fn Questions() -> impl IntoView {
    let questions = [
        (Key::SubscriptionFaqCancelQuestion, Key::SubscriptionFaqCancelAnswer),
        (Key::SubscriptionFaqPayQuestion, Key::SubscriptionFaqPayAnswer),
        (Key::SubscriptionFaqDataQuestion, Key::SubscriptionFaqDataAnswer),
    ]
    .map(|(question, answer)| {
        view! {
            <details class="pro-question">
                <summary class="fold"><Icon of=icon::CHEVRON_DOWN />{t(question)}</summary>
                <p>{t(answer)}</p>
            </details>
        }
    });
    view! {
        <section aria-labelledby="pro-questions">
            <h2 id="pro-questions">{t(Key::SubscriptionFaqTitle)}</h2>
            {questions.collect_view()}
        </section>
    }
}
