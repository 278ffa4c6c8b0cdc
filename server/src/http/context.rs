//! The facts about a request that every handler needs.

use crate::http::{
    cookies::{self, DeviceCookie},
    error::Failure,
    request_context::RequestContext,
    state::AppState,
};
use app::request::Theme;
use axum::extract::FromRequestParts;
use backend::{Backend, Error, Viewer, identity::Browser, providers::identity::Caller};
use domain::Language;
use http::{HeaderMap, header, request::Parts};
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

impl Context {
    /// The data of the browser that a sign-in needs.
    pub fn browser(&self, state: &AppState, headers: &HeaderMap) -> Browser {
        let user_agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Browser {
            caller: Caller {
                address: self.address.to_string(),
                device: DeviceCookie::get(headers, state.origin()).map(Into::into),
            },
            session: state.cookie.get(headers).map(Into::into),
            user_agent: user_agent.to_owned(),
            zone: cookies::get(headers, "zone").map(|zone| zone.replace("%2F", "/").replace("%2B", "+")),
            language: self.language,
        }
    }
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
