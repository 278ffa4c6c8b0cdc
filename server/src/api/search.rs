//! Searching one's own entries.

use crate::http::{ApiResult, Context, Params};
use app::request::encoded;
use axum::{
    Json,
    response::{AppendHeaders, IntoResponse},
};
use domain::SearchForm;
use http::header;

/// The next page's address stands in the `Link` header.
pub async fn find(
    Context { backend, viewer, .. }: Context,
    Params(form): Params<SearchForm>,
) -> ApiResult<impl IntoResponse> {
    let page = backend::search::find(&backend, &viewer, &form).await?;
    let link = page.next.map(|next| {
        let form = SearchForm { before: Some(next), ..form };
        let fields = form.fields().into_iter().filter(|(_, value)| !value.is_empty());
        let fields: Vec<_> = fields.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        format!("</api/search?{}>; rel=\"next\"", fields.join("&"))
    });
    Ok((AppendHeaders(link.map(|link| (header::LINK, link))), Json(page.items)))
}
