//! The summary of a day, always shown beside the words that it sums up.

use super::prose::Prose;
use crate::markup::shown;
use domain::{Entry, Key, Language};
use leptos::prelude::*;
use maud::{Markup, html};

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
    shown(outdated(entry, language, renew))
}

/// [`Outdated`] as markup.
pub fn outdated(entry: &Entry, language: Language, renew: bool) -> Markup {
    html! {
        @if entry.summary_is_outdated {
            span class="outdated" { (language.text(Key::EntrySummaryOutdated)) }
            @if renew {
                a href={ "/edit/" (entry.id) "#summary-row" } { (language.text(Key::EntrySummaryRenew)) }
            }
        }
    }
}
