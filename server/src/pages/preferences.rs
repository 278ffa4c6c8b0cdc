//! `POST /preferences`: the language and the theme of a browser without script.

use super::{NOT_KEPT, RequestedPage, form_body};
use crate::http::{ApiResult, AppState, cookies::preference};
use app::identity::next::own_path;
use axum::{
    extract::{Request, State},
    response::{AppendHeaders, IntoResponse, Redirect, Response},
};
use backend::{entries, profile};
use domain::{Language, Refusal};
use http::header;

/// Stores the choice in a cookie, and redirects to the page of the button. A signed-in person's mails get the language,
/// too.
pub async fn choose(
    State(state): State<AppState>,
    RequestedPage(page): RequestedPage,
    request: Request,
) -> ApiResult<Response> {
    let (_, body) = form_body(&state, request).await?;
    let fields: Vec<(String, String)> = serde_urlencoded::from_bytes(&body).map_err(|_| Refusal::InvalidForm)?;
    let (name, value) = fields.into_iter().next().ok_or(Refusal::InvalidForm)?;
    match name.as_str() {
        "language" => {
            let language = Language::parse(&value).ok_or(Refusal::InvalidLanguage)?;
            if page.account().is_some() {
                entries::admit_save(&page.backend, &page.viewer).await?;
                profile::set_language(&page.backend, &page.viewer, language).await?;
            }
        }
        "theme" if ["system", "light", "dark"].contains(&&*value) => {}
        _ => return Err(Refusal::InvalidForm.into()),
    }
    let kept = preference(state.origin(), &name, &value).map(|line| (header::SET_COOKIE, line));
    let back = page.referrer.as_deref().and_then(own_path).unwrap_or("/");
    Ok((AppendHeaders(kept), AppendHeaders([NOT_KEPT]), Redirect::to(back)).into_response())
}
