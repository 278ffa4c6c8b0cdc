//! Secret links.

mod card;
mod parts;
mod pin;

use crate::world::{
    World,
    form::{Form, PHOTO},
    get,
    people::Person,
    request, world,
};
use axum::body::Body;
use http::{Method, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

/// The entry's address, and its link's token.
async fn shared(world: &World, person: &Person, form: Form, link: &Value) -> (String, String) {
    let entry = world.entry(person, form).await;
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    let made = world.json_as(person, Method::POST, &format!("{path}/generate-share-token"), link).await.expect(200);
    (path, made["shareToken"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_link_shows_what_it_releases_until_it_ends() {
    let world = world().await;
    let anna = world.person("anna").await;
    let form = Form::new("Geheimer Text").field("summary", "Offene Zusammenfassung").image("a.jpg", PHOTO);
    let entry = world.entry(&anna, form).await;
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    let options = json!({ "shareOptions": { "images": true, "summary": true } });
    let update = format!("{path}/update-share-options");
    world.json_as(&anna, Method::PATCH, &update, &options).await.refused(404, "not_shared");

    let made = world.json_as(&anna, Method::POST, &format!("{path}/generate-share-token"), &options).await.expect(200);
    let token = made["shareToken"].as_str().unwrap();
    assert_eq!(token.len(), 43, "256 bits");
    let link = format!("/api/shared/{token}");
    let reply = world.get(&link).await;
    let shown = reply.expect(200);
    assert_eq!((&shown["summary"], &shown["firstName"]), (&json!("Offene Zusammenfassung"), &json!("anna")));
    assert!(!reply.text().contains("Geheimer Text"));
    assert_eq!((reply.header("referrer-policy"), reply.header("x-robots-tag")), ("no-referrer", "noindex"));

    // The same options as a text (spec 3).
    let as_text = json!({ "shareOptions": r#"{"summary":false,"originalText":true}"# });
    let changed = world.json_as(&anna, Method::PATCH, &update, &as_text).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    let shown = world.get(&link).await.expect(200);
    assert!(shown.get("summary").is_none());
    assert_eq!(shown["text"], "Geheimer Text");
    for bad in [
        json!({ "shareOptions": { "everything": true } }),
        json!({ "shareOptions": "x" }),
        json!({ "shareOptions": 1 }),
    ] {
        world.json_as(&anna, Method::PATCH, &update, &bad).await.refused(422, "invalid_share_options");
    }

    let ben = world.person("ben").await;
    let remove = format!("{path}/remove-share-token");
    world.json_as(&ben, Method::DELETE, &remove, &json!({})).await.refused(403, "access_denied");
    let removed = world.json_as(&anna, Method::DELETE, &remove, &json!({})).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT);
    world.get(&link).await.refused(404, "link_not_found");
    world.get("/api/shared/nonsense").await.refused(404, "link_not_found");
}

#[tokio::test]
async fn end_and_pin_come_and_go_beside_the_options() {
    let world = world().await;
    let anna = world.person("anna").await;
    let first = json!({ "shareOptions": { "originalText": true }, "expiresAt": "2026-12-01T10:00:00Z", "pin": "2468" });
    let (path, _) = shared(&world, &anna, Form::new("Ein Tag"), &first).await;
    let link = async || world.get_as(&anna, &path).await.expect(200)["shareLink"].clone();
    let update =
        async |body: Value| world.json_as(&anna, Method::PATCH, &format!("{path}/update-share-options"), &body).await;
    let both = json!({ "expiresAt": "2026-12-01T10:00:00Z", "hasPin": true, "pinFailures": 0, "opened": 0, "lastOpenedAt": null });
    assert_eq!(link().await, both);

    assert_eq!(update(json!({ "shareOptions": { "mood": true } })).await.status, StatusCode::NO_CONTENT);
    assert_eq!(update(json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(link().await, both, "what is not named stays");
    let entry = world.get_as(&anna, &path).await.expect(200);
    let options: Value = serde_json::from_str(entry["shareOptions"].as_str().unwrap()).unwrap();
    assert_eq!((&options["mood"], &options["originalText"]), (&json!(true), &json!(false)));

    for (bad, code) in [
        (json!({ "expiresAt": "2026-11-19T10:00:00Z" }), "invalid_expiry"),
        (json!({ "expiresAt": "morgen" }), "invalid_expiry"),
        (json!({ "expiresAt": 7 }), "invalid_expiry"),
        (json!({ "pin": "12" }), "invalid_pin"),
        (json!({ "pin": 2468 }), "invalid_pin"),
        (json!({ "pin": "" }), "invalid_pin"),
    ] {
        update(bad).await.refused(422, code);
    }
    assert_eq!(link().await, both);
    assert_eq!(update(json!({ "expiresAt": "2026-11-23" })).await.status, StatusCode::NO_CONTENT);
    assert_eq!(link().await["expiresAt"], "2026-11-23T23:00:00Z", "to the end of that day in Berlin");
    let too_far = update(json!({ "expiresAt": "2036-12-24" })).await;
    too_far.refused(422, "invalid_expiry");
    assert!(too_far.text().contains("zehn Jahre"), "{}", too_far.text());
    assert_eq!(update(json!({ "expiresAt": null })).await.status, StatusCode::NO_CONTENT);
    assert_eq!((link().await["expiresAt"].clone(), link().await["hasPin"].clone()), (json!(null), json!(true)));
    assert_eq!(update(json!({ "pin": null })).await.status, StatusCode::NO_CONTENT);
    assert_eq!(link().await["hasPin"], json!(false));
}

#[tokio::test]
async fn a_change_may_say_which_link_it_is_about() {
    let world = world().await;
    let anna = world.person("anna").await;
    let text = json!({ "originalText": true, "images": false, "allImages": false, "summary": false, "details": false, "mood": false });
    let (path, token) =
        shared(&world, &anna, Form::new("Ein Tag"), &json!({ "shareOptions": text, "expected": null })).await;
    let seen = |token: &str, options: Value| json!({ "shareToken": token, "shareOptions": options });
    let update =
        async |body: Value| world.json_as(&anna, Method::PATCH, &format!("{path}/update-share-options"), &body).await;
    let refused =
        update(json!({ "shareOptions": { "mood": true }, "expected": seen(&token, json!({ "mood": true })) })).await;
    refused.refused(409, "link_changed");
    assert!(refused.text().contains("shareOptions"), "{}", refused.text());
    update(json!({ "pin": "2468", "expected": seen("another", text.clone()) })).await.refused(409, "link_changed");
    for none in [json!(7), text.clone(), seen(&token, Value::Null), json!({ "shareToken": token })] {
        update(json!({ "shareOptions": {}, "expected": none })).await.refused(422, "invalid_share_options");
    }
    let again = json!({ "shareOptions": {}, "expected": null });
    world
        .json_as(&anna, Method::POST, &format!("{path}/generate-share-token"), &again)
        .await
        .refused(409, "link_changed");
    let known =
        update(json!({ "shareOptions": { "summary": true }, "expected": seen(&token, json!(text.to_string())) })).await;
    assert_eq!(known.status, StatusCode::NO_CONTENT);

    let end = async |expected: Value| {
        let body = json!({ "expected": expected });
        world.json_as(&anna, Method::DELETE, &format!("{path}/remove-share-token"), &body).await
    };
    for other in [seen("another", text.clone()), Value::Null] {
        let refused = end(other).await;
        refused.refused(409, "link_changed");
        assert!(refused.text().contains(&token), "the link as it is: {}", refused.text());
    }
    end(json!({ "shareToken": token })).await.refused(422, "invalid_share_options");
    world.get(&format!("/api/shared/{token}")).await.expect(200);
    for _ in 0..2 {
        let ended = end(seen(&token, text.clone())).await;
        assert_eq!(ended.status, StatusCode::NO_CONTENT, "whatever it shows by now, and once more");
    }
    world.get(&format!("/api/shared/{token}")).await.refused(404, "link_not_found");
}

/// The dialog starts from the link's current state, and gets that state when it has changed.
#[tokio::test]
async fn the_dialog_is_given_the_link_as_it_is() {
    let world = world().await;
    let anna = world.person("anna").await;
    let only = |part: &str| {
        let mut parts = json!({ "images": false, "allImages": false, "summary": false, "details": false, "reflection": false, "mood": false, "originalText": false, "audio": false });
        parts[part] = json!(true);
        parts
    };
    let link = json!({ "shareOptions": only("originalText") });
    let (path, token) = shared(&world, &anna, Form::new("Ein Tag").field("summary", "Kurz"), &link).await;
    let id = path.rsplit('/').next().unwrap();
    let page = world.get_as(&anna, &format!("/entry/{id}")).await.text().replace("&quot;", "\"");
    let (_, given) = page.split_once("\"link\":").unwrap();
    let given = Value::deserialize(&mut serde_json::Deserializer::from_str(given)).unwrap();
    assert_eq!((&given["token"], &given["options"]), (&json!(token), &only("originalText")));

    let call = async |options: Value, expected: Value| {
        let form = json!({ "options": options, "expected": { "Link": { "token": token, "options": expected } } });
        world.json_as(&anna, Method::POST, "/rpc/sharing/options", &json!({ "id": id, "form": form })).await
    };
    let saved = call(only("summary"), only("originalText")).await.expect(200);
    assert_eq!((&saved["token"], &saved["options"]), (&json!(token), &only("summary")));
    let refused = call(only("mood"), only("originalText")).await;
    let said: Value = serde_json::from_str(&refused.text()).unwrap();
    assert_eq!((refused.status, &said["code"]), (StatusCode::CONFLICT, &json!("link_changed")));
    let now: Value = serde_json::from_str(said["detail"].as_str().unwrap()).unwrap();
    assert_eq!(now, saved, "the link as it is");
    let end = async |token: &str| {
        let form = json!({ "id": id, "expected": { "Link": { "token": token, "options": only("originalText") } } });
        world.json_as(&anna, Method::POST, "/rpc/sharing/remove", &form).await
    };
    let refused = end("another").await;
    let said: Value = serde_json::from_str(&refused.text()).unwrap();
    let now: Value = serde_json::from_str(said["detail"].as_str().unwrap()).unwrap();
    assert_eq!((refused.status, &said["code"], now), (StatusCode::CONFLICT, &json!("link_changed"), saved));
    assert_eq!(end(&token).await.status, StatusCode::OK);
    let of_older_page = world.json_as(&anna, Method::POST, "/rpc/sharing/remove", &json!({ "id": id })).await;
    assert_eq!(of_older_page.status, StatusCode::OK);
    let said: Value = serde_json::from_str(&call(only("mood"), only("summary")).await.text()).unwrap();
    let now: Value = serde_json::from_str(said["detail"].as_str().unwrap()).unwrap();
    assert_eq!((&said["code"], &now["token"]), (&json!("link_changed"), &json!("")));
}

#[tokio::test]
async fn a_page_that_somebody_else_opens_is_counted_once_for_a_browser() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (path, token) = shared(&world, &anna, Form::new("Ein Tag").field("mood", r#"{"level":5}"#), &json!({})).await;
    let page = format!("/shared/{token}");
    let opened = async || {
        world.backend.background.settled().await;
        world.get_as(&anna, &path).await.expect(200)["shareLink"]["opened"].as_i64().unwrap()
    };
    let ask = async |agent: &str, name: &str, value: &str| {
        let request = get(&page).header("user-agent", agent).header(name, value);
        world.send(request.body(Body::empty()).unwrap()).await
    };
    let phone = "Mozilla/5.0 (iPhone) Safari/604.1";
    let first = ask(phone, "accept", "text/html").await;
    let kept = first.header("set-cookie").to_owned();
    assert!(
        kept.starts_with("opened=1; ") && kept.contains(&format!("Path={page};")) && kept.contains("HttpOnly"),
        "{kept}"
    );
    assert_eq!(opened().await, 1);
    assert_eq!(ask(phone, "cookie", "opened=1").await.header("set-cookie"), "");
    ask(phone, "sec-purpose", "prefetch;prerender").await;
    ask(phone, "purpose", "prefetch").await;
    ask("WhatsApp/2.23.20.0", "accept", "text/html").await;
    world.get(&page).await;
    world.get(&format!("/api{page}")).await;
    let own = request(Method::GET, &page).header("cookie", &anna.cookie).header("user-agent", phone);
    assert_eq!(world.send(own.body(Body::empty()).unwrap()).await.status, StatusCode::OK);
    let head = request(Method::HEAD, &page).header("user-agent", phone);
    world.send(head.body(Body::empty()).unwrap()).await;
    assert_eq!(opened().await, 1, "one's own looks, programs and what a browser loads ahead are none");
    assert_eq!(ask(phone, "accept", "text/html").await.header("set-cookie"), "");
    assert_eq!(opened().await, 1, "a browser that keeps no cookie counts once in some minutes");
    world.backend.clock.advance(chrono::TimeDelta::minutes(10));
    ask(phone, "accept", "text/html").await;
    assert_eq!(opened().await, 2);
}
