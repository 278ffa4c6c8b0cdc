//! A page of a list: its items, and in the `Link` header where the next one is.

use axum::{
    Json,
    response::{AppendHeaders, IntoResponse, Response},
};
use backend::pagination::Page;
use domain::limits;
use http::header;
use serde::{Deserialize, Serialize};

/// Query of one page of a list.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Cursor from the `Link` header of the previous page.
    pub before: Option<String>,
    pub limit: Option<usize>,
}

impl PageQuery {
    pub fn limit(&self) -> usize {
        self.limit.unwrap_or(limits::PAGE).clamp(1, limits::PAGE_MAX)
    }
}

#[derive(Debug)]
pub struct Paged<T> {
    pub items: Vec<T>,
    /// The address of the next page.
    pub next: Option<String>,
}

impl<T> Paged<T> {
    /// `address` ends where the next parameter can be appended.
    pub fn new(page: Page<T>, address: &str, limit: usize) -> Self {
        let next = page.next.map(|next| format!("{address}before={next}&limit={limit}"));
        Self { items: page.items, next }
    }
}

impl<T: Serialize> IntoResponse for Paged<T> {
    fn into_response(self) -> Response {
        let link = self.next.map(|next| (header::LINK, format!("<{next}>; rel=\"next\"")));
        (AppendHeaders(link), Json(self.items)).into_response()
    }
}
