//! LinkedIn: the profile, and posts of one's own entries.

use super::openapi::{Failed, Invalid, TooMany};
use crate::http::{ApiResult, Context, Json, Saving};
use backend::linkedin::{self, Post, PostForm};
use domain::LinkedInProfile;

/// The own profile for posts.
#[utoipa::path(get, path = "/api/linkedin-profile", responses((status = 200, body = LinkedInProfile)))]
pub async fn profile(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<LinkedInProfile>> {
    Ok(axum::Json(linkedin::profile(&backend, &viewer).await?))
}

/// Saves the own profile for posts.
#[utoipa::path(
    post, path = "/api/linkedin-profile",
    responses((status = 200, body = LinkedInProfile), Invalid, TooMany),
)]
pub async fn save_profile(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(profile): Json<LinkedInProfile>,
) -> ApiResult<axum::Json<LinkedInProfile>> {
    Ok(axum::Json(linkedin::save_profile(&backend, &viewer, profile).await?))
}

/// Writes a post about an own entry.
#[utoipa::path(
    post, path = "/api/generate-linkedin-post",
    responses((status = 200, body = Post), Invalid, TooMany, Failed),
)]
pub async fn generate(
    Context { backend, viewer, .. }: Context,
    Json(form): Json<PostForm>,
) -> ApiResult<axum::Json<Post>> {
    Ok(axum::Json(linkedin::generate(&backend, &viewer, form).await?))
}
