//! Results in the words of the viewer's language.

use super::{offered_day, search_results::SearchResults};
use crate::{
    PageRequest,
    components::{EmptyState, drawing::Drawing},
    reading::{anchor, feeling_name},
    request::encoded,
    server_html::ServerHtml,
};
use backend::{Result, pagination::Page};
use domain::{EntryPart, Key, Language, Mood, Piece, SearchForm, SearchHit, date, emoji};
use leptos::prelude::*;

pub async fn find(form: &SearchForm, request: &PageRequest) -> Result<SearchResults> {
    let page = backend::search::find(&request.backend, &request.viewer, form).await?;
    let days = offered_day::load(form, request).await?;
    Ok(results(page, days, form, request))
}

fn results(
    page: Page<SearchHit>,
    days: Vec<offered_day::Day>,
    form: &SearchForm,
    request: &PageRequest,
) -> SearchResults {
    let language = request.language;
    let is_older = form.before.as_deref().is_some_and(|before| !before.trim().is_empty());
    let is_asked = form.checked().is_ok_and(|search| !search.is_empty());
    // A day that the words name is an answer, too.
    let is_answered = !days.is_empty() && page.items.is_empty();
    let count = if is_asked && !is_answered { count(&page, is_older, language) } else { String::new() };
    let to = |before: Option<String>, key| {
        view! {
            <a class="button" href=address(&SearchForm { before, ..form.clone() })>
                {language.text(key)}
            </a>
        }
    };
    let older = page.next.clone().map(|next| to(Some(next), Key::SearchMore));
    let newest = is_older.then(|| to(None, Key::SearchNewest));
    let ways = (newest.is_some() || older.is_some()).then(|| view! { <p class="search-ways">{newest} {older}</p> });
    let lines = if is_answered {
        ().into_any()
    } else if page.items.is_empty() {
        nothing(is_asked, language).into_any()
    } else {
        let wanted = emoji::distinct(form.q.as_deref().unwrap_or_default());
        let lines = page.items.into_iter().map(|hit| line(hit, &wanted, language)).collect_view();
        view! { <ol class="search-list">{lines}</ol> }.into_any()
    };
    let html = ServerHtml::render((offered_day::lines(days, language), lines, ways));
    SearchResults { address: address(form), count, html }
}

/// The page with the results of a form; empty fields are left out.
pub fn address(form: &SearchForm) -> String {
    let fields = form.fields().into_iter().filter(|(_, value)| !value.trim().is_empty());
    let fields: Vec<_> = fields.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    if fields.is_empty() { "/search".into() } else { format!("/search?{}", fields.join("&")) }
}

fn count(page: &Page<SearchHit>, is_older: bool, language: Language) -> String {
    let key = match (page.items.len(), &page.next, is_older) {
        (0, ..) => return language.text(Key::SearchNoneTitle).to_owned(),
        (_, Some(_), false) => Key::SearchCountMore,
        (_, _, true) => Key::SearchCountOlder,
        _ => Key::SearchCount,
    };
    language.fill(key, &[("n", &page.items.len().to_string())])
}

fn nothing(is_asked: bool, language: Language) -> impl IntoView {
    let (title, text) = if is_asked {
        (Key::SearchNoneTitle, Key::SearchNoneText)
    } else {
        (Key::SearchStartTitle, Key::SearchStartText)
    };
    view! { <EmptyState drawing=Drawing::Lens title=language.text(title) text=language.text(text) level=2 /> }
}

/// `wanted`: the emojis that were looked for.
fn line(hit: SearchHit, wanted: &[String], language: Language) -> impl IntoView + use<> {
    let emojis = emojis(&hit, wanted);
    let marks = marks(&hit, language).join(" · ");
    let marks = if !emojis.is_empty() && !marks.is_empty() { format!(" · {marks}") } else { marks };
    let emojis = (!emojis.is_empty())
        .then(|| view! { <span class="emojis">{emojis.into_iter().map(piece).collect_view()}</span> });
    let SearchHit { id, date, snippet, found_in, .. } = hit;
    let part = match found_in {
        None | Some(EntryPart::Text) => None,
        Some(EntryPart::TopMoment) => Some(Key::SearchInTopMoment),
        Some(EntryPart::Summary) => Some(Key::SearchInSummary),
        Some(EntryPart::Transcript) => Some(Key::SearchInTranscript),
        Some(EntryPart::Answer) => Some(Key::SearchInAnswer),
    };
    let no_words = || vec![Piece { text: language.text(Key::SearchNoWords).to_owned(), is_hit: false }];
    let pieces = if found_in.is_none() { no_words() } else { snippet };
    view! {
        <li class="search-line" id=anchor(id)>
            <a class="search-link" href=format!("/entry/{id}")>
                <time lang="de" datetime=date.to_string()>
                    {date::long(date)}
                </time>
            </a>
            {part.map(|part| view! { <span class="search-part">{language.text(part)}</span> })}
            <p class="search-snippet" dir="auto">
                {pieces.into_iter().map(piece).collect_view()}
            </p>
            <p class="search-marks">
                <span>
                    {emojis}
                    {marks}
                </span>
                <a class="search-month" href=format!("/calendar?month={}", date.format("%Y-%m"))>
                    {language.text(Key::SearchToCalendar)}
                </a>
            </p>
        </li>
    }
}

/// The emojis of the day, and the mood's own one where it is what was looked for.
fn emojis(hit: &SearchHit, wanted: &[String]) -> Vec<Piece> {
    let own = hit.mood.as_ref().and_then(|mood| mood.custom_emoji.as_deref());
    let own = own.map_or(Vec::new(), |own| emoji::marked(own, wanted)).into_iter().filter(|piece| piece.is_hit);
    emoji::marked(&hit.emojis, wanted).into_iter().chain(own).collect()
}

fn piece(piece: Piece) -> AnyView {
    if piece.is_hit { view! { <mark>{piece.text}</mark> }.into_any() } else { piece.text.into_any() }
}

/// Mood and other marks of the day besides words and emojis.
fn marks(hit: &SearchHit, language: Language) -> Vec<String> {
    let level = hit.mood.as_ref().and_then(Mood::chosen_level);
    let mood = level.map(|level| language.fill(Key::EditorMoodLevel, &[("n", &level.to_string())]));
    let feeling =
        hit.mood.as_ref().and_then(|mood| mood.feeling).map(|feeling| feeling_name(feeling, language).to_owned());
    let marks = [
        (hit.is_favorite, Key::SearchMarkFavorite),
        (hit.has_photo, Key::SearchMarkPhoto),
        (hit.has_voice, Key::SearchMarkVoice),
        (hit.is_shared, Key::SearchMarkShared),
    ];
    let marks = marks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, key)| language.text(key).to_owned());
    mood.into_iter().chain(feeling).chain(marks).collect()
}
