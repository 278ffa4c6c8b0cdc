//! Only our own, unexpired, unended tokens open anything.

use super::{
    refusal,
    wire::{code, ok},
};
use crate::world::{Engine, World};
use backend::{Backend, Viewer, identity::viewer_of_bearer};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use domain::identity::Tokens;
use jsonwebtoken::{Algorithm, EncodingKey, Header, jwk::JwkSet};
use serde_json::{Value, json};

struct Forger {
    kid: String,
    key: EncodingKey,
    claims: Value,
}

impl Forger {
    /// Somebody who has the real key and a real token.
    async fn new(w: &World, tokens: &Tokens) -> Self {
        let (kid, sealed) = w
            .backend
            .db
            .read("SELECT kid, private_key FROM identity_keys")
            .fetch_one::<(String, Vec<u8>)>()
            .await
            .unwrap();
        let private = w.backend.secret.decrypt("identity key", &sealed).unwrap();
        let key = EncodingKey::from_ec_der(&URL_SAFE_NO_PAD.decode(private).unwrap());
        let claims = tokens.id_token.split('.').nth(1).unwrap();
        let claims = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
        Self { kid, key, claims }
    }

    fn sign(&self, kid: Option<&str>, claims: &Value) -> String {
        let header = Header { kid: kid.map(Into::into), ..Header::new(Algorithm::ES256) };
        jsonwebtoken::encode(&header, claims, &self.key).unwrap()
    }

    /// The real claims but for one.
    fn with(&self, name: &str, value: Value) -> String {
        let mut claims = self.claims.clone();
        claims[name] = value;
        self.sign(Some(&self.kid), &claims)
    }

    fn without(&self, name: &str) -> String {
        let mut claims = self.claims.clone();
        claims.as_object_mut().unwrap().remove(name);
        self.sign(Some(&self.kid), &claims)
    }

    /// The real claims with another header, signed by `sign`.
    fn with_header(&self, header: Value, sign: impl FnOnce(&[u8]) -> Vec<u8>) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&header), part(&self.claims));
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(sign(signed.as_bytes())))
    }
}

async fn is_refused(backend: &Backend, token: &str) -> bool {
    let result = viewer_of_bearer(backend, token).await;
    let opened = matches!(result, Ok(Viewer::Identity { .. } | Viewer::User(_)));
    if !opened {
        assert_eq!(refusal(result), ("unauthenticated", 401));
    }
    !opened
}

fn hmac(secret: &[u8]) -> impl Fn(&[u8]) -> Vec<u8> {
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
    move |signed| ring::hmac::sign(&key, signed).as_ref().to_vec()
}

story!(forged_tokens_open_nothing, |w| async move {
    let tokens = w.sign_up("anna").await;
    let forger = Forger::new(&w, &tokens).await;
    assert!(!is_refused(&w.backend, &forger.sign(Some(&forger.kid), &forger.claims)).await, "the forger's key is real");

    let jwks: JwkSet = w.jwks().await;
    let public = serde_json::to_value(&jwks.keys[0]).unwrap();
    let coordinate = |name: &str| URL_SAFE_NO_PAD.decode(public[name].as_str().unwrap()).unwrap();
    let point = [vec![4], coordinate("x"), coordinate("y")].concat();
    let hs256 = json!({ "alg": "HS256", "typ": "JWT", "kid": forger.kid });
    let now = w.clock.now().timestamp();
    let mut tampered = tokens.id_token.clone().into_bytes();
    let middle = tampered.len() / 2;
    tampered[middle] = if tampered[middle] == b'A' { b'B' } else { b'A' };

    for (what, token) in [
        ("alg none", forger.with_header(json!({ "alg": "none", "kid": forger.kid }), |_| Vec::new())),
        ("alg none, real signature", forger.with_header(json!({ "alg": "none" }), |_| vec![7; 64])),
        ("HS256 with the public point", forger.with_header(hs256.clone(), hmac(&point))),
        ("HS256 with the public JWK", forger.with_header(hs256, hmac(public.to_string().as_bytes()))),
        ("no kid", forger.sign(None, &forger.claims)),
        ("unknown kid", forger.sign(Some("unknown"), &forger.claims)),
        ("kid as path", forger.sign(Some("../../etc/passwd"), &forger.claims)),
        ("another audience", forger.with("aud", json!("other"))),
        ("several audiences", forger.with("aud", json!(["tagesecho", "other"]))),
        ("another issuer", forger.with("iss", json!("https://evil.example"))),
        ("expired", forger.with("exp", json!(now))),
        ("issued tomorrow", forger.with("iat", json!(now + 86_400))),
        ("signed in tomorrow", forger.with("auth_time", json!(now + 86_400))),
        ("no subject", forger.with("sub", json!(""))),
        ("endless subject", forger.with("sub", json!("a".repeat(129)))),
        ("subject of another type", forger.with("sub", json!(7))),
        ("without exp", forger.without("exp")),
        ("without iat", forger.without("iat")),
        ("without aud", forger.without("aud")),
        ("without iss", forger.without("iss")),
        ("without sub", forger.without("sub")),
        ("one letter changed", String::from_utf8(tampered).unwrap()),
        ("cut off", tokens.id_token[..tokens.id_token.len() - 1].to_owned()),
        ("unsigned", format!("{}.", tokens.id_token.rsplit_once('.').unwrap().0)),
        ("empty", String::new()),
        ("dots", "..".to_owned()),
        ("text", "Bearer".to_owned()),
        ("not ASCII", "ä.ö.ü".to_owned()),
        ("endless", "a".repeat(1_000_000)),
    ] {
        assert!(is_refused(&w.backend, &token).await, "{what}");
        let looked_up = w.post("/accounts:lookup", json!({ "idToken": token })).await;
        assert!(looked_up.0.is_client_error(), "{what}");
    }
    assert!(!is_refused(&w.backend, &tokens.id_token).await);
});

story!(a_token_of_another_installation_opens_nothing, |w| async move {
    let tokens = w.sign_up("anna").await;
    for change in [
        |s: &mut backend::Settings| "https://other.test".clone_into(&mut s.origin),
        |s: &mut backend::Settings| "other".clone_into(&mut s.project_id),
    ] {
        let mut settings = w.settings.clone();
        change(&mut settings);
        let other = Backend::open(settings, w.clock.clone()).await.unwrap();
        assert!(is_refused(&other, &tokens.id_token).await);
        let theirs = other.identity.sign_in("anna@example.org", crate::world::people::PASSWORD).await.unwrap();
        assert!(is_refused(&w.backend, &theirs.id_token).await);
        other.db.close().await;
    }
});

story!(a_token_is_good_for_an_hour_on_every_server, |w| async move {
    let tokens = w.sign_up("anna").await;
    let other = w.another_server().await;
    w.later(TimeDelta::seconds(3599));
    assert!(!is_refused(&w.backend, &tokens.id_token).await);
    assert!(!is_refused(&other, &tokens.id_token).await);
    w.later(TimeDelta::seconds(1));
    assert!(is_refused(&w.backend, &tokens.id_token).await);
    assert!(is_refused(&other, &tokens.id_token).await);
    assert_eq!(code(w.post("/accounts:lookup", json!({ "idToken": tokens.id_token })).await), "TOKEN_EXPIRED");
    other.db.close().await;
});

story!(a_token_that_was_good_a_moment_ago_is_looked_at_again, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    let forger = Forger::new(&w, &tokens).await;
    assert!(!is_refused(&w.backend, &tokens.id_token).await);

    let (signed, signature) = tokens.id_token.rsplit_once('.').unwrap();
    let other = forger.sign(Some(&forger.kid), &forger.claims);
    let other = other.rsplit_once('.').unwrap().1;
    assert_ne!(signature, other);
    let real = |_: &[u8]| URL_SAFE_NO_PAD.decode(signature).unwrap();
    for (what, token) in [
        ("the signature of another token", format!("{signed}.{other}")),
        ("no signature", format!("{signed}.")),
        ("alg none", forger.with_header(json!({ "alg": "none", "kid": forger.kid }), real)),
        ("HS256", forger.with_header(json!({ "alg": "HS256", "kid": forger.kid }), real)),
    ] {
        assert!(is_refused(&w.backend, &token).await, "{what}");
    }

    let short = forger.with("exp", json!(w.clock.now().timestamp() + 20));
    assert!(!is_refused(&w.backend, &short).await);
    w.later(TimeDelta::seconds(20));
    assert!(is_refused(&w.backend, &short).await, "expired");
    assert!(!is_refused(&w.backend, &tokens.id_token).await);
    backend::identity::end_session(&w.backend, &cookie).await.unwrap();
    assert!(is_refused(&w.backend, &tokens.id_token).await, "signed out");

    let again = w.sign_in("anna").await;
    assert!(!is_refused(&w.backend, &again.id_token).await);
    let later = w.clock.now() + TimeDelta::seconds(5);
    w.backend.db.write("UPDATE users SET valid_since = $1").bind(later).execute().await.unwrap();
    assert!(is_refused(&w.backend, &again.id_token).await, "signed out everywhere");
});

story!(a_new_signing_key_is_found_but_unknown_ones_do_not_cost_a_request_each, |w| async move {
    let anna = w.sign_up("anna").await;
    assert!(!is_refused(&w.backend, &anna.id_token).await);
    // The key moves to another server's database, and a new one takes its place there.
    w.backend
        .db
        .write("UPDATE identity_keys SET kid = 'renamed', public_jwk = replace(public_jwk, kid, 'renamed')")
        .execute()
        .await
        .unwrap();
    let other = w.another_server().await;
    let ben = other.identity.sign_up("ben@example.org", "geheim 7").await.unwrap();
    assert!(is_refused(&w.backend, &ben.id_token).await, "asked a moment ago");
    w.later(TimeDelta::minutes(1));
    assert!(!is_refused(&w.backend, &ben.id_token).await);
    assert!(is_refused(&w.backend, &anna.id_token).await, "its key was withdrawn");
    other.db.close().await;
});

story!(servers_that_start_at_once_believe_each_other, |w| async move {
    w.backend.db.write("DELETE FROM identity_keys").execute().await.unwrap();
    let (one, two) = tokio::join!(w.another_server(), w.another_server());
    let anna = one.identity.sign_up("anna@example.org", "geheim 7").await.unwrap();
    let ben = two.identity.sign_up("ben@example.org", "geheim 7").await.unwrap();
    for server in [&one, &two] {
        assert!(!is_refused(server, &anna.id_token).await);
        assert!(!is_refused(server, &ben.id_token).await);
    }
    one.db.close().await;
    two.db.close().await;
});

story!(tokens_from_before_valid_since_are_refused, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let cookie = w.session(&tokens).await;
    w.later(TimeDelta::milliseconds(2500));
    w.backend.db.write("UPDATE users SET valid_since = $1").bind(w.clock.now()).execute().await.unwrap();

    assert!(is_refused(&w.backend, &tokens.id_token).await);
    let viewer = backend::identity::viewer_of_session(&w.backend, &cookie).await.unwrap();
    assert!(matches!(viewer, Viewer::Guest));
    assert_eq!(refusal(backend::identity::id_token(&w.backend, &cookie).await), ("unauthenticated", 401));

    let again = w.sign_in("anna").await;
    assert!(!is_refused(&w.backend, &again.id_token).await, "of the same second");
    w.session(&again).await;
});

story!(refresh_tokens_rotate_and_a_late_copy_ends_the_family, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let first = tokens.refresh_token;
    let other_sign_in = w.sign_in("anna").await.refresh_token;
    let token = |answer: Value| answer["refresh_token"].as_str().unwrap().to_owned();
    w.later(TimeDelta::hours(1));
    let second = token(ok(w.refresh(&first).await));
    assert_ne!(first, second);
    w.later(TimeDelta::seconds(60));
    let third = token(ok(w.refresh(&first).await));
    w.later(TimeDelta::seconds(1));
    assert_eq!(code(w.refresh(&first).await), "INVALID_REFRESH_TOKEN");
    for of_the_family in [second, third] {
        assert_eq!(code(w.refresh(&of_the_family).await), "INVALID_REFRESH_TOKEN");
    }
    ok(w.refresh(&other_sign_in).await);
});

story!(a_refresh_that_waits_while_its_sign_in_is_ended_brings_nothing, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    let mut tx = w.backend.db.begin().await.unwrap();
    tx.query("UPDATE identity_accounts SET local_id = local_id").execute().await.unwrap();
    let refresh = {
        let w = w.clone();
        tokio::spawn(async move { w.refresh(&tokens.refresh_token).await })
    };
    // SQLite lets nobody begin meanwhile; in PostgreSQL the refresh has read its token when it waits. A transaction sees the
    // connections as they were when it first looked, so another connection looks.
    if w.backend.db.engine() == Engine::Postgres {
        let (holder,) = tx.query("SELECT pg_backend_pid()").fetch_one::<(i32,)>().await.unwrap();
        let waiting = "SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))";
        while w.backend.db.read(waiting).bind(holder).fetch_optional::<(i32,)>().await.unwrap().is_none() {
            assert!(!refresh.is_finished(), "it did not wait");
            tokio::task::yield_now().await;
        }
    }
    tx.query("DELETE FROM identity_refresh_tokens").execute().await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(code(refresh.await.unwrap()), "INVALID_REFRESH_TOKEN");
});

story!(a_refresh_does_not_make_a_sign_in_recent, |w| async move {
    let tokens = w.sign_up("anna").await;
    w.register("anna", &tokens).await;
    w.later(TimeDelta::hours(3));
    let fresh = ok(w.refresh(&tokens.refresh_token).await);
    let claims = w.backend.identity.verify(fresh["id_token"].as_str().unwrap()).await.unwrap();
    assert_eq!(claims.auth_time, (w.clock.now() - TimeDelta::hours(3)).timestamp());
    assert_eq!(claims.iat, w.clock.now().timestamp());
    assert_eq!(claims.exp - claims.iat, 3600);
    assert_eq!(claims.firebase.sign_in_provider, "password");
    assert_eq!(claims.firebase.identities["email"], json!(["anna@example.org"]));
    assert_eq!((claims.iss.as_str(), claims.aud.as_str()), ("https://tagesecho.test", "tagesecho"));
});

story!(keys_are_stored_encrypted_and_another_secret_does_not_start, |w| async move {
    let (sealed, public) = w
        .backend
        .db
        .read("SELECT private_key, public_jwk FROM identity_keys")
        .fetch_one::<(Vec<u8>, String)>()
        .await
        .unwrap();
    assert!(
        jsonwebtoken::encode(&Header::new(Algorithm::ES256), &json!({}), &EncodingKey::from_ec_der(&sealed)).is_err()
    );
    assert!(!public.contains("\"d\""));
    let mut settings = w.settings.clone();
    settings.secret = Some("another secret, long enough to be taken".into());
    let error = Backend::open(settings, w.clock.clone()).await.unwrap_err();
    assert!(error.to_string().contains("TAGESECHO_SECRET"), "{error}");
});
