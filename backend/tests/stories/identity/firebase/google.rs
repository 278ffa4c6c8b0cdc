//! Google as the stories need it: keys that change, answers that were laid ready, and a note of every request.

use axum::{
    Json, Router,
    extract::State,
    http::{Request, StatusCode, header::CACHE_CONTROL},
    response::{IntoResponse, Response},
};
use backend::{
    Backend, Settings,
    settings::identity::{Choice, Firebase},
};
use chrono::{DateTime, Utc};
use jsonwebtoken::{
    Algorithm, EncodingKey, Header,
    jwk::{Jwk, JwkSet},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex},
};

pub const PROJECT: &str = "tagesecho-live";
const GOOGLE: &[u8] = include_bytes!("../../../data/google.rsa.der");
const STRANGER: &[u8] = include_bytes!("../../../data/stranger.rsa.der");

pub struct Google {
    pub firebase: Firebase,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    /// Key ids that are published; `None`: the service is away.
    kids: Option<Vec<&'static str>>,
    caching: &'static str,
    /// Answers by path; every other path answers 503.
    answers: BTreeMap<&'static str, VecDeque<(u16, Value)>>,
    requests: Vec<String>,
}

impl Google {
    /// Publishes the key `a` and lets it be kept for six hours.
    pub async fn start() -> Self {
        let kids = Some(vec!["a"]);
        let shared = Arc::new(Mutex::new(Shared {
            kids,
            caching: "public, max-age=21600, must-revalidate",
            ..Shared::default()
        }));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let here = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(answer).with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let firebase = Firebase {
            api_key: "AIzaSy-test".into(),
            toolkit: format!("{here}/v1"),
            tokens: format!("{here}/v1/token"),
            keys: format!("{here}/keys"),
        };
        Self { firebase, shared }
    }

    /// A server of ours that believes this Google.
    pub async fn server(&self, w: &crate::world::World) -> Backend {
        let identity = Choice::Firebase(self.firebase.clone());
        let settings = Settings { identity, project_id: PROJECT.into(), ..w.settings.clone() };
        Backend::open(settings, w.clock.clone()).await.unwrap()
    }

    pub fn publish(&self, kids: &[&'static str]) {
        self.shared.lock().unwrap().kids = Some(kids.to_vec());
    }

    pub fn go_away(&self) {
        self.shared.lock().unwrap().kids = None;
    }

    pub fn let_keep(&self, caching: &'static str) {
        self.shared.lock().unwrap().caching = caching;
    }

    /// The next answer at this path.
    pub fn will_answer(&self, path: &'static str, status: u16, body: Value) {
        self.shared.lock().unwrap().answers.entry(path).or_default().push_back((status, body));
    }

    /// Requests since the last look, `POST /v1/accounts:lookup?key=…`.
    pub fn requests(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.lock().unwrap().requests)
    }
}

async fn answer(State(shared): State<Arc<Mutex<Shared>>>, request: Request<axum::body::Body>) -> Response {
    let mut shared = shared.lock().unwrap();
    shared.requests.push(format!("{} {}", request.method(), request.uri()));
    let path = request.uri().path();
    if path == "/keys" {
        let Some(kids) = &shared.kids else { return StatusCode::BAD_GATEWAY.into_response() };
        return ([(CACHE_CONTROL, shared.caching)], Json(jwks(kids))).into_response();
    }
    match shared.answers.get_mut(path).and_then(VecDeque::pop_front) {
        Some((status, body)) => (StatusCode::from_u16(status).unwrap(), Json(body)).into_response(),
        None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

/// `a` and `b` are two different keys.
fn key(kid: &str) -> EncodingKey {
    EncodingKey::from_rsa_der(if kid == "a" { GOOGLE } else { STRANGER })
}

fn jwks(kids: &[&str]) -> JwkSet {
    let jwk = |kid: &&str| {
        let mut jwk = Jwk::from_encoding_key(&key(kid), Algorithm::RS256).unwrap();
        jwk.common.key_id = Some((*kid).into());
        jwk
    };
    JwkSet { keys: kids.iter().map(jwk).collect() }
}

/// An ID token as Firebase makes them.
pub fn id_token(kid: &str, name: &str, now: DateTime<Utc>) -> String {
    let now = now.timestamp();
    let (uid, email) = (format!("uid-{name}"), format!("{name}@example.org"));
    let claims = json!({
        "iss": format!("https://securetoken.google.com/{PROJECT}"), "aud": PROJECT, "sub": uid, "user_id": uid,
        "auth_time": now, "iat": now, "exp": now + 3600, "email": email, "email_verified": false,
        "firebase": { "identities": { "email": [email] }, "sign_in_provider": "password" },
    });
    let header = Header { kid: Some(kid.into()), ..Header::new(Algorithm::RS256) };
    jsonwebtoken::encode(&header, &claims, &key(kid)).unwrap()
}

pub fn refused(message: &str) -> Value {
    json!({ "error": { "code": 400, "message": message, "errors": [{ "message": message, "domain": "global", "reason": "invalid" }] } })
}
