//! The outermost layer: gives a request its id, language and address, and writes its line in the log.

use crate::http::{
    address, answer,
    cookies::{self, DeviceCookie},
    headers,
    state::AppState,
};
use app::request::Theme;
use axum::{
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::Response,
};
use backend::metrics::{NONE, REQUEST_SECONDS, REQUESTS, REQUESTS_IN_FLIGHT, Timer, are_on};
use domain::{Language, Refusal};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use std::{sync::Arc, time::Instant};
use tracing::Instrument;
use uuid::Uuid;

pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Nested routers, whose path templates are not visible here.
const NESTED: [&str; 3] = ["/identity/v1", "/islands", "/pkg"];

const NO_ROUTE: &str = "(none)";

/// Paths that are requested all the time; the log has them only at `debug`.
const QUIET: [&str; 4] = ["/livez", "/readyz", "/islands", "/pkg"];

/// Facts about a request before its viewer is known.
#[derive(Clone, Debug)]
pub struct RequestContext {
    pub id: Arc<str>,
    pub language: Language,
    pub theme: Option<Theme>,
    pub address: Arc<str>,
}

impl RequestContext {
    fn of(state: &AppState, request: &Request) -> Self {
        Self {
            id: id().into(),
            language: language(request.headers()),
            theme: theme(request.headers()),
            address: address::of(request, &state.trusted_proxies).into(),
        }
    }
}

pub async fn layer(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let (timer, _in_flight) = (Timer::start(), REQUESTS_IN_FLIGHT.one_more(NONE));
    let request_context = RequestContext::of(&state, &request);
    if address::is_untrusted_proxy(&request, &state.trusted_proxies) {
        state.untrusted_proxy.call_once(|| {
            tracing::warn!(
                "X-Forwarded-For from an address that TAGESECHO_TRUSTED_PROXIES does not name: if that is your proxy, \
                 everybody behind it counts as one address"
            );
        });
    }
    let id = request_context.id.clone();
    let route = route(&request);
    let method = request.method().clone();
    request.extensions_mut().insert(backend::throttle::PeerAddress(request_context.address.to_string()));
    if let Some(device) = DeviceCookie::get(request.headers(), &state.backend.settings.origin) {
        let shown = backend::throttle::ShownDevice(device.to_owned());
        request.extensions_mut().insert(shown);
    }
    request.extensions_mut().insert(request_context);

    let span = tracing::info_span!("request", %id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let status = response.status().as_u16();
    count(&method, &route, status, timer);
    let ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    span.in_scope(|| {
        if QUIET.contains(&route.as_str()) {
            tracing::debug!(%method, route, status, ms, "answered");
        } else {
            tracing::info!(%method, route, status, ms, "answered");
        }
    });
    name(&mut response, &id);
    response
}

/// The answer to a request that no route has looked at. It counts in the metrics; a line in the log would cost as much as the answer.
pub fn refused_at_once(state: &AppState, request: &Request, refusal: Refusal) -> Response {
    let timer = Timer::start();
    let request_context = RequestContext::of(state, request);
    let mut response = answer::refused_at_once(state, &request_context, request, refusal);
    headers::set(state, request, &mut response);
    name(&mut response, &request_context.id);
    count(request.method(), NO_ROUTE, response.status().as_u16(), timer);
    response
}

fn name(response: &mut Response, id: &str) {
    if let Ok(id) = HeaderValue::from_str(id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
}

/// Long enough to find a request in the log, short enough to be read out. An id that the request brings is not taken: it would be in the log.
fn id() -> String {
    format!("{:012x}", Uuid::new_v4().as_u128() >> 80)
}

/// Methods that nobody knows are one label, so that strangers make no new ones.
fn count(method: &Method, route: &str, status: u16, timer: Timer) {
    if are_on() {
        let method = match *method {
            Method::GET | Method::HEAD | Method::POST | Method::PUT | Method::PATCH | Method::DELETE => method.as_str(),
            _ => "other",
        };
        let labels = [("method", method.to_owned()), ("route", route.to_owned()), ("status", status.to_string())];
        REQUESTS.add(1, &labels);
        REQUEST_SECONDS.record(timer, &[("route", route.to_owned())]);
    }
}

/// The template, never the path: paths hold tokens, queries hold words.
fn route(request: &Request) -> String {
    let nested = || NESTED.iter().find(|prefix| request.uri().path().starts_with(**prefix)).copied();
    match request.extensions().get::<MatchedPath>() {
        Some(template) => template.as_str().to_owned(),
        None => nested().unwrap_or(NO_ROUTE).to_owned(),
    }
}

/// The cookie's choice, else the browser's.
fn language(headers: &HeaderMap) -> Language {
    cookies::get(headers, "language").and_then(Language::parse).unwrap_or_else(|| {
        let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Language::negotiate(accepted.unwrap_or_default())
    })
}

fn theme(headers: &HeaderMap) -> Option<Theme> {
    let chosen = cookies::get(headers, "theme")?;
    [Theme::Light, Theme::Dark].into_iter().find(|theme| theme.as_str() == chosen)
}
