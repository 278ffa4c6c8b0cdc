//! Signing in with Google: the start, the way back, and the answer to the waiting page.

mod result_page;

use super::openapi::{Conflict, Forbidden, Gone, TooMany};
use crate::http::{ApiResult, AppState, Context, Json, Params};
use app::{identity::next::own_path, request::encoded};
use axum::{
    extract::State,
    response::{AppendHeaders, IntoResponse, Redirect, Response},
};
use backend::identity::google::{self, Begin, Callback, Mode, SignInResult};
use domain::{Refusal, UserId};
use http::{HeaderMap, StatusCode, header};
use serde::Deserialize;

/// Lifetime of the flow cookie in seconds.
const FLOW: i64 = 600;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StartParams {
    mode: Mode,
    /// `1`: the sign-in opens in another window.
    #[serde(default)]
    popup: String,
    #[serde(default)]
    id: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    next: String,
    /// The person of the waiting page.
    user: Option<UserId>,
    /// `1`: inside another program's web view.
    #[serde(default)]
    embedded: String,
}

/// Sends the browser to Google.
#[utoipa::path(
    get, path = "/api/auth/google/start",
    params(StartParams), security(()),
    responses(
        (status = 303),
        (status = 200, content_type = "text/html", description = "The page for a window of its own."),
        Forbidden, TooMany,
    ),
)]
pub async fn start(
    State(state): State<AppState>,
    context: Context,
    headers: HeaderMap,
    Params(asked): Params<StartParams>,
) -> ApiResult<Response> {
    if !comes_from_here(&headers, state.origin(), asked.mode) {
        return Err(Refusal::CrossSite.into());
    }
    let home = if asked.mode == Mode::Link { "/settings" } else { "/" };
    let wanted = Begin {
        mode: asked.mode,
        popup: asked.popup == "1",
        id: &asked.id,
        code: &asked.code,
        next: own_path(&asked.next).unwrap_or(home),
        user: asked.user,
        embedded: asked.embedded == "1",
        cookie: state.flow_cookie.get(&headers),
        session: state.cookie.get(&headers),
        address: &context.address,
    };
    let error = match google::begin(&context.backend, &context.viewer, &wanted).await {
        Ok(begun) => {
            let cookie = state.flow_cookie.set(&begun.cookie, FLOW);
            let cookie = AppendHeaders(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
            return Ok((cookie, Redirect::to(&begun.location)).into_response());
        }
        Err(error) => error,
    };
    let result = SignInResult::refused(&error, context.language);
    if let Some(seconds) = error.refusal().retry_after {
        let page = result_page::answer(&state, &context, &asked.id, &result)?;
        let wait = [(header::RETRY_AFTER, seconds.to_string())];
        return Ok((StatusCode::TOO_MANY_REQUESTS, wait, page).into_response());
    }
    if wanted.popup {
        return Ok(result_page::answer(&state, &context, &asked.id, &result)?.into_response());
    }
    Ok(back(wanted.next, Some(asked.mode), &result).into_response())
}

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct CallbackParams {
    state: String,
    code: String,
    error: String,
    iss: String,
}

/// The redirect target after the consent page of Google.
#[utoipa::path(
    get, path = "/api/auth/google/callback",
    params(CallbackParams), security(()),
    responses(
        (status = 303),
        (status = 200, content_type = "text/html", description = "The page for a window of its own."),
    ),
)]
pub async fn callback(
    State(state): State<AppState>,
    context: Context,
    headers: HeaderMap,
    Params(asked): Params<CallbackParams>,
) -> ApiResult<Response> {
    let callback = Callback {
        state: asked.state,
        code: asked.code,
        error: asked.error,
        issuer: asked.iss,
        cookie: state.flow_cookie.get(&headers).map(Into::into),
        browser: context.browser(&state, &headers),
    };
    let finished = google::finish(&context.backend, callback).await?;
    let cookies = finished
        .session
        .map(|session| state.session_cookies(&session.cookie, session.expires_at, session.device.as_deref()));
    let cookies = AppendHeaders(cookies.unwrap_or_default());
    if finished.popup == Some(false) {
        return Ok((cookies, back(&finished.next, finished.mode, &finished.result)).into_response());
    }
    Ok((cookies, result_page::answer(&state, &context, &finished.id, &finished.result)?).into_response())
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ResultParams {
    state: String,
}

/// How a sign-in with Google went.
///
/// For a page that no message reached.
#[utoipa::path(
    get, path = "/api/auth/google/result",
    params(ResultParams), security(()),
    responses((status = 200, body = SignInResult), Conflict),
)]
pub async fn result(
    State(state): State<AppState>,
    headers: HeaderMap,
    Params(asked): Params<ResultParams>,
) -> ApiResult<impl IntoResponse> {
    let (cookie, session) = (state.flow_cookie.get(&headers), state.cookie.get(&headers));
    let (result, kept) = google::result(&state.backend, &asked.state, cookie, session).await?;
    let cookies = kept.map(|kept| state.session_cookies(&kept.cookie, kept.expires_at, kept.device.as_deref()));
    Ok((AppendHeaders(cookies.unwrap_or_default()), axum::Json(result)))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CleanupForm {
    email: String,
    invitation_code: String,
}

/// Checks that the e-mail address is the caller's own and the invitation code can be used.
#[utoipa::path(
    post, path = "/api/auth/cleanup-before-registration",
    security(("bearer" = [])),
    responses((status = 204), Conflict, Gone, TooMany),
)]
pub async fn clean_up(
    Context { backend, viewer, address, .. }: Context,
    Json(form): Json<CleanupForm>,
) -> ApiResult<StatusCode> {
    google::clean_up(&backend, &viewer, &form.email, &form.invitation_code, &address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Redirects the same window to the wanted page, or to one that explains the refusal.
fn back(next: &str, mode: Option<Mode>, result: &SignInResult) -> Redirect {
    if result.is_success() {
        return Redirect::to(next);
    }
    match mode {
        Some(Mode::Link) => Redirect::to(&format!("/settings?google={}", result.outcome)),
        Some(Mode::Register) => Redirect::to(&format!("/?google={}&register=1{}", result.outcome, query_of(next))),
        _ => Redirect::to(&format!("/?google={}{}", result.outcome, query_of(next))),
    }
}

fn query_of(next: &str) -> String {
    if next == "/" { String::new() } else { format!("&next={}", encoded(next)) }
}

/// Whether the request comes from one of our own pages. Browsers without `Sec-Fetch-Site` still send the referrer,
/// which connecting an account requires.
fn comes_from_here(headers: &HeaderMap, origin: &str, mode: Mode) -> bool {
    let is =
        |name: &str, allowed: &[&str]| headers.get(name).map(|value| allowed.iter().any(|allowed| value == allowed));
    let navigates =
        is("sec-fetch-mode", &["navigate"]).unwrap_or(true) && is("sec-fetch-dest", &["document"]).unwrap_or(true);
    let from_here = is("sec-fetch-site", &["same-origin", "none"]).unwrap_or_else(|| {
        let page = headers.get(header::REFERER).and_then(|value| value.to_str().ok()).unwrap_or_default();
        mode != Mode::Link || page.strip_prefix(origin).is_some_and(|rest| rest.starts_with('/'))
    });
    navigates && from_here
}

#[cfg(test)]
mod tests {
    use super::{back, comes_from_here};
    use backend::identity::google::{Mode, SignInResult};
    use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};

    #[test]
    fn only_a_navigation_from_our_own_pages_sets_out() {
        let allowed = |mode, pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
            }
            comes_from_here(&headers, "https://x.example", mode)
        };
        for mode in [Mode::Login, Mode::Register, Mode::Link] {
            assert!(allowed(mode, &[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "navigate")]));
            assert!(allowed(mode, &[("sec-fetch-site", "none")]));
            assert!(!allowed(mode, &[("sec-fetch-site", "cross-site")]));
            assert!(!allowed(mode, &[("sec-fetch-site", "same-site")]));
            assert!(!allowed(mode, &[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "no-cors")]));
            assert!(!allowed(mode, &[("sec-fetch-site", "same-origin"), ("sec-fetch-dest", "iframe")]));
            assert!(allowed(mode, &[("referer", "https://x.example/settings")]));
        }
        assert!(allowed(Mode::Login, &[]));
        assert!(!allowed(Mode::Link, &[]));
        assert!(!allowed(Mode::Link, &[("referer", "https://x.example.evil/")]));
    }

    #[test]
    fn the_same_window_goes_on_to_own_pages() {
        let result = |outcome: &str, user: Option<domain::UserId>| SignInResult {
            outcome: outcome.into(),
            user_id: user,
            message: String::new(),
        };
        let location = |redirect: axum::response::Redirect| {
            let response = axum::response::IntoResponse::into_response(redirect);
            assert_eq!(response.status(), StatusCode::SEE_OTHER);
            response.headers()[header::LOCATION].to_str().unwrap().to_owned()
        };
        let user = Some(domain::UserId(uuid::Uuid::nil()));
        assert_eq!(location(back("/create", Some(Mode::Login), &result("signed_in", user))), "/create");
        let no = result("user_not_found", None);
        assert_eq!(location(back("/", Some(Mode::Login), &no)), "/?google=user_not_found");
        assert_eq!(
            location(back("/a?b=1", Some(Mode::Register), &no)),
            "/?google=user_not_found&register=1&next=%2Fa%3Fb%3D1"
        );
        assert_eq!(location(back("/settings", Some(Mode::Link), &no)), "/settings?google=user_not_found");
    }
}
