//! Coming back by mail, and changing password and address, as a browser does it.

use crate::world::{
    Reply, World, get, json,
    people::{PASSWORD, Person, bearer},
    reply::{cookie, is_known},
    request, world,
};
use axum::body::Body;
use chrono::TimeDelta;
use http::{Method, StatusCode};
use serde_json::{Value, json};

async fn mail(world: &World, name: &str) -> Option<String> {
    let reply = world.get(&format!("/test/mail?to={name}@example.org")).await;
    (reply.status == StatusCode::OK).then(|| reply.text())
}

async fn mailed_code(world: &World, name: &str) -> String {
    let mail = mail(world, name).await.unwrap();
    let (_, rest) = mail.split_once("&oobCode=").unwrap();
    rest.lines().next().unwrap().to_owned()
}

async fn forget(world: &World, name: &str) -> Reply {
    world.post("/api/auth/forgot-password", &json!({ "email": format!("{name}@example.org") })).await
}

async fn sign_in(world: &World, name: &str, password: &str) -> Value {
    let body = json!({ "email": format!("{name}@example.org"), "password": password, "returnSecureToken": true });
    world.post("/identity/v1/accounts:signInWithPassword", &body).await.json()
}

async fn put(world: &World, person: &Person, path: &str, body: &Value) -> Reply {
    world.json_as(person, Method::PUT, path, body).await
}

#[tokio::test]
async fn asking_for_a_new_password_looks_the_same_for_everybody() {
    let world = world().await;
    world.person("anna").await;
    let (known, unknown) = (forget(&world, "anna").await, forget(&world, "niemand").await);
    for reply in [&known, &unknown] {
        assert_eq!(reply.status, StatusCode::ACCEPTED);
        assert!(reply.bytes.is_empty() && reply.header("set-cookie").is_empty());
    }
    let names = |reply: &Reply| reply.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&known), names(&unknown));
    assert!(mail(&world, "anna").await.is_some());
    assert!(mail(&world, "niemand").await.is_none());
    world.post("/api/auth/forgot-password", &json!({ "email": "anna" })).await.refused(422, "invalid_email");
    world.post("/api/auth/forgot-password", &json!({})).await.refused(400, "missing_field");
}

#[tokio::test]
async fn a_code_that_is_none_and_a_password_that_everybody_has_are_refused_in_plain_words() {
    let world = world().await;
    for code in ["", " ", "x"] {
        let confirm = json!({ "oobCode": code });
        world.post("/api/auth/confirm-email", &confirm).await.refused(410, "code_used");
        let reset = json!({ "oobCode": code, "newPassword": "abendlicht 9" });
        world.post("/api/auth/reset-password", &reset).await.refused(410, "code_used");
    }
    let common = json!({ "oobCode": "x", "newPassword": "Password1" });
    world.post("/api/auth/reset-password", &common).await.refused(422, "common_password");
}

#[tokio::test]
async fn a_new_password_by_mail_ends_the_session_and_opens_a_new_one() {
    let world = world().await;
    let anna = world.person("anna").await;
    world.backend.clock.advance(TimeDelta::seconds(1));
    forget(&world, "anna").await;
    let oob_code = mailed_code(&world, "anna").await;
    let reset = |password: &str| json!({ "oobCode": oob_code, "newPassword": password });
    world.post("/api/auth/reset-password", &reset("kurz")).await.refused(422, "weak_password");
    world.get_as(&anna, "/api/auth/user").await.expect(200);
    let done = world.post("/api/auth/reset-password", &reset("ganz neu")).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    assert!(done.header("set-cookie").is_empty(), "a mail alone signs nobody in");
    world.get_as(&anna, "/api/auth/user").await.refused(401, "unauthenticated");
    let by_token = bearer(Method::GET, "/api/auth/user", &anna.id_token).body(Body::empty()).unwrap();
    world.send(by_token).await.refused(401, "unauthenticated");
    world.post("/api/auth/reset-password", &reset("noch neuer")).await.refused(410, "code_used");
    assert_eq!(sign_in(&world, "anna", PASSWORD).await["error"]["message"], "INVALID_PASSWORD");
    let tokens = sign_in(&world, "anna", "ganz neu").await;
    let session = world.start_session(tokens["idToken"].as_str().unwrap(), tokens["refreshToken"].as_str().unwrap());
    session.await.expect(200);

    forget(&world, "anna").await;
    let late = mailed_code(&world, "anna").await;
    world.backend.clock.advance(TimeDelta::minutes(10));
    let late = json!({ "oobCode": late, "newPassword": "zu spät" });
    world.post("/api/auth/reset-password", &late).await.refused(410, "code_expired");
}

#[tokio::test]
async fn opening_a_link_changes_nothing_and_leaves_no_trace() {
    let world = world().await;
    world.person("anna").await;
    forget(&world, "anna").await;
    let oob_code = mailed_code(&world, "anna").await;
    let path = format!("/action?mode=resetPassword&oobCode={oob_code}");
    for method in [Method::HEAD, Method::GET, Method::GET] {
        let page = world.send(request(method, &path).header("accept", "text/html").body(Body::empty()).unwrap()).await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        assert_eq!(page.header("x-robots-tag"), "noindex");
        assert_eq!(page.header("cache-control"), "private, no-store");
    }
    let reset = json!({ "oobCode": oob_code, "newPassword": "ganz neu" });
    assert_eq!(world.post("/api/auth/reset-password", &reset).await.status, StatusCode::NO_CONTENT);
    let used = world.send(get(&path).header("accept", "text/html").body(Body::empty()).unwrap()).await;
    assert_eq!(used.status, StatusCode::GONE);
    assert!(used.text().contains("href=\"/forgot-password\""), "{}", used.text());
}

#[tokio::test]
async fn an_address_is_confirmed_and_changed_by_mail() {
    let world = world().await;
    let anna = world.person("anna").await;
    let send = world.json_as(&anna, Method::POST, "/api/auth/send-verification", &json!({})).await;
    assert_eq!(send.status, StatusCode::ACCEPTED);
    let confirm = json!({ "oobCode": mailed_code(&world, "anna").await });
    let done = world.post("/api/auth/confirm-email", &confirm).await.expect(200);
    assert_eq!(done, json!({ "email": "anna@example.org", "changed": false }));
    world.post("/api/auth/confirm-email", &confirm).await.refused(410, "code_used");
    let again = world.json_as(&anna, Method::POST, "/api/auth/send-verification", &json!({})).await;
    again.refused(409, "already_confirmed");

    let change = |password: &str| json!({ "currentPassword": password, "email": "aenne@example.org" });
    put(&world, &anna, "/api/auth/email", &change("geraten")).await.refused(422, "wrong_password");
    assert_eq!(put(&world, &anna, "/api/auth/email", &change(PASSWORD)).await.status, StatusCode::ACCEPTED);
    world.backend.clock.advance(TimeDelta::seconds(1));
    let confirm = json!({ "oobCode": mailed_code(&world, "aenne").await });
    let done = world.post("/api/auth/confirm-email", &confirm).await.expect(200);
    assert_eq!(done, json!({ "email": "aenne@example.org", "changed": true }));
    world.get_as(&anna, "/api/auth/user").await.refused(401, "unauthenticated");
    assert!(mail(&world, "anna").await.unwrap().contains("Das warst du nicht?"));
    let tokens = sign_in(&world, "aenne", PASSWORD).await;
    let asks = bearer(Method::GET, "/api/auth/user", tokens["idToken"].as_str().unwrap()).body(Body::empty()).unwrap();
    assert_eq!(world.send(asks).await.expect(200)["email"], "aenne@example.org");
}

#[tokio::test]
async fn a_new_password_gives_this_browser_a_new_cookie_and_ends_the_others() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (id_token, refresh_token) = world.sign_in("anna").await;
    let elsewhere = Person { cookie: cookie(&world.start_session(&id_token, &refresh_token).await), ..anna.clone() };
    world.backend.clock.advance(TimeDelta::seconds(1));
    let change = |current: &str, new: &str| json!({ "currentPassword": current, "newPassword": new });
    let path = "/api/auth/password";
    put(&world, &anna, path, &change("geraten", "ganz neu")).await.refused(422, "wrong_password");
    put(&world, &anna, path, &change(PASSWORD, "kurz")).await.refused(422, "weak_password");
    put(&world, &anna, path, &json!({ "newPassword": "ganz neu" })).await.refused(400, "missing_field");
    let foreign = request(Method::PUT, path).header("cookie", &anna.cookie).header("origin", "https://evil.example");
    world.send(json(foreign, &change(PASSWORD, "gestohlen"))).await.refused(403, "cross_site");
    let guest = json(request(Method::PUT, path), &change(PASSWORD, "gestohlen"));
    world.send(guest).await.refused(401, "unauthenticated");

    let reply = put(&world, &anna, path, &change(PASSWORD, "ganz neu")).await;
    assert_eq!(reply.status, StatusCode::NO_CONTENT);
    assert!(is_known(&reply), "what it was known by has ended with the old password");
    let here = Person { cookie: cookie(&reply), ..anna.clone() };
    world.get_as(&here, "/api/auth/user").await.expect(200);
    for ended in [&anna, &elsewhere] {
        world.get_as(ended, "/api/auth/user").await.refused(401, "unauthenticated");
    }
}
