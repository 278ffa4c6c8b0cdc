//! Somebody who makes ID tokens: with the real key, with another one, or with none.

use crate::world::{ORIGIN, World};
use axum::{Json, Router, routing::get};
use backend::settings::identity::{Choice, Firebase};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, jwk::Jwk};
use ring::{hmac, rand::SystemRandom, rsa, signature};
use serde_json::{Value, json};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

pub const PROJECT: &str = "demo-tagesecho";
const GOOGLE: &[u8] = include_bytes!("../../../../backend/tests/data/google.rsa.der");
const STRANGER: &[u8] = include_bytes!("../../../../backend/tests/data/stranger.rsa.der");

pub struct Forger {
    pub world: World,
    /// The header of a valid token.
    pub header: Value,
    pub claims: Value,
    key: Key,
    /// The public key in the forms that a careless verifier might take as a shared secret.
    pub secrets: Vec<Vec<u8>>,
    /// How often the keys were asked for.
    pub asked: Arc<AtomicUsize>,
}

pub enum Key {
    Es256(Vec<u8>),
    Rs256(&'static [u8]),
    None,
}

impl Key {
    pub fn sign(&self, text: &[u8]) -> Vec<u8> {
        match self {
            Self::Es256(pkcs8) => {
                let random = SystemRandom::new();
                let algorithm = &signature::ECDSA_P256_SHA256_FIXED_SIGNING;
                let pair = signature::EcdsaKeyPair::from_pkcs8(algorithm, pkcs8, &random).unwrap();
                pair.sign(&random, text).unwrap().as_ref().to_vec()
            }
            Self::Rs256(der) => {
                let pair = rsa::KeyPair::from_der(der).unwrap();
                let mut signed = vec![0; pair.public().modulus_len()];
                pair.sign(&signature::RSA_PKCS1_SHA256, &SystemRandom::new(), text, &mut signed).unwrap();
                signed
            }
            Self::None => Vec::new(),
        }
    }
}

pub fn part(value: &Value) -> String {
    URL_SAFE_NO_PAD.encode(value.to_string())
}

pub fn hs256(secret: &[u8]) -> impl Fn(&[u8]) -> Vec<u8> {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
    move |text| hmac::sign(&key, text).as_ref().to_vec()
}

impl Forger {
    pub async fn at_embedded() -> Self {
        let world = World::at(ORIGIN).await;
        let (token, _) = world.sign_up("anna").await;
        let row = world.backend.db.read("SELECT private_key, public_jwk FROM identity_keys");
        let (sealed, public) = row.fetch_one::<(Vec<u8>, String)>().await.unwrap();
        let private = URL_SAFE_NO_PAD.decode(world.backend.secret.decrypt("identity key", &sealed).unwrap()).unwrap();
        let mut parts = token.split('.').map(|part| URL_SAFE_NO_PAD.decode(part).unwrap());
        let mut json = || serde_json::from_slice::<Value>(&parts.next().unwrap()).unwrap();
        let (header, claims) = (json(), json());
        let jwk: Value = serde_json::from_str(&public).unwrap();
        let coordinate = |name: &str| URL_SAFE_NO_PAD.decode(jwk[name].as_str().unwrap()).unwrap();
        let point = [vec![4], coordinate("x"), coordinate("y")].concat();
        let secrets = vec![point, public.into_bytes(), Vec::new()];
        Self { world, header, claims, key: Key::Es256(private), secrets, asked: Arc::default() }
    }

    pub async fn at_firebase() -> Self {
        let mut jwk = Jwk::from_encoding_key(&EncodingKey::from_rsa_der(GOOGLE), Algorithm::RS256).unwrap();
        jwk.common.key_id = Some("google".into());
        let public = serde_json::to_value(&jwk).unwrap();
        let asked = Arc::new(AtomicUsize::new(0));
        let (set, count) = (json!({ "keys": [public] }), asked.clone());
        let keys = get(move || {
            count.fetch_add(1, Ordering::Relaxed);
            async move { Json(set) }
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let here = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, Router::new().route("/keys", keys)).await.unwrap() });
        let firebase = Firebase {
            toolkit: format!("{here}/v1"),
            tokens: format!("{here}/v1/token"),
            keys: format!("{here}/keys"),
            ..Firebase::at_google("AIzaSy-test")
        };
        let world = World::with_provider(Choice::Firebase(firebase), PROJECT).await;
        let modulus = URL_SAFE_NO_PAD.decode(public["n"].as_str().unwrap()).unwrap();
        let secrets = vec![modulus, public.to_string().into_bytes(), Vec::new()];
        let header = json!({ "alg": "RS256", "typ": "JWT", "kid": "google" });
        let claims = firebase_claims(&world);
        Self { world, header, claims, key: Key::Rs256(GOOGLE), secrets, asked }
    }

    pub async fn at_emulator() -> Self {
        // Nothing listens at this address: an unsigned token needs no request.
        let world = World::with_provider(Choice::Emulator("127.0.0.1:1".into()), PROJECT).await;
        let (header, claims) = (json!({ "alg": "none", "typ": "JWT" }), firebase_claims(&world));
        Self { world, header, claims, key: Key::None, secrets: vec![Vec::new()], asked: Arc::default() }
    }

    pub fn now(&self) -> i64 {
        self.world.backend.clock.now().timestamp()
    }

    /// A token as the provider makes it.
    pub fn good(&self) -> String {
        self.signed(&self.header, &self.claims)
    }

    pub fn signed(&self, header: &Value, claims: &Value) -> String {
        Self::by(header, claims, |text| self.key.sign(text))
    }

    pub fn by(header: &Value, claims: &Value, sign: impl Fn(&[u8]) -> Vec<u8>) -> String {
        let text = format!("{}.{}", part(header), part(claims));
        let signature = URL_SAFE_NO_PAD.encode(sign(text.as_bytes()));
        format!("{text}.{signature}")
    }

    /// The good header but for one field; `Null` takes it away.
    pub fn header_with(&self, name: &str, value: Value) -> Value {
        with(&self.header, name, value)
    }

    /// Really signed, with one claim changed.
    pub fn claim(&self, name: &str, value: Value) -> String {
        self.signed(&self.header, &with(&self.claims, name, value))
    }

    /// Keys that are not the provider's, by the algorithm they sign with.
    pub fn strangers() -> [(&'static str, Key); 2] {
        let random = SystemRandom::new();
        let algorithm = &signature::ECDSA_P256_SHA256_FIXED_SIGNING;
        let pkcs8 = signature::EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        [("ES256", Key::Es256(pkcs8.as_ref().to_vec())), ("RS256", Key::Rs256(STRANGER))]
    }
}

fn firebase_claims(world: &World) -> Value {
    let now = world.backend.clock.now().timestamp();
    json!({
        "iss": format!("https://securetoken.google.com/{PROJECT}"), "aud": PROJECT, "sub": "anna", "user_id": "anna",
        "auth_time": now, "iat": now, "exp": now + 3600, "email": "anna@example.org", "email_verified": false,
        "firebase": { "identities": { "email": ["anna@example.org"] }, "sign_in_provider": "password" },
    })
}

fn with(value: &Value, name: &str, new: Value) -> Value {
    let mut value = value.clone();
    if let Some(fields) = value.as_object_mut() {
        match new {
            Value::Null => drop(fields.remove(name)),
            new => drop(fields.insert(name.into(), new)),
        }
    }
    value
}
