//! A changing request that carries the cookie alone must come from our own pages.

use crate::world::{ORIGIN, form::Form, people::bearer, request, world};
use axum::body::Body;
use http::{Method, StatusCode};

/// Headers with which a browser names the origin of a request.
const SOURCES: [(&str, Option<&str>, Option<&str>, bool); 10] = [
    ("our page", Some("same-origin"), Some(ORIGIN), true),
    ("our page, no origin", Some("same-origin"), None, true),
    ("our page in an old browser", None, Some(ORIGIN), true),
    ("another site", Some("cross-site"), Some("https://evil.example"), false),
    ("a neighbour's host", Some("same-site"), Some("http://other.localhost"), false),
    ("the address bar", Some("none"), None, false),
    ("a sandboxed frame", Some("cross-site"), Some("null"), false),
    ("a sandboxed frame in an old browser", None, Some("null"), false),
    ("a look-alike", None, Some("http://localhost.evil.example"), false),
    ("nobody knows", None, None, false),
];

const CHANGES: [(Method, &str, &str); 16] = [
    (Method::POST, "/api/entries", "multipart/form-data; boundary=x"),
    (Method::POST, "/api/entries", "text/plain"),
    (Method::PATCH, "/api/entries/6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "multipart/form-data; boundary=x"),
    (Method::PUT, "/api/auth/update-profile", "application/json"),
    (Method::PUT, "/api/users/zone", "application/json"),
    (Method::PUT, "/api/users/day-end", "application/json"),
    (Method::PATCH, "/api/profile", "multipart/form-data; boundary=x"),
    (Method::PUT, "/api/entries/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/visibility", "application/json"),
    (Method::DELETE, "/api/auth/session", ""),
    (Method::DELETE, "/api/account", "application/json"),
    (Method::POST, "/settings/delete-account", "application/x-www-form-urlencoded"),
    (Method::POST, "/api/auth/validate-invitation", "application/json"),
    (Method::DELETE, "/api/entries/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/remove-share-token", ""),
    (Method::POST, "/settings", "application/x-www-form-urlencoded"),
    (Method::POST, "/rpc/sharing/remove", "application/x-www-form-urlencoded"),
    (Method::POST, "/rpc/sharing/remove", "application/json"),
];

#[tokio::test]
async fn the_cookie_alone_changes_nothing_for_another_site() {
    let world = world().await;
    let anna = world.person("anna").await;
    for (method, path, kind) in CHANGES {
        for (source, fetch_site, origin, passes) in SOURCES {
            if passes && path.ends_with("session") {
                continue;
            }
            let mut request = request(method.clone(), path).header("cookie", &anna.cookie).header("content-type", kind);
            if let Some(site) = fetch_site {
                request = request.header("sec-fetch-site", site);
            }
            if let Some(origin) = origin {
                request = request.header("origin", origin);
            }
            let reply = world.send(request.body(Body::from("{}")).unwrap()).await;
            let refused = reply.status == StatusCode::FORBIDDEN && reply.text().contains("cross_site");
            assert_eq!(refused, !passes, "{method} {path} as {kind} from {source}: {} {}", reply.status, reply.text());
        }
    }
    assert_eq!(world.get_as(&anna, "/api/auth/user").await.status, StatusCode::OK, "the session is still there");
}

#[tokio::test]
async fn another_site_signs_nobody_in() {
    let world = world().await;
    world.person("anna").await;
    for (source, fetch_site, origin, passes) in SOURCES {
        let mut request = request(Method::POST, "/").header("content-type", "application/x-www-form-urlencoded");
        if let Some(site) = fetch_site {
            request = request.header("sec-fetch-site", site);
        }
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let form = "form=sign-in&email=anna%40example.org&password=Kaffee+%26+Kuchen";
        let reply = world.send(request.body(Body::from(form)).unwrap()).await;
        let expected = if passes { StatusCode::SEE_OTHER } else { StatusCode::FORBIDDEN };
        assert_eq!((reply.status, reply.session().is_some()), (expected, passes), "{source}");
    }
}

#[tokio::test]
async fn a_bearer_needs_no_origin_and_reading_is_free() {
    let world = world().await;
    let anna = world.person("anna").await;
    let by_program = bearer(Method::POST, "/api/entries", &anna.id_token).header("cookie", &anna.cookie);
    let reply = world.send(Form::new("Ein Tag").into_request(by_program)).await;
    reply.expect(201);
    let read =
        request(Method::GET, "/api/entries").header("cookie", &anna.cookie).header("sec-fetch-site", "cross-site");
    assert_eq!(world.send(read.body(Body::empty()).unwrap()).await.status, StatusCode::OK);

    // Server functions know no bearer, so it cannot speak for the cookie either.
    let call = bearer(Method::POST, "/rpc/sharing/remove", &anna.id_token).header("cookie", &anna.cookie);
    world.send(call.body(Body::empty()).unwrap()).await.refused(403, "cross_site");
}
