//! Searching one's own entries: by words, whatever their form, and by what a day had (product 24).

mod document;
mod snippet;
mod store;
mod typed_day;
mod wanted;
mod words;

use crate::{Backend, Result, Viewer, pagination::Page, prose};
use chrono::Datelike;
use document::Finder;
use domain::{EntryPart, Piece, SearchForm, SearchHit, emoji, limits::SEARCH_PAGE};
use std::borrow::Cow;

pub use store::index;
pub(crate) use store::index_answers;
pub use typed_day::typed_days;

/// A page of the viewer's own entries that match, the newest first. `next` is a date: pass it as `before`. A form that asks for nothing finds
/// nothing.
pub async fn find(backend: &Backend, viewer: &Viewer, form: &SearchForm) -> Result<Page<SearchHit>> {
    let owner = viewer.account()?.user.id;
    let search = form.checked()?;
    let wanted = wanted::wanted(&search.words);
    let emojis = emoji::distinct(&search.words);
    // Punctuation alone is in no document.
    if search.is_empty() || (wanted.is_empty() && emojis.is_empty() && !search.words.is_empty()) {
        return Ok(Page { items: Vec::new(), next: None });
    }
    let typed = store::Typed { words: (!wanted.is_empty()).then(|| Finder::new(&wanted)), emojis };
    let now = backend.clock.now();
    let mut found = store::find(&backend.db, owner, &search, &typed, now, SEARCH_PAGE + 1).await?;
    let is_more = found.len() > SEARCH_PAGE;
    found.truncate(SEARCH_PAGE);
    let next = found.last().filter(|_| is_more).map(|(_, date)| date.to_string());
    let items = store::read(&backend.db, owner, &found, now).await?;
    Ok(Page { items: items.into_iter().map(|found| with_snippet(found, &wanted)).collect(), next })
}

fn with_snippet((hit, parts): store::Found, wanted: &[wanted::Wanted]) -> SearchHit {
    let parts: Vec<_> = parts.iter().map(|(part, text)| (*part, shown(*part, text))).collect();
    let (snippet, found_in) = snippet::snippet(parts.iter().map(|(part, text)| (*part, text.trim())), wanted);
    SearchHit { snippet, found_in, ..hit }
}

/// The words of a text around those that were typed, which are marked.
pub fn excerpt(text: &str, typed: &str) -> Vec<Piece> {
    snippet::snippet([(EntryPart::Text, text)].into_iter(), &wanted::wanted(typed)).0
}

/// A part as one reads it: the stars of emphasis in the text are not shown.
fn shown(part: EntryPart, text: &str) -> Cow<'_, str> {
    if part == EntryPart::Text { prose::plain(text) } else { Cow::Borrowed(text) }
}

/// The years from the viewer's newest entry to the oldest.
pub async fn years(backend: &Backend, viewer: &Viewer) -> Result<Vec<i32>> {
    let ends = store::find_ends(&backend.db, viewer.account()?.user.id).await?;
    Ok(ends.map_or(Vec::new(), |(first, last)| (first.year()..=last.year()).rev().collect()))
}
