//! The summary of a day, always shown beside the words that it sums up.

use super::prose::Prose;
use domain::{Entry, Key, Language};
use leptos::prelude::*;

/// `mark` is the label of a summary by a program. The children are shown below if the words have changed since.
#[component]
pub fn Summary(text: String, mark: Option<AnyView>, language: Language, children: Children) -> impl IntoView {
    let name = mark.unwrap_or_else(|| language.text(Key::EntrySummary).into_any());
    view! {
        <section class="entry-summary">
            <h2 class="entry-label">{name}</h2>
            <Prose text />
            <div class="entry-summary-notes">{children()}</div>
        </section>
    }
}

/// `renew`: whether the viewer may have a new one made.
#[component]
pub fn Outdated<'a>(entry: &'a Entry, language: Language, #[prop(optional)] renew: bool) -> impl IntoView + use<> {
    let href = format!("/edit/{}#summary-row", entry.id);
    entry.summary_is_outdated.then(|| {
        view! {
            <span class="outdated">{language.text(Key::EntrySummaryOutdated)}</span>
            {renew.then(|| view! { <a href=href>{language.text(Key::EntrySummaryRenew)}</a> })}
        }
    })
}
