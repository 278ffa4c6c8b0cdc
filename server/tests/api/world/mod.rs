//! A server of its own for each test: SQLite in a temporary folder or a schema of PostgreSQL, and a fixed clock.

#[path = "../../../../backend/tests/stories/world/ai.rs"]
#[expect(dead_code, reason = "the stories use the rest")]
pub mod ai;
#[path = "../../../../backend/tests/stories/world/cluster.rs"]
#[expect(dead_code, reason = "schemas go with the cluster, when the tests have ended")]
mod cluster;
mod described;
pub mod form;
#[path = "../../../../backend/tests/stories/world/issuer.rs"]
#[expect(dead_code, reason = "the stories use the rest")]
pub mod issuer;
pub mod people;
pub mod reply;
pub mod served;

pub use reply::Reply;

use axum::{Router, body::Body};
use backend::{
    Backend, Clock, Settings,
    settings::{PayPalSettings, PayPalTimeouts, identity::Choice},
};
use chrono::{DateTime, Utc};
use http::{Method, Request, header};
use http_body_util::BodyExt;
use serde_json::Value;
use server::{AppState, Options};
use std::env;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// Variable that is `postgres` in the run that [`crate::postgres`] starts.
pub const ENGINE: &str = "TAGESECHO_TEST_ENGINE";
pub const ORIGIN: &str = "http://localhost";

pub struct World {
    pub backend: Backend,
    pub router: Router,
    pub state: AppState,
    _folder: tempfile::TempDir,
}

pub async fn world() -> World {
    World::at(ORIGIN).await
}

impl World {
    /// Noon in Berlin on 2026-11-20.
    pub async fn at(origin: &str) -> Self {
        Self::with(origin, Options { test_controls: true, ..Options::default() }, app::Assets::default()).await
    }

    pub async fn with(origin: &str, options: Options, assets: app::Assets) -> Self {
        Self::changed(origin, options, assets, |_| {}).await
    }

    /// A world with throttles as people meet them.
    pub async fn with_limits() -> Self {
        let options = Options { test_controls: true, ..Options::default() };
        Self::changed(ORIGIN, options, app::Assets::default(), |settings| settings.throttle_factor = 1).await
    }

    /// A world whose Google runs in this test.
    pub async fn with_google() -> Self {
        let options = Options { test_controls: true, ..Options::default() };
        let google = |settings: &mut Settings| settings.google = Some(issuer::start());
        Self::changed(ORIGIN, options, app::Assets::default(), google).await
    }

    /// A world whose service for transcription and summaries runs in this test.
    pub async fn with_ai() -> Self {
        let options = Options { test_controls: true, ..Options::default() };
        let ai = |settings: &mut Settings| settings.ai = Some(ai::start());
        Self::changed(ORIGIN, options, app::Assets::default(), ai).await
    }

    /// A world whose PayPal runs in this test.
    pub async fn with_paypal(base_url: String) -> Self {
        let (id, timeouts) = ("test".to_owned(), PayPalTimeouts::default());
        let paypal = PayPalSettings {
            base_url,
            client_id: id.clone(),
            client_secret: id.clone(),
            plan_id: id.clone(),
            webhook_id: id,
            timeouts,
        };
        Self::changed(ORIGIN, Options::default(), app::Assets::default(), |settings| settings.paypal = Some(paypal))
            .await
    }

    /// A world with the settings of production.
    pub async fn in_production() -> Self {
        Self::changed(ORIGIN, Options::default(), app::Assets::default(), |settings| {
            settings.production = true;
            settings.secret = Some("a secret of more than 32 characters".into());
        })
        .await
    }

    /// A world with another identity provider.
    pub async fn with_provider(identity: Choice, project_id: &str) -> Self {
        let options = Options { test_controls: true, ..Options::default() };
        Self::changed(ORIGIN, options, app::Assets::default(), |settings| {
            settings.identity = identity;
            settings.project_id = project_id.into();
        })
        .await
    }

    async fn changed(origin: &str, options: Options, assets: app::Assets, change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let noon: DateTime<Utc> = "2026-11-20T11:00:00Z".parse().unwrap();
        let mut settings = Settings { throttle_factor: 100, ..Settings::local(folder.path().into(), origin) };
        if env::var(ENGINE).is_ok_and(|engine| engine == "postgres") {
            settings.database_url = cluster::Schema::create().await.url;
        }
        change(&mut settings);
        let backend = Backend::open(settings, Clock::fixed(noon)).await.unwrap();
        let state = AppState::new(backend.clone(), assets, Vec::new(), CancellationToken::new());
        Self { router: server::router(&state, &options), state, backend, _folder: folder }
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        let reply = Reply { status: parts.status, headers: parts.headers, bytes };
        described::check(&method, &path, &reply);
        reply
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(get(path).body(Body::empty()).unwrap()).await
    }

    /// JSON from a guest.
    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(json(request(Method::POST, path), body)).await
    }
}

/// A request in German, the language of most people here.
pub fn request(method: Method, path: &str) -> http::request::Builder {
    Request::builder().method(method).uri(path).header(header::ACCEPT_LANGUAGE, "de")
}

pub fn get(path: &str) -> http::request::Builder {
    request(Method::GET, path)
}

pub fn json(request: http::request::Builder, body: &Value) -> Request<Body> {
    request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string())).unwrap()
}
