//! `/offline`: opens unsaved drafts of this device to write on (frontend-react/src/features/offline). It is rendered as
//! for a guest, because a stored page must name nobody.

use crate::{
    components::{Frame, TextArea},
    entries::{VisibilityChoice, editor_texts},
    request::{PageRequest, t},
};
use domain::{Key, Visibility, limits};
use leptos::{html, prelude::*};
use serde_json::json;

#[component]
pub fn OfflinePage() -> impl IntoView {
    let bar = view! {
        <a class="button button-quiet" href="/dashboard" data-offline-retry>
            {t(Key::OfflineRetry)}
        </a>
    };
    view! {
        <Frame title=t(Key::OfflineTitle) class="main-editor" bar=bar.into_any()>
            <div class="editor" data-offline>
                <header class="editor-head">
                    <h1>
                        <span class="editor-title" data-offline-title data-back=t(Key::OfflineBackTitle)>
                            {t(Key::OfflineTitle)}
                        </span>
                        " "
                        <span data-offline-date>{t(Key::OfflineHeadline)}</span>
                    </h1>
                </header>
                <p class="notice" data-offline-hint data-back=t(Key::OfflineBack) role="status">
                    {t(Key::OfflineText)}
                </p>
                <p class="offline-attachments" data-offline-attachments hidden>
                    {t(Key::OfflineAttachments)}
                </p>
                <p data-offline-go hidden>
                    <button type="button" class="button button-main">
                        {t(Key::OfflineGoOn)}
                    </button>
                </p>
                <p data-offline-nobody hidden>{t(Key::OfflineNobody)}</p>
                <div class="offline-entry" data-offline-entry hidden>
                    <p>{t(Key::OfflineEntry)}</p>
                    <a class="button" href="/create" data-offline-new hidden>
                        {t(Key::OfflineNew)}
                    </a>
                    <a class="button" href="/create" data-offline-today hidden>
                        {t(Key::OfflineToday)}
                    </a>
                </div>
                {html::template().child(form())}
            </div>
        </Frame>
    }
}

/// The form for a draft's words. The rest of the draft stays untouched.
fn form() -> impl IntoView {
    let language = PageRequest::current().language;
    let count = language.fill(Key::EditorTextCounter, &[("n", "0"), ("max", &limits::TEXT.to_string())]);
    let content = view! {
        <section class="editor-notices" data-notice hidden></section>
        <form novalidate method="dialog" autocomplete="off">
            <div class="editor-words">
                <label class="visually-hidden" for="text">
                    {t(Key::EditorTextLabel)}
                </label>
                <TextArea
                    name="text"
                    id="text"
                    class="writing"
                    text=String::new()
                    placeholder=t(Key::EditorTextPlaceholder)
                    described_by="text-count".to_owned()
                    rows=8
                />
                <p class="editor-count" id="text-count" data-counter>
                    {count}
                </p>
            </div>
            <div class="editor-bar">
                <VisibilityChoice chosen=Visibility::Private />
                <p class="editor-save-line" data-save-line role="status">
                    {t(Key::EditorSaveLineEmpty)}
                </p>
                <button type="submit" class="button button-main" data-save>
                    <span data-label>{t(Key::EditorSave)}</span>
                </button>
            </div>
        </form>
        <dialog class="editor-conflict" data-conflict></dialog>
    };
    html::custom("entry-form")
        .attr("class", "editor")
        .attr("data-texts", json!(editor_texts(language)).to_string())
        .attr("data-next-create", "/dashboard")
        .child(content)
}
