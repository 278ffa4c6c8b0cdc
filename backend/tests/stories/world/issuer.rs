//! A small OpenID issuer on this machine, with keys of its own, that can also lie.

use axum::{
    Form, Json, Router,
    extract::{Query, State},
    http::{HeaderMap, StatusCode, header::AUTHORIZATION},
    routing::{get, post},
};
use backend::{Clock, settings::OpenIdSettings};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use ring::{
    digest,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock},
};

pub const CLIENT_ID: &str = "diary.apps.example";
pub const CLIENT_SECRET: &str = "a secret that the issuer gave";
const PICTURE: &[u8] = include_bytes!("../../data/rocket.jpg");

/// A person at the issuer: claims of an ID token.
pub fn google_person(name: &str) -> Value {
    let first = name[..1].to_uppercase() + &name[1..];
    json!({
        "sub": format!("g-{name}"),
        "email": format!("{name}@example.org"),
        "email_verified": true,
        "name": format!("{first} Berger"),
        "given_name": first,
        "family_name": "Berger",
    })
}

/// The fault of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    None,
    Audience,
    Issuer,
    Nonce,
    NoNonce,
    /// Signed by a foreign key with the id of one of the issuer's.
    Key,
    /// Signed with an unknown key id.
    UnknownKey,
    Expired,
    /// Issued an hour ago, and still good.
    Old,
    Future,
    AlgNone,
    /// Signed with the client's secret.
    AlgHs256,
    /// Signed with the public key as if it were a secret.
    AlgConfused,
    Subject,
}

pub const LIES: [Lie; 13] = [
    Lie::Audience,
    Lie::Issuer,
    Lie::Nonce,
    Lie::NoNonce,
    Lie::Key,
    Lie::UnknownKey,
    Lie::Expired,
    Lie::Old,
    Lie::Future,
    Lie::AlgNone,
    Lie::AlgHs256,
    Lie::AlgConfused,
    Lie::Subject,
];

#[derive(Clone)]
pub struct Issuer(Arc<Inner>);

struct Inner {
    url: String,
    key: Key,
    stranger: Key,
    state: Mutex<Shared>,
}

struct Shared {
    clock: Clock,
    codes: HashMap<String, Grant>,
    away: bool,
    pictures: u32,
    asked: u32,
}

struct Grant {
    nonce: String,
    challenge: String,
    person: Value,
    lie: Lie,
}

struct Key {
    private: EncodingKey,
    jwk: Value,
}

impl Key {
    fn new(kid: &str) -> Self {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random).unwrap();
        let point = pair.public_key().as_ref()[1..].to_vec();
        let (x, y) = point.split_at(32);
        let part = |bytes| URL_SAFE_NO_PAD.encode(bytes);
        Self {
            private: EncodingKey::from_ec_der(document.as_ref()),
            jwk: json!({ "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": kid, "x": part(x), "y": part(y) }),
        }
    }
}

fn all() -> &'static Mutex<HashMap<String, Issuer>> {
    static ALL: OnceLock<Mutex<HashMap<String, Issuer>>> = OnceLock::new();
    ALL.get_or_init(Mutex::default)
}

/// Starts an issuer; must be called inside the runtime that shall serve it.
pub fn start() -> OpenIdSettings {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let issuer = Issuer(Arc::new(Inner {
        url: url.clone(),
        key: Key::new("one"),
        stranger: Key::new("one"),
        state: Mutex::new(Shared { clock: Clock::system(), codes: HashMap::new(), away: false, pictures: 0, asked: 0 }),
    }));
    let router = issuer.router();
    tokio::spawn(async move {
        axum::serve(tokio::net::TcpListener::from_std(listener).unwrap(), router).await.unwrap();
    });
    all().lock().unwrap().insert(url.clone(), issuer);
    OpenIdSettings { issuer: url, client_id: CLIENT_ID.into(), client_secret: CLIENT_SECRET.into() }
}

/// The issuer that `settings` name, on the story's clock.
pub fn find(settings: &OpenIdSettings, clock: &Clock) -> Issuer {
    let issuer = all().lock().unwrap()[&settings.issuer].clone();
    issuer.0.state.lock().unwrap().clock = clock.clone();
    issuer
}

impl Issuer {
    pub fn url(&self) -> &str {
        &self.0.url
    }

    /// Makes the issuer unavailable, or available again.
    pub fn set_away(&self, away: bool) {
        self.0.state.lock().unwrap().away = away;
    }

    /// How often its addresses were asked for.
    pub fn asked(&self) -> u32 {
        self.0.state.lock().unwrap().asked
    }

    /// How often a picture was asked for.
    pub fn pictures(&self) -> u32 {
        self.0.state.lock().unwrap().pictures
    }

    /// The state and code that a browser brings back from `location`, where `person` agreed.
    pub fn agree(&self, location: &str, person: &Value, lie: Lie) -> (String, String) {
        let asked = query(location);
        assert_eq!(asked["client_id"], CLIENT_ID);
        assert_eq!((&*asked["response_type"], &*asked["code_challenge_method"]), ("code", "S256"));
        let code = format!("code {}", asked["state"]);
        let grant = Grant {
            nonce: asked["nonce"].clone(),
            challenge: asked["code_challenge"].clone(),
            person: person.clone(),
            lie,
        };
        self.0.state.lock().unwrap().codes.insert(code.clone(), grant);
        (asked["state"].clone(), code)
    }

    /// An ID token for the hash of a nonce.
    pub fn token(&self, person: &Value, nonce: &str, lie: Lie) -> String {
        let now = self.0.state.lock().unwrap().clock.now().timestamp();
        let mut claims = json!({ "iss": self.0.url, "aud": CLIENT_ID, "iat": now, "exp": now + 3600, "nonce": nonce });
        for (name, value) in person.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some("one".into());
        let mut key = &self.0.key.private;
        match lie {
            Lie::None => {}
            Lie::Audience => claims["aud"] = "somebody.else".into(),
            Lie::Issuer => claims["iss"] = "https://accounts.google.com".into(),
            Lie::Nonce => claims["nonce"] = "0".repeat(64).into(),
            Lie::NoNonce => drop(claims.as_object_mut().unwrap().remove("nonce")),
            Lie::Key => key = &self.0.stranger.private,
            Lie::UnknownKey => {
                key = &self.0.stranger.private;
                header.kid = Some("two".into());
            }
            Lie::Expired => claims["exp"] = (now - 1).into(),
            Lie::Old => claims["iat"] = (now - 3500).into(),
            Lie::Future => claims["iat"] = (now + 3000).into(),
            Lie::AlgNone => return unsigned(&claims),
            Lie::AlgHs256 => return with_secret(&claims, CLIENT_SECRET.as_bytes()),
            Lie::AlgConfused => return with_secret(&claims, self.0.key.jwk["x"].as_str().unwrap().as_bytes()),
            Lie::Subject => claims["sub"] = "".into(),
        }
        jsonwebtoken::encode(&header, &claims, key).unwrap()
    }

    fn router(&self) -> Router {
        Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/jwks", get(|State(i): State<Self>| async move { Json(json!({ "keys": [i.0.key.jwk] })) }))
            .route("/token", post(token))
            .route("/picture", get(picture))
            .with_state(self.clone())
    }
}

/// A nonce as Firebase hashes it: SHA-256 in hex.
pub fn hashed(nonce: &str) -> String {
    let hash = digest::digest(&digest::SHA256, nonce.as_bytes());
    let digits = hash.as_ref().iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from_digit(digit.into(), 16).unwrap()).collect()
}

fn unsigned(claims: &Value) -> String {
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}.", part(&json!({ "alg": "none", "typ": "JWT" })), part(claims))
}

fn with_secret(claims: &Value, secret: &[u8]) -> String {
    let mut header = Header::new(Algorithm::HS256);
    header.kid = Some("one".into());
    jsonwebtoken::encode(&header, claims, &EncodingKey::from_secret(secret)).unwrap()
}

/// The parameters of an address, decoded.
pub fn query(location: &str) -> HashMap<String, String> {
    url::Url::parse(location).unwrap().query_pairs().into_owned().collect()
}

async fn discovery(State(issuer): State<Issuer>) -> Result<Json<Value>, StatusCode> {
    let mut state = issuer.0.state.lock().unwrap();
    state.asked += 1;
    if state.away {
        return Err(StatusCode::SERVICE_UNAVAILABLE);
    }
    drop(state);
    let url = issuer.url();
    Ok(Json(json!({
        "issuer": url,
        "authorization_endpoint": format!("{url}/authorize"),
        "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
    })))
}

async fn token(
    State(issuer): State<Issuer>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Json<Value>, (StatusCode, Json<Value>)> {
    let refuse = |status, error: &str| Err((status, Json(json!({ "error": error }))));
    let encoded: String = url::form_urlencoded::byte_serialize(CLIENT_SECRET.as_bytes()).collect();
    let expected = format!("Basic {}", STANDARD.encode(format!("{CLIENT_ID}:{encoded}")));
    if headers.get(AUTHORIZATION).is_none_or(|given| given != expected.as_str()) {
        return refuse(StatusCode::UNAUTHORIZED, "invalid_client");
    }
    let grant = issuer.0.state.lock().unwrap().codes.remove(&form["code"]);
    let Some(grant) = grant else { return refuse(StatusCode::BAD_REQUEST, "invalid_grant") };
    let challenge = digest::digest(&digest::SHA256, form["code_verifier"].as_bytes());
    if URL_SAFE_NO_PAD.encode(challenge) != grant.challenge {
        return refuse(StatusCode::BAD_REQUEST, "invalid_grant");
    }
    let id_token = issuer.token(&grant.person, &grant.nonce, grant.lie);
    Ok(Json(json!({ "access_token": "unused", "token_type": "Bearer", "expires_in": 60, "id_token": id_token })))
}

async fn picture(
    State(issuer): State<Issuer>,
    Query(asked): Query<HashMap<String, String>>,
) -> (StatusCode, [(&'static str, &'static str); 1], Vec<u8>) {
    issuer.0.state.lock().unwrap().pictures += 1;
    match asked.get("as").map(String::as_str) {
        Some("redirect") => (StatusCode::FOUND, [("location", "/picture")], Vec::new()),
        Some("large") => (StatusCode::OK, [("content-type", "image/jpeg")], vec![0; 6 * 1024 * 1024]),
        Some("text") => (StatusCode::OK, [("content-type", "image/jpeg")], b"<script>".to_vec()),
        _ => (StatusCode::OK, [("content-type", "image/jpeg")], PICTURE.to_vec()),
    }
}
