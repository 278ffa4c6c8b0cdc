//! Friends, requests, and finding people.

use crate::http::{
    ApiResult, Context,
    extract::{self, Id, Params},
};
use axum::{
    Json,
    response::{AppendHeaders, IntoResponse},
};
use backend::{
    friends::{self, Sought, Whom},
    pagination::Page,
};
use domain::{Error, FoundPerson, Friend, FriendRequest, Refusal, RequestId, UserId, limits};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};

pub async fn list(Context { backend, viewer, .. }: Context) -> ApiResult<Json<Vec<Friend>>> {
    Ok(Json(friends::friends(&backend, &viewer).await?))
}

pub async fn remove(Context { backend, viewer, .. }: Context, Id(id): Id<UserId>) -> ApiResult<StatusCode> {
    friends::remove_friend(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
pub struct Place {
    before: Option<String>,
    limit: Option<usize>,
}

impl Place {
    fn limit(&self) -> usize {
        self.limit.unwrap_or(limits::PAGE).clamp(1, limits::PAGE_MAX)
    }
}

/// What one may see of the person's entries, also of somebody who is no friend.
pub async fn entries(
    Context { backend, viewer, .. }: Context,
    Id(id): Id<UserId>,
    Params(place): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = place.limit();
    let page = backend::entries::list_of(&backend, &viewer, id, place.before.as_deref(), limit).await?;
    Ok(linked(page, &format!("/api/friends/{id}/entries"), limit))
}

pub async fn incoming(
    Context { backend, viewer, .. }: Context,
    Params(place): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = place.limit();
    let page = friends::incoming(&backend, &viewer, place.before.as_deref(), limit).await?;
    Ok(linked(page, "/api/friend-requests", limit))
}

pub async fn outgoing(
    Context { backend, viewer, .. }: Context,
    Params(place): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = place.limit();
    let page = friends::outgoing(&backend, &viewer, place.before.as_deref(), limit).await?;
    Ok(linked(page, "/api/friend-requests/sent", limit))
}

/// The next page's address stands in the `Link` header.
fn linked<T: Serialize>(page: Page<T>, path: &str, limit: usize) -> impl IntoResponse + use<T> {
    let link = page.next.map(|next| format!("<{path}?before={next}&limit={limit}>; rel=\"next\""));
    (AppendHeaders(link.map(|link| (header::LINK, link))), Json(page.items))
}

/// One of the two.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestForm {
    email: Option<String>,
    user_id: Option<UserId>,
}

/// 201 for a new one, 200 for one that stood already.
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

pub async fn accept(Context { backend, viewer, .. }: Context, Id(id): Id<RequestId>) -> ApiResult<Json<FriendRequest>> {
    Ok(Json(friends::accept(&backend, &viewer, id).await?))
}

pub async fn decline(Context { backend, viewer, .. }: Context, Id(id): Id<RequestId>) -> ApiResult<StatusCode> {
    friends::decline(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn withdraw(Context { backend, viewer, .. }: Context, Id(id): Id<RequestId>) -> ApiResult<StatusCode> {
    friends::withdraw(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// One of the two.
#[derive(Deserialize)]
pub struct SearchForm {
    email: Option<String>,
    username: Option<String>,
}

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
