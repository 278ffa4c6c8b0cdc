//! The picture that messengers show.

use super::shared;
use crate::world::{
    form::{Form, PHOTO},
    get, request, world,
};
use axum::body::Body;
use backend::providers::media::File;
use domain::{UserId, media::Rendition};
use http::{Method, StatusCode};
use serde_json::json;
use uuid::Uuid;

/// Width and height, from a JPEG's frame header.
fn size(bytes: &[u8]) -> (u16, u16) {
    let at = bytes.windows(2).position(|two| two == [0xFF, 0xC0]).unwrap();
    let number = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
    (number(at + 7), number(at + 5))
}

#[tokio::test]
async fn a_card_is_drawn_from_what_the_link_shows_now() {
    let world = world().await;
    let anna = world.person("anna").await;
    let form =
        Form::new("Geheimer Text").field("summary", "Offene Zusammenfassung ☕️ mit Übermut").image("a.jpg", PHOTO);
    let link = json!({ "shareOptions": { "summary": true, "images": false, "mood": false } });
    let (path, token) = shared(&world, &anna, form, &link).await;
    let card = format!("/shared/{token}/card.jpg");
    let first = world.get(&card).await;
    assert_eq!((first.status, first.header("content-type")), (StatusCode::OK, "image/jpeg"));
    assert_eq!(size(&first.bytes), (1200, 630));
    assert_eq!((first.header("cache-control"), first.header("x-robots-tag")), ("private, no-cache", "noindex"));
    let tag = first.header("etag").to_owned();
    let again = async || world.send(get(&card).header("if-none-match", &tag).body(Body::empty()).unwrap()).await;
    let known = again().await;
    assert_eq!((known.status, known.bytes.len()), (StatusCode::NOT_MODIFIED, 0));

    let update = format!("{path}/update-share-options");
    let change =
        async |options| world.json_as(&anna, Method::PATCH, &update, &json!({ "shareOptions": options })).await;
    change(json!({ "summary": true, "images": false, "mood": true })).await;
    assert_eq!(again().await.status, StatusCode::NOT_MODIFIED, "a mood is on no card");
    change(json!({ "summary": true, "images": true })).await;
    let with_photo = again().await;
    assert_eq!((with_photo.status, size(&with_photo.bytes)), (StatusCode::OK, (1200, 630)));
    assert_ne!(with_photo.bytes, first.bytes);
    change(json!({ "images": false, "allImages": false, "summary": false, "details": false, "mood": false })).await;
    let empty = again().await;
    assert!(empty.status == StatusCode::OK && empty.bytes != first.bytes && empty.bytes != with_photo.bytes);

    let page = world.get(&format!("/shared/{token}")).await.text();
    assert!(page.contains(&format!("content=\"http://localhost{card}\"")), "{page}");
    world.json_as(&anna, Method::DELETE, &format!("{path}/remove-share-token"), &json!({})).await;
    again().await.refused(404, "link_not_found");
    let head = request(Method::HEAD, "/shared/kein-link/card.jpg").body(Body::empty()).unwrap();
    assert_eq!(world.send(head).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_head_request_draws_no_card() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (_, token) = shared(&world, &anna, Form::new("Text").field("mood", r#"{"level":5}"#), &json!({})).await;
    let card = format!("/shared/{token}/card.jpg");
    let head = world.send(request(Method::HEAD, &card).body(Body::empty()).unwrap()).await;
    let whole = world.get(&card).await;
    assert_eq!((head.status, head.header("content-type")), (StatusCode::OK, "image/jpeg"));
    assert_eq!((head.header("etag"), head.header("cache-control")), (whole.header("etag"), "private, no-cache"));
    // The length of a picture is known when it is drawn.
    assert_eq!((head.header("content-length"), head.bytes.len()), ("", 0));
    assert!(!whole.bytes.is_empty());
}

#[tokio::test]
async fn a_card_is_drawn_once_for_all_who_may_see_it_and_for_nobody_else() {
    let world = world().await;
    let anna = world.person("anna").await;
    let form = Form::new("Text").field("summary", "Summe").image("a.jpg", PHOTO);
    let (path, token) = shared(&world, &anna, form, &json!({})).await;
    let card = format!("/shared/{token}/card.jpg");
    let first = world.get(&card).await;
    let entry = world.get_as(&anna, &path).await.expect(200);
    // A card without its photo would look different.
    world.backend.media.remove(entry["images"][0]["id"].as_str().unwrap().parse().unwrap()).await.unwrap();
    assert_eq!(world.get(&card).await.bytes, first.bytes, "it was kept");

    let update = format!("{path}/update-share-options");
    let change = async |body| world.json_as(&anna, Method::PATCH, &update, &body).await;
    change(json!({ "pin": "2468" })).await;
    world.get(&card).await.refused(401, "pin_needed");
    let with_pin = get(&card).header("x-share-pin", "2468").body(Body::empty()).unwrap();
    let guarded = world.send(with_pin).await;
    assert_eq!((guarded.status, guarded.header("cache-control")), (StatusCode::OK, "private, no-store"));
    assert_ne!(guarded.bytes, first.bytes, "what a PIN guards is kept nowhere");
    change(json!({ "pin": null, "shareOptions": { "images": false } })).await;
    assert_ne!(world.get(&card).await.bytes, first.bytes);
    world.json_as(&anna, Method::DELETE, &format!("{path}/remove-share-token"), &json!({})).await;
    world.get(&card).await.refused(404, "link_not_found");
}

#[tokio::test]
async fn a_card_needs_no_photo_that_is_not_there_any_more() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (path, token) = shared(&world, &anna, Form::new("Text").image("a.jpg", PHOTO), &json!({})).await;
    let entry = world.get_as(&anna, &path).await.expect(200);
    let image = entry["images"][0]["id"].as_str().unwrap();
    world.backend.media.remove(image.parse().unwrap()).await.unwrap();
    let address = format!("/shared/{token}/card.jpg");
    let card = world.get(&address).await;
    assert_eq!((card.status, size(&card.bytes)), (StatusCode::OK, (1200, 630)));
    let file = File::Picture(image.parse().unwrap(), Rendition::Optimized);
    let owner = world.backend.db.read("SELECT user_id FROM entries e JOIN images i ON i.entry_id = e.id");
    let (owner,): (Uuid,) = owner.fetch_one().await.unwrap();
    let key = world.backend.db.data_key(UserId(owner)).await.unwrap().file(&file.name()).unwrap();
    world.backend.media.put(file, key, PHOTO.into()).await.unwrap();
    assert_ne!(world.get(&address).await.bytes, card.bytes, "and is not kept as one without it");
}
