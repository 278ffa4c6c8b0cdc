//! The note that this device has unsaved words. Only the browser knows them; `features/unsaved-drafts/unsaved-notice.ts`
//! fills it in.

use chrono::NaiveDate;
use domain::{EntryId, Key, Language};
use leptos::prelude::*;

/// `entry` and `date`: the entry whose card or page has the note. `alone`: drafts of other entries are not mentioned.
#[component]
pub fn Unsaved(
    entry: Option<EntryId>,
    date: NaiveDate,
    language: Language,
    #[prop(optional)] alone: bool,
) -> impl IntoView {
    view! {
        <aside
            class="dashboard-unsaved"
            data-unsaved=language.text(Key::DashboardUnsaved)
            data-unsaved-recording=(!alone).then(|| language.text(Key::DashboardUnsavedRecording))
            data-entry=entry.map(|id| id.to_string())
            data-date=date.to_string()
            data-alone=alone
            hidden
        >
            <p role="status"></p>
            <a class="button" href="/create">
                {language.text(Key::DashboardUnsavedOpen)}
            </a>
        </aside>
    }
}
