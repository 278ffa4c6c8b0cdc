//! A changing request that carries the cookie alone must come from our own pages.

use crate::http::{error::Failure, state::AppState, viewer};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::Refusal;
use http::{HeaderMap, header};

pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let by_bearer = viewer::takes_bearer(request.uri().path()) && viewer::bearer(headers).is_some();
    let passes = request.method().is_safe()
        || by_bearer
        || match origin_of(headers, state.origin()) {
            Origin::Ours => true,
            Origin::Foreign => false,
            // Another site can abuse nothing without a cookie.
            Origin::Unknown => state.cookie.get(headers).is_none(),
        };
    if passes { next.run(request).await } else { Failure::from(Refusal::CrossSite).into_response() }
}

/// Whether one of our own pages sent the request, as far as the browser says.
pub fn comes_from_here(headers: &HeaderMap, ours: &str) -> bool {
    matches!(origin_of(headers, ours), Origin::Ours)
}

enum Origin {
    Ours,
    Foreign,
    Unknown,
}

fn origin_of(headers: &HeaderMap, ours: &str) -> Origin {
    let compare = |name: &str, expected: &str| {
        headers.get(name).map(|value| if value == expected { Origin::Ours } else { Origin::Foreign })
    };
    compare("sec-fetch-site", "same-origin")
        .or_else(|| compare(header::ORIGIN.as_str(), ours))
        .unwrap_or(Origin::Unknown)
}
