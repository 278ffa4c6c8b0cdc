//! The owner's button and dialog for an entry's secret link. What they do stands in `browser.rs`, which knows them by
//! their ids and data attributes.

use super::{
    calls::LinkView,
    link_settings::link_settings,
    made_link::{end_link, made_link, questions},
    parts::{PARTS, present},
    share_dialog::ShareDialog,
};
use crate::{
    PageRequest,
    components::{Icon, icon},
};
use domain::{Entry, Key, Language, ShareOptions};
use leptos::prelude::*;

/// Only for the owner: nobody else's `entry` holds token and options.
#[component]
pub fn ShareButton<'a>(entry: &'a Entry, has_answers: bool, request: &'a PageRequest) -> impl IntoView + use<> {
    let language = request.language;
    let (options, present) = (options(entry), present(entry, has_answers));
    let texts = serde_json::to_string(&language.texts_below("share")).unwrap_or_default();
    let id = entry.id.to_string();
    let link = serde_json::to_string(&LinkView::of_entry(entry, request)).unwrap_or_default();
    let (made, settings) = (made_link(entry, language), link_settings(entry, request));
    let origin = request.backend.settings.origin.clone();
    view! {
        <ShareDialog>
            // `command` opens the dialog where the browser knows it, even before the module has started.
            <button
                type="button"
                class="button share-open"
                command="show-modal"
                commandfor="share"
                aria-haspopup="dialog"
                data-share="open"
            >
                <Icon of=icon::SHARE />
                {language.text(Key::EntryShare)}
            </button>
            <dialog
                class="dialog"
                id="share"
                aria-labelledby="share-title"
                closedby="any"
                data-entry=id
                data-origin=origin
                data-link=link
                data-texts=texts
            >
                <div class="dialog-head">
                    <h2 id="share-title">{language.text(Key::ShareTitle)}</h2>
                    <form method="dialog">
                        <button class="icon-button" data-share="close" aria-label=language.text(Key::AppClose)>
                            <Icon of=icon::X />
                        </button>
                    </form>
                </div>
                // Until the module has started, nothing inside would answer.
                <fieldset class="dialog-body" id="share-body" disabled>
                    <p class="share-intro">{language.text(Key::ShareIntro)}</p>
                    {made}
                    {boxes(options, present, language)}
                    {settings}
                    {buttons(language)}
                    {end_link(language)}
                </fieldset>
            </dialog>
            {questions(language)}
        </ShareDialog>
    }
}

fn options(entry: &Entry) -> ShareOptions {
    entry.share_options.as_deref().and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

/// One per part that the entry has.
fn boxes(mut options: ShareOptions, mut present: ShareOptions, language: Language) -> impl IntoView {
    let boxes = PARTS.into_iter().filter(|(_, part)| *part(&mut present)).collect::<Vec<_>>();
    let boxes = boxes.into_iter().map(|(name, part)| {
        let label = Key::by_name(&format!("share.{name}")).map(|key| language.text(key));
        view! {
            <label class="check">
                <input type="checkbox" id=format!("share-{name}") checked=*part(&mut options) />
                {label}
            </label>
        }
    });
    view! {
        <fieldset>
            <legend class="field-label">{language.text(Key::ShareOptions)}</legend>
            <div class="share-options">{boxes.collect_view()}</div>
        </fieldset>
    }
}

/// One of them at a time, always in sight: making the link, or saving what differs from it.
fn buttons(language: Language) -> impl IntoView {
    view! {
        <div class="share-foot" id="share-foot">
        <p class="share-unsaved" id="share-nothing" role="status" hidden>
            {language.text(Key::ShareNothing)}
        </p>
        <p class="share-unsaved" id="share-unsaved" role="status" hidden>
            {language.text(Key::ShareUnsaved)}
        </p>
        <button type="button" class="button button-main button-wide" id="share-create" data-share="create">
            <Icon of=icon::LINK />
            <span id="share-create-label" data-other=language.text(Key::ShareCreating)>
                {language.text(Key::ShareCreate)}
            </span>
        </button>
        <button type="button" class="button button-main button-wide" id="share-save" data-share="save" hidden>
            {language.text(Key::ShareSave)}
        </button>
        </div>
    }
}
