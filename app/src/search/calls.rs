//! What the search asks of the server.

use crate::error::CallError;
use domain::{Piece, SearchForm};
use leptos::{prelude::*, server_fn::codec::Json};
use serde::{Deserialize, Serialize};

/// A page of results in the viewer's language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// Where these results have a page of their own.
    pub address: String,
    /// How many there are. Empty: nothing was asked for.
    pub count: String,
    pub lines: Vec<Line>,
    /// The way to older results, and from there back to the newest.
    pub ways: Vec<Way>,
    /// Stands in place of the lines: HTML of the server.
    pub nothing: String,
    /// Why there are no results, or no newer ones.
    pub refused: String,
}

/// An entry that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Its place in the page, for the way back.
    pub anchor: String,
    pub href: String,
    /// For programs.
    pub date: String,
    pub day: String,
    /// Which part of the entry the pieces come from. Empty: its text.
    pub part: String,
    pub pieces: Vec<Piece>,
    pub marks: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    pub href: String,
    pub label: String,
}

#[server(endpoint = "search/find", input = Json)]
pub async fn find(form: SearchForm) -> Result<Results, CallError> {
    let request = crate::PageRequest::current();
    super::results::find(&form, &request).await.map_err(|error| CallError::answer(&error, &request))
}
