//! `/search`: one's own entries by words and filters (product 24).

use super::{
    live_search::{LiveSearch, SearchProps},
    results,
    search_form::fields,
    search_results::SearchResults,
};
use crate::{
    PageRequest,
    components::{Frame, Section, refused::refused},
};
use backend::{Error, Result};
use domain::{Key, Refusal, SearchForm};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn search_page(request: Arc<PageRequest>) -> AnyView {
    let form = SearchForm::of(|name| request.query(name));
    match Box::pin(load(&form, &request)).await {
        Ok((found, years, refused)) => page(&form, found, &years, refused, &request),
        Err(error) => refused(&request, &error, "/search".into(), Key::SearchReset),
    }
}

/// Loads the results. A refusal is shown above them.
async fn load(form: &SearchForm, request: &PageRequest) -> Result<(SearchResults, Vec<i32>, Option<String>)> {
    let years = backend::search::years(&request.backend, &request.viewer).await?;
    match results::find(form, request).await {
        Ok(found) => Ok((found, years, None)),
        Err(Error::Refused(refusal)) if refusal.refusal != Refusal::Unauthenticated => {
            let refused = request.language.error_text(&refusal);
            crate::request::set_refusal(&refusal);
            Ok((SearchResults::default(), years, Some(refused)))
        }
        Err(error) => Err(error),
    }
}

fn page(
    form: &SearchForm,
    found: SearchResults,
    years: &[i32],
    refused: Option<String>,
    request: &PageRequest,
) -> AnyView {
    let (title, failed) = (request.text(Key::SearchTitle), request.text(Key::SearchFailed).to_owned());
    let props = SearchProps { html: found.html, count: found.count, refused, failed };
    let fields = fields(form, years, request);
    view! {
        <Frame title section=Section::Search class="search-page">
            <h1>{title}</h1>
            <LiveSearch props>
                {fields}
            </LiveSearch>
        </Frame>
    }
    .into_any()
}
