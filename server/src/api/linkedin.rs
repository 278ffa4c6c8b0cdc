//! LinkedIn: the profile, and posts of one's own entries.

use crate::http::{ApiResult, Context, Json, Saving};
use backend::linkedin::{self, Post, PostForm};
use domain::LinkedInProfile;

pub async fn profile(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<LinkedInProfile>> {
    Ok(axum::Json(linkedin::profile(&backend, &viewer).await?))
}

pub async fn save_profile(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(profile): Json<LinkedInProfile>,
) -> ApiResult<axum::Json<LinkedInProfile>> {
    Ok(axum::Json(linkedin::save_profile(&backend, &viewer, profile).await?))
}

pub async fn generate(
    Context { backend, viewer, .. }: Context,
    Json(form): Json<PostForm>,
) -> ApiResult<axum::Json<Post>> {
    Ok(axum::Json(linkedin::generate(&backend, &viewer, form).await?))
}
