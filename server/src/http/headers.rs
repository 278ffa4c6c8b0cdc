//! Headers of every answer: what browsers may do with it.

use crate::http::state::AppState;
use app::{request::Address, routes};
use axum::{
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::Response,
};
use http::{HeaderMap, HeaderName, HeaderValue, header};

/// The percent-encoded reason of a form's refusal, for the script that sent it (`frontend-react/src/features/forms/answer.ts`).
pub const FORM_REFUSED: HeaderName = HeaderName::from_static("form-refused");

/// The PIN of a secret link, sent by a program without cookies.
pub const PIN: HeaderName = HeaderName::from_static("x-share-pin");

/// Clears the caches of a browser that signs out (Clear Site Data 3.1).
pub const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");
pub const NOTHING_IN_CACHES: HeaderValue = HeaderValue::from_static("\"cache\"");
/// Clears drafts, too, in a browser whose person leaves.
pub const NOTHING_AT_ALL: HeaderValue = HeaderValue::from_static("\"cache\", \"storage\"");

/// The policy of every answer that is not a page. Pages have their own with a nonce.
const NOTHING: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Popups of identity providers need to reach their opener.
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin-allow-popups"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "microphone=(self), camera=(), geolocation=()"),
];

pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let about = About::of(&request);
    let mut response = next.run(request).await;
    about.set(&state, response.headers_mut());
    response
}

/// Sets them where no route has looked at the request.
pub fn set(state: &AppState, request: &Request, response: &mut Response) {
    About::of(request).set(state, response.headers_mut());
}

/// A request, as far as its answer's headers differ by it.
struct About {
    address: Address,
    api: bool,
}

impl About {
    fn of(request: &Request) -> Self {
        let path = request.uri().path();
        let is_link = ["/shared/", "/api/shared/", "/beleg/"].iter().any(|folder| path.starts_with(folder));
        // No page with a secret has a parameter, so a path that nothing has matched yet tells them apart, too.
        let matched = request.extensions().get::<MatchedPath>();
        let route = routes::route_at(matched.map_or(path, MatchedPath::as_str));
        let address = if is_link { Address::Secret } else { route.map_or(Address::Plain, |route| route.address) };
        Self { address, api: path.starts_with("/api/") }
    }

    fn set(self, state: &AppState, headers: &mut HeaderMap) {
        let Self { address, api } = self;
        for (name, value) in ALWAYS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        // Plain forms need the referrer to come back to their page. Secret addresses send none.
        let referrer = if address == Address::Secret { "no-referrer" } else { "same-origin" };
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static(referrer));
        if address != Address::Plain {
            headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
        }
        if state.origin().starts_with("https:") {
            let year = HeaderValue::from_static("max-age=63072000");
            headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
        }
        if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
            let policy = if is_page(headers) { FAILURE_PAGE } else { NOTHING };
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
        }
        if api {
            headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
        }
    }
}

/// The page of `answer`, which has styles and nothing else.
const FAILURE_PAGE: &str = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn is_page(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"text/html"))
}
