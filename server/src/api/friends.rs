//! Friends, requests, and finding people.

use super::openapi::{Conflict, Invalid, TooMany};
use crate::http::{
    ApiResult, Context, PageQuery, Paged,
    extract::{self, Id, Params},
};
use axum::Json;
use backend::friends::{self, Sought, Whom};
use domain::{Entry, Error, FoundPerson, Friend, FriendRequest, Refusal, RequestId, UserId};
use http::StatusCode;
use serde::Deserialize;

/// The own friends.
#[utoipa::path(get, path = "/api/friends", responses((status = 200, body = Vec<Friend>)))]
pub async fn list(Context { backend, viewer, .. }: Context) -> ApiResult<Json<Vec<Friend>>> {
    Ok(Json(friends::friends(&backend, &viewer).await?))
}

/// Ends a friendship.
#[utoipa::path(delete, path = "/api/friends/{id}", params(("id" = UserId, Path)), responses((status = 204)))]
pub async fn remove(Context { backend, viewer, .. }: Context, Id(id): Id<UserId>) -> ApiResult<StatusCode> {
    friends::remove_friend(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The entries of a person.
///
/// What one may see of the person's entries, also of somebody who is no friend.
#[utoipa::path(
    get, path = "/api/friends/{id}/entries",
    params(("id" = UserId, Path), PageQuery),
    responses(Paged<Entry>),
)]
pub async fn entries(
    Context { backend, viewer, .. }: Context,
    Id(id): Id<UserId>,
    Params(page): Params<PageQuery>,
) -> ApiResult<Paged<Entry>> {
    let limit = page.limit();
    let page = backend::entries::list_of(&backend, &viewer, id, page.before.as_deref(), limit).await?;
    Ok(Paged::new(page, &format!("/api/friends/{id}/entries?"), limit))
}

/// Friend requests to oneself.
#[utoipa::path(get, path = "/api/friend-requests", params(PageQuery), responses(Paged<FriendRequest>))]
pub async fn incoming(
    Context { backend, viewer, .. }: Context,
    Params(page): Params<PageQuery>,
) -> ApiResult<Paged<FriendRequest>> {
    let limit = page.limit();
    let page = friends::incoming(&backend, &viewer, page.before.as_deref(), limit).await?;
    Ok(Paged::new(page, "/api/friend-requests?", limit))
}

/// Friend requests of one's own.
#[utoipa::path(get, path = "/api/friend-requests/sent", params(PageQuery), responses(Paged<FriendRequest>))]
pub async fn outgoing(
    Context { backend, viewer, .. }: Context,
    Params(page): Params<PageQuery>,
) -> ApiResult<Paged<FriendRequest>> {
    let limit = page.limit();
    let page = friends::outgoing(&backend, &viewer, page.before.as_deref(), limit).await?;
    Ok(Paged::new(page, "/api/friend-requests/sent?", limit))
}

/// Names a person by exactly one of the fields.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestForm {
    email: Option<String>,
    user_id: Option<UserId>,
}

/// Sends a friend request.
///
/// 201 for a new one, 200 for one that stood already.
#[utoipa::path(
    post, path = "/api/friend-requests",
    responses((status = 200, body = FriendRequest), (status = 201, body = FriendRequest), Conflict, Invalid, TooMany),
)]
pub async fn send_request(
    Context { backend, viewer, .. }: Context,
    extract::Json(form): extract::Json<RequestForm>,
) -> ApiResult<(StatusCode, Json<FriendRequest>)> {
    let whom = match form {
        RequestForm { user_id: Some(id), email: None } => Whom::User(id),
        RequestForm { email: Some(email), user_id: None } => Whom::Email(email),
        RequestForm { email: Some(_), user_id: Some(_) } => return Err(Refusal::InvalidForm.into()),
        RequestForm { .. } => return Err(Error::from(Refusal::MissingField).with("field", "email").into()),
    };
    let sent = friends::send_request(&backend, &viewer, &whom).await?;
    Ok((if sent.is_new { StatusCode::CREATED } else { StatusCode::OK }, Json(sent.request)))
}

/// Accepts a friend request.
#[utoipa::path(
    put, path = "/api/friend-requests/{id}/accept",
    params(("id" = RequestId, Path)),
    responses((status = 200, body = FriendRequest), Conflict),
)]
pub async fn accept(Context { backend, viewer, .. }: Context, Id(id): Id<RequestId>) -> ApiResult<Json<FriendRequest>> {
    Ok(Json(friends::accept(&backend, &viewer, id).await?))
}

/// Declines a friend request. The other person is not told.
#[utoipa::path(
    put, path = "/api/friend-requests/{id}/decline",
    params(("id" = RequestId, Path)),
    responses((status = 204)),
)]
pub async fn decline(Context { backend, viewer, .. }: Context, Id(id): Id<RequestId>) -> ApiResult<StatusCode> {
    friends::decline(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a friend request back.
#[utoipa::path(
    delete, path = "/api/friend-requests/{id}",
    params(("id" = RequestId, Path)),
    responses((status = 204)),
)]
pub async fn withdraw(Context { backend, viewer, .. }: Context, Id(id): Id<RequestId>) -> ApiResult<StatusCode> {
    friends::withdraw(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Names a person by exactly one of the fields.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchForm {
    email: Option<String>,
    username: Option<String>,
}

/// Finds a person by e-mail address or username.
#[utoipa::path(
    get, path = "/api/users/search",
    params(SearchForm),
    responses((status = 200, body = FoundPerson), Invalid, TooMany),
)]
pub async fn search(
    Context { backend, viewer, .. }: Context,
    Params(form): Params<SearchForm>,
) -> ApiResult<Json<FoundPerson>> {
    let sought = match (form.email, form.username) {
        (Some(email), None) => Sought::Email(email),
        (None, Some(username)) => Sought::Username(username),
        (None, None) => return Err(Refusal::SearchEmpty.into()),
        (Some(_), Some(_)) => return Err(Refusal::InvalidForm.into()),
    };
    Ok(Json(friends::search(&backend, &viewer, &sought).await?))
}
