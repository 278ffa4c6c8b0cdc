//! A server of its own for each test: SQLite in a temporary folder, a clock that stands still.

use axum::{Router, body::Body};
use backend::{Backend, Clock, Settings};
use chrono::{DateTime, Utc};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::Value;
use server::{AppState, Options};
use tower::ServiceExt;

pub const ORIGIN: &str = "http://localhost";

pub struct World {
    pub backend: Backend,
    pub router: Router,
    _folder: tempfile::TempDir,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

pub async fn world() -> World {
    World::at(ORIGIN).await
}

impl World {
    pub async fn at(origin: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let noon: DateTime<Utc> = "2026-11-20T11:00:00Z".parse().unwrap();
        let settings = Settings::local(folder.path().into(), origin);
        let backend = Backend::open(settings, Clock::fixed(noon)).await.unwrap();
        let state = AppState::new(backend.clone(), app::Assets::default(), Vec::new());
        let options = Options { test_controls: true, ..Options::default() };
        Self { router: server::router(&state, &options), backend, _folder: folder }
    }

    pub async fn send(&self, request: Request<Body>) -> Reply {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        Reply { status: parts.status, headers: parts.headers, bytes }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(get(path).body(Body::empty()).unwrap()).await
    }
}

/// In German, as most people here.
pub fn request(method: Method, path: &str) -> http::request::Builder {
    Request::builder().method(method).uri(path).header(header::ACCEPT_LANGUAGE, "de")
}

pub fn get(path: &str) -> http::request::Builder {
    request(Method::GET, path)
}

impl Reply {
    pub fn header(&self, name: impl TryInto<HeaderName>) -> &str {
        let name = name.try_into().ok().unwrap();
        self.headers.get(name).map(HeaderValue::to_str).transpose().unwrap().unwrap_or_default()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Status and code of a refusal; its text must be there, too.
    pub fn refusal(&self) -> (u16, String) {
        let json = self.json();
        assert!(json["message"].as_str().is_some_and(|text| !text.is_empty()), "{json}");
        assert!(json.get("detail").is_some(), "{json}");
        (self.status.as_u16(), json["code"].as_str().unwrap_or_default().to_owned())
    }
}
