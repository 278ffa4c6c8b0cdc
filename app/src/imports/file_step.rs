//! The first step: a file, and how to get it out of each program.

use crate::{
    forms::{FormStatus, PostForm},
    request::t,
};
use domain::{Key, Origin};
use leptos::prelude::*;

/// The form with the file.
pub const UPLOAD: &str = "import-file";

/// Each program with what to do there.
const SOURCES: [(Origin, Key); 6] = [
    (Origin::Tagesecho, Key::ImportsHowTagesecho),
    (Origin::DayOne, Key::ImportsHowDayOne),
    (Origin::Markdown, Key::ImportsHowMarkdown),
    (Origin::Diarium, Key::ImportsHowDiarium),
    (Origin::DailyTxt, Key::ImportsHowDailytxt),
    (Origin::Journiv, Key::ImportsHowJourniv),
];

#[component]
pub fn FileStep() -> impl IntoView {
    let sources = SOURCES.map(|(origin, how)| {
        view! {
            <dt>{origin.name()}</dt>
            <dd>{t(how)}</dd>
        }
    });
    view! {
        <PostForm
            name=UPLOAD
            done=Key::ImportsLooking
            action="/import"
            has_file=true
            busy=Key::ImportsSending
            failed=Key::ImportsSendFailed
            class="stack import-form"
        >
            <div class="field">
                <label class="field-label" for="import-file">
                    {t(Key::ImportsFile)}
                </label>
                <input class="input" type="file" id="import-file" name="file" required accept=".zip,.json,.md,.txt" />
            </div>
            <FormStatus />
            <button class="button button-main button-wide">{t(Key::ImportsSend)}</button>
        </PostForm>
        <section class="import-sources">
            <h2>{t(Key::ImportsSources)}</h2>
            <dl>{sources.collect_view()}</dl>
        </section>
    }
}
