//! Friends, requests, and finding people.

use crate::{
    error::ApiResult,
    extract::{self, Id, Params},
    state::AppState,
};
use axum::{
    Extension, Json,
    extract::State,
    response::{AppendHeaders, IntoResponse},
};
use backend::{
    Viewer,
    friends::{self, Sought, Whom},
    pagination::Page,
};
use domain::{Error, FoundPerson, Friend, FriendRequest, Refusal, RequestId, UserId, limits};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};

pub async fn list(State(state): State<AppState>, Extension(viewer): Extension<Viewer>) -> ApiResult<Json<Vec<Friend>>> {
    Ok(Json(friends::friends(&state.backend, &viewer).await?))
}

pub async fn remove(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<UserId>,
) -> ApiResult<StatusCode> {
    friends::remove_friend(&state.backend, &viewer, id).await?;
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
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<UserId>,
    Params(place): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = place.limit();
    let page = backend::entries::list_of(&state.backend, &viewer, id, place.before.as_deref(), limit).await?;
    Ok(linked(page, &format!("/api/friends/{id}/entries"), limit))
}

pub async fn incoming(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Params(place): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = place.limit();
    let page = friends::incoming(&state.backend, &viewer, place.before.as_deref(), limit).await?;
    Ok(linked(page, "/api/friend-requests", limit))
}

pub async fn outgoing(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Params(place): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = place.limit();
    let page = friends::outgoing(&state.backend, &viewer, place.before.as_deref(), limit).await?;
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
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    extract::Json(form): extract::Json<RequestForm>,
) -> ApiResult<(StatusCode, Json<FriendRequest>)> {
    let whom = match form {
        RequestForm { user_id: Some(id), email: None } => Whom::User(id),
        RequestForm { email: Some(email), user_id: None } => Whom::Email(email),
        RequestForm { email: Some(_), user_id: Some(_) } => return Err(Refusal::InvalidForm.into()),
        RequestForm { .. } => return Err(Error::from(Refusal::MissingField).with("field", "email").into()),
    };
    let sent = friends::send_request(&state.backend, &viewer, &whom).await?;
    Ok((if sent.is_new { StatusCode::CREATED } else { StatusCode::OK }, Json(sent.request)))
}

pub async fn accept(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<RequestId>,
) -> ApiResult<Json<FriendRequest>> {
    Ok(Json(friends::accept(&state.backend, &viewer, id).await?))
}

pub async fn decline(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<RequestId>,
) -> ApiResult<StatusCode> {
    friends::decline(&state.backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn withdraw(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<RequestId>,
) -> ApiResult<StatusCode> {
    friends::withdraw(&state.backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// One of the two.
#[derive(Deserialize)]
pub struct SearchForm {
    email: Option<String>,
    username: Option<String>,
}

pub async fn search(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Params(form): Params<SearchForm>,
) -> ApiResult<Json<FoundPerson>> {
    let sought = match (form.email, form.username) {
        (Some(email), None) => Sought::Email(email),
        (None, Some(username)) => Sought::Username(username),
        (None, None) => return Err(Refusal::SearchEmpty.into()),
        (Some(_), Some(_)) => return Err(Refusal::InvalidForm.into()),
    };
    Ok(Json(friends::search(&state.backend, &viewer, &sought).await?))
}
