//! A link with a PIN: its form, its cookie, its header.

use super::shared;
use crate::world::{
    ORIGIN, Reply, World,
    form::{Form, PHOTO},
    get, request, world,
};
use axum::body::Body;
use http::{Method, StatusCode, header};
use serde_json::json;

const SOUND: &[u8] = include_bytes!("../../../../backend/tests/data/heute.webm");

fn everything() -> Form {
    let form = Form::new("Kanarie-Text").field("summary", "Kanarie-Summe").field("topMoment", "Kanarie-Moment");
    form.image("a.jpg", PHOTO).part("name=\"audio\"; filename=\"a.webm\"", Some("audio/webm"), SOUND)
}

async fn try_pin(world: &World, token: &str, pin: &str) -> Reply {
    let form = request(Method::POST, &format!("/shared/{token}"))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::ACCEPT, "text/html");
    world.send(form.body(Body::from(format!("pin={pin}"))).unwrap()).await
}

/// The page after the PIN was sent: the redirect is followed with the cookie that came with it.
async fn led_to(world: &World, sent: &Reply) -> Reply {
    assert_eq!((sent.status, sent.header("cache-control")), (StatusCode::SEE_OTHER, "private, no-store"));
    let kept: Vec<_> = cookies(sent).iter().filter_map(|line| Some(line.split_once(';')?.0.to_owned())).collect();
    let page = get(sent.header("location")).header("cookie", kept.join("; "));
    world.send(page.body(Body::empty()).unwrap()).await
}

fn cookies(reply: &Reply) -> Vec<String> {
    reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn no_address_of_a_link_shows_anything_without_the_pin() {
    let world = world().await;
    let anna = world.person("anna").await;
    let all = json!({ "originalText": true, "audio": true, "images": true, "summary": true, "details": true });
    let (path, token) = shared(&world, &anna, everything(), &json!({ "shareOptions": all, "pin": "24681357" })).await;
    let entry = world.get_as(&anna, &path).await.expect(200);
    let image = entry["images"][0]["id"].as_str().unwrap();
    let page = format!("/shared/{token}");
    let files = [
        format!("/api{page}"),
        format!("{page}/media/{image}/original"),
        format!("{page}/audio"),
        format!("{page}/card.jpg"),
    ];
    for file in &files {
        let reply = world.get(file).await;
        reply.refused(401, "pin_needed");
        assert_eq!(reply.header("etag"), "");
        let wrong = world.send(get(file).header("x-share-pin", "86427531").body(Body::empty()).unwrap()).await;
        wrong.refused(401, "pin_wrong");
        let right = world.send(get(file).header("x-share-pin", "24681357").body(Body::empty()).unwrap()).await;
        assert_eq!(right.status, StatusCode::OK, "{file}");
        assert_eq!(right.header("cache-control"), "private, no-store", "{file}");
        let tag = right.header("etag").to_owned();
        let again = world.send(get(file).header("if-none-match", &tag).body(Body::empty()).unwrap()).await;
        assert_eq!(again.status, StatusCode::UNAUTHORIZED, "asked before a 304");
    }

    for (pin, status) in [("24681357", StatusCode::OK), ("86427531", StatusCode::UNAUTHORIZED)] {
        let shown = world.send(get(&page).header("x-share-pin", pin).body(Body::empty()).unwrap()).await;
        assert_eq!((shown.status, shown.text().contains("Kanarie")), (status, pin == "24681357"), "{pin}");
    }
    let closed = world.get(&page).await;
    let wrong = led_to(&world, &try_pin(&world, &token, "86427531").await).await;
    for (reply, says) in [(&closed, "mit einer PIN geschützt"), (&wrong, "Diese PIN stimmt nicht")] {
        let text = reply.text();
        assert_eq!(reply.status, StatusCode::UNAUTHORIZED);
        assert!(text.contains(says) && text.contains("method=\"post\""), "{text}");
        for secret in ["Kanarie", "anna", "2026", "/media/", "/audio", "card.jpg", "og:image", image] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
        assert_eq!(reply.header("x-robots-tag"), "noindex");
        assert_eq!(reply.header("cache-control"), "private, no-store");
    }

    let right = try_pin(&world, &token, "24681357").await;
    assert_eq!((right.status, right.header("location")), (StatusCode::SEE_OTHER, page.as_str()));
    let kept = cookies(&right);
    assert_eq!(kept.len(), 2);
    for (line, path) in kept.iter().zip([&page, &format!("/api{page}")]) {
        assert!(line.contains(&format!("; Path={path};")) && line.contains("HttpOnly; SameSite=Lax"), "{line}");
        assert!(!line.contains("24681357"));
    }
    let cookie = kept[0].split(';').next().unwrap().to_owned();
    for file in files.iter().chain([&page]) {
        let reply = world.send(get(file).header("cookie", &cookie).body(Body::empty()).unwrap()).await;
        assert_eq!(reply.status, StatusCode::OK, "{file}");
        assert_eq!(reply.header("cache-control"), "private, no-store", "{file}");
        let own = world.get_as(&anna, file).await;
        assert_eq!((own.status, own.header("cache-control")), (StatusCode::OK, "private, no-store"), "{file}");
    }
    let opened = world.send(get(&page).header("cookie", &cookie).body(Body::empty()).unwrap()).await.text();
    assert!(opened.contains("Kanarie-Summe"));
    let head = opened.split("</head>").next().unwrap();
    let tags: String = head.split("<meta ").skip(1).filter_map(|tag| tag.split('>').next()).collect();
    for secret in ["Kanarie", "anna", "20. November", "og:image", "card.jpg"] {
        assert!(!tags.contains(secret), "{secret}: {tags}");
    }

    let update = format!("{path}/update-share-options");
    world.json_as(&anna, Method::PATCH, &update, &json!({ "pin": "24681357" })).await;
    let over = world.send(get(&page).header("cookie", &cookie).body(Body::empty()).unwrap()).await;
    assert_eq!(over.status, StatusCode::UNAUTHORIZED, "another PIN, though it has the same digits");
}

#[tokio::test]
async fn a_link_that_too_many_wrong_pins_closed_says_so() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (path, token) = shared(&world, &anna, everything(), &json!({ "pin": "24681357" })).await;
    let pass = cookies(&try_pin(&world, &token, "24681357").await)[0].split(';').next().unwrap().to_owned();
    try_pin(&world, &token, "86427531").await;
    let link = async || world.get_as(&anna, &path).await.expect(200)["shareLink"].clone();
    assert_eq!(link().await["pinFailures"], 1);
    world.backend.db.write("UPDATE share_links SET pin_failures = 99").execute().await.unwrap();
    let last = led_to(&world, &try_pin(&world, &token, "86427531").await).await;
    assert!(last.status == StatusCode::FORBIDDEN && last.text().contains("zu oft falsch eingegeben"));

    let page = format!("/shared/{token}");
    let closed = [
        world.get(&page).await,
        led_to(&world, &try_pin(&world, &token, "24681357").await).await,
        world.send(get(&page).header("cookie", &pass).body(Body::empty()).unwrap()).await,
    ];
    for reply in closed {
        let text = reply.text();
        assert_eq!((reply.status, reply.header("cache-control")), (StatusCode::FORBIDDEN, "private, no-store"));
        assert!(text.contains("zu oft falsch eingegeben") && !text.contains("Kanarie"), "{text}");
        assert!(!text.contains("og:image") && !text.contains("method=\"post\" action=\"/shared/"), "{text}");
    }
    let card = get(&format!("{page}/card.jpg")).header("x-share-pin", "24681357").body(Body::empty()).unwrap();
    world.send(card).await.refused(403, "pin_spent");
    let own = format!("/entry/{}", path.rsplit('/').next().unwrap());
    let dialog = world.get_as(&anna, &own).await.text();
    assert!(dialog.contains("100-mal falsch eingegeben"), "{dialog}");
    let look = world.get_as(&anna, &format!("{own}?as=link")).await.text();
    assert!(look.contains("zu oft falsch eingegeben") && !look.contains("Kanarie"), "as who has the link: {look}");

    world.json_as(&anna, Method::PATCH, &format!("{path}/update-share-options"), &json!({ "pin": "1357" })).await;
    assert_eq!(link().await["pinFailures"], 0);
    assert_eq!(try_pin(&world, &token, "1357").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn the_form_of_a_pin_is_taken_from_our_page_and_for_a_link_that_lives() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (path, token) = shared(&world, &anna, everything(), &json!({ "pin": "24681357" })).await;
    let send = async |name: &str, value: &str| {
        let form = request(Method::POST, &format!("/shared/{token}"))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(name, value);
        world.send(form.body(Body::from("pin=24681357")).unwrap()).await
    };
    send("sec-fetch-site", "cross-site").await.refused(403, "cross_site");
    send("origin", "https://evil.example").await.refused(403, "cross_site");
    for (name, value) in [("sec-fetch-site", "same-origin"), ("origin", ORIGIN)] {
        assert_eq!(send(name, value).await.status, StatusCode::SEE_OTHER, "{name}");
    }
    let own = world.get_as(&anna, &format!("/shared/{token}")).await;
    assert!(own.status == StatusCode::OK && own.text().contains("dein eigener Link"), "{}", own.text());

    let update = format!("{path}/update-share-options");
    world.json_as(&anna, Method::PATCH, &update, &json!({ "pin": null })).await;
    let open = try_pin(&world, &token, "24681357").await;
    assert!(open.status == StatusCode::SEE_OTHER && cookies(&open).is_empty(), "nothing to open any more");
    world.json_as(&anna, Method::DELETE, &format!("{path}/remove-share-token"), &json!({})).await;
    for dead in [token.as_str(), "kein-link"] {
        let reply = led_to(&world, &try_pin(&world, dead, "24681357").await).await;
        assert!(reply.status == StatusCode::NOT_FOUND && reply.text().contains("Eintrag nicht verfügbar"));
    }
    let made_up = try_pin(&world, "a%0d%0aSet-Cookie:%20x=1;%20Path=%2f", "24681357").await;
    assert_eq!(made_up.header("location"), "/shared/a%0D%0ASet-Cookie%3A%20x%3D1%3B%20Path%3D%2F");
    assert!(cookies(&made_up).is_empty());
}

#[tokio::test]
async fn a_wrong_pin_leads_back_to_the_page_which_says_so_once() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (path, token) = shared(&world, &anna, everything(), &json!({ "pin": "24681357" })).await;
    let page = format!("/shared/{token}");
    let ask = async |method: Method, cookie: &str| {
        world.send(request(method, &page).header("cookie", cookie).body(Body::empty()).unwrap()).await
    };
    let says_wrong = |reply: &Reply| reply.text().contains("Diese PIN stimmt nicht");

    let sent = try_pin(&world, &token, "86427531").await;
    assert_eq!((sent.status, sent.header("location")), (StatusCode::SEE_OTHER, page.as_str()));
    let kept = cookies(&sent);
    assert_eq!(kept, [format!("refused=pin_wrong; Path={page}; Max-Age=60; HttpOnly; SameSite=Lax")]);
    let head = ask(Method::HEAD, "refused=pin_wrong").await;
    assert!(cookies(&head).is_empty(), "nobody has read it yet");
    for (name, purpose) in [("sec-purpose", "prefetch;prerender"), ("purpose", "prefetch"), ("x-moz", "prefetch")] {
        let ahead = get(&page).header("cookie", "refused=pin_wrong").header(name, purpose);
        let ahead = world.send(ahead.body(Body::empty()).unwrap()).await;
        assert!(says_wrong(&ahead) && cookies(&ahead).is_empty(), "nor what a browser loads ahead: {purpose}");
    }
    let told = ask(Method::GET, "refused=pin_wrong").await;
    assert!(told.status == StatusCode::UNAUTHORIZED && says_wrong(&told), "{}", told.text());
    assert_eq!(told.header("cache-control"), "private, no-store");
    assert_eq!(cookies(&told), [format!("refused=; Path={page}; Max-Age=0; HttpOnly; SameSite=Lax")]);
    let again = world.get(&page).await;
    assert!(again.status == StatusCode::UNAUTHORIZED && !says_wrong(&again) && cookies(&again).is_empty());
    let failures = async || world.get_as(&anna, &path).await.expect(200)["shareLink"]["pinFailures"].clone();
    assert_eq!(failures().await, 1, "nothing was sent again");

    let pass = cookies(&try_pin(&world, &token, "24681357").await)[0].split(';').next().unwrap().to_owned();
    for cookie in [format!("{pass}; refused=pin_wrong"), format!("{}; refused=too_many_requests.60", anna.cookie)] {
        let open = ask(Method::GET, &cookie).await;
        assert!(
            open.status == StatusCode::OK && open.text().contains("Kanarie-Summe"),
            "who need not ask is told nothing"
        );
        assert!(cookies(&open).iter().any(|line| line.starts_with("refused=; ")));
    }
}

#[tokio::test]
async fn too_many_tries_are_refused_with_the_time_to_wait() {
    let world = World::with_limits().await;
    let anna = world.person("anna").await;
    let (_, token) = shared(&world, &anna, everything(), &json!({ "pin": "24681357" })).await;
    for _ in 0..10 {
        try_pin(&world, &token, "86427531").await;
    }
    let waits = led_to(&world, &try_pin(&world, &token, "24681357").await).await;
    assert_eq!(waits.status, StatusCode::TOO_MANY_REQUESTS);
    let seconds: u64 = waits.header("retry-after").parse().unwrap();
    let text = waits.text();
    assert!(
        text.contains(&format!("in {} Minuten", seconds.div_ceil(60))) && text.contains("method=\"post\""),
        "{text}"
    );
    assert!(!text.contains("Kanarie"));

    // A program gets code and wait in place.
    let call = async |token: &str| {
        let form = request(Method::POST, &format!("/shared/{token}"))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(header::ACCEPT, "application/json");
        world.send(form.body(Body::from("pin=86427531")).unwrap()).await
    };
    let waits = call(&token).await;
    waits.refused(429, "too_many_requests");
    assert!(waits.header("retry-after").parse::<u64>().is_ok_and(|now| now <= seconds) && cookies(&waits).is_empty());
    world.backend.clock.advance(chrono::TimeDelta::hours(1));
    call(&token).await.refused(401, "pin_wrong");
    call("kein-link").await.refused(404, "link_not_found");
}

#[tokio::test]
async fn the_preview_of_a_link_mentions_its_pin() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (path, _) = shared(&world, &anna, everything(), &json!({})).await;
    let address = format!("/entry/{}?as=link", path.rsplit('/').next().unwrap());
    let look = async || world.get_as(&anna, &address).await.text();
    let first = "wird zuerst nach der PIN gefragt";
    let open = look().await;
    assert!(open.contains("Kanarie") && !open.contains(first), "{open}");
    let update = format!("{path}/update-share-options");
    world.json_as(&anna, Method::PATCH, &update, &json!({ "pin": "24681357" })).await;
    let guarded = look().await;
    assert!(guarded.contains("Kanarie") && guarded.contains(first), "{guarded}");
}
