//! Blocking people, and reporting them.

use crate::world::{
    World,
    form::{Form, PHOTO},
    people::Person,
    world,
};
use backend::friends::reports::open_reports;
use http::Method;
use serde_json::{Value, json};

async fn id(world: &World, person: &Person) -> String {
    let user = world.get_as(person, "/api/auth/user").await.expect(200);
    user["id"].as_str().unwrap().to_owned()
}

async fn public_entry(world: &World, person: &Person) -> Value {
    let form = Form::new("Ein öffentlicher Tag").field("visibility", "public").image("a.jpg", PHOTO);
    world.entry(person, form).await
}

#[tokio::test]
async fn a_block_makes_both_vanish_for_each_other_pictures_included() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let (his_id, her_id) = (id(&world, &ben).await, id(&world, &anna).await);
    let entry = public_entry(&world, &ben).await;
    let (page, image) =
        (format!("/entry/{}", entry["id"].as_str().unwrap()), entry["imageUrls"][0].as_str().unwrap().to_owned());
    assert_eq!(world.get_as(&anna, &page).await.status, 200);
    assert_eq!(world.get_as(&anna, &image).await.status, 200);

    let blocked = world.json_as(&anna, Method::POST, "/api/blocks", &json!({ "userId": his_id })).await;
    blocked.expect(204);
    assert_eq!(world.get_as(&anna, &page).await.status, 403);
    world.get_as(&anna, &image).await.refused(403, "access_denied");
    let list = world.get_as(&anna, "/api/blocks").await.expect(200);
    assert_eq!((&list[0]["person"]["firstName"], list.as_array().unwrap().len()), (&json!("ben"), 1));
    assert!(list[0]["person"].get("email").is_none());
    assert_eq!(world.get_as(&ben, "/api/blocks").await.expect(200), json!([]), "the blocked one is not told");

    world.json_as(&anna, Method::POST, "/api/blocks", &json!({ "userId": her_id })).await.refused(422, "oneself");
    world.json_as(&anna, Method::POST, "/api/blocks", &json!({ "userId": "x" })).await.refused(400, "invalid_form");
    let refused = world.get("/api/blocks").await;
    assert_eq!(refused.json()["message"], "Bitte melde dich an");
    refused.refused(401, "unauthenticated");
    let address = format!("/api/blocks/{his_id}");
    world.json_as(&anna, Method::DELETE, &address, &json!({})).await.expect(204);
    assert_eq!(world.get_as(&anna, &image).await.status, 200);
}

#[tokio::test]
async fn a_report_needs_a_reason_and_something_one_sees() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let entry = public_entry(&world, &ben).await;
    let entry_id = &entry["id"];
    for (body, status, code) in [
        (json!({ "entryId": entry_id }), 422, "report_reason"),
        (json!({ "entryId": entry_id, "reason": "x" }), 422, "report_reason"),
        (json!({ "reason": "spam" }), 400, "invalid_form"),
        (json!({ "entryId": entry_id, "reason": "spam", "words": "ä".repeat(1001) }), 422, "report_too_long"),
    ] {
        world.json_as(&anna, Method::POST, "/api/reports", &body).await.refused(status, code);
    }
    let nobody = json!({ "userId": "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "reason": "spam" });
    world.json_as(&anna, Method::POST, "/api/reports", &nobody).await.expect(204);
    let own = json!({ "entryId": entry_id, "reason": "spam" });
    world.json_as(&ben, Method::POST, "/api/reports", &own).await.refused(422, "oneself");
    world.post("/api/reports", &own).await.refused(401, "unauthenticated");
    let sent = json!({ "entryId": entry_id, "reason": "spam", "words": "Werbung" });
    world.json_as(&anna, Method::POST, "/api/reports", &sent).await.expect(204);
    let (open, _) = open_reports(&world.backend).await.unwrap();
    assert_eq!((open.len(), open[0].words.as_deref().unwrap()), (1, "Werbung"));
}
