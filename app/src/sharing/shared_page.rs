//! The page of a secret link: the released parts and nothing else.

use super::{pin_page::pin_page, preview::Preview};
use crate::{
    PageRequest,
    assistant::Mark,
    components::{Fixed, Frame, LoginLink, refused::refused_to_guest},
    markup::{shown, written},
    reading::{
        Answers, Gallery, Lightbox, Loading, MainPhoto, MarkedProse, Player, Source, Summary, TopMoment, Transcript,
        date_headline, mood_mark,
    },
    request::keep_nowhere,
};
use backend::sharing::{Opened, Visitor};
use domain::{EntryId, Key, Language, Refusal, SharedEntry};
use leptos::prelude::*;
use maud::html;
use std::sync::Arc;

pub async fn shared_page(request: Arc<PageRequest>) -> AnyView {
    let token = &request.parameter;
    match open(&request, token).await {
        Ok(opened) => page(opened, token.clone(), &request),
        Err(error) => {
            let refusal = error.refusal();
            match refusal.refusal {
                Refusal::PinNeeded | Refusal::PinWrong => {
                    pin_page(&request, request.pin_refused.as_ref().unwrap_or(&refusal), token)
                }
                Refusal::PinSpent => {
                    keep_nowhere();
                    closed(&request, &error)
                }
                _ => closed(&request, &error),
            }
        }
    }
}

async fn open(request: &PageRequest, token: &str) -> backend::Result<Opened> {
    let PageRequest { backend, viewer, language, .. } = request;
    let visitor = Visitor { address: request.address(), pass: request.pass.as_deref(), pin: request.pin.as_deref() };
    backend::sharing::open(backend, viewer, token, visitor, *language).await
}

/// The page of a link that shows nothing. Guests can sign in here as well.
fn closed(request: &PageRequest, error: &backend::Error) -> AnyView {
    let language = request.language;
    let banner = request.account().is_none().then(|| view! { <Banner language /> });
    refused_to_guest(request, error, ("/".into(), Key::SharedHome), banner)
}

fn page(opened: Opened, token: String, request: &PageRequest) -> AnyView {
    let Opened { entry, own, has_pin } = opened;
    if has_pin {
        keep_nowhere();
    }
    let title = Preview::title(&entry, request);
    let preview = if has_pin { Preview::guarded(&token, request) } else { Preview::of(&entry, &token, request) };
    preview.show(request.text(Key::AppName));
    let language = request.language;
    let is_guest = request.account().is_none();
    view! {
        <Frame title bar=view! { <LoginLink /> }.into_any()>
            {own.map(|id| view! { <OwnLink id has_pin language /> })}
            <SharedDay entry token language />
            {is_guest.then(|| view! { <Banner language /> })}
        </Frame>
    }
    .into_any()
}

/// Tells the owner of the link that this page is what others see.
#[component]
fn OwnLink(id: EntryId, has_pin: bool, language: Language) -> impl IntoView {
    let text = if has_pin { Key::SharedOwnPin } else { Key::SharedOwn };
    view! {
        <p class="shared-own">
            {language.text(text)} " "
            <a href=format!("/entry/{id}")>
                {language.text(Key::SharedOwnEntry)}
            </a>
        </p>
    }
}

/// The released parts of an entry, also in its owner's preview.
#[component]
pub fn SharedDay(entry: SharedEntry, token: String, language: Language) -> impl IntoView {
    let source = Source::Link(token);
    let nothing = entry.is_empty().then(|| language.fill(Key::SharedNothingText, &[("name", &entry.first_name)]));
    let SharedEntry { date, first_name, text, summary, summary_mark, top_moment, reflection_answers, .. } = entry;
    let SharedEntry { emojis, mood, summary_is_outdated, .. } = entry;
    let SharedEntry { images, main_image_index, has_main_image, audio, audio_transcript, .. } = entry;
    let photo = images.get(main_image_index).or_else(|| images.first()).cloned().map(|image| {
        let alt = image.alt_text(language, main_image_index + 1, date);
        view! { <MainPhoto image alt source=source.clone() /> }
    });
    let lightbox = photo.is_some().then(|| view! { <Lightbox language /> });
    let main = has_main_image.then_some(main_image_index);
    let gallery = (images.len() > 1)
        .then(|| view! { <Gallery images main source=source.clone() day=date language loading=Loading::Eager /> });
    let emojis = emojis.filter(|emojis| !emojis.is_empty());
    let words = |words: Option<String>| words.filter(|words| !words.trim().is_empty());
    // A missing value means that the link does not show the summarised words.
    let outdated = summary_is_outdated
        .unwrap_or_default()
        .then(|| view! { <span class="outdated">{language.text(Key::SharedSummaryOutdated)}</span> });
    let mark = summary_mark.map(|mark| view! { <Mark mark language /> }.into_any());
    let summary = words(summary).map(|text| {
        view! {
            <Summary text mark language>
                {outdated}
            </Summary>
        }
    });
    let head = html! {
        header class="entry-head" {
            p class="author" { (language.fill(Key::SharedFrom, &[("name", &first_name)])) }
            h1 { (date_headline(date)) }
            div class="entry-marks" {
                @if let Some(emojis) = emojis {
                    p class="emojis" { (emojis) }
                }
                @if let Some(mood) = mood {
                    (mood_mark(&mood, language))
                }
            }
        }
    };
    view! {
        <article class="entry">
            {shown(head)}
            {nothing.map(|nothing| view! { <p class="notice">{nothing}</p> })}
            {photo}
            {words(text).map(|text| view! { <MarkedProse text /> })}
            {audio.map(|recording| view! { <Player recording language /> })}
            {words(audio_transcript).map(|text| view! { <Transcript text language /> })}
            {summary}
            {words(top_moment).map(|text| view! { <TopMoment text language /> })}
            <Answers answers=reflection_answers.unwrap_or_default() language />
            {gallery}
            {lightbox}
        </article>
    }
}

static BANNER: Fixed<1> = Fixed::new();

/// The banner for readers without an account.
#[component]
fn Banner(language: Language) -> impl IntoView {
    written(BANNER.html(language, 0, || banner(language)))
}

fn banner(language: Language) -> impl IntoView {
    view! {
        <aside class="shared-banner">
            <h2>{language.text(Key::SharedBannerTitle)}</h2>
            <p>{language.text(Key::SharedBannerText)}</p>
            <a class="button button-main" href="/">
                {language.text(Key::SharedBannerButton)}
            </a>
        </aside>
    }
}
