//! Favourites, deleting and restoring.

use crate::world::{
    form::{Form, PHOTO},
    world,
};
use chrono::TimeDelta;
use http::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn a_heart_is_set_by_its_owner_alone() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let entry = world.entry(&anna, Form::new("x").field("visibility", "public")).await;
    let path = format!("/api/entries/{}/favorite", entry["id"].as_str().unwrap());
    world.backend.clock.advance(TimeDelta::days(3));
    let marked = world.json_as(&anna, Method::PUT, &path, &json!({ "isFavorite": true })).await.expect(200);
    assert_eq!((&marked["isFavorite"], &marked["version"]), (&json!(true), &entry["version"]));
    world.json_as(&ben, Method::PUT, &path, &json!({ "isFavorite": true })).await.refused(403, "access_denied");
    world.json_as(&anna, Method::PUT, &path, &json!({})).await.refused(400, "missing_field");
    world.json_as(&anna, Method::PUT, &path, &json!({ "isFavorite": "yes" })).await.refused(400, "invalid_form");
    let missing = "/api/entries/01935f5e-6d5c-7000-8000-000000000001/favorite";
    world.json_as(&anna, Method::PUT, missing, &json!({ "isFavorite": true })).await.refused(404, "entry_not_found");
    world
        .json_as(&anna, Method::PUT, "/api/entries/x/favorite", &json!({ "isFavorite": true }))
        .await
        .refused(400, "invalid_id");
}

#[tokio::test]
async fn a_deleted_entry_is_404_with_its_pictures_until_it_is_restored() {
    let world = world().await;
    let anna = world.person("anna").await;
    let entry = world.entry(&anna, Form::new("alt").image("kaffee.jpg", PHOTO)).await;
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    let picture = entry["thumbnailUrls"][0].as_str().unwrap().to_owned();
    let etag = world.get_as(&anna, &picture).await.header("etag").to_owned();
    assert!(!etag.is_empty());

    let nothing = |method: Method, path: &str| anna.request(method, path).body(axum::body::Body::empty()).unwrap();
    assert_eq!(world.send(nothing(Method::DELETE, &path)).await.status, 204);
    world.send(nothing(Method::DELETE, &path)).await.refused(404, "entry_not_found");
    world.get_as(&anna, &path).await.refused(404, "entry_not_found");
    let again = anna.request(Method::GET, &picture).header("if-none-match", &etag);
    let again = world.send(again.body(axum::body::Body::empty()).unwrap()).await;
    again.refused(404, "media_not_found");
    let bin = world.get_as(&anna, "/api/bin").await.expect(200);
    assert_eq!((&bin[0]["id"], &bin[0]["text"], bin.as_array().unwrap().len()), (&entry["id"], &json!("alt"), 1));
    assert!(bin[0]["deletedAt"].is_string() && bin[0]["keptUntil"].is_string(), "{bin}");

    let new = world.entry(&anna, Form::new("neu")).await;
    let restore = format!("{path}/restore");
    let taken = world.send(nothing(Method::POST, &restore)).await;
    taken.refused(409, "entry_exists");
    assert_eq!(taken.json()["detail"], new);
    for (bad, status, code) in [
        (json!({ "onto": "elsewhere" }), 400, "invalid_form"),
        (json!({ "onto": "swap", "version": 7 }), 409, "stale"),
        (json!({ "onto": "swap", "version": 1, "entry": entry["id"] }), 409, "stale"),
        (json!({ "onto": "swap", "entry": "x" }), 400, "invalid_form"),
        (json!([]), 400, "invalid_form"),
    ] {
        world.json_as(&anna, Method::POST, &restore, &bad).await.refused(status, code);
    }
    let both =
        world.json_as(&anna, Method::POST, &restore, &json!({ "onto": "append", "version": 1 })).await.expect(200);
    assert_eq!((&both["id"], &both["text"]), (&new["id"], &json!("neu\n\nalt")));
    let back = world
        .json_as(&anna, Method::POST, &restore, &json!({ "onto": "swap", "version": 2, "entry": new["id"] }))
        .await
        .expect(200);
    assert_eq!(back, entry);
    assert_eq!(world.get_as(&anna, &picture).await.status, 200);
    let bin = world.get_as(&anna, "/api/bin").await.expect(200);
    assert_eq!(bin[0]["id"], new["id"]);
    assert_eq!(world.get_as(&world.person("ben").await, "/api/bin").await.expect(200), Value::Array(vec![]));
    world.get("/api/bin").await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn pages_say_what_became_of_a_deleted_entry() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let entry = world.entry(&anna, Form::new("Ein alter Tag").field("visibility", "public")).await;
    let id = entry["id"].as_str().unwrap();
    let delete = anna.request(Method::DELETE, &format!("/api/entries/{id}")).body(axum::body::Body::empty());
    world.send(delete.unwrap()).await;
    for page in ["entry", "edit"] {
        let hers = world.get_as(&anna, &format!("/{page}/{id}")).await;
        assert_eq!(hers.status, 404);
        assert!(
            hers.text().contains("Dieser Eintrag liegt im Papierkorb") && hers.text().contains(&format!("/bin/{id}"))
        );
        let his = world.get_as(&ben, &format!("/{page}/{id}")).await;
        assert_eq!(his.status, 404);
        assert!(his.text().contains("Eintrag nicht gefunden"));
        assert!(!his.text().contains("liegt im Papierkorb") && !his.text().contains(&format!("/bin/{id}")));
    }
    let bin = world.get_as(&anna, "/bin").await;
    assert!(
        bin.text().contains("Ein alter Tag") && bin.text().contains("Gelöscht am 20.11.2026, hier bis zum 20.12.2026.")
    );
    assert!(world.get_as(&anna, &format!("/bin/{id}")).await.text().contains("Ein alter Tag"));
    assert_eq!(world.get_as(&ben, &format!("/bin/{id}")).await.status, 404);
    assert_eq!(world.get_as(&anna, "/bin/x").await.status, 404);
}

#[tokio::test]
async fn the_bin_is_listed_in_pages_and_shows_of_long_texts_the_beginning() {
    let world = world().await;
    let anna = world.person("anna").await;
    let words = "Wort ".repeat(500);
    let mut deleted = Vec::new();
    for _ in 0..3 {
        let entry = world.entry(&anna, Form::new(&words)).await;
        let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
        let delete = anna.request(Method::DELETE, &path).body(axum::body::Body::empty());
        assert_eq!(world.send(delete.unwrap()).await.status, 204);
        deleted.insert(0, entry["id"].clone());
        world.backend.clock.advance(TimeDelta::minutes(1));
    }
    let first = world.get_as(&anna, "/api/bin?limit=2").await;
    let link = first.header("link").strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\"")).unwrap();
    let second = world.get_as(&anna, link).await;
    assert_eq!(second.header("link"), "");
    let listed = [first.expect(200), second.expect(200)].map(|page| page.as_array().unwrap().clone()).concat();
    assert_eq!(listed.iter().map(|one| one["id"].clone()).collect::<Vec<_>>(), deleted);
    assert!(listed.iter().all(|one| one["text"].as_str().unwrap().len() < 300 && one["isCut"] == true));
    let whole = world.get_as(&anna, &format!("/api/bin/{}", deleted[2].as_str().unwrap())).await.expect(200);
    assert_eq!((&whole["text"], &whole["isCut"]), (&json!(words), &json!(false)));
}
