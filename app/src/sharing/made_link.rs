//! The part of the share dialog that is there once there is a link: where to send it, and how to end it.

use super::TARGETS;
use crate::{
    components::{Icon, icon},
    request::encoded,
};
use domain::{Entry, Key, Language, date};
use leptos::prelude::*;

/// Of each of [`TARGETS`]: label, and the address with places for text and link.
const PLACES: [(Key, &str); 4] = [
    (Key::ShareWhatsapp, "https://wa.me/?text={text}%20{url}"),
    (Key::ShareFacebook, "https://www.facebook.com/sharer/sharer.php?u={url}&quote={text}"),
    (Key::ShareTwitter, "https://twitter.com/intent/tweet?text={text}&url={url}"),
    (Key::ShareTelegram, "https://t.me/share/url?url={url}&text={text}"),
];

/// What is sent along (spec 7).
fn words(entry: &Entry, language: Language) -> String {
    language.fill(Key::ShareSend, &[("date", &date::long(entry.date))])
}

pub fn made_link(entry: &Entry, language: Language) -> impl IntoView + use<> {
    let words = words(entry, language);
    let targets: Vec<_> = PLACES
        .into_iter()
        .zip(TARGETS)
        .map(|((label, address), id)| {
            // `browser.rs` puts the link in.
            let address = address.replace("{text}", &encoded(&words));
            view! {
                <a class="button" id=id data-target=address target="_blank" rel="noopener noreferrer">
                    {language.text(label)}
                    <span class="visually-hidden">{language.text(Key::ShareNewWindow)}</span>
                </a>
            }
        })
        .collect();
    view! {
        <div class="stack" id="share-made" hidden>
            <p class="alert" id="share-over" role="status" hidden>
                {language.text(Key::ShareOver)}
            </p>
            <p class="alert" id="share-pin-failures" role="status" hidden></p>
            <div class="field">
                <label class="field-label" for="share-link">
                    {language.text(Key::ShareLink)}
                </label>
                <input class="input share-link" id="share-link" type="text" readonly />
            </div>
            <div class="stack" id="share-send">
            <div class="row share-actions">
                <button type="button" class="button button-main" data-share="copy" data-told=language.text(Key::ShareCopied)>
                    <Icon of=icon::COPY />
                    <span data-label>{language.text(Key::ShareCopy)}</span>
                </button>
                <button type="button" class="button" id="share-sheet" data-share="sheet" data-words=words hidden>
                    <Icon of=icon::SHARE />
                    {language.text(Key::ShareSheet)}
                </button>
            </div>
            <div class="share-targets" role="group" aria-label=language.text(Key::ShareTargets)>
                {targets}
            </div>
            </div>
            <p class="share-opened" id="share-opened"></p>
        </div>
    }
}

/// At the end, where no finger rests that has just made a link.
pub fn end_link(language: Language) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button button-quiet share-end"
            id="share-end"
            data-share="end"
            aria-haspopup="dialog"
            hidden
        >
            <Icon of=icon::UNLINK />
            {language.text(Key::ShareDeactivate)}
        </button>
    }
}

/// Asked before the link ends, and before changes are lost.
pub fn questions(language: Language) -> impl IntoView {
    let t = |key| language.text(key);
    (
        question("share-ask", t(Key::ShareAsk), ("keep", t(Key::AppCancel)), ("remove", t(Key::ShareDeactivate))),
        question("share-leave", t(Key::ShareLeave), ("stay", t(Key::ShareStay)), ("discard", t(Key::ShareDiscard))),
    )
}

type Choice = (&'static str, &'static str);

/// No comes first: pressing Enter twice takes nothing away.
fn question(id: &'static str, text: &'static str, no: Choice, yes: Choice) -> impl IntoView {
    let text_id = format!("{id}-text");
    let label = text_id.clone();
    view! {
        <dialog class="dialog ask" id=id role="alertdialog" aria-labelledby=label>
            <p id=text_id>{text}</p>
            <div class="ask-choices">
                <button type="button" class="button" data-share=no.0>
                    {no.1}
                </button>
                <button type="button" class="button button-danger" data-share=yes.0>
                    {yes.1}
                </button>
            </div>
        </dialog>
    }
}
