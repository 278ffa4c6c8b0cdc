//! The facts about a request that every handler needs.

use crate::http::{error::Failure, request_context::RequestContext, state::AppState};
use app::request::Theme;
use axum::extract::FromRequestParts;
use backend::{Backend, Error, Viewer};
use domain::Language;
use http::request::Parts;
use std::sync::Arc;

/// The viewer, their language, and the backend that answers them.
#[derive(Clone, Debug)]
pub struct Context {
    pub backend: Backend,
    pub viewer: Viewer,
    pub language: Language,
    pub request_id: Arc<str>,
    pub theme: Option<Theme>,
    /// The caller's network address.
    pub address: Arc<str>,
}

impl FromRequestParts<AppState> for Context {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let RequestContext { id, language, theme, address } =
            parts.extensions.get().cloned().ok_or_else(|| Error::broken("request", "has no context"))?;
        let viewer = parts.extensions.get::<Viewer>().cloned().unwrap_or(Viewer::Guest);
        Ok(Self { backend: state.backend.clone(), viewer, language, request_id: id, theme, address })
    }
}
