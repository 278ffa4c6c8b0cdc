//! Devices: listed without secrets, ended one by one or all others.

use crate::world::{
    ORIGIN, World,
    people::{Person, bearer},
    reply, request, world,
};
use axum::body::Body;
use http::{Method, StatusCode};

const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0";

/// Anna on another device.
async fn phone(world: &World) -> Person {
    let (id_token, refresh_token) = world.sign_in("anna").await;
    let body = serde_json::json!({ "refreshToken": refresh_token });
    let start = bearer(Method::POST, "/api/auth/session", &id_token).header("user-agent", FIREFOX);
    let cookie = reply::cookie(&world.send(crate::world::json(start, &body)).await);
    Person { id_token, refresh_token, cookie }
}

/// Ids of the devices that can be ended in the settings: all but the one that asks.
async fn others(world: &World, person: &Person) -> Vec<String> {
    let page = world.get_as(person, "/settings").await.text();
    let ids = page.split("name=\"id\" value=\"").skip(1);
    ids.filter_map(|rest| rest.split('"').next()).filter(|id| id.len() == 32).map(str::to_owned).collect()
}

async fn end_others(world: &World, person: &Person) {
    let ended = world.press(person, "/settings", "form=end-sessions").await;
    assert_eq!(ended.status, StatusCode::SEE_OTHER, "{}", ended.text());
}

async fn sign_out(world: &World, person: &Person) -> reply::Reply {
    world.send(person.request(Method::DELETE, "/api/auth/session").body(Body::empty()).unwrap()).await
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
    let page = world.get_as(&anna, "/settings").await.text();
    assert!(page.contains("Unbekanntes Gerät") && page.contains("Firefox auf Windows"), "{page}");
    assert!(!page.contains(phone.cookie.split_once('=').unwrap().1));
    let others_of_anna = others(&world, &anna).await;
    assert_eq!(others_of_anna.len(), 1);

    let end = format!("form=end-session&id={}", others_of_anna[0]);
    let ben = world.person("ben").await;
    assert_eq!(world.press(&ben, "/settings", &end).await.status, StatusCode::NOT_FOUND);
    let ended = world.press(&anna, "/settings", &end).await;
    assert_eq!((ended.status, ended.header("set-cookie").contains("session=")), (StatusCode::SEE_OTHER, false));
    assert_over(&world, &phone).await;
    assert_eq!(world.press(&anna, "/settings", &end).await.status, StatusCode::NOT_FOUND);
    assert_eq!(others(&world, &anna).await.len(), 0);
}

#[tokio::test]
async fn all_others_end() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let others_of_anna = [phone(&world).await, phone(&world).await];
    end_others(&world, &anna).await;
    for other in &others_of_anna {
        assert_over(&world, other).await;
    }
    for open in [&anna, &ben] {
        world.get_as(open, "/api/auth/user").await.expect(200);
    }
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
    end_others(&world, &anna).await;
    for ended in [&tablet, &laptop] {
        assert_eq!(page(&world.get_as(ended, "/create").await), (CACHES.to_owned(), true));
    }
    assert_eq!(page(&world.get_as(&tablet, "/offline").await), (String::new(), false), "that page is kept");
    let out = sign_out(&world, &tablet).await;
    assert_eq!((out.status, out.header("clear-site-data")), (StatusCode::NO_CONTENT, CACHES));

    let gone = sign_out(&world, &anna).await;
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
        world.get_as(&person, "/api/auth/user").await.expect(200);
        let other_name = if name == "session" { "__Host-session" } else { "session" };
        let value = person.cookie.split_once('=').unwrap().1;
        let renamed = request(Method::GET, "/api/auth/user").header("cookie", format!("{other_name}={value}"));
        world.send(renamed.body(Body::empty()).unwrap()).await.refused(401, "unauthenticated");
    }
}

#[tokio::test]
async fn signing_out_needs_no_script() {
    let world = world().await;
    let anna = world.person("anna").await;
    let press = async |site: &str| {
        let form = request(Method::POST, "/sign-out")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("sec-fetch-site", site)
            .header("cookie", &anna.cookie);
        world.send(form.body(Body::empty()).unwrap()).await
    };
    press("cross-site").await.refused(403, "cross_site");
    world.get_as(&anna, "/api/auth/user").await.expect(200);
    let done = press("same-origin").await;
    assert_eq!((done.status, done.header("location")), (StatusCode::SEE_OTHER, "/"));
    assert!(done.header("set-cookie").contains("Max-Age=0") && done.header("clear-site-data") == "\"cache\"");
    let cookie = request(Method::GET, "/api/auth/user").header("cookie", &anna.cookie);
    world.send(cookie.body(Body::empty()).unwrap()).await.refused(401, "unauthenticated");
}
