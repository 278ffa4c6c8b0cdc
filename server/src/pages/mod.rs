//! Pages and server functions: from the request to HTML or JSON.

pub mod assets;
mod manifest;
pub mod preferences;
mod requested;
pub mod sign_out;

pub use requested::RequestedPage;

use crate::http::{
    ApiResult, AppState, Failure,
    answer::{accepts_json, wants_page},
    body_limit,
    cookies::FormDoneCookie,
    csrf, extract,
    headers::{CLEAR_SITE_DATA, FORM_REFUSED, NOTHING_AT_ALL, NOTHING_IN_CACHES},
    limits,
};
use app::{
    PageRequest,
    components::STOPPED,
    entries::SAVE_ENTRY,
    forms,
    forms::Outcome,
    leaving::LEFT_PATH,
    request::{Caching, RefusedForm, encoded},
    routes::{NOT_FOUND, ROUTES},
};
use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Request, State},
    middleware::Next,
    response::{AppendHeaders, IntoResponse, Redirect, Response},
    routing::{get, post},
};
use backend::{Viewer, friends, identity};
use domain::Refusal;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header, request::Parts};
use serde::Deserialize;
use std::sync::Arc;

const NOT_KEPT: (HeaderName, HeaderValue) = (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));

/// The pages with the plain form of an entry, which takes more than other forms.
const WRITING: [&str; 2] = ["/create", "/edit/{id}"];

pub fn writing_routes() -> Router<AppState> {
    WRITING.into_iter().fold(Router::new(), |router, path| router.route(path, limits::writing(post(submit))))
}

/// Every page, and what says that there is none.
pub fn routes() -> Router<AppState> {
    // The page of a secret link has a handler of its own, which counts its visits.
    let fixed = ROUTES.iter().filter(|route| route.caching != Caching::Link);
    let routes = fixed.fold(Router::new(), |router, route| {
        let takes_form = route.has_forms && !WRITING.contains(&route.path);
        router.route(route.path, if takes_form { get(show).post(submit) } else { get(show) })
    });
    // Typed addresses may have a slash at their end.
    let slashed = ROUTES.iter().map(|route| format!("{}/", route.path));
    let routes = slashed.fold(routes, |router, path| router.route(&path, get(show)));
    routes.route(NOT_FOUND.path, get(show))
}

pub async fn show(
    State(state): State<AppState>,
    RequestedPage(page): RequestedPage,
    request: Request,
) -> ApiResult<Response> {
    let is_form_done = page.form_done.is_some() && page.route.has_forms;
    let mut response = answer(&state, page, request).await?;
    if is_form_done && let Some(cookie) = FormDoneCookie::clear(state.origin()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Query of a link in a mail that opens one of our pages.
#[derive(Debug, Deserialize)]
pub struct Link {
    #[serde(default)]
    pub token: String,
}

/// Reads and drops the body: mail programs send a form of either type, and it has no meaning (RFC 8058).
pub async fn unread(request: Request) -> ApiResult<Request> {
    let (parts, body) = request.into_parts();
    body_limit::collect(body).await?;
    Ok(Request::from_parts(parts, Body::empty()))
}

/// The page of such a link after its work is done. There is no redirect, since mail programs follow none.
pub async fn show_stopped(state: &AppState, page: PageRequest, request: Request) -> ApiResult<Response> {
    answer(state, PageRequest { form_done: Some(STOPPED.to_owned()), ..page }, request).await
}

/// Submits a form of the page. Success redirects to the page, which says so. A refusal shows the page with the typed values.
pub async fn submit(
    State(state): State<AppState>,
    RequestedPage(page): RequestedPage,
    request: Request,
) -> ApiResult<Response> {
    let renewed = page.renewed.clone();
    let (parts, body) = form_body(&state, request).await?;
    match forms::submit(page, body).await? {
        Outcome::Done(location) => {
            let session = renewed.get().map(|session| state.renewed_cookies(session.as_ref())).unwrap_or_default();
            // Here, and not at the page that it leads to: another site can open that one.
            let left = location.as_bytes().starts_with(LEFT_PATH.as_bytes());
            let cleared = AppendHeaders(left.then_some((CLEAR_SITE_DATA, NOTHING_AT_ALL)));
            Ok((AppendHeaders(session), cleared, leads_to(&state, location)).into_response())
        }
        Outcome::Asks(page) => {
            let mut response = answer(&state, *page, Request::from_parts(parts, Body::empty())).await?;
            response.headers_mut().insert(NOT_KEPT.0, NOT_KEPT.1);
            Ok(response)
        }
        // An entry's words stay in the page, beside the sign-in.
        Outcome::Refused(page, refused)
            if refused.status == StatusCode::UNAUTHORIZED && !page.was_refused(SAVE_ENTRY) =>
        {
            signed_out(&parts.headers, &page.here())
        }
        Outcome::Refused(page, refused) => {
            let reason = reason_of(page.refused.as_deref());
            let mut response = answer(&state, *page, Request::from_parts(parts, Body::empty())).await?;
            *response.status_mut() = refused.status;
            response.headers_mut().insert(NOT_KEPT.0, NOT_KEPT.1);
            response.headers_mut().extend(reason);
            response.headers_mut().extend(refused.retry_after.map(|seconds| (header::RETRY_AFTER, seconds)));
            Ok(response)
        }
    }
}

/// The body of a page's form, which comes from one of our own pages.
async fn form_body(state: &AppState, request: Request) -> ApiResult<(Parts, Bytes)> {
    if !extract::is(request.headers(), "application/x-www-form-urlencoded") {
        return Err(Refusal::UnsupportedMediaType.into());
    }
    // The check holds without a session, too: no other site may sign somebody in to another person's diary.
    if !csrf::comes_from_here(request.headers(), state.origin()) {
        return Err(Refusal::CrossSite.into());
    }
    let (parts, body) = request.into_parts();
    Ok((parts, body_limit::collect(body).await?))
}

/// Redirects to the sign-in and back to `page`. A script gets a refusal instead, so that its page keeps what was typed.
pub fn signed_out(headers: &HeaderMap, page: &str) -> ApiResult<Response> {
    if !wants_page(headers) {
        return Err(Refusal::Unauthenticated.into());
    }
    let next = format!("/api/login?next={}", encoded(page));
    Ok((AppendHeaders([NOT_KEPT]), Redirect::to(&next)).into_response())
}

/// The reason of a form's refusal, for the script that sent it: the page may show it far from the form, or no longer have the form.
fn reason_of(refused: Option<&RefusedForm>) -> Option<(HeaderName, HeaderValue)> {
    let reason = HeaderValue::from_str(&encoded(&refused?.message)).ok()?;
    Some((FORM_REFUSED, reason))
}

/// Answers 204 instead of a redirect to a script that sends a form, since browsers hide the address of a redirect from
/// it. The script asks for JSON, and opens the address itself.
pub async fn name_redirects(request: Request, next: Next) -> Response {
    let by_script = request.method() == Method::POST && accepts_json(request.headers());
    let mut response = next.run(request).await;
    if by_script && response.status() == StatusCode::SEE_OTHER {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

/// Redirects after a form is done, with a cookie that makes the next page say so.
fn leads_to(state: &AppState, location: HeaderValue) -> impl IntoResponse {
    let done = forms::done_form(&location).and_then(|form| FormDoneCookie::set(state.origin(), form));
    let done = done.map(|cookie| (header::SET_COOKIE, cookie));
    (StatusCode::SEE_OTHER, [(header::LOCATION, location), NOT_KEPT], AppendHeaders(done))
}

/// The same for a form with a handler of its own.
pub fn show_done(state: &AppState, location: &'static str) -> Response {
    leads_to(state, HeaderValue::from_static(location)).into_response()
}

/// The page of a form with a handler of its own, with the typed values and the refusal.
pub async fn show_refused(
    state: &AppState,
    page: PageRequest,
    request: Request,
    form: RefusedForm,
    error: &domain::Error,
) -> ApiResult<Response> {
    let reason = reason_of(Some(&form));
    let mut response = answer(state, PageRequest { refused: Some(Arc::new(form)), ..page }, request).await?;
    *response.status_mut() = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
    response.headers_mut().insert(NOT_KEPT.0, NOT_KEPT.1);
    response.headers_mut().extend(reason);
    Ok(response)
}

async fn answer(state: &AppState, mut page: PageRequest, request: Request) -> ApiResult<Response> {
    let language = page.language;
    let is_kept = page.route.caching == Caching::Offline;
    if is_kept {
        page.viewer = Viewer::Guest;
    }
    if page.account().is_some() {
        let waiting = friends::count_incoming(&page.backend, &page.viewer).await;
        page.waiting = waiting.inspect_err(|error| page.log(error)).unwrap_or_default();
    }
    let cache_control = page.route.cache_control(page.account().is_some());
    if let (Viewer::Guest, Some(cookie), false) = (&page.viewer, &page.browser.session, is_kept) {
        page.was_ended_elsewhere = identity::was_ended_elsewhere(&state.backend, cookie).await?;
    }
    let was_ended = page.was_ended_elsewhere;
    let mut response = app::render(page, request).await;
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(cache_control));
    headers.insert(header::VARY, HeaderValue::from_static("Cookie, Accept-Language"));
    if was_ended {
        headers.insert(CLEAR_SITE_DATA, NOTHING_IN_CACHES);
    }
    if let Ok(language) = HeaderValue::from_str(language.as_str()) {
        headers.insert(header::CONTENT_LANGUAGE, language);
    }
    Ok(response)
}

/// Server functions under `/rpc`. The body is read here, where it is bounded.
pub async fn call(RequestedPage(page): RequestedPage, request: Request) -> ApiResult<Response> {
    let (parts, body) = request.into_parts();
    let body = body_limit::collect(body).await?;
    if !app::is_call(parts.uri.path(), &parts.method) {
        return Err(Refusal::NotFound.into());
    }
    let mut response = app::call(page, Request::from_parts(parts, Body::from(body))).await;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    Ok(response)
}

/// The former address of the privacy text.
pub async fn privacy() -> Redirect {
    Redirect::permanent("/datenschutz")
}

/// The fallback if no service worker takes a share: nothing is stored. The worker leaves forms of other sites to the
/// server, because only the server sees their origin.
pub async fn share_target(headers: HeaderMap) -> ApiResult<Redirect> {
    let from = headers.get("sec-fetch-site").and_then(|from| from.to_str().ok());
    if matches!(from, Some("cross-site" | "same-site")) {
        return Err(Refusal::CrossSite.into());
    }
    Ok(Redirect::to("/create"))
}

/// Answers an address below `/api`, `/rpc` or `/media` that does not exist.
pub async fn nothing() -> Failure {
    Refusal::NotFound.into()
}

pub async fn method_not_allowed() -> Failure {
    Refusal::MethodNotAllowed.into()
}
