//! The head of the dashboard, and the way to the bin at its end.

use crate::components::{Icon, icon};
use chrono::NaiveDate;
use domain::{FeedChoice, Key, Language, date};
use leptos::prelude::*;

#[component]
pub fn Bin(language: Language) -> impl IntoView {
    view! {
        <p class="dashboard-bin">
            <a class="back-link" href="/bin">
                <Icon of=icon::TRASH />
                {language.text(Key::BinTitle)}
            </a>
        </p>
    }
}

/// The head of the newest days; `write` is the address of today's entry or of a new one.
#[component]
pub fn Head(
    greeting: String,
    today: NaiveDate,
    write: (String, Key),
    #[prop(optional)] text: Option<Key>,
    language: Language,
) -> impl IntoView {
    let (href, label) = write;
    view! {
        <header class="dashboard-head">
            <p class="dashboard-date" lang="de">{date::long(today)}</p>
            <h1>{greeting}</h1>
            {text.map(|text| view! { <p class="dashboard-sentence">{language.text(text)}</p> })}
            <a class="button button-main" href=href>
                <Icon of=icon::FEATHER />
                {language.text(label)}
            </a>
        </header>
    }
}

#[component]
pub fn OlderHead(choice: FeedChoice, language: Language) -> impl IntoView {
    let newest = match choice {
        FeedChoice::Whose(_) => "/dashboard".to_owned(),
        FeedChoice::Only(only) => format!("/dashboard?only={}", only.as_str()),
    };
    view! {
        <header class="dashboard-head">
            <a class="back-link" href=newest>
                <Icon of=icon::ARROW_LEFT />
                {language.text(Key::EntryBack)}
            </a>
            <h1>{language.text(Key::DashboardMore)}</h1>
        </header>
    }
}
