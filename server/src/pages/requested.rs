//! Makes the `PageRequest` that a page reads.

use crate::http::{
    AppState, Context, Failure,
    cookies::{self, FormDoneCookie, LinkCookies},
    headers::PIN,
};
use app::{
    PageRequest,
    routes::{NOT_FOUND, route_at},
};
use axum::extract::{FromRequestParts, MatchedPath, RawPathParams};
use domain::{FeedFilters, feed::KEPT_AS as FEED};
use http::{HeaderMap, header, request::Parts};
use std::sync::Arc;

/// The page at the path that the router matched.
#[derive(Debug)]
pub struct RequestedPage(pub PageRequest);

impl FromRequestParts<AppState> for RequestedPage {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let context = Context::from_request_parts(parts, state).await?;
        let route = parts.extensions.get::<MatchedPath>().and_then(|matched| route_at(matched.as_str()));
        let parameter = match route {
            Some(_) => parameter(parts, state).await,
            None => String::new(),
        };
        let (headers, uri) = (&parts.headers, &parts.uri);
        Ok(Self(PageRequest {
            id: context.request_id.to_string(),
            browser: context.browser(state, headers),
            backend: context.backend,
            viewer: context.viewer,
            was_ended_elsewhere: false,
            language: context.language,
            renewed: Arc::default(),
            route: route.unwrap_or(&NOT_FOUND),
            parameter,
            path: uri.path().to_owned(),
            query: uri.query().unwrap_or_default().to_owned(),
            referrer: referrer(headers, state.origin()),
            ticket: cookies::get(headers, "day_ticket").map(str::to_owned),
            pass: LinkCookies::pass(headers, state.origin()).map(str::to_owned),
            pin: headers.get(PIN).and_then(|pin| pin.to_str().ok()).map(str::to_owned),
            pin_refused: LinkCookies::refused(headers, state.origin()),
            waiting: 0,
            form_done: FormDoneCookie::get(headers, state.origin()).map(str::to_owned),
            refused: None,
            theme: context.theme,
            feed: cookies::get(headers, FEED).and_then(FeedFilters::parse).unwrap_or_default(),
            assets: state.assets.clone(),
        }))
    }
}

/// The decoded value of the path's only parameter, if it has one. A value that is not UTF-8 becomes one that no object has.
async fn parameter(parts: &mut Parts, state: &AppState) -> String {
    match RawPathParams::from_request_parts(parts, state).await {
        Ok(parameters) => parameters.iter().next().map(|(_, value)| value.to_owned()).unwrap_or_default(),
        Err(_) => char::REPLACEMENT_CHARACTER.to_string(),
    }
}

/// The path and query of one of our own pages.
fn referrer(headers: &HeaderMap, ours: &str) -> Option<String> {
    let address = headers.get(header::REFERER)?.to_str().ok()?;
    address.strip_prefix(ours).filter(|path| path.starts_with('/')).map(str::to_owned)
}
