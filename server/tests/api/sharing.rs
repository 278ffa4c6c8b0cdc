//! Secret links.

use crate::world::{
    form::{Form, PHOTO},
    world,
};
use http::{Method, StatusCode};
use serde_json::json;

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
