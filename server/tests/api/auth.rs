//! Registration, sessions, the own account.

use crate::world::{
    ORIGIN, World, get, json,
    people::{PASSWORD, bearer},
    request, world,
};
use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::json;

#[tokio::test]
async fn somebody_registers_signs_in_and_out_again() {
    let world = world().await;
    let code = backend::invitation_codes::invite(&world.backend, 1).await.unwrap().remove(0);
    let invitation = json!({ "invitationCode": code });
    assert_eq!(world.post("/api/auth/validate-invitation", &invitation).await.status, StatusCode::NO_CONTENT);

    let (id_token, refresh_token) = world.sign_up("anna").await;
    let asks = || bearer(Method::GET, "/api/auth/user", &id_token).body(Body::empty()).unwrap();
    world.send(asks()).await.refused(404, "user_not_found");

    let form = json!({ "invitationCode": code, "firstName": "Anna", "lastName": "Berger" });
    let register = || json(bearer(Method::POST, "/api/auth/simple-register", &id_token), &form);
    let user = world.send(register()).await.expect(201);
    assert_eq!((&user["firstName"], &user["email"]), (&json!("Anna"), &json!("anna@example.org")));
    world.send(register()).await.refused(409, "already_registered");
    world.post("/api/auth/validate-invitation", &invitation).await.refused(410, "invitation_used");
    assert_eq!(world.send(asks()).await.expect(200)["displayName"], "Anna Berger");

    let reply = world.start_session(&id_token, &refresh_token).await;
    assert_eq!(reply.expect(200)["id"], user["id"]);
    let set = reply.header("set-cookie");
    assert!(
        set.starts_with("session=") && set.contains("; HttpOnly; SameSite=Lax") && set.contains("; Path=/"),
        "{set}"
    );
    assert!(!set.contains("Secure"), "not on http: {set}");
    assert_eq!(reply.header("cache-control"), "private, no-store");
    let cookie = set.split(';').next().unwrap();

    let by_cookie = |path| get(path).header("cookie", cookie).body(Body::empty()).unwrap();
    assert_eq!(world.send(by_cookie("/api/auth/user")).await.expect(200)["id"], user["id"]);
    let token = world.send(by_cookie("/api/auth/token")).await.expect(200);
    assert_eq!(token["idToken"].as_str(), Some(id_token.as_str()));
    assert!(token["expiresAt"].as_str().is_some());

    let leave = request(Method::DELETE, "/api/auth/session").header("cookie", cookie).header("origin", ORIGIN);
    let reply = world.send(leave.body(Body::empty()).unwrap()).await;
    assert_eq!(reply.status, StatusCode::NO_CONTENT);
    assert!(reply.header("set-cookie").contains("Max-Age=0"), "{}", reply.header("set-cookie"));
    assert_eq!(reply.header("clear-site-data"), "\"cache\"", "drafts are the page's to clear");
    world.send(by_cookie("/api/auth/user")).await.refused(401, "unauthenticated");
    world.send(asks()).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn the_token_of_a_deleted_identity_registers_nobody() {
    let world = world().await;
    let code = backend::invitation_codes::invite(&world.backend, 1).await.unwrap().remove(0);
    let (id_token, _) = world.sign_up("anna").await;
    world.post("/identity/v1/accounts:delete", &json!({ "idToken": id_token })).await.expect(200);
    let form = json!({ "invitationCode": code, "firstName": "Anna", "lastName": "Berger" });
    let register = json(bearer(Method::POST, "/api/auth/simple-register", &id_token), &form);
    world.send(register).await.refused(401, "unauthenticated");
    let invitation = json!({ "invitationCode": code });
    assert_eq!(world.post("/api/auth/validate-invitation", &invitation).await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_browser_that_signed_in_before_is_not_locked_out_by_a_stranger() {
    let world = World::with_limits().await;
    world.person("anna").await;
    let (id_token, refresh_token) = world.sign_in("anna").await;
    let signed_in = world.start_session(&id_token, &refresh_token).await;
    let cookies = signed_in.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let device = cookies.filter(|line| line.starts_with("device=")).find_map(|line| line.split(';').next()).unwrap();
    let tries = async |password: &str, cookie: &str| {
        let request = request(Method::POST, "/identity/v1/accounts:signInWithPassword").header("cookie", cookie);
        let body = json!({ "email": "anna@example.org", "password": password });
        world.send(json(request, &body)).await
    };
    for _ in 0..10 {
        tries("falsch", "").await.expect(400);
    }
    let refused = tries(PASSWORD, "").await.expect(400);
    assert!(refused["error"]["message"].as_str().unwrap().starts_with("TOO_MANY_ATTEMPTS"), "{refused}");
    tries(PASSWORD, device).await.expect(200);
}

#[tokio::test]
async fn on_https_the_session_cookie_is_secure_and_bound_to_the_host() {
    let world = World::at("https://tagesecho.example").await;
    let person = world.person("anna").await;
    assert!(person.cookie.starts_with("__Host-session="), "{}", person.cookie);
    assert_eq!(world.get_as(&person, "/api/auth/user").await.status, StatusCode::OK);
    let reply = world.get("/livez").await;
    assert!(reply.header("strict-transport-security").contains("max-age=63072000"));
}

#[tokio::test]
async fn unknown_codes_and_invalid_tokens_are_refused() {
    let world = world().await;
    let unknown = json!({ "invitationCode": "XXXX-XXXX-XXXX" });
    world.post("/api/auth/validate-invitation", &unknown).await.refused(404, "invitation_unknown");
    for token in ["x", "a.b.c", "eyJhbGciOiJub25lIn0.e30."] {
        let reply = world.send(bearer(Method::GET, "/api/auth/user", token).body(Body::empty()).unwrap()).await;
        reply.refused(401, "unauthenticated");
        assert_eq!(reply.header("www-authenticate"), "Bearer");
    }
    world.get("/api/auth/user").await.refused(401, "unauthenticated");
    world.get("/api/auth/token").await.refused(401, "unauthenticated");
    world.post("/api/auth/session", &json!({ "refreshToken": "x" })).await.refused(401, "unauthenticated");
    let stale = get("/api/auth/user").header("cookie", "session=nonsense").body(Body::empty()).unwrap();
    world.send(stale).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn bearer_and_cookie_of_different_people_are_refused_but_a_new_sign_in_replaces_the_old() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let mixed = |method: Method, path| bearer(method, path, &ben.id_token).header("cookie", &anna.cookie);
    let reply = world.send(mixed(Method::GET, "/api/auth/user").body(Body::empty()).unwrap()).await;
    reply.refused(401, "account_mismatch");
    let same = bearer(Method::GET, "/api/auth/user", &anna.id_token).header("cookie", &anna.cookie);
    assert_eq!(world.send(same.body(Body::empty()).unwrap()).await.expect(200)["email"], "anna@example.org");

    let (id_token, refresh_token) = world.sign_in("ben").await;
    let session = bearer(Method::POST, "/api/auth/session", &id_token).header("cookie", &anna.cookie);
    world.send(json(session, &json!({ "refreshToken": refresh_token }))).await.expect(200);
    world.get_as(&anna, "/api/auth/user").await.refused(401, "unauthenticated");

    let leave = bearer(Method::DELETE, "/api/auth/session", "expired").header("cookie", &ben.cookie);
    assert_eq!(world.send(leave.body(Body::empty()).unwrap()).await.status, StatusCode::NO_CONTENT);
    world.get_as(&ben, "/api/auth/user").await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn name_picture_and_zone_can_be_changed() {
    let world = world().await;
    let anna = world.person("anna").await;
    let changed = json!({ "firstName": "  Änne ", "lastName": "" });
    let user = world.json_as(&anna, Method::PUT, "/api/auth/update-profile", &changed).await.expect(200);
    assert_eq!(user["firstName"], "Änne");
    let zone = |name: &str| json!({ "zone": name });
    let set = world.json_as(&anna, Method::PUT, "/api/users/zone", &zone("Pacific/Auckland")).await;
    assert_eq!(set.status, StatusCode::NO_CONTENT);
    world.json_as(&anna, Method::PUT, "/api/users/zone", &zone("Mars/Olympus")).await.refused(422, "invalid_zone");
    let guest = json(request(Method::PUT, "/api/users/zone"), &zone("Europe/Berlin"));
    world.send(guest).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn the_way_to_the_sign_in_keeps_only_own_paths() {
    let world = world().await;
    for (asked, expected) in [
        ("/api/login", "/?login=1"),
        ("/api/login?next=/entry/1%3Fa=b", "/?login=1&next=%2Fentry%2F1%3Fa%3Db"),
        ("/api/login?next=https://evil.example", "/?login=1"),
        ("/api/login?next=//evil.example", "/?login=1"),
        ("/api/login?next=/api/login", "/?login=1"),
        ("/api/login?next=/%5Cevil.example", "/?login=1"),
        ("/api/login?next=/%0d%0aSet-Cookie:x=1", "/?login=1"),
    ] {
        let reply = world.get(asked).await;
        assert_eq!((reply.status, reply.header("location")), (StatusCode::SEE_OTHER, expected), "{asked}");
    }
}

#[tokio::test]
async fn the_identity_provider_answers_in_its_own_shape() {
    let world = world().await;
    world.sign_up("anna").await;
    let body = json!({ "email": "anna@example.org", "password": PASSWORD, "returnSecureToken": true });
    let taken = world.post("/identity/v1/accounts:signUp", &body).await;
    assert_eq!(taken.expect(400)["error"]["message"], "EMAIL_EXISTS");
    assert!(world.get("/identity/v1/jwks").await.expect(200)["keys"].as_array().is_some());
    let nowhere = world.get("/identity/v1/nothing").await;
    assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
    let large = json!({ "email": "x".repeat(100_000) });
    let reply = world.post("/identity/v1/accounts:signUp", &large).await;
    assert_eq!(reply.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", reply.text());
    assert!(reply.json()["error"]["message"].is_string());
}
