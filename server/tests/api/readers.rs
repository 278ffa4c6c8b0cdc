//! More readers than an entry has are taken only from a form that shows who they are now (product 1.10).

use crate::world::{form::Form, world};
use http::{Method, StatusCode};
use serde_json::json;

#[tokio::test]
async fn no_edge_widens_an_entry_that_was_narrowed_after_its_form_was_opened() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let entry = world.entry(&anna, Form::new("x").field("visibility", "public")).await;
    let id = entry["id"].as_str().unwrap();
    let (call, page) = (format!("/api/entries/{id}"), format!("/entry/{id}"));
    let narrow = json!({ "visibility": "private" });
    let current = world.json_as(&anna, Method::PUT, &format!("{call}/visibility"), &narrow).await.expect(200);

    let form = || Form::new("y").field("visibility", "public").field("version", "2");
    let saved = world.form_as(&anna, Method::PATCH, &call, form().field("seenVisibility", "public")).await;
    saved.refused(409, "visibility_changed");
    assert_eq!(saved.json()["detail"], current);
    let wide = json!({ "visibility": "friends", "seenVisibility": "public" });
    let set = world.json_as(&anna, Method::PUT, &format!("{call}/visibility"), &wide).await;
    set.refused(409, "visibility_changed");
    let pressed = format!("form=entry-visibility&id={id}&visibility=friends&seen=public");
    let told = world.press(&anna, &page, &pressed).await;
    assert_eq!(told.status, StatusCode::CONFLICT);
    assert!(told.text().contains("Die Sichtbarkeit dieses Eintrags wurde inzwischen geändert"), "{}", told.text());
    world.get_as(&ben, &call).await.refused(403, "access_denied");
    assert_eq!(world.get_as(&anna, &call).await.expect(200), current);

    let odd = form().field("seenVisibility", "alle");
    world.form_as(&anna, Method::PATCH, &call, odd).await.refused(422, "invalid_visibility");
    let knowing = form().field("seenVisibility", "private");
    let shown = world.form_as(&anna, Method::PATCH, &call, knowing).await.expect(200);
    assert_eq!((&shown["visibility"], &shown["text"]), (&json!("public"), &json!("y")));
}
