//! Results in the words of the viewer's language.

use super::calls::{Line, Results, Way};
use crate::{
    PageRequest,
    components::{EmptyState, drawing::Drawing},
    reading::{anchor, feeling_name},
    request::encoded,
};
use backend::{Result, pagination::Page};
use domain::{EntryPart, Key, Language, Piece, SearchForm, SearchHit, date};
use leptos::prelude::*;

pub async fn find(form: &SearchForm, request: &PageRequest) -> Result<Results> {
    let page = backend::search::find(&request.backend, &request.viewer, form).await?;
    Ok(results(page, form, request))
}

fn results(page: Page<SearchHit>, form: &SearchForm, request: &PageRequest) -> Results {
    let language = request.language;
    let is_older = form.before.as_deref().is_some_and(|before| !before.trim().is_empty());
    let is_asked = form.checked().is_ok_and(|search| !search.is_empty());
    let to = |before: Option<String>, key| Way {
        href: address(&SearchForm { before, ..form.clone() }),
        label: language.text(key).to_owned(),
    };
    let older = page.next.clone().map(|next| to(Some(next), Key::SearchMore));
    let newest = is_older.then(|| to(None, Key::SearchNewest));
    Results {
        address: address(form),
        count: if is_asked { count(&page, is_older, language) } else { String::new() },
        nothing: if page.items.is_empty() { nothing(is_asked, language) } else { String::new() },
        lines: page.items.into_iter().map(|hit| line(hit, language)).collect(),
        ways: newest.into_iter().chain(older).collect(),
        refused: String::new(),
    }
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
        (1, ..) => return language.text(Key::SearchCountOne).to_owned(),
        _ => Key::SearchCount,
    };
    language.fill(key, &[("n", &page.items.len().to_string())])
}

fn nothing(is_asked: bool, language: Language) -> String {
    let (title, text) = if is_asked {
        (Key::SearchNoneTitle, Key::SearchNoneText)
    } else {
        (Key::SearchStartTitle, Key::SearchStartText)
    };
    view! { <EmptyState drawing=Drawing::Lens title=language.text(title) text=language.text(text) level=2 /> }.to_html()
}

fn line(hit: SearchHit, language: Language) -> Line {
    let marks = marks(&hit, language);
    let SearchHit { id, date, snippet, found_in, .. } = hit;
    let part = match found_in {
        None | Some(EntryPart::Text) => "",
        Some(EntryPart::TopMoment) => language.text(Key::SearchInTopMoment),
        Some(EntryPart::Summary) => language.text(Key::SearchInSummary),
        Some(EntryPart::Transcript) => language.text(Key::SearchInTranscript),
        Some(EntryPart::Answer) => language.text(Key::SearchInAnswer),
    };
    let no_words = || vec![Piece { text: language.text(Key::SearchNoWords).to_owned(), is_hit: false }];
    Line {
        anchor: anchor(id),
        href: format!("/entry/{id}"),
        date: date.to_string(),
        day: date::long(date),
        part: part.to_owned(),
        pieces: if found_in.is_none() { no_words() } else { snippet },
        marks,
    }
}

/// What the day had besides words.
fn marks(hit: &SearchHit, language: Language) -> Vec<String> {
    let mood = hit.mood.as_ref().map(|mood| language.fill(Key::EditorMoodLevel, &[("n", &mood.level.to_string())]));
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
