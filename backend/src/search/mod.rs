//! Searching one's own entries: by words, whatever their form, and by what a day had (product 24).

mod index;
mod snippet;
mod store;
mod typed_day;
mod wanted;
mod words;

use crate::{
    Backend, Result, Viewer,
    db::{Engine, Tx},
    pagination::Page,
    prose,
};
use chrono::Datelike;
use domain::{EntryId, EntryPart, SearchForm, SearchHit, emoji, limits::SEARCH_PAGE};
use std::borrow::Cow;
use uuid::Uuid;

pub use typed_day::typed_days;

/// Entries that one transaction of [`sweep`] puts into the index.
const BATCH: i64 = 50;

/// A page of the viewer's own entries that match, the newest first. `next` is a date: pass it as `before`. A form that asks for nothing finds
/// nothing.
pub async fn find(backend: &Backend, viewer: &Viewer, form: &SearchForm) -> Result<Page<SearchHit>> {
    let owner = viewer.account()?.user.id;
    let search = form.checked()?;
    let wanted = wanted::wanted(&search.words);
    let emojis = emoji::distinct(&search.words);
    // Punctuation alone is nowhere in the index.
    if search.is_empty() || (wanted.is_empty() && emojis.is_empty() && !search.words.is_empty()) {
        return Ok(Page { items: Vec::new(), next: None });
    }
    let query = match backend.db.engine() {
        Engine::Sqlite => index::sqlite,
        Engine::Postgres => index::postgres,
    };
    let typed = store::Typed { words: (!wanted.is_empty()).then(|| query(owner, &wanted)), emojis };
    let limit = i64::try_from(SEARCH_PAGE).unwrap_or(i64::MAX);
    let mut found =
        store::list(&backend.db, owner, &search, typed, backend.clock.now(), limit.saturating_add(1)).await?;
    let is_more = found.len() > SEARCH_PAGE;
    found.truncate(SEARCH_PAGE);
    let next = found.last().filter(|_| is_more).map(|last| last.date.to_string());
    Ok(Page { items: found.into_iter().map(|found| hit(found, &wanted)).collect(), next })
}

fn hit(found: store::FoundEntry, wanted: &[wanted::Wanted]) -> SearchHit {
    let parts: Vec<_> = found.parts.iter().map(|(part, text)| (*part, shown(*part, text))).collect();
    let (snippet, found_in) = snippet::snippet(parts.iter().map(|(part, text)| (*part, text.trim())), wanted);
    SearchHit {
        id: found.id,
        date: found.date,
        mood: found.mood,
        emojis: found.emojis,
        has_photo: found.has_photo,
        has_voice: found.has_voice,
        is_favorite: found.is_favorite,
        is_shared: found.is_shared,
        snippet,
        found_in,
    }
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

/// Puts an entry into the index as the transaction sees it, with its answers. Whatever changes them calls this.
pub(crate) async fn index(tx: &mut Tx, id: EntryId) -> Result<()> {
    let read = store::with_texts(tx, id, |owner, parts| index::entry(owner, parts.map(|(_, text)| text))).await?;
    match read {
        Some(words) => store::upsert(tx, id, words).await,
        None => Ok(()),
    }
}

/// Puts entries into the index that are not there: those from before there was one. False: another transaction had some of them locked.
pub async fn sweep(backend: &Backend) -> Result<bool> {
    let mut last = EntryId(Uuid::nil());
    let mut is_whole = true;
    loop {
        let missing = store::list_missing(&backend.db, last, BATCH).await?;
        let Some(end) = missing.last() else { return Ok(is_whole) };
        last = *end;
        let mut tx = backend.db.begin().await?;
        for id in missing {
            if store::try_lock(&mut tx, id).await? {
                index(&mut tx, id).await?;
            } else {
                is_whole = false;
            }
        }
        tx.commit().await?;
    }
}
