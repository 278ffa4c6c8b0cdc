//! Devices: listed without secrets, ended one by one, all others, or everywhere.

use crate::world::{
    ORIGIN, World,
    people::{Person, bearer},
    reply, request, world,
};
use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::Value;

const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0";

/// Anna on another device.
async fn phone(world: &World) -> Person {
    let (id_token, refresh_token) = world.sign_in("anna").await;
    let body = serde_json::json!({ "refreshToken": refresh_token });
    let start = bearer(Method::POST, "/api/auth/session", &id_token).header("user-agent", FIREFOX);
    let cookie = reply::cookie(&world.send(crate::world::json(start, &body)).await);
    Person { id_token, refresh_token, cookie }
}

async fn list(world: &World, person: &Person) -> Vec<Value> {
    world.get_as(person, "/api/auth/sessions").await.expect(200).as_array().unwrap().clone()
}

async fn delete(world: &World, person: &Person, path: &str) -> reply::Reply {
    world.send(person.request(Method::DELETE, path).body(Body::empty()).unwrap()).await
}

async fn assert_over(world: &World, person: &Person) {
    world.get_as(person, "/api/auth/user").await.refused(401, "unauthenticated");
    let by_token = bearer(Method::GET, "/api/auth/user", &person.id_token).body(Body::empty()).unwrap();
    world.send(by_token).await.refused(401, "unauthenticated");
    let form = format!("grant_type=refresh_token&refresh_token={}", person.refresh_token);
    let refresh =
        request(Method::POST, "/identity/v1/token").header("content-type", "application/x-www-form-urlencoded");
    assert_eq!(world.send(refresh.body(Body::from(form)).unwrap()).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn devices_are_named_and_ended_one_by_one() {
    let world = world().await;
    let anna = world.person("anna").await;
    let phone = phone(&world).await;
    let devices = list(&world, &anna).await;
    assert_eq!(devices.len(), 2);
    assert_eq!((&devices[0]["current"], &devices[0]["device"]), (&true.into(), &"Unbekanntes Gerät".into()));
    assert_eq!((&devices[1]["current"], &devices[1]["device"]), (&false.into(), &"Firefox auf Windows".into()));
    assert_eq!(devices[1]["lastUsedAt"], "2026-11-20T11:00:00Z");
    let secret = phone.cookie.split_once('=').unwrap().1;
    assert!(!serde_json::to_string(&devices).unwrap().contains(secret));

    let path = format!("/api/auth/sessions/{}", devices[1]["id"].as_str().unwrap());
    let ben = world.person("ben").await;
    delete(&world, &ben, &path).await.refused(404, "session_not_found");
    let ended = delete(&world, &anna, &path).await;
    assert_eq!((ended.status, ended.header("set-cookie")), (StatusCode::NO_CONTENT, ""));
    assert_over(&world, &phone).await;
    delete(&world, &anna, &path).await.refused(404, "session_not_found");
    assert_eq!(list(&world, &anna).await.len(), 1);

    let own = format!("/api/auth/sessions/{}", devices[0]["id"].as_str().unwrap());
    let ended = delete(&world, &anna, &own).await;
    assert!(ended.header("set-cookie").starts_with("session=; Path=/; Max-Age=0"), "the browser forgets it");
    assert_over(&world, &anna).await;
    world.get("/api/auth/sessions").await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn all_others_end_or_all() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let others = [phone(&world).await, phone(&world).await];
    let ended = delete(&world, &anna, "/api/auth/sessions").await;
    assert_eq!((ended.status, ended.header("set-cookie")), (StatusCode::NO_CONTENT, ""));
    for other in &others {
        assert_over(&world, other).await;
    }
    assert_eq!(list(&world, &anna).await.len(), 1);

    delete(&world, &anna, "/api/auth/sessions?all=yes").await.refused(400, "invalid_form");
    world.backend.clock.advance(chrono::TimeDelta::seconds(1));
    let ended = delete(&world, &anna, "/api/auth/sessions?all=1").await;
    assert!(ended.status == StatusCode::NO_CONTENT && ended.header("set-cookie").contains("Max-Age=0"));
    assert_over(&world, &anna).await;
    assert_eq!(list(&world, &ben).await.len(), 1);
}

#[tokio::test]
async fn a_browser_that_was_signed_out_keeps_nothing_in_its_caches_and_learns_that_it_was_ended() {
    const CACHES: &str = "\"cache\"";
    let world = world().await;
    let anna = world.person("anna").await;
    let (tablet, laptop) = (phone(&world).await, phone(&world).await);
    let page = |reply: &reply::Reply| {
        (reply.header("clear-site-data").to_owned(), reply.text().contains("data-session-ended"))
    };
    delete(&world, &anna, "/api/auth/sessions").await;
    for ended in [&tablet, &laptop] {
        assert_eq!(page(&world.get_as(ended, "/create").await), (CACHES.to_owned(), true));
    }
    assert_eq!(page(&world.get_as(&tablet, "/offline").await), (String::new(), false), "that page is kept");
    let out = delete(&world, &tablet, "/api/auth/session").await;
    assert_eq!((out.status, out.header("clear-site-data")), (StatusCode::NO_CONTENT, CACHES));

    let gone = delete(&world, &anna, "/api/auth/session").await;
    assert_eq!(gone.header("clear-site-data"), CACHES);
    let ben = world.person("ben").await;
    world.backend.clock.advance(chrono::TimeDelta::days(61));
    for nobody in [&anna, &ben] {
        assert_eq!(
            page(&world.get_as(nobody, "/create").await),
            (String::new(), false),
            "it is over, not ended elsewhere"
        );
    }
}

#[tokio::test]
async fn another_site_ends_no_session() {
    let world = world().await;
    let anna = world.person("anna").await;
    for path in ["/api/auth/sessions", "/api/auth/sessions?all=1"] {
        let foreign =
            request(Method::DELETE, path).header("cookie", &anna.cookie).header("sec-fetch-site", "cross-site");
        world.send(foreign.body(Body::empty()).unwrap()).await.refused(403, "cross_site");
    }
    assert_eq!(list(&world, &anna).await.len(), 1);
}

#[tokio::test]
async fn on_https_the_cookie_has_the_prefix_that_binds_it_to_this_host() {
    for (origin, name) in [("https://tagesecho.example", "__Host-session"), (ORIGIN, "session")] {
        let world = World::at(origin).await;
        world.person("anna").await;
        let (id_token, refresh_token) = world.sign_in("anna").await;
        let started = world.start_session(&id_token, &refresh_token).await;
        let line = started.header("set-cookie");
        assert!(line.starts_with(&format!("{name}=")), "{line}");
        assert!(line.contains("; Path=/;") && line.contains("; HttpOnly") && line.contains("; SameSite=Lax"), "{line}");
        assert_eq!(line.ends_with("; Secure"), origin.starts_with("https:"), "{line}");
        assert!(!line.contains("Domain"), "{line}");
        let person = Person { id_token, refresh_token, cookie: reply::cookie(&started) };
        assert_eq!(list(&world, &person).await.len(), 2);
        let other_name = if name == "session" { "__Host-session" } else { "session" };
        let value = person.cookie.split_once('=').unwrap().1;
        let renamed = request(Method::GET, "/api/auth/user").header("cookie", format!("{other_name}={value}"));
        world.send(renamed.body(Body::empty()).unwrap()).await.refused(401, "unauthenticated");
    }
}
