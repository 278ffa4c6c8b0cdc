//! `/linkedin-sharing/{id}`: the entry, a post of it with one's LinkedIn profile, and the whole entry below. The form is React's (`features/linkedin`).

use crate::{
    assistant::SourceMark,
    components::{Frame, Icon, ReactIsland, icon, refused::refused},
    reading::{DateHeadline, MarkedProse, Outdated, Summary, TopMoment, Transcript},
    request::{PageRequest, t},
};
use backend::{Result, assistant, prose};
use domain::{Entry, Help, Key, Language, assistant::SummaryMark, date};
use leptos::prelude::*;
use serde_json::json;
use std::{collections::BTreeMap, sync::Arc};

/// Unicode scalar values of the entry's beginning above the form.
const PREVIEW: usize = 160;

pub async fn linkedin_page(request: Arc<PageRequest>) -> AnyView {
    match load(&request).await {
        Ok((entry, is_folded)) => page(request, entry, is_folded).into_any(),
        Err(error) => refused(&request, &error, "/".into(), Key::LinkedinOverview),
    }
}

/// The entry, and whether the saved profile is complete: then its form begins folded.
async fn load(request: &PageRequest) -> Result<(Entry, bool)> {
    let PageRequest { backend, viewer, .. } = request;
    let entry = backend::linkedin::entry(backend, viewer, request.parameter.parse()?).await?;
    Ok((entry, backend::linkedin::profile(backend, viewer).await?.is_complete()))
}

fn page(request: Arc<PageRequest>, entry: Entry, is_folded: bool) -> impl IntoView {
    let offer = request.account().map(|account| assistant::offer(&request.backend, account, Help::Linkedin));
    let texts = serde_json::to_string(&texts(&request)).unwrap_or_default();
    // The body that the call takes (spec 7).
    let content = json!({
        "date": entry.date,
        "text": entry.text,
        "summary": entry.summary,
        "topMoment": entry.top_moment,
        "imageUrls": entry.image_urls,
        "optimizedImageUrls": entry.optimized_image_urls,
    });
    let props = json!({
        "entry": content,
        "provider": offer.as_ref().and_then(|offer| offer.provider.clone()),
        "consent": offer.as_ref().and_then(|offer| offer.consent),
        "isFolded": is_folded,
    });
    view! {
        <Frame title=t(Key::LinkedinTitle) class="linkedin">
            <a class="back-link" href=format!("/entry/{}", entry.id)>
                <Icon of=icon::ARROW_LEFT />
                {t(Key::LinkedinBack)}
            </a>
            <header class="linkedin-head">
                <h1>{t(Key::LinkedinTitle)}</h1>
                <p>{t(Key::LinkedinIntro)}</p>
            </header>
            <Source entry=&entry />
            <div data-texts=texts>
                <ReactIsland name="linkedin" props>
                    <Skeleton is_folded />
                </ReactIsland>
            </div>
            <EntryCard entry language=request.language />
        </Frame>
    }
}

/// Texts of the widget and of the question for consent.
fn texts(request: &PageRequest) -> BTreeMap<&'static str, &'static str> {
    let more = [
        Key::EditorAssistantPro,
        Key::EditorProLink,
        Key::EditorWidgetAgain,
        Key::EditorWidgetFailed,
        Key::ErrorsLinkedinIncomplete,
    ];
    let mut texts = request.language.texts_below("linkedin");
    texts.extend(request.language.texts_below("editor.consent"));
    texts.extend(more.map(|key| (key.name(), request.text(key))));
    texts
}

/// Two cards of about the final size. Without script they say what is missing.
#[component]
fn Skeleton(is_folded: bool) -> impl IntoView {
    view! {
        <div class="linkedin-cards">
            <section class="linkedin-card">
                <h2>{t(Key::LinkedinProfileTitle)}</h2>
                <noscript>
                    <p class="notice">{t(Key::AppNoScript)}</p>
                </noscript>
                <div class="linkedin-wait" data-folded=is_folded.to_string()></div>
            </section>
            <section class="linkedin-card">
                <h2>{t(Key::LinkedinPostTitle)}</h2>
                <p class="linkedin-soft">{t(Key::LinkedinEmpty)}</p>
            </section>
        </div>
    }
}

/// Says which entry the post is made of, with a way to the whole of it.
#[component]
fn Source<'a>(entry: &'a Entry) -> impl IntoView + use<> {
    let words = if entry.text.trim().is_empty() { entry.preview() } else { &entry.text };
    let beginning = prose::excerpt(words, PREVIEW);
    view! {
        <p class="linkedin-source">
            <span class="linkedin-soft">{t(Key::LinkedinSource)}</span>
            <a href="#linkedin-entry">
                <time lang="de" datetime=entry.date.to_string()>
                    {date::long(entry.date)}
                </time>
            </a>
            <span class="linkedin-beginning" dir="auto">
                {beginning}
            </span>
        </p>
    }
}

/// The entry that the post is made of: its date, summary, top moment and text (spec 2).
#[component]
fn EntryCard(entry: Entry, language: Language) -> impl IntoView {
    let mark = SummaryMark::of(&entry.summary_source)
        .map(|_| view! { <SourceMark source=entry.summary_source.clone() language /> }.into_any());
    let has = |text: &str| !text.trim().is_empty();
    let outdated = view! { <Outdated entry=&entry language /> };
    let summary = has(&entry.summary).then(|| {
        view! {
            <Summary text=entry.summary.clone() mark language>
                {outdated}
            </Summary>
        }
    });
    let top = has(&entry.top_moment).then(|| view! { <TopMoment text=entry.top_moment.clone() language /> });
    let text = has(&entry.text).then(|| view! { <MarkedProse text=entry.text.clone() /> });
    let spoken =
        has(&entry.audio_transcript).then(|| view! { <Transcript text=entry.audio_transcript.clone() language /> });
    view! {
        <section class="linkedin-entry" aria-labelledby="linkedin-entry">
            <p class="entry-label">{t(Key::LinkedinEntryTitle)}</p>
            <h2 id="linkedin-entry" lang="de" aria-label=date::long(entry.date)>
                <DateHeadline date=entry.date />
            </h2>
            {summary}
            {top}
            {text}
            {spoken}
        </section>
    }
}
