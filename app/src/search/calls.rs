//! Server functions of the search.

use super::search_results::SearchResults;
use crate::error::CallError;
use leptos::{prelude::*, server_fn::codec::Json};

/// `query`: the fields of the form, as in the address of the page.
#[server(endpoint = "search/find", input = Json)]
pub async fn find(query: String) -> Result<SearchResults, CallError> {
    let request = crate::PageRequest::current();
    let fields: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let field = |name: &str| fields.iter().find(|(of, _)| of == name).map(|(_, value)| value.clone());
    let form = domain::SearchForm::of(field);
    super::results::find(&form, &request).await.map_err(|error| CallError::answer(&error, &request))
}
