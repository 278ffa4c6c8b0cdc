//! An entry as its page and the previews of that page show it.

use super::{
    entry_actions::FavoriteControl,
    entry_menu::EntryMenu,
    other_days::OtherDays,
    unsaved::Unsaved,
    versions_section::VersionsSection,
    visibility_control::VisibilityControl,
    way_back::{BackLink, WayBack},
};
use crate::{
    PageRequest,
    assistant::SourceMark,
    components::{Icon, icon, visibility_texts},
    friends::{AuthorMenu, EntryReport},
    markup::shown,
    reading::{
        Answers, DateHeadline, Gallery, Lightbox, MainPhoto, MarkedProse, MoodMark, Outdated, PhotoStrip, Player,
        Prose, Source, Summary, TopMoment, Transcript, author_line, has_live_link, origin,
    },
    sharing::ShareButton,
};
use backend::{
    entries::{EntryVersion, Neighbours},
    pagination::Page,
};
use domain::{Entry, Key, Language, assistant::SummaryMark, date, reflection::SharedAnswer, stats::BrokenStreak};
use leptos::prelude::*;
use std::sync::Arc;

/// The entry with the viewer's access. `is_preview`: its owner sees it through others' eyes.
#[component]
pub fn EntryArticle(
    entry: Entry,
    answers: Vec<SharedAnswer>,
    request: Arc<PageRequest>,
    /// Earlier versions, for its owner.
    #[prop(default = None)]
    versions: Option<Page<EntryVersion>>,
    #[prop(optional)] friends: i64,
    #[prop(optional)] neighbours: Neighbours,
    #[prop(default = None)] broken_streak: Option<BrokenStreak>,
    #[prop(optional)] way: WayBack,
    #[prop(optional)] is_preview: bool,
) -> impl IntoView {
    let language = request.language;
    let is_own = !is_preview && request.viewer.user_id() == Some(entry.user_id);
    let may_edit = is_own && backend::entries::may_edit(&request.backend, &request.viewer, &entry);
    let photo = entry.main_image().cloned().map(|image| {
        let (images, main, day) = (entry.images.clone(), entry.main_image_index, entry.date);
        if images.len() > 1 {
            return view! { <PhotoStrip images main source=Source::Entry day language /> }.into_any();
        }
        let alt = image.alt_text(language, main + 1, day);
        view! { <MainPhoto image alt source=Source::Entry /> }.into_any()
    });
    let lightbox = photo.is_some().then(|| view! { <Lightbox language /> });
    let visibility = is_own.then(|| view! { <VisibilityControl entry=&entry may_edit friends /> });
    let versions = versions
        .filter(|_| is_own)
        .map(|versions| view! { <VersionsSection versions entry=&entry may_edit request=&request /> });
    let menu = is_own.then(|| view! { <EntryMenu entry=&entry broken_streak language /> });
    let today = request.account().map(|account| account.today(&request.backend.clock));
    // The visibility is shown here; the menu changes it.
    let readers = is_own.then(|| request.text(visibility_texts(entry.visibility).0).to_owned());
    let ago = today.and_then(|today| date::relative(language, entry.date, today));
    let link = (is_own && has_live_link(&entry)).then(|| request.text(Key::CardHasLink).to_owned());
    let below_date = ago.into_iter().chain(readers).chain(link).collect::<Vec<_>>().join(" · ");
    let has_summary = !entry.summary.trim().is_empty();
    let has_text = !entry.text.trim().is_empty();
    // The transcript stands in for missing text.
    let name = match (has_text, is_own) {
        (true, true) => Key::EntryYourText,
        (true, false) => Key::EntryOriginalText,
        (false, _) => Key::EntryTranscript,
    };
    let words = if has_text {
        Some(view! { <MarkedProse text=entry.text.clone() /> }.into_any())
    } else {
        let has_transcript = !entry.audio_transcript.trim().is_empty();
        has_transcript.then(|| view! { <Prose text=entry.audio_transcript.clone() /> }.into_any())
    };
    // The text needs a heading when the summary is beside it.
    let name = has_summary.then(|| view! { <h2 class="entry-label">{request.text(name)}</h2> });
    let words = words.map(|words| {
        view! {
            <section class="entry-words">
                {name}
                {words}
            </section>
        }
    });
    let mark = SummaryMark::of(&entry.summary_source)
        .map(|_| view! { <SourceMark source=entry.summary_source.clone() language /> }.into_any());
    let outdated = view! { <Outdated entry=&entry language renew=may_edit /> };
    let summary = has_summary.then(|| {
        view! {
            <Summary text=entry.summary.clone() mark language>
                {outdated}
            </Summary>
        }
    });
    let recording = entry.audio.clone().map(|recording| view! { <Player recording language /> });
    view! {
        <article class="entry">
            <div class="entry-tools">
                <BackLink way=way.clone() entry=entry.id />
                {is_own.then(|| view! { <FavoriteControl entry=&entry /> })}
                {is_own.then(|| view! { <ShareButton entry=&entry has_answers=!answers.is_empty() request=&request /> })}
                                {may_edit
                    .then(|| {
                        view! {
                            <a class="button entry-edit" href=format!("/edit/{}", entry.id)>
                                <Icon of=icon::PENCIL />
                                <span>{request.text(Key::EntryEdit)}</span>
                            </a>
                        }
                    })}
                {menu}
                <AuthorMenu entry=&entry />
            </div>
            {visibility}
            {entry.is_hidden.then(|| view! { <p class="notice">{request.text(Key::EntryHidden)}</p> })}
            <EntryReport entry=&entry />
            {is_own.then(|| view! { <Unsaved entry=Some(entry.id) date=entry.date language alone=true /> })}
            <header class="entry-head">
                {(!is_own)
                    .then(|| {
                        view! {
                            <a class="author-link" href=format!("/friends/{}", entry.user_id)>
                                {shown(author_line(entry.user.as_ref(), language))}
                            </a>
                        }
                    })}
                <h1>
                    <DateHeadline date=entry.date />
                </h1>
                {(!below_date.is_empty()).then(|| view! { <p class="entry-ago">{below_date}</p> })}
                <div class="entry-marks">
                    {(!entry.emojis.is_empty()).then(|| view! { <p class="emojis">{entry.emojis.clone()}</p> })}
                    {(!entry.mood.is_empty()).then(|| view! { <MoodMark mood=entry.mood.clone() language /> })}
                    {origin(&entry, request.language).map(|origin| view! { <p class="entry-backfilled">{origin}</p> })}
                </div>
            </header>
            {photo}
            {words}
            {recording}
            {summary}
            {(!entry.top_moment.is_empty()).then(|| view! { <TopMoment text=entry.top_moment.clone() language /> })}
            <Details entry answers is_spoken=!has_text language />
            <OtherDays neighbours way />
            {versions}
            {lightbox}
        </article>
    }
}

/// Answers, the pictures if there are several, and the transcript if the text is above.
#[component]
fn Details(entry: Entry, answers: Vec<SharedAnswer>, is_spoken: bool, language: Language) -> impl IntoView {
    let transcript = (!is_spoken && !entry.audio_transcript.trim().is_empty())
        .then(|| view! { <Transcript text=entry.audio_transcript.clone() language /> });
    let images = (entry.images.len() > 1).then(|| {
        view! {
            <section>
                <h2 class="entry-label">{language.text(Key::EntryAllImages)}</h2>
                <Gallery
                    images=entry.images.clone()
                    main=Some(entry.main_image_index)
                    source=Source::Entry
                    day=entry.date
                    language
                />
            </section>
        }
    });
    if [transcript.is_none(), images.is_none(), answers.is_empty()] == [true; 3] {
        return ().into_any();
    }
    view! {
        <details class="entry-details">
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                {language.text(Key::EntryDetails)}
            </summary>
            {transcript}
            {images}
            <Answers answers language />
        </details>
    }
    .into_any()
}
