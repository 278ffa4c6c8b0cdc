//! The owner's button for an entry's secret link, and the frame of its dialog. React renders its content
//! (`frontend-react/src/features/share-dialog`), fetched when it is first opened.

use super::calls::link_view;
use crate::{
    PageRequest,
    components::{Icon, ReactIsland, icon},
};
use backend::Account;
use domain::{Entry, Key, ShareOptions, date, day};
use leptos::prelude::*;
use serde_json::{Value, json};

/// Shown to the owner only: nobody else's `entry` holds token and options.
#[component]
pub fn ShareButton<'a>(entry: &'a Entry, has_answers: bool, request: &'a PageRequest) -> impl IntoView + use<> {
    let language = request.language;
    let props = props(entry, has_answers, request);
    let mut texts = language.texts_below("share");
    texts.extend(language.texts_below("editor.widget"));
    texts.insert(Key::AppCancel.name(), language.text(Key::AppCancel));
    let texts = serde_json::to_string(&texts).unwrap_or_default();
    view! {
        <button type="button" class="button share-open" command="show-modal" commandfor="share" aria-haspopup="dialog">
            <Icon of=icon::SHARE />
            {language.text(Key::EntryShare)}
        </button>
        <dialog class="dialog" id="share" aria-labelledby="share-title" closedby="any" data-texts=texts>
            <div class="dialog-head">
                <h2 id="share-title">{language.text(Key::ShareTitle)}</h2>
                <form method="dialog">
                    <button class="icon-button" aria-label=language.text(Key::AppClose)>
                        <Icon of=icon::X />
                    </button>
                </form>
            </div>
            <div class="dialog-body">
                <p class="share-intro">{language.text(Key::ShareIntro)}</p>
                <ReactIsland name="share-dialog" when_open=true props>
                    <noscript>
                        <p class="notice">{language.text(Key::AppNoScript)}</p>
                    </noscript>
                    <p class="share-waiting" role="status">
                        {language.text(Key::AppLoading)}
                    </p>
                </ReactIsland>
            </div>
        </dialog>
    }
}

/// The props of `ShareDialog.tsx`.
fn props(entry: &Entry, has_answers: bool, request: &PageRequest) -> Value {
    let zone = request.account().map_or(day::DEFAULT_ZONE, |account: &Account| account.zone);
    json!({
        "entry": entry.id,
        "link": link_view(entry, request),
        "present": present(entry, has_answers),
        "origin": request.backend.settings.origin,
        // The message sent along with the link (spec 7).
        "words": request.fill(Key::ShareSend, &[("date", &date::long(entry.date))]),
        "today": request.backend.clock.now().with_timezone(&zone).date_naive(),
    })
}

/// The parts that the entry has. Others are not offered, since nobody should release a later photo without seeing it.
fn present(entry: &Entry, has_answers: bool) -> ShareOptions {
    let has = |words: &str| !words.trim().is_empty();
    ShareOptions {
        images: !entry.images.is_empty(),
        all_images: entry.images.len() > 1,
        summary: has(&entry.summary),
        details: has(&entry.top_moment),
        reflection: has_answers,
        mood: !entry.mood.is_empty() || has(&entry.emojis),
        original_text: has(&entry.text),
        audio: entry.audio.is_some() || has(&entry.audio_transcript),
    }
}
