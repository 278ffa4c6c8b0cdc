//! The dashboard, the settings and a shared page by hand: the product's statements and markup, without its layers. It shows what these cost
//! (`cargo xtask bench twin`).
//!
//! `TWIN_PAGES` is a folder with the product's answers, `TWIN_COOKIE` a session and `TWIN_TOKEN` a link whose pages they are; `TWIN_MOVED` says
//! by how many seconds the product's clock was moved.

#![expect(clippy::unwrap_used, reason = "a measurement ends with the first error")]

mod page;
mod pages;
mod statements;
mod store;

use axum::{
    Router,
    extract::{Path, State},
    response::{IntoResponse, Response},
    routing::get,
    serve::ListenerExt,
};
use chrono::TimeDelta;
use http::{HeaderMap, HeaderName, StatusCode, header};
use mimalloc::MiMalloc;
use page::Page;
use std::{env, fs, sync::Arc};
use store::Store;
use tokio::net::TcpListener;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[derive(Debug)]
struct Twin {
    store: Store,
    dashboard: Cut,
    settings: Cut,
    shared: Cut,
}

/// A page of the product, cut, with its headers.
#[derive(Debug, Default)]
struct Cut {
    pieces: Vec<String>,
    length: usize,
    headers: HeaderMap,
    /// The parts of the content policy around the nonce.
    policy: Vec<String>,
}

impl Cut {
    /// `write` writes the page's values.
    fn of(name: &str, write: impl Fn(&mut Page, &str)) -> Self {
        let folder = env::var("TWIN_PAGES").unwrap();
        let read = |kind: &str| fs::read_to_string(format!("{folder}/{name}.{kind}")).unwrap();
        let (html, head) = (read("html"), read("head"));
        let nonce = html.split_once("nonce=\"").and_then(|(_, rest)| rest.split_once('"')).unwrap().0;
        let mut headers = HeaderMap::new();
        for (name, value) in head.lines().filter_map(|line| line.split_once(": ")) {
            headers.append(HeaderName::try_from(name).unwrap(), value.parse().unwrap());
        }
        let policy = headers.remove(header::CONTENT_SECURITY_POLICY).unwrap();
        let policy = policy.to_str().unwrap().split(nonce).map(str::to_owned).collect();
        let mut page = Page::cut(&html);
        write(&mut page, nonce);
        let cut = Self { pieces: page.end().1, length: html.len(), headers, policy };
        let mut page = cut.page();
        write(&mut page, nonce);
        assert!(page.end().0 == html, "{name} is not the product's page");
        cut
    }

    fn page(&self) -> Page<'_> {
        Page::fill(&self.pieces, self.length)
    }

    fn answer(&self, page: Page, nonce: &str) -> Response {
        let mut headers = self.headers.clone();
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.join(nonce).parse().unwrap());
        (headers, page.end().0).into_response()
    }
}

impl Twin {
    async fn open() -> Self {
        let variable = |name| env::var(name).unwrap();
        let (cookie, token) = (variable("TWIN_COOKIE"), variable("TWIN_TOKEN"));
        let moved = TimeDelta::seconds(variable("TWIN_MOVED").parse().unwrap());
        let store = Store::open(variable("TAGESECHO_DATA").into(), &variable("TWIN_ORIGIN"), moved).await;
        let person = store.person(&cookie).unwrap();
        let dashboard = Cut::of("dashboard", |page, nonce| pages::dashboard(&store, &person, page, nonce));
        let settings = Cut::of("settings", |page, nonce| pages::settings(&store, &person, page, nonce));
        let shared = Cut::of("shared", |page, nonce| assert!(pages::shared(&store, &token, page, nonce)));
        Self { store, dashboard, settings, shared }
    }

    fn own(&self, headers: &HeaderMap, cut: &Cut, write: fn(&Store, &store::Person, &mut Page, &str)) -> Response {
        let cookie = headers.get(header::COOKIE).and_then(|cookies| {
            let mut pairs = cookies.to_str().ok()?.split("; ");
            pairs.find_map(|pair| pair.strip_prefix("session="))
        });
        let Some(person) = cookie.and_then(|cookie| self.store.person(cookie)) else {
            return StatusCode::UNAUTHORIZED.into_response();
        };
        let (mut page, nonce) = (cut.page(), self.nonce());
        write(&self.store, &person, &mut page, &nonce);
        cut.answer(page, &nonce)
    }

    fn nonce(&self) -> String {
        self.store.backend.secret.token(16).unwrap()
    }
}

async fn dashboard(State(twin): State<Arc<Twin>>, headers: HeaderMap) -> Response {
    twin.own(&headers, &twin.dashboard, pages::dashboard)
}

async fn settings(State(twin): State<Arc<Twin>>, headers: HeaderMap) -> Response {
    twin.own(&headers, &twin.settings, pages::settings)
}

async fn shared(State(twin): State<Arc<Twin>>, Path(token): Path<String>) -> Response {
    let (mut page, nonce) = (twin.shared.page(), twin.nonce());
    if pages::shared(&twin.store, &token, &mut page, &nonce) {
        twin.shared.answer(page, &nonce)
    } else {
        StatusCode::NOT_FOUND.into_response()
    }
}

#[tokio::main]
async fn main() {
    let twin = Twin::open().await;
    let router = Router::new()
        .route("/readyz", get(StatusCode::OK))
        .route("/dashboard", get(dashboard))
        .route("/settings", get(settings))
        .route("/shared/{token}", get(shared))
        .with_state(Arc::new(twin));
    let address = [env::var("HOST").unwrap(), env::var("PORT").unwrap()].join(":");
    let listener = TcpListener::bind(address).await.unwrap();
    axum::serve(listener.tap_io(|stream| stream.set_nodelay(true).unwrap()), router).await.unwrap();
}
