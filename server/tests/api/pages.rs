//! Pages as a browser gets them: status, language, caching, headers.

use crate::world::{World, form::Form, get, request, world};
use axum::body::Body;
use domain::{Key, Language};
use http::{Method, StatusCode};
use serde_json::json;

#[tokio::test]
async fn guests_get_the_landing_page_in_place() {
    let world = world().await;
    assert_eq!(world.get("/").await.status, StatusCode::OK);
    for path in ["/dashboard", "/create", "/entry/6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "/gibt-es-nicht"] {
        let reply = world.get(path).await;
        assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "{path}");
        assert!(reply.header("content-type").starts_with("text/html"));
        assert!(reply.headers.get("www-authenticate").is_none());
    }
    let head = world.send(request(Method::HEAD, "/").body(Body::empty()).unwrap()).await;
    assert_eq!((head.status, head.bytes.len()), (StatusCode::OK, 0));
}

#[tokio::test]
async fn the_cookie_chooses_the_language_before_the_browser_does() {
    let world = world().await;
    for (cookie, accepted, expected) in [
        ("", "de-AT,de;q=0.9", "de"),
        ("language=es", "de", "es"),
        ("language=xx", "fr", "fr"),
        ("", "it", "en"),
        ("theme=dark; language=fr", "de", "fr"),
    ] {
        let request = http::Request::get("/").header("cookie", cookie).header("accept-language", accepted);
        let reply = world.send(request.body(Body::empty()).unwrap()).await;
        assert!(reply.text().contains(&format!("<html lang=\"{expected}\"")), "{cookie} {accepted}");
        let sample = Language::parse(expected).unwrap().text(Key::LandingExampleMoment);
        assert!(reply.text().contains(sample), "{expected}: the sample entry");
        assert_eq!(reply.header("content-language"), expected);
        assert!(reply.header("vary").to_lowercase().contains("accept-language"));
    }
    let dark = get("/").header("cookie", "theme=dark").body(Body::empty()).unwrap();
    assert!(world.send(dark).await.text().contains("data-theme=\"dark\""));
}

#[tokio::test]
async fn a_page_is_there_with_a_slash_at_its_end_and_no_further() {
    let world = world().await;
    let anna = world.person("anna").await;
    for (path, status) in [
        ("/friends", StatusCode::OK),
        ("/friends/", StatusCode::OK),
        ("/friends//", StatusCode::NOT_FOUND),
        ("/settings/assistant/", StatusCode::OK),
        ("/shared/a/", StatusCode::NOT_FOUND),
        ("/shared/a/b", StatusCode::NOT_FOUND),
        ("/entry/%FF", StatusCode::NOT_FOUND),
        ("/entry/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/", StatusCode::NOT_FOUND),
    ] {
        let reply = world.get_as(&anna, path).await;
        assert_eq!(reply.status, status, "{path}");
        assert!(reply.header("content-type").starts_with("text/html"), "{path}");
    }
    assert_eq!(world.get("/action/").await.header("referrer-policy"), "no-referrer");
    assert_eq!(world.press(&anna, "/friends/", "form=x").await.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn nothing_of_a_diary_is_kept_in_a_cache() {
    let world = world().await;
    let anna = world.person("anna").await;
    for path in ["/", "/dashboard", "/create", "/gibt-es-nicht"] {
        let page = world.get_as(&anna, path).await;
        assert!(page.header("content-type").starts_with("text/html"), "{path}");
        assert_eq!(page.header("cache-control"), "private, no-store", "{path}");
    }
    assert_eq!(world.get("/").await.header("cache-control"), "private, no-cache");

    let entry = world.entry(&anna, Form::new("Ein Tag").field("mood", r#"{"level":5}"#)).await;
    let share = format!("/api/entries/{}/generate-share-token", entry["id"].as_str().unwrap());
    let made = world.json_as(&anna, Method::POST, &share, &json!({})).await.expect(200);
    let shared = format!("/shared/{}", made["shareToken"].as_str().unwrap());
    for page in [world.get(&shared).await, world.get_as(&anna, &shared).await] {
        assert_eq!(page.header("cache-control"), "private, no-cache");
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        assert_eq!(page.header("x-robots-tag"), "noindex");
    }
}

/// Every kind of answer.
#[tokio::test]
async fn every_answer_has_the_headers_of_a_careful_site() {
    let world = World::at("https://tagesecho.example").await;
    for (path, accept) in [
        ("/", "text/html"),
        ("/dashboard", "text/html"),
        ("/shared/nonsense", "text/html"),
        ("/api/auth/user", "*/*"),
        ("/api/nothing", "*/*"),
        ("/test/panic", "*/*"),
        ("/test/panic", "text/html"),
        ("/media/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/original", "image/*"),
        ("/identity/v1/jwks", "*/*"),
        ("/livez", "*/*"),
    ] {
        let reply = world.send(get(path).header("accept", accept).body(Body::empty()).unwrap()).await;
        let policy = reply.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{path}: {policy}");
        for (name, expected) in [
            ("x-content-type-options", "nosniff"),
            ("cross-origin-opener-policy", "same-origin-allow-popups"),
            ("cross-origin-resource-policy", "same-origin"),
            ("permissions-policy", "microphone=(self), camera=(), geolocation=()"),
        ] {
            assert_eq!(reply.header(name), expected, "{path}");
        }
        let referrer = if path.starts_with("/shared") { "no-referrer" } else { "same-origin" };
        assert_eq!(reply.header("referrer-policy"), referrer, "{path}");
        assert!(reply.header("strict-transport-security").starts_with("max-age="), "{path}");
        assert_eq!(reply.header("x-request-id").len(), 12, "{path}");
        assert!(reply.headers.get("server").is_none() && reply.headers.get("x-powered-by").is_none());
    }
    let ids = [world.get("/livez").await, world.get("/livez").await];
    assert_ne!(ids[0].header("x-request-id"), ids[1].header("x-request-id"));
}

#[tokio::test]
async fn the_page_for_no_connection_is_the_same_for_everybody_and_runs_nothing_inline() {
    let world = world().await;
    let anna = world.person("anna").await;
    let page = world.get_as(&anna, "/offline").await;
    assert_eq!(page.status, StatusCode::OK);
    let markup = page.text();
    assert_eq!(markup, world.get("/offline").await.text());
    for word in ["anna", "data-user-id", "nonce", "<script>"] {
        assert!(!markup.contains(word), "{word}: {markup}");
    }
    assert!(markup.contains("data-offline") && markup.contains("</html>"), "{markup}");
    assert!(page.header("content-security-policy").contains("script-src 'self';"));
}
