//! The feed, and the two lists of it that the specification names.

use super::entries::Place;
use crate::http::{ApiResult, Context, Params};
use axum::{
    Json,
    response::{AppendHeaders, IntoResponse, Response},
};
use backend::feed;
use domain::{FeedChoice, FeedFilters, OnlyOwn, limits};
use http::header;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct Choice {
    own: Option<bool>,
    friends: Option<bool>,
    public: Option<bool>,
    only: Option<OnlyOwn>,
    before: Option<String>,
    limit: Option<usize>,
}

/// What is not said is as the dashboard begins. `only` names a part of one's own entries, whatever else is chosen.
pub async fn page(
    context: Context,
    Params(Choice { own, friends, public, only, before, limit }): Params<Choice>,
) -> ApiResult<Response> {
    let usual = FeedFilters::default();
    let filters = FeedFilters {
        own: own.unwrap_or(usual.own),
        friends: friends.unwrap_or(usual.friends),
        public: public.unwrap_or(usual.public),
    };
    let FeedFilters { own, friends, public } = filters;
    let path = match only {
        Some(only) => format!("/api/feed?only={}&", only.as_str()),
        None => format!("/api/feed?own={own}&friends={friends}&public={public}&"),
    };
    list(&context, FeedChoice::new(filters, only), Place { before, limit }, &path).await
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
    choice: impl Into<FeedChoice>,
    place: Place,
    path: &str,
) -> ApiResult<Response> {
    let limit = place.limit.unwrap_or(limits::PAGE).clamp(1, limits::PAGE_MAX);
    let page = feed::page(backend, viewer, choice, place.before.as_deref(), limit).await?;
    let link = page.next.map(|next| format!("<{path}before={next}&limit={limit}>; rel=\"next\""));
    Ok((AppendHeaders(link.map(|link| (header::LINK, link))), Json(page.items)).into_response())
}
