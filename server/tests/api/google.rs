//! Signing in with Google, as a browser sees it.

use crate::world::{
    World, get,
    issuer::{self, Issuer, Lie, google_person, query},
    json,
    people::bearer,
    reply::is_known,
    world,
};
use axum::body::Body;
use http::{Method, StatusCode, header};
use serde_json::{Value, json};

const LOGIN: &str = "/api/auth/google/start?mode=login&popup=1&id=";

fn id(letter: &str) -> String {
    letter.repeat(43)
}

impl World {
    fn issuer(&self) -> Issuer {
        issuer::find(self.backend.settings.google.as_ref().unwrap(), &self.backend.clock)
    }

    /// A click on one of our pages: the way to Google and the flow cookie.
    async fn set_out(&self, path: &str, cookie: &str) -> (String, String) {
        let click = get(path).header("sec-fetch-site", "same-origin").header(header::COOKIE, cookie);
        let reply = self.send(click.body(Body::empty()).unwrap()).await;
        assert_eq!(reply.status, StatusCode::SEE_OTHER, "{}", reply.text());
        let set = reply.header("set-cookie");
        assert!(set.ends_with("; Path=/; Max-Age=600; HttpOnly; SameSite=Lax"), "{set}");
        (reply.header("location").to_owned(), set.split(';').next().unwrap().to_owned())
    }

    async fn come_back(&self, (state, code): &(String, String), cookie: &str) -> crate::world::Reply {
        let state: String = url::form_urlencoded::byte_serialize(state.as_bytes()).collect();
        let code: String = url::form_urlencoded::byte_serialize(code.as_bytes()).collect();
        let path = format!("/api/auth/google/callback?state={state}&code={code}&iss={}", self.issuer().url());
        let back = get(&path).header("sec-fetch-site", "cross-site").header(header::COOKIE, cookie);
        self.send(back.body(Body::empty()).unwrap()).await
    }

    async fn invitation(&self) -> String {
        backend::invitation_codes::invite(&self.backend, 1).await.unwrap().remove(0)
    }
}

/// The result that the last page passes to the waiting page.
fn told(page: &str) -> Value {
    let text = page.split_once("<p id=\"result\" hidden>").unwrap().1.split_once("</p>").unwrap().0;
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn pages_say_what_google_learns_and_loses_only_where_it_is_set_up() {
    for (world, is_set_up) in [(World::with_google().await, true), (world().await, false)] {
        world.person("anna").await;
        let privacy = world.get("/datenschutz").await.text();
        assert_eq!(privacy.contains("erfährt Google, dass und wann"), is_set_up);
        assert!(privacy.contains("wie sich dein Browser nennt") && privacy.contains("kein Mailserver"));
        world.press_as_guest("/forgot-password", "form=forgot-password&email=anna%40example.org").await;
        let mail = world.get("/test/mail?to=anna@example.org").await.text();
        let (_, code) = mail.split_once("&oobCode=").unwrap();
        let action = world.get(&format!("/action?oobCode={}", code.lines().next().unwrap())).await.text();
        assert!(action.contains("Neues Passwort"));
        assert_eq!(action.contains("mit Google angemeldet hast"), is_set_up);
    }
}

#[tokio::test]
async fn a_window_of_its_own_ends_with_a_session_and_a_page_that_says_so() {
    let world = World::with_google().await;
    let code = world.invitation().await;
    let path = format!("/api/auth/google/start?mode=register&popup=1&id={}&code={code}", id("r"));
    let (location, cookie) = world.set_out(&path, "").await;
    let waiting = format!("/api/auth/google/result?state={}", id("r"));
    let ask = |cookie: &str| get(&waiting).header(header::COOKIE, cookie).body(Body::empty()).unwrap();
    assert_eq!(world.send(ask(&cookie)).await.expect(200)["outcome"], "pending");
    world.send(ask("")).await.refused(400, "google_cookie");

    let answer = world.issuer().agree(&location, &google_person("anna"), Lie::None);
    let reply = world.come_back(&answer, &cookie).await;
    assert_eq!(reply.status, StatusCode::OK);
    let message = told(&reply.text());
    assert_eq!((&message["outcome"], &message["state"]), (&json!("registered"), &json!(id("r"))));
    assert!(!reply.text().contains("eyJ"), "no token reaches the browser");
    let policy = reply.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'nonce-") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(reply.header("cache-control"), "private, no-store");
    assert!(is_known(&reply));
    let session = reply.header("set-cookie").split(';').next().unwrap().to_owned();
    let asks = get("/api/auth/user").header(header::COOKIE, &session).body(Body::empty()).unwrap();
    let user = world.send(asks).await.expect(200);
    assert_eq!((&user["id"], &user["email"]), (&message["userId"], &json!("anna@example.org")));
    let asked = world.send(ask(&cookie)).await;
    assert!(asked.header("set-cookie").starts_with(&session), "for a browser that never got the answer");
    assert!(is_known(&asked));
    assert_eq!(asked.expect(200)["userId"], user["id"]);
    assert_eq!(world.send(ask(&cookie)).await.header("set-cookie"), "");

    let again = world.come_back(&answer, &cookie).await;
    assert_eq!(told(&again.text())["outcome"], "google_used");
    assert_eq!(again.header("set-cookie"), "");
}

#[tokio::test]
async fn the_same_window_goes_on_to_the_page_that_was_wanted_and_to_no_other_site() {
    let world = World::with_google().await;
    let code = world.invitation().await;
    let anna = google_person("anna");
    let path = format!("/api/auth/google/start?mode=register&code={code}&next=/create");
    let (location, cookie) = world.set_out(&path, "").await;
    let reply = world.come_back(&world.issuer().agree(&location, &anna, Lie::None), &cookie).await;
    assert_eq!((reply.status, reply.header("location")), (StatusCode::SEE_OTHER, "/create"));
    for next in [
        "https://evil.example",
        "//evil.example",
        "/%5Cevil.example",
        "/%09/evil.example",
        "/api/login",
        "javascript:1",
    ] {
        let (location, cookie) = world.set_out(&format!("/api/auth/google/start?mode=login&next={next}"), "").await;
        let reply = world.come_back(&world.issuer().agree(&location, &anna, Lie::None), &cookie).await;
        assert_eq!(reply.header("location"), "/", "{next}");
    }
    let (location, cookie) = world.set_out("/api/auth/google/start?mode=login&next=/create", "").await;
    let nobody = world.issuer().agree(&location, &google_person("ben"), Lie::None);
    let reply = world.come_back(&nobody, &cookie).await;
    assert_eq!(reply.header("location"), "/?google=user_not_found&next=%2Fcreate");
    let (location, cookie) = world.set_out("/api/auth/google/start?mode=register", "").await;
    let nobody = world.issuer().agree(&location, &google_person("ben"), Lie::None);
    let reply = world.come_back(&nobody, &cookie).await;
    assert_eq!(reply.header("location"), "/?google=needs_registration&register=1");
}

#[tokio::test]
async fn another_site_neither_starts_a_sign_in_nor_injects_one() {
    let world = World::with_google().await;
    for (name, value) in [("sec-fetch-site", "cross-site"), ("sec-fetch-dest", "iframe"), ("sec-fetch-mode", "no-cors")]
    {
        let start = get(&format!("{LOGIN}{}", id("x"))).header(name, value).body(Body::empty()).unwrap();
        world.send(start).await.refused(403, "cross_site");
    }
    // A thief's own answer, brought into somebody's browser.
    let (location, thief) = world.set_out(&format!("{LOGIN}{}", id("t")), "").await;
    let answer = world.issuer().agree(&location, &google_person("thief"), Lie::None);
    let (_, victim) = world.set_out(&format!("{LOGIN}{}", id("v")), "").await;
    assert_ne!(thief, victim);
    for cookie in ["", victim.as_str()] {
        let reply = world.come_back(&answer, cookie).await;
        assert_eq!(told(&reply.text())["outcome"], "google_cookie");
        assert_eq!(reply.header("set-cookie"), "");
    }
    for query in ["", "?state=x", "?state=%3Cscript%3E.x&code=1", "?error=access_denied", "?code=1&state=%00"] {
        let reply = world.get(&format!("/api/auth/google/callback{query}")).await;
        assert_eq!(told(&reply.text())["outcome"], "google_state", "{query}");
        assert!(!reply.text().contains("<script>"), "{query}");
    }
}

#[tokio::test]
async fn a_wrong_start_is_refused_in_the_window_and_on_the_page() {
    let world = World::with_google().await;
    let start = |query: &str| format!("/api/auth/google/start?{query}");
    let reply = world.get(&start(&format!("mode=register&popup=1&id={}", id("r")))).await;
    let message = told(&reply.text());
    assert_eq!((&message["outcome"], &message["state"]), (&json!("invitation_missing"), &json!(id("r"))));
    assert_eq!(message["message"], "Bitte geben Sie einen Einladungscode ein");
    let reply = world.get(&start("mode=register&code=ABCD-EFGH-JK")).await;
    assert_eq!(reply.header("location"), "/?google=invitation_unknown&register=1");
    world.get(&start("mode=steal")).await.refused(400, "invalid_form");
    let link = get(&start("mode=link")).header("sec-fetch-site", "same-origin").body(Body::empty()).unwrap();
    assert_eq!(world.send(link).await.header("location"), "/settings?google=unauthenticated");
    let script = world.get(&start("mode=login&popup=1&id=%3C/p%3E%3Cscript%3Ealert(1)%3C/script%3E")).await;
    assert!(!script.text().contains("<script>alert"), "{}", script.text());
}

#[tokio::test]
async fn without_configuration_the_window_says_so() {
    let world = world().await;
    let reply = world.get(&format!("{LOGIN}{}", id("n"))).await;
    assert_eq!(told(&reply.text())["outcome"], "google_not_configured");
    assert_eq!(
        world.get("/api/auth/google/start?mode=login").await.header("location"),
        "/?google=google_not_configured"
    );
}

#[tokio::test]
async fn somebody_connects_and_disconnects() {
    let world = World::with_google().await;
    let anna = world.person("anna").await;
    let path = format!("/api/auth/google/start?mode=link&popup=1&id={}", id("l"));
    let (location, cookie) = world.set_out(&path, &anna.cookie).await;
    assert_eq!(query(&location)["login_hint"], "anna@example.org");
    let answer = world.issuer().agree(&location, &google_person("anna"), Lie::None);
    let both = format!("{}; {cookie}", anna.cookie);
    let reply = world.come_back(&answer, &both).await;
    assert_eq!(told(&reply.text())["outcome"], "linked");
    assert_eq!(reply.header("set-cookie"), "", "the session stays");

    for _ in 0..2 {
        let done = world.press(&anna, "/settings", "form=disconnect-google").await;
        assert_eq!(done.status, StatusCode::SEE_OTHER, "twice is no error");
    }
}

#[tokio::test]
async fn before_a_registration_the_address_must_be_ones_own() {
    let world = world().await;
    let (id_token, _) = world.sign_up("anna").await;
    let form = |email: &str, code: &str| json!({ "email": email, "invitationCode": code });
    let send = |body: &Value| {
        let request = bearer(Method::POST, "/api/auth/cleanup-before-registration", &id_token);
        world.send(json(request, body))
    };
    let code = world.invitation().await;
    assert_eq!(send(&form("anna@example.org", &code)).await.status, StatusCode::NO_CONTENT);
    send(&form("ben@example.org", &code)).await.refused(403, "google_forbidden");
    send(&form("anna@example.org", "")).await.refused(400, "invitation_missing");
    let guest = world.post("/api/auth/cleanup-before-registration", &form("anna@example.org", &code)).await;
    guest.refused(401, "unauthenticated");
}
