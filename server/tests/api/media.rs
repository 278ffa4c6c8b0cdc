//! Pictures: who gets them, in which pieces, with which headers.

use crate::world::{
    World,
    form::{Form, PHOTO},
    people::Person,
    request, world,
};
use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::json;

/// Anna's entry with a photo: its API path and the photo's address.
async fn photo(world: &World, anna: &Person, visibility: &str) -> (String, String) {
    let form = Form::new("Mit Bild").field("visibility", visibility).image("kaffee.jpg", PHOTO);
    let entry = world.entry(anna, form).await;
    let url = entry["thumbnailUrls"][0].as_str().unwrap().to_owned();
    (format!("/api/entries/{}", entry["id"].as_str().unwrap()), url)
}

#[tokio::test]
async fn a_photo_comes_whole_in_part_or_not_again() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (_, url) = photo(&world, &anna, "private").await;
    let ask = |headers: &[(&str, &str)]| {
        let request = headers.iter().fold(anna.request(Method::GET, &url), |r, (name, value)| r.header(*name, *value));
        request.body(Body::empty()).unwrap()
    };
    let whole = world.send(ask(&[])).await;
    assert_eq!((whole.status, whole.header("content-type")), (StatusCode::OK, "image/jpeg"));
    assert_eq!(whole.header("content-length"), whole.bytes.len().to_string());
    assert!(whole.bytes.starts_with(&[0xFF, 0xD8, 0xFF]));
    assert_eq!(whole.header("cache-control"), "private, no-cache");
    assert_eq!(whole.header("content-disposition"), "inline");
    assert_eq!(whole.header("accept-ranges"), "bytes");
    assert_eq!(whole.header("content-security-policy"), "default-src 'none'; sandbox");
    assert_eq!(whole.header("cross-origin-resource-policy"), "same-origin");
    assert_eq!(whole.header("x-content-type-options"), "nosniff");
    let etag = whole.header("etag").to_owned();

    let known = world.send(ask(&[("if-none-match", &etag)])).await;
    assert_eq!((known.status, known.bytes.len(), known.header("etag")), (StatusCode::NOT_MODIFIED, 0, etag.as_str()));
    let other = world.send(ask(&[("if-none-match", "\"other\"")])).await;
    assert_eq!(other.status, StatusCode::OK);

    let part = world.send(ask(&[("range", "bytes=10-19")])).await;
    assert_eq!((part.status, part.bytes.as_slice()), (StatusCode::PARTIAL_CONTENT, &whole.bytes[10..20]));
    assert_eq!(part.header("content-range"), format!("bytes 10-19/{}", whole.bytes.len()));
    let tail = world.send(ask(&[("range", "bytes=-7"), ("if-range", &etag)])).await;
    assert_eq!(tail.bytes, whole.bytes[whole.bytes.len() - 7..]);
    let changed = world.send(ask(&[("range", "bytes=-7"), ("if-range", "\"other\"")])).await;
    assert_eq!((changed.status, changed.bytes.len()), (StatusCode::OK, whole.bytes.len()));
    let beyond = world.send(ask(&[("range", "bytes=99999999-")])).await;
    assert_eq!(beyond.status, StatusCode::RANGE_NOT_SATISFIABLE);
    assert_eq!(beyond.header("content-range"), format!("bytes */{}", whole.bytes.len()));

    let head = world.send(anna.request(Method::HEAD, &url).body(Body::empty()).unwrap()).await;
    assert_eq!((head.status, head.bytes.len()), (StatusCode::OK, 0));
    assert_eq!((head.header("content-length"), head.header("etag")), (whole.header("content-length"), etag.as_str()));
}

#[tokio::test]
async fn a_photo_follows_its_entry_also_before_a_304() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let (entry, url) = photo(&world, &anna, "public").await;
    let seen = world.get_as(&ben, &url).await;
    assert_eq!(seen.status, StatusCode::OK);
    let etag = seen.header("etag").to_owned();
    world.form_as(&anna, Method::PATCH, &entry, Form::new("Mit Bild").field("visibility", "private")).await.expect(200);
    let again = ben.request(Method::GET, &url).header("if-none-match", &etag).body(Body::empty()).unwrap();
    world.send(again).await.refused(403, "access_denied");
    world.get(&url).await.refused(401, "unauthenticated");
    world.get_as(&anna, "/media/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/original").await.refused(404, "media_not_found");
    world.get_as(&anna, &url.replace("thumbnail", "raw")).await.refused(404, "media_not_found");
    world.get_as(&anna, "/media/..%2f..%2fsecret/original").await.refused(400, "invalid_id");
}

#[tokio::test]
async fn a_link_opens_only_the_photos_it_releases() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (entry, url) = photo(&world, &anna, "private").await;
    let options = |images: bool| json!({ "shareOptions": { "images": images } });
    let made = world.json_as(&anna, Method::POST, &format!("{entry}/generate-share-token"), &options(true)).await;
    let token = made.expect(200)["shareToken"].as_str().unwrap().to_owned();
    let shared = format!("/shared/{token}{url}");
    let seen = world.get(&shared).await;
    assert_eq!((seen.status, seen.header("referrer-policy")), (StatusCode::OK, "no-referrer"));
    let update = format!("{entry}/update-share-options");
    world.json_as(&anna, Method::PATCH, &update, &options(false)).await;
    let again = request(Method::GET, &shared).header("if-none-match", seen.header("etag")).body(Body::empty()).unwrap();
    let reply = world.send(again).await;
    assert_eq!(reply.status, StatusCode::NOT_FOUND, "{}", reply.text());
    assert_eq!(world.get(&format!("/shared/nonsense{url}")).await.status, StatusCode::NOT_FOUND);
}
