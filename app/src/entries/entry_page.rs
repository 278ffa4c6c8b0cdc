//! The page of one entry.

use super::{
    bin_page::instead, entry_article::EntryArticle, forms::DONE, preview_as::preview_as,
    versions_section::load_versions, way_back::WayBack,
};
use crate::{
    PageRequest,
    components::{Frame, refused::refused},
    forms::FormsStatus,
};
use backend::{
    Result,
    entries::{EntryVersion, Neighbours},
    pagination::Page,
};
use domain::{Entry, Key, date, reflection::SharedAnswer, stats::BrokenStreak};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn entry_page(request: Arc<PageRequest>) -> AnyView {
    let id = &request.parameter;
    if let Some(audience) = request.query("as") {
        return preview_as(&request, id, &audience).await;
    }
    match load(&request, id).await {
        Ok(Loaded { entry, answers, versions, friends, neighbours, broken_streak }) => {
            let way = WayBack::of(&request);
            // Forms of this page keep the same way back.
            let request = Arc::new(PageRequest { query: way.query(&request), ..PageRequest::clone(&request) });
            provide_context(request.clone());
            view! {
                <Frame title=date::long(entry.date)>
                    <FormsStatus of=DONE />
                    <EntryArticle entry answers versions way request friends neighbours broken_streak />
                </Frame>
            }
            .into_any()
        }
        Err(error) => match instead(&request, id, &error).await {
            Some(page) => page,
            None => refused(&request, &error, "/dashboard".into(), Key::EntryBack),
        },
    }
}

struct Loaded {
    entry: Entry,
    answers: Vec<SharedAnswer>,
    /// Earlier versions, for its owner. The page works without them.
    versions: Option<Page<EntryVersion>>,
    /// The number of the owner's friends, shown to the owner as the entry's readers.
    friends: i64,
    /// The owner's days around it.
    neighbours: Neighbours,
    /// The streak whose last day is this entry.
    broken_streak: Option<BrokenStreak>,
}

async fn load(request: &PageRequest, id: &str) -> Result<Loaded> {
    let PageRequest { backend, viewer, language, .. } = request;
    let entry = backend::entries::open(backend, viewer, id.parse()?).await?;
    let answers = backend::reflection::answers(backend, viewer, entry.id, *language).await?;
    let is_own = viewer.user_id() == Some(entry.user_id);
    let answers = answers.into_iter().map(SharedAnswer::from).collect();
    if !is_own {
        let neighbours = Neighbours::default();
        return Ok(Loaded { entry, answers, versions: None, friends: 0, neighbours, broken_streak: None });
    }
    let friends = backend::friends::count(backend, viewer).await?;
    let neighbours = backend::entries::neighbours(backend, viewer, entry.date).await?;
    let broken_streak = backend::stats::broken_streak(backend, viewer, entry.date).await?;
    let versions = load_versions(request, entry.id).await.map_err(|error| request.log(&error)).ok();
    Ok(Loaded { entry, answers, versions, friends, neighbours, broken_streak })
}
