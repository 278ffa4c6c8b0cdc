//! Searching one's own entries.

use super::openapi::Invalid;
use crate::http::{ApiResult, Context, Paged, Params};
use app::request::encoded;
use domain::{SearchForm, SearchHit};

/// Finds own entries by words and filters.
#[utoipa::path(get, path = "/api/search", params(SearchForm), responses(Paged<SearchHit>, Invalid))]
pub async fn find(
    Context { backend, viewer, .. }: Context,
    Params(form): Params<SearchForm>,
) -> ApiResult<Paged<SearchHit>> {
    let page = backend::search::find(&backend, &viewer, &form).await?;
    let next = page.next.map(|next| {
        let form = SearchForm { before: Some(next), ..form };
        let fields = form.fields().into_iter().filter(|(_, value)| !value.is_empty());
        let fields: Vec<_> = fields.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        format!("/api/search?{}", fields.join("&"))
    });
    Ok(Paged { items: page.items, next })
}
