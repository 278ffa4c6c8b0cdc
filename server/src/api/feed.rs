//! The feed, and the two lists of it that the specification names.

use super::entries::Place;
use crate::http::{ApiResult, Context, Params};
use axum::{
    Json,
    response::{AppendHeaders, IntoResponse, Response},
};
use backend::feed;
use domain::{FeedFilters, limits};
use http::header;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct Choice {
    own: Option<bool>,
    friends: Option<bool>,
    public: Option<bool>,
    before: Option<String>,
    limit: Option<usize>,
}

/// What is not said is as the dashboard begins.
pub async fn page(
    context: Context,
    Params(Choice { own, friends, public, before, limit }): Params<Choice>,
) -> ApiResult<Response> {
    let usual = FeedFilters::default();
    let filters = FeedFilters {
        own: own.unwrap_or(usual.own),
        friends: friends.unwrap_or(usual.friends),
        public: public.unwrap_or(usual.public),
    };
    let FeedFilters { own, friends, public } = filters;
    let path = format!("/api/feed?own={own}&friends={friends}&public={public}&");
    list(&context, filters, Place { before, limit }, &path).await
}

pub async fn friends(context: Context, Params(place): Params<Place>) -> ApiResult<Response> {
    list(&context, FeedFilters::FRIENDS, place, "/api/feed/friends?").await
}

pub async fn public(context: Context, Params(place): Params<Place>) -> ApiResult<Response> {
    list(&context, FeedFilters::PUBLIC, place, "/api/feed/public?").await
}

/// The next page's address stands in the `Link` header.
async fn list(
    Context { backend, viewer, .. }: &Context,
    filters: FeedFilters,
    place: Place,
    path: &str,
) -> ApiResult<Response> {
    let limit = place.limit.unwrap_or(limits::PAGE).clamp(1, limits::PAGE_MAX);
    let page = feed::page(backend, viewer, filters, place.before.as_deref(), limit).await?;
    let link = page.next.map(|next| format!("<{path}before={next}&limit={limit}>; rel=\"next\""));
    Ok((AppendHeaders(link.map(|link| (header::LINK, link))), Json(page.items)).into_response())
}
