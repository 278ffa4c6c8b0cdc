//! Pages and server functions: who asks goes in, HTML or JSON comes out.

use crate::{
    api::sharing::PIN_HEADER,
    body_limit,
    cookies::{self, LinkCookies},
    error::{ApiResult, Failure},
    request_context::RequestContext,
    state::AppState,
};
use app::PageRequest;
use axum::{
    Extension,
    body::{Body, to_bytes},
    extract::{Request, State},
    response::Response,
};
use backend::{Viewer, identity};
use domain::{FeedFilters, Refusal, feed::KEPT_AS as FEED};
use http::{HeaderName, HeaderValue, Method, header};

/// To a browser that is signed out: nothing of the person stays in its caches (Clear Site Data 3.1).
pub const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");
pub const NOTHING_IN_CACHES: HeaderValue = HeaderValue::from_static("\"cache\"");

/// Every address that is nothing else.
pub async fn show(
    State(state): State<AppState>,
    Extension(request_context): Extension<RequestContext>,
    Extension(viewer): Extension<Viewer>,
    request: Request,
) -> ApiResult<Response> {
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return Err(Refusal::MethodNotAllowed.into());
    }
    let is_kept = request.uri().path() == app::offline::PATH;
    let viewer = if is_kept { Viewer::Guest } else { viewer };
    let caching = caching(request.uri().path(), &viewer);
    let mut page = page_request(&state, &request_context, viewer, &request);
    if let (Viewer::Guest, Some(cookie), false) = (&page.viewer, &page.session, is_kept) {
        page.was_ended_elsewhere = identity::was_ended_elsewhere(&state.backend, cookie).await?;
    }
    let was_ended = page.was_ended_elsewhere;
    let mut response = app::render(page, request).await;
    if is_kept {
        response = without_inline_scripts(response).await?;
    }
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(caching));
    headers.insert(header::VARY, HeaderValue::from_static("Cookie, Accept-Language"));
    if was_ended {
        headers.insert(CLEAR_SITE_DATA, NOTHING_IN_CACHES);
    }
    if let Ok(language) = HeaderValue::from_str(request_context.language.as_str()) {
        headers.insert(header::CONTENT_LANGUAGE, language);
    }
    Ok(response)
}

/// Leptos ends a page with lines for hydration. One that browsers keep has no use for them, and no nonce.
async fn without_inline_scripts(response: Response) -> ApiResult<Response> {
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.map_err(|e| backend::Error::broken("page", e))?;
    let markup = String::from_utf8_lossy(&bytes);
    let mut kept = String::with_capacity(markup.len());
    let mut rest = markup.as_ref();
    while let Some((before, script)) = rest.split_once("<script nonce=") {
        kept.push_str(before);
        rest = script.split_once("</script>").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    parts.headers.remove(header::CONTENT_LENGTH);
    Ok(Response::from_parts(parts, Body::from(kept)))
}

/// Nothing of a diary stays in a cache, nor an address or a code. A link's page may, unless it has a PIN, but asks each time whether
/// the link still lives.
fn caching(path: &str, viewer: &Viewer) -> &'static str {
    let own = path == "/action"
        || path == "/forgot-password"
        || path == "/stop-invitations"
        || (!path.starts_with("/shared/") && !matches!(viewer, Viewer::Guest));
    if own { "private, no-store" } else { "private, no-cache" }
}

/// Server functions under `/rpc`. The body is read here, where it is bounded.
pub async fn call(
    State(state): State<AppState>,
    Extension(request_context): Extension<RequestContext>,
    Extension(viewer): Extension<Viewer>,
    request: Request,
) -> ApiResult<Response> {
    let page = page_request(&state, &request_context, viewer, &request);
    let (parts, body) = request.into_parts();
    let body = body_limit::collect(body).await?;
    if !app::is_call(parts.uri.path(), &parts.method) {
        return Err(Refusal::NotFound.into());
    }
    let mut response = app::call(page, Request::from_parts(parts, Body::from(body))).await;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    Ok(response)
}

fn page_request(state: &AppState, request_context: &RequestContext, viewer: Viewer, request: &Request) -> PageRequest {
    PageRequest {
        id: request_context.id.to_string(),
        backend: state.backend.clone(),
        viewer,
        session: state.cookie.get(request.headers()).map(str::to_owned),
        was_ended_elsewhere: false,
        language: request_context.language,
        address: request_context.address.to_string(),
        path: request.uri().path().to_owned(),
        query: request.uri().query().unwrap_or_default().to_owned(),
        ticket: cookies::get(request.headers(), "day_ticket").map(str::to_owned),
        pass: LinkCookies::pass(request.headers(), state.origin()).map(str::to_owned),
        pin: request.headers().get(PIN_HEADER).and_then(|pin| pin.to_str().ok()).map(str::to_owned),
        pin_refused: LinkCookies::refused(request.headers(), state.origin()),
        theme: request_context.theme,
        feed: cookies::get(request.headers(), FEED).and_then(FeedFilters::parse).unwrap_or_default(),
        assets: state.assets.clone(),
    }
}

/// An address below `/api`, `/rpc` or `/media` that leads nowhere.
pub async fn nothing() -> Failure {
    Refusal::NotFound.into()
}

pub async fn method_not_allowed() -> Failure {
    Refusal::MethodNotAllowed.into()
}
