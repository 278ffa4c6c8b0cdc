//! Forged ID tokens at each of the three providers, through the real router: one table, and nothing happens.

mod forger;

use crate::world::{World, get, json as json_body, people::bearer};
use axum::body::Body;
use forger::{Forger, hs256, part};
use http::{Method, StatusCode};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

type Forgery = (String, String);

#[tokio::test]
async fn forgeries_open_nothing_at_the_embedded_provider() {
    let forger = Forger::at_embedded().await;
    let others = [Forger::at_firebase().await.good(), Forger::at_emulator().await.good()];
    open_nothing(&forger, [claims(&forger), signatures(&forger), shapes(&forger), of_others(&others)].concat()).await;
}

#[tokio::test]
async fn forgeries_open_nothing_at_firebase() {
    let forger = Forger::at_firebase().await;
    let others = [Forger::at_embedded().await.good(), Forger::at_emulator().await.good()];
    open_nothing(&forger, [claims(&forger), signatures(&forger), shapes(&forger), of_others(&others)].concat()).await;
    let asked = forger.asked.load(Ordering::Relaxed);
    assert!(asked <= 2, "unknown keys are asked for once: {asked}");
}

#[tokio::test]
async fn forgeries_open_nothing_at_the_emulator() {
    let forger = Forger::at_emulator().await;
    let others = [Forger::at_embedded().await.good(), Forger::at_firebase().await.good()];
    open_nothing(&forger, [claims(&forger), unsigned(&forger), shapes(&forger), of_others(&others)].concat()).await;
}

/// Really signed, with claims that are not for us.
fn claims(forger: &Forger) -> Vec<Forgery> {
    let now = forger.now();
    let mut table: Vec<Forgery> = [
        ("another audience", "aud", json!("other")),
        ("several audiences", "aud", json!([forger.claims["aud"], "other"])),
        ("an audience that only begins alike", "aud", json!("demo-tagesecho-x")),
        ("another issuer", "iss", json!("https://evil.example")),
        ("the issuer with a slash", "iss", json!(format!("{}/", forger.claims["iss"].as_str().unwrap()))),
        ("several issuers", "iss", json!([forger.claims["iss"]])),
        ("expired this second", "exp", json!(now)),
        ("expired long ago", "exp", json!(now - 86_400)),
        ("an expiry in words", "exp", json!("never")),
        ("issued in the future", "iat", json!(now + 3600)),
        ("signed in in the future", "auth_time", json!(now + 3600)),
        ("an empty subject", "sub", json!("")),
        ("an endless subject", "sub", json!("a".repeat(129))),
        ("a number as subject", "sub", json!(7)),
        ("two subjects", "sub", json!("ben")),
        ("another user id", "user_id", json!("ben")),
    ]
    .into_iter()
    .map(|(what, name, value)| (what.into(), forger.claim(name, value)))
    .collect();
    for name in ["aud", "iss", "exp", "iat", "auth_time", "sub", "user_id"] {
        table.push((format!("without {name}"), forger.claim(name, Value::Null)));
    }
    let mut other = forger.claims.clone();
    other["aud"] = "tagesecho-other".into();
    other["iss"] = "https://securetoken.google.com/tagesecho-other".into();
    table.push(("another project, the same keys".into(), forger.signed(&forger.header, &other)));
    table.push(("claims that are no object".into(), forger.signed(&forger.header, &json!(["sub", "anna"]))));
    table
}

/// The right claims, signed wrongly.
fn signatures(forger: &Forger) -> Vec<Forgery> {
    let mut table = Vec::new();
    let mut add = |what: &str, token: String| table.push((what.to_owned(), token));
    let kid = &forger.header["kid"];
    for none in ["none", "None", "NONE", "nOnE", ""] {
        let header = json!({ "alg": none, "typ": "JWT", "kid": kid });
        add(&format!("algorithm '{none}'"), Forger::by(&header, &forger.claims, |_| Vec::new()));
        add(&format!("algorithm '{none}' over a real signature"), forger.signed(&header, &forger.claims));
    }
    for algorithm in ["HS256", "HS384", "RS256", "ES256", "PS256", "EdDSA", "ES384"] {
        if forger.header["alg"] != algorithm {
            let header = forger.header_with("alg", json!(algorithm));
            add(&format!("{algorithm} over a real signature"), forger.signed(&header, &forger.claims));
        }
    }
    for secret in &forger.secrets {
        let header = forger.header_with("alg", json!("HS256"));
        add("HS256 with the public key as secret", Forger::by(&header, &forger.claims, hs256(secret)));
        add("HS256 under the real algorithm's name", Forger::by(&forger.header, &forger.claims, hs256(secret)));
    }
    for (algorithm, key) in Forger::strangers() {
        for kid in [kid.clone(), json!("unknown"), json!("../../etc/passwd"), json!(7), Value::Null] {
            let header = json!({ "alg": algorithm, "typ": "JWT", "kid": kid, "jku": "https://evil.example/keys" });
            let token = Forger::by(&header, &forger.claims, |text| key.sign(text));
            add(&format!("a stranger's {algorithm} with the key id {kid}"), token);
        }
    }
    add("no key id", forger.signed(&forger.header_with("kid", Value::Null), &forger.claims));
    add("an unknown key id", forger.signed(&forger.header_with("kid", json!("unknown")), &forger.claims));
    let (text, _) = split(&forger.good());
    add("no signature", format!("{text}."));
    add("somebody else's signature", format!("{text}.{}", split(&forger.claim("sub", json!("ben"))).1));
    table
}

/// Forgeries for a provider whose tokens are unsigned.
fn unsigned(forger: &Forger) -> Vec<Forgery> {
    let mut table = Vec::new();
    for algorithm in ["None", "NONE", "", "HS256", "RS256", "ES256"] {
        let header = forger.header_with("alg", json!(algorithm));
        table.push((format!("algorithm '{algorithm}' without a signature"), forger.signed(&header, &forger.claims)));
    }
    for (algorithm, key) in Forger::strangers() {
        let header = json!({ "alg": algorithm, "typ": "JWT", "kid": "google" });
        table.push((format!("signed with {algorithm}"), Forger::by(&header, &forger.claims, |text| key.sign(text))));
    }
    table.push(("'none' with a signature".into(), format!("{}AAAA", forger.good())));
    table.push(("no algorithm".into(), forger.signed(&forger.header_with("alg", Value::Null), &forger.claims)));
    table
}

/// Texts that are no token, or only a part of one.
fn shapes(forger: &Forger) -> Vec<Forgery> {
    let good = forger.good();
    let (text, signature) = split(&good);
    let (header, claims) = text.split_once('.').unwrap();
    let mut changed = claims.to_owned().into_bytes();
    let middle = changed.len() / 2;
    changed[middle] = if changed[middle] == b'A' { b'B' } else { b'A' };
    let changed = String::from_utf8(changed).unwrap();
    [
        ("empty", String::new()),
        ("two dots", "..".into()),
        ("words", "Bearer".into()),
        ("only a header", header.into()),
        ("without the last part", text.clone()),
        ("half of it", good[..good.len() / 2].into()),
        ("a letter changed", format!("{header}.{changed}.{signature}x")),
        ("a fourth part", format!("{good}.{}", part(&json!({})))),
        ("padding", format!("{header}=.{claims}=.{signature}")),
        ("line ends", format!("{header}.{claims}\\n.{signature}")),
        ("too long to be one", forger.claim("name", json!("a".repeat(9000)))),
        ("endless", "a".repeat(100_000)),
    ]
    .into_iter()
    .map(|(what, token)| (what.into(), token))
    .collect()
}

fn of_others(tokens: &[String]) -> Vec<Forgery> {
    tokens.iter().map(|token| ("another provider's good token".into(), token.clone())).collect()
}

/// The signed text and its signature.
fn split(token: &str) -> (String, String) {
    let (text, signature) = token.rsplit_once('.').unwrap();
    (text.to_owned(), signature.to_owned())
}

/// Every door says 401, and afterwards everything is as before; the good token opens.
async fn open_nothing(forger: &Forger, table: Vec<Forgery>) {
    let world = &forger.world;
    let code = backend::invitation_codes::invite(&world.backend, 1).await.unwrap().remove(0);
    let form = json!({ "invitationCode": code, "firstName": "Eva", "lastName": "Evil" });
    assert!(table.len() > 40, "{}", table.len());
    for (what, token) in &table {
        for request in [
            bearer(Method::GET, "/api/auth/user", token).body(Body::empty()).unwrap(),
            json_body(bearer(Method::POST, "/api/auth/simple-register", token), &form),
            json_body(bearer(Method::POST, "/api/auth/session", token), &json!({ "refreshToken": "x" })),
            bearer(Method::GET, "/api/entries", token).body(Body::empty()).unwrap(),
        ] {
            let reply = world.send(request).await;
            assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "{what}: {}", reply.text());
            reply.refused(401, "unauthenticated");
            assert!(reply.headers.get("set-cookie").is_none(), "{what}");
        }
    }
    for (table, expected) in [("users", 0), ("sessions", 0), ("ended_tokens", 0)] {
        assert_eq!(count(world, table).await, expected, "{table}");
    }
    let good = forger.good();
    let asks = bearer(Method::GET, "/api/auth/user", &good).body(Body::empty()).unwrap();
    world.send(asks).await.refused(404, "user_not_found");
    let register = json_body(bearer(Method::POST, "/api/auth/simple-register", &good), &form);
    world.send(register).await.expect(201);
    let session = json_body(bearer(Method::POST, "/api/auth/session", &good), &json!({ "refreshToken": "x" }));
    let cookie = world.send(session).await.header("set-cookie").split(';').next().unwrap().to_owned();

    // A session does not excuse a forged token beside it.
    let (_, bad) = &table[0];
    let both = get("/api/auth/user").header("cookie", &cookie).header("authorization", format!("Bearer {bad}"));
    world.send(both.body(Body::empty()).unwrap()).await.refused(401, "unauthenticated");
    let alone = get("/api/auth/user").header("cookie", &cookie).body(Body::empty()).unwrap();
    world.send(alone).await.expect(200);
}

async fn count(world: &World, table: &str) -> i64 {
    let sql = match table {
        "users" => "SELECT COUNT(*) FROM users",
        "sessions" => "SELECT COUNT(*) FROM sessions",
        _ => "SELECT COUNT(*) FROM ended_tokens",
    };
    world.backend.db.read(sql).fetch_one::<(i64,)>().await.unwrap().0
}

#[tokio::test]
async fn with_firebase_only_the_server_speaks_to_google() {
    let world = Forger::at_firebase().await.world;
    let landing = world.get("/").await;
    assert!(!landing.text().contains("AIzaSy-test"));
    assert!(landing.header("content-security-policy").contains("connect-src 'self';"));
    let closed = world.post("/identity/v1/accounts:signUp", &json!({})).await;
    assert_eq!(closed.expect(404)["error"]["message"], "NOT_FOUND", "the embedded provider is closed");
}
