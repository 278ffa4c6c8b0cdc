//! The feed, and the two lists of it that the specification names.

use crate::http::{ApiResult, Context, PageQuery, Paged, Params};
use backend::feed;
use domain::{Entry, FeedChoice, FeedFilters, OnlyOwn};
use serde::Deserialize;

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Choice {
    own: Option<bool>,
    friends: Option<bool>,
    public: Option<bool>,
    only: Option<OnlyOwn>,
    before: Option<String>,
    limit: Option<usize>,
}

/// The dashboard's list.
///
/// What is not said is as the dashboard begins. `only` names a part of one's own entries, whatever else is chosen.
#[utoipa::path(get, path = "/api/feed", params(Choice), responses(Paged<Entry>))]
pub async fn page(
    context: Context,
    Params(Choice { own, friends, public, only, before, limit }): Params<Choice>,
) -> ApiResult<Paged<Entry>> {
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
    list(&context, FeedChoice::new(filters, only), PageQuery { before, limit }, &path).await
}

/// Entries of friends.
#[utoipa::path(get, path = "/api/feed/friends", params(PageQuery), responses(Paged<Entry>))]
pub async fn friends(context: Context, Params(page): Params<PageQuery>) -> ApiResult<Paged<Entry>> {
    list(&context, FeedFilters::FRIENDS, page, "/api/feed/friends?").await
}

/// Entries that every registered person can read.
#[utoipa::path(get, path = "/api/feed/public", params(PageQuery), responses(Paged<Entry>))]
pub async fn public(context: Context, Params(page): Params<PageQuery>) -> ApiResult<Paged<Entry>> {
    list(&context, FeedFilters::PUBLIC, page, "/api/feed/public?").await
}

async fn list(
    Context { backend, viewer, .. }: &Context,
    choice: impl Into<FeedChoice>,
    page: PageQuery,
    address: &str,
) -> ApiResult<Paged<Entry>> {
    let limit = page.limit();
    let page = feed::page(backend, viewer, choice, page.before.as_deref(), limit).await?;
    Ok(Paged::new(page, address, limit))
}
