//! Server functions of the search.

use crate::error::CallError;
use leptos::{prelude::*, server_fn::codec::Json};
use serde::{Deserialize, Serialize};

/// A page of results in the viewer's language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The address of a page with these results.
    pub address: String,
    /// The number of results in words. Empty: nothing was searched.
    pub count: String,
    /// The results, and the ways to older and newer ones.
    pub html: String,
}

/// `query`: the fields of the form, as in the address of the page.
#[server(endpoint = "search/find", input = Json)]
pub async fn find(query: String) -> Result<Found, CallError> {
    let request = crate::PageRequest::current();
    let fields: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let field = |name: &str| fields.iter().find(|(of, _)| of == name).map(|(_, value)| value.clone());
    let form = domain::SearchForm::of(field);
    super::results::find(&form, &request).await.map_err(|error| CallError::answer(&error, &request))
}
