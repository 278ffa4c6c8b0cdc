//! State of all handlers; cheap to clone.

use crate::http::{
    cookies::{DeviceCookie, FlowCookie, SessionCookie},
    serve::ReadLimit,
    uploads::Uploads,
};
use app::Assets;
use backend::{Backend, identity::NewSession};
use chrono::{DateTime, Utc};
use http::{HeaderName, HeaderValue, header};
use std::{
    net::IpAddr,
    ops::Deref,
    sync::{Arc, Once},
};
use tokio_util::sync::CancellationToken;

#[derive(Clone, Debug)]
pub struct AppState(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    pub backend: Backend,
    pub assets: Arc<Assets>,
    pub cookie: SessionCookie,
    pub flow_cookie: FlowCookie,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    pub uploads: Uploads,
    pub reads: ReadLimit,
    /// Logs once that an untrusted proxy has sent the header.
    pub untrusted_proxy: Once,
    /// Cancelled as soon as the server begins to stop.
    pub stopping: CancellationToken,
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl AppState {
    pub fn new(backend: Backend, assets: Assets, trusted_proxies: Vec<IpAddr>, stopping: CancellationToken) -> Self {
        // Rendering spawns tasks. A second call changes nothing.
        drop(any_spawner::Executor::init_tokio());
        let cookie = SessionCookie::of_origin(&backend.settings.origin);
        let flow_cookie = FlowCookie::of_origin(&backend.settings.origin);
        Self(Arc::new(Parts {
            backend,
            assets: Arc::new(assets),
            cookie,
            flow_cookie,
            trusted_proxies,
            uploads: Uploads::default(),
            reads: ReadLimit::default(),
            untrusted_proxy: Once::new(),
            stopping,
        }))
    }

    /// `Set-Cookie` headers: of a session just begun, and of the browser that is known from now on.
    pub fn session_cookies(
        &self,
        session: &str,
        expires_at: DateTime<Utc>,
        device: Option<&str>,
    ) -> Vec<(HeaderName, HeaderValue)> {
        let session = self.cookie.set(session, self.backend.clock.now(), expires_at);
        let device = device.and_then(|device| DeviceCookie::set(self.origin(), device));
        session.into_iter().chain(device).map(|cookie| (header::SET_COOKIE, cookie)).collect()
    }

    /// The cookies of the session that replaces an ended one. `None` removes them.
    pub fn renewed_cookies(&self, session: Option<&NewSession>) -> Vec<(HeaderName, HeaderValue)> {
        match session {
            Some(session) => self.session_cookies(&session.cookie, session.expires_at, session.device.as_deref()),
            None => self.cookie.clear().map(|cookie| (header::SET_COOKIE, cookie)).into_iter().collect(),
        }
    }

    pub fn origin(&self) -> &str {
        &self.backend.settings.origin
    }
}
