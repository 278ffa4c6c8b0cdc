//! `/bin/{id}`: a deleted entry beside the current entry of its day.

use super::{
    bin_page::kept,
    forms::{OF_BIN, RESTORE},
};
use crate::{
    PageRequest,
    components::{
        Frame, Icon,
        icon::{self, Symbols},
        refused::refused,
        visibility_named, visibility_texts,
    },
    forms::{ButtonForm, FormsStatus},
    markup::shown,
    reading::{DateHeadline, MarkedProse, Prose, attached, no_text},
    request::t,
};
use backend::{
    Result,
    entries::{Append, Choice},
};
use domain::{Entry, EntryId, Key, Language, Visibility, date};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn restore_page(request: Arc<PageRequest>) -> AnyView {
    match load(&request, &request.parameter).await {
        Ok(choice) => view! { <Deleted choice request /> }.into_any(),
        Err(error) => refused(&request, &error, "/bin".into(), Key::BinOpen),
    }
}

async fn load(request: &PageRequest, id: &str) -> Result<Choice> {
    backend::entries::find_binned(&request.backend, &request.viewer, id.parse()?).await
}

#[component]
fn Deleted(choice: Choice, request: Arc<PageRequest>) -> impl IntoView {
    let times = kept(&choice.binned, &request);
    let Choice { binned, current, append } = choice;
    let (entry, language) = (binned.entry, request.language);
    let (id, day, readers) = (entry.id, entry.date, entry.visibility);
    let choices = match current {
        None => view! {
            <div class="restore-choices">
                <Way id label=Key::BinRestore readers main=true />
            </div>
        }
        .into_any(),
        Some(current) => view! { <Both id readers current append language /> }.into_any(),
    };
    view! {
        <Frame title=date::long(day) class="bin">
            <a class="back-link" href="/bin">
                <Icon of=icon::ARROW_LEFT />
                {t(Key::BinTitle)}
            </a>
            <h1>
                <DateHeadline date=day />
            </h1>
            <FormsStatus of=OF_BIN />
            <Symbols />
            <section class="restore-text" aria-labelledby="deleted-entry">
                <h2 class="entry-label" id="deleted-entry">
                    {t(Key::BinDeletedOne)}
                </h2>
                <Words entry language />
                <p class="bin-times">{times}</p>
            </section>
            {choices}
        </Frame>
    }
}

/// The text, the transcript, and a list of what else the entry has.
#[component]
fn Words(entry: Entry, language: Language) -> impl IntoView {
    let attached = shown(attached(&entry, language));
    let no_text = no_text(&entry, language);
    let readers = entry.visibility;
    let texts = entry.content.texts;
    let has = |text: &String| !text.trim().is_empty();
    let [summary, text, transcript] =
        [texts.summary, texts.text, texts.audio_transcript].map(|text| Some(text).filter(has));
    let nothing = no_text.filter(|_| [&summary, &text, &transcript].iter().all(|text| text.is_none()));
    view! {
        {summary.map(|text| view! { <Prose text /> })}
        {text.map(|text| view! { <MarkedProse text /> })}
        {transcript.map(|text| view! { <Prose text /> })}
        {nothing.map(|nothing| view! { <p>{nothing}</p> })}
        <p class="bin-attached">{attached}</p>
        <p class="bin-times">{visibility_named(language, readers)}</p>
    }
}

/// `readers`: the visibility of the deleted entry.
#[component]
fn Both(id: EntryId, readers: Visibility, current: Entry, append: Append, language: Language) -> impl IntoView {
    let seen = (current.id, current.version.unwrap_or_default());
    let fewer = readers.narrower(current.visibility);
    let way = move |ticket| {
        view! { <Way id label=Key::BinAppend readers=fewer hint=Key::BinAppendHint onto=("append", seen) ticket /> }
    };
    let append = match append {
        Append::Never => ().into_any(),
        Append::Now => way(false).into_any(),
        // `frontend-react/src/features/unsaved-drafts/stored-ticket.ts` shows it if this browser has a ticket of the
        // day.
        Append::WithTicket => {
            view! { <div data-ticket-of=current.date.to_string() hidden>{way(true)}</div> }.into_any()
        }
    };
    view! {
        <section class="restore-text" aria-labelledby="current-entry">
            <h2 class="entry-label" id="current-entry">
                {t(Key::BinCurrentOne)}
            </h2>
            <Words entry=current.clone() language />
        </section>
        <section class="restore-choices" aria-labelledby="restore-choices">
            <h2 id="restore-choices">{t(Key::BinChoiceTitle)}</h2>
            <p>{t(Key::BinChoiceText)}</p>
            <Way id label=Key::BinSwap readers hint=Key::BinSwapHint onto=("swap", seen) />
            {append}
            <p>
                <a class="button button-quiet" href="/bin">
                    {t(Key::BinLeave)}
                </a>
            </p>
        </section>
    }
}

/// A button of the choice, and who can read the restored words afterwards. `onto` is what happens to the day's current entry; `current` and
/// its version are those that the page shows.
#[component]
fn Way(
    id: EntryId,
    label: Key,
    readers: Visibility,
    #[prop(optional)] hint: Option<Key>,
    #[prop(optional)] onto: Option<(&'static str, (EntryId, i64))>,
    #[prop(default = false)] ticket: bool,
    #[prop(optional)] main: bool,
) -> impl IntoView {
    let onto = onto.map(|(onto, (entry, version))| {
        view! {
            <input type="hidden" name="onto" value=onto />
            <input type="hidden" name="entry" value=entry.to_string() />
            <input type="hidden" name="version" value=version />
        }
    });
    let ticket = ticket.then(|| view! { <input type="hidden" name="ticket" /> });
    view! {
        <ButtonForm name=RESTORE id=id.to_string() busy=Key::BinRestoring class="restore-way">
            {onto}
            {ticket}
            <button class=if main { "button button-main" } else { "button" }>{t(label)}</button>
            <p class="field-hint">{PageRequest::current().fill(Key::VisibilityThen, &[("visibility", t(visibility_texts(readers).0))])}</p>
            {hint.map(|hint| view! { <p class="field-hint">{t(hint)}</p> })}
        </ButtonForm>
    }
}
