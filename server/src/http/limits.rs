//! The largest body and the longest time of each route.

use crate::http::{body_limit::BodyLimit, error::Failure, state::AppState};
use axum::{
    Extension,
    extract::{DefaultBodyLimit, Request},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    routing::MethodRouter,
};
use domain::{
    Refusal,
    limits::{AUDIO_BYTES, IMAGE_BYTES, IMPORT_BYTES, PORTRAIT_BYTES},
};
use std::{convert::Infallible, time::Duration};
use tracing::Instrument as _;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub bytes: u64,
    pub time: Duration,
}

/// JSON, forms and pages.
pub const SMALL: Limits = Limits { bytes: 64 * 1024, time: Duration::from_secs(15) };
/// The redirect back from another provider, which is then called several times.
const EXCHANGE: Limits = Limits { bytes: SMALL.bytes, time: Duration::from_secs(40) };
/// An entry with the most pictures of any plan, a recording, and room for its texts.
const PICTURES: u64 = 3;
pub const UPLOAD: Limits =
    Limits { bytes: PICTURES * IMAGE_BYTES as u64 + AUDIO_BYTES as u64 + 1024 * 1024, time: Duration::from_mins(5) };

/// A profile with its picture.
pub const PORTRAIT: Limits = Limits { bytes: PORTRAIT_BYTES as u64 + 64 * 1024, time: Duration::from_mins(2) };

/// A file to import, over a slow connection.
const IMPORT: Limits = Limits { bytes: IMPORT_BYTES + 64 * 1024, time: Duration::from_hours(2) };

/// A recording to transcribe: its upload, and the timeout of the service.
const SOUND: Limits = Limits { bytes: AUDIO_BYTES as u64 + 64 * 1024, time: Duration::from_mins(6) };
/// Text and transcript of an entry, however they are escaped, and the timeout of the service.
const SUMMARY: Limits = Limits { bytes: 256 * 1024, time: Duration::from_secs(90) };

/// The plain form of an entry. More than the longest imported text may have as emojis in a URL encoding, because what is longer than allowed
/// comes back with the page, and what is refused here does not.
const WRITING: Limits = Limits { bytes: 512 * 1024, time: SMALL.time };

/// The limits of every route that names no others.
pub async fn small(body_limit: Extension<BodyLimit>, request: Request, next: Next) -> Response {
    guard(SMALL, body_limit, request, next).await
}

pub fn exchange(routes: MethodRouter<AppState>) -> MethodRouter<AppState> {
    limited(EXCHANGE, routes)
}

pub fn writing(routes: MethodRouter<AppState>) -> MethodRouter<AppState> {
    limited(WRITING, routes)
}

pub fn upload(routes: MethodRouter<AppState>) -> MethodRouter<AppState> {
    limited(UPLOAD, routes)
}

pub fn import(routes: MethodRouter<AppState>) -> MethodRouter<AppState> {
    limited(IMPORT, routes)
}

pub fn portrait(routes: MethodRouter<AppState>) -> MethodRouter<AppState> {
    limited(PORTRAIT, routes)
}

pub fn sound(routes: MethodRouter<AppState>) -> MethodRouter<AppState> {
    limited(SOUND, routes)
}

pub fn summary(routes: MethodRouter<AppState>) -> MethodRouter<AppState> {
    limited(SUMMARY, routes)
}

fn limited(limits: Limits, routes: MethodRouter<AppState>) -> MethodRouter<AppState> {
    let guard = move |body_limit, request, next| guard(limits, body_limit, request, next);
    routes.layer::<_, Infallible>(from_fn(guard)).layer(DefaultBodyLimit::disable())
}

/// Time in which a handler that still reads the body finds that it was cut.
const LAST: Duration = Duration::from_millis(100);

/// Ends a request after its time: with 408 while the body is still arriving. A change that has its body continues in the
/// background, and the answer says that it may or may not be saved, since it may be at its commit.
pub async fn guard(
    limits: Limits,
    Extension(body_limit): Extension<BodyLimit>,
    request: Request,
    next: Next,
) -> Response {
    body_limit.set_limit(limits.bytes);
    let changes = !request.method().is_safe();
    let mut work = Box::pin(next.run(request));
    if let Ok(response) = tokio::time::timeout(limits.time, &mut work).await {
        return response;
    }
    // Only a handler that still reads the body finds out, and nothing is saved before the body is read.
    body_limit.cut();
    match tokio::time::timeout(LAST, &mut work).await {
        _ if body_limit.was_read_after_cut() => Failure::from(Refusal::Timeout).into_response(),
        Ok(response) => response,
        Err(_) if changes => {
            let on = async move { drop(tokio::time::timeout(limits.time, work).await) };
            tokio::spawn(on.in_current_span());
            Failure::from(Refusal::Uncertain).into_response()
        }
        Err(_) => Failure::from(Refusal::Unavailable).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, PICTURES, guard};
    use crate::http::{body_limit, error::Failure};
    use axum::{Router, body::Body, extract::Request, middleware::from_fn, routing::post};
    use domain::Plan;
    use futures::{StreamExt, stream};
    use http::StatusCode;
    use std::{future::pending, io, sync::Arc, time::Duration};
    use tokio::sync::{Notify, Semaphore};
    use tower::ServiceExt;

    #[test]
    fn an_upload_holds_as_many_pictures_as_the_largest_plan() {
        assert_eq!(PICTURES, Plan::Pro.images() as u64);
    }

    async fn slow(request: Request) -> StatusCode {
        drop(body_limit::collect(request.into_body()).await);
        pending().await
    }

    #[tokio::test]
    async fn a_late_body_is_the_callers_and_late_work_is_ours() {
        let limits = Limits { bytes: 100, time: Duration::from_millis(50) };
        let router = Router::new()
            .route("/", post(slow))
            .layer(from_fn(move |body_limit, request, next| guard(limits, body_limit, request, next)))
            .layer(from_fn(body_limit::layer));
        let send = async |body| router.clone().oneshot(Request::post("/").body(body).unwrap()).await.unwrap().status();
        let endless = stream::iter([Ok::<_, io::Error>("a")]).chain(stream::pending());
        assert_eq!(send(Body::from_stream(endless)).await, StatusCode::REQUEST_TIMEOUT);
        assert_eq!(send(Body::from("a")).await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(send(Body::from("a".repeat(101))).await, StatusCode::PAYLOAD_TOO_LARGE);
    }

    #[tokio::test]
    async fn a_change_that_is_cut_off_goes_on_and_its_answer_says_so_a_page_ends() {
        let limits = Limits { bytes: 100, time: Duration::from_millis(50) };
        let (answered, saved) = (Arc::new(Semaphore::new(0)), Arc::new(Notify::new()));
        let (disk, done) = (answered.clone(), saved.clone());
        let save = async move |request: Request| {
            drop(body_limit::collect(request.into_body()).await);
            drop(disk.acquire().await);
            done.notify_one();
        };
        let router = Router::new()
            .route("/", post(save.clone()).get(save))
            .layer(from_fn(move |body_limit, request, next| guard(limits, body_limit, request, next)))
            .layer(from_fn(body_limit::layer));
        let kept = Arc::strong_count(&saved);
        for (method, code) in [("POST", "uncertain"), ("GET", "unavailable")] {
            let request = Request::builder().method(method).uri("/").body(Body::from("a")).unwrap();
            let response = router.clone().oneshot(request).await.unwrap();
            assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
            let failure: &Failure = response.extensions().get().unwrap();
            assert_eq!(failure.0.refusal().code(), code);
            if method == "POST" {
                answered.add_permits(1);
                tokio::time::timeout(Duration::from_secs(10), saved.notified())
                    .await
                    .expect("it was saved all the same");
                answered.forget_permits(1);
            } else {
                assert_eq!(Arc::strong_count(&saved), kept, "nothing of the work is left");
            }
        }
    }
}
