//! The picture that messengers show.

use super::shared;
use crate::world::{
    form::{Form, PHOTO},
    get, request, world,
};
use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::json;

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
async fn a_card_needs_no_photo_that_is_not_there_any_more() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (path, token) = shared(&world, &anna, Form::new("Text").image("a.jpg", PHOTO), &json!({})).await;
    let entry = world.get_as(&anna, &path).await.expect(200);
    let image = entry["images"][0]["id"].as_str().unwrap();
    world.backend.media.remove(image.parse().unwrap()).await.unwrap();
    let card = world.get(&format!("/shared/{token}/card.jpg")).await;
    assert_eq!((card.status, size(&card.bytes)), (StatusCode::OK, (1200, 630)));
}
