//! Unsaved drafts of an entry whose editor does not open. They are in the browser.

use super::editor_props;
use crate::request::PageRequest;
use chrono::NaiveDate;
use leptos::{html, prelude::*};
use serde_json::json;

/// Empty until `frontend-react/src/features/unsaved-drafts/unsaved-drafts.ts` finds unsaved words of the entry, or a ticket of its day.
#[component]
pub fn UnsavedDrafts(
    #[prop(into)] id: String,
    /// The past day of the drafts; a stored ticket may still open it.
    #[prop(optional)]
    date: Option<NaiveDate>,
    /// Whether the stored ticket was shown and is no longer valid.
    #[prop(default = false)]
    is_refused: bool,
) -> impl IntoView {
    let language = PageRequest::current().language;
    let texts = editor_props::texts(language);
    html::section()
        .attr("class", "unsaved-drafts")
        .attr("data-unsaved-drafts", "")
        .attr("data-entry-id", id)
        .attr("data-date", date.filter(|_| !is_refused).map(|date| date.to_string()))
        .attr("data-texts", json!(texts).to_string())
        .attr("hidden", "")
}
