//! Recordings: how they are sent, who gets them, in which pieces.

use crate::world::{World, form::Form, people::Person, request, world};
use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::{Value, json};

const WEBM: &[u8] = include_bytes!("../../../backend/tests/data/heute.webm");
const M4A: &[u8] = include_bytes!("../../../backend/tests/data/heute.m4a");

fn audio(form: Form, bytes: &[u8]) -> Form {
    // The part's own content type is not believed.
    form.part("name=\"audio\"; filename=\"aufnahme.webm\"", Some("text/html"), bytes)
}

/// Anna's entry with a recording and nothing else, and the recording's address.
async fn spoken(world: &World, anna: &Person, form: Form) -> (Value, String) {
    let entry = world.entry(anna, audio(form, WEBM)).await;
    let url = entry["audio"]["url"].as_str().unwrap().to_owned();
    (entry, url)
}

#[tokio::test]
async fn a_recording_comes_whole_in_part_or_not_again() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (entry, url) = spoken(&world, &anna, Form::new("").field("audioTranscript", "Heute war ein guter Tag.")).await;
    assert_eq!((&entry["audio"]["contentType"], &entry["audio"]["seconds"]), (&json!("audio/webm"), &json!(18)));
    assert_eq!(entry["audioTranscript"], "Heute war ein guter Tag.");
    let ask = |headers: &[(&str, &str)]| {
        let request = headers.iter().fold(anna.request(Method::GET, &url), |r, (name, value)| r.header(*name, *value));
        request.body(Body::empty()).unwrap()
    };
    let whole = world.send(ask(&[])).await;
    assert_eq!((whole.status, whole.header("content-type")), (StatusCode::OK, "audio/webm"));
    assert_eq!(whole.header("content-length"), whole.bytes.len().to_string());
    assert_eq!((whole.header("accept-ranges"), whole.header("cache-control")), ("bytes", "private, no-cache"));
    assert_eq!(whole.header("content-security-policy"), "default-src 'none'; sandbox");
    assert_eq!(whole.header("x-content-type-options"), "nosniff");
    let etag = whole.header("etag").to_owned();

    let part = world.send(ask(&[("range", "bytes=100-199"), ("if-range", &etag)])).await;
    assert_eq!((part.status, part.bytes.as_slice()), (StatusCode::PARTIAL_CONTENT, &whole.bytes[100..200]));
    assert_eq!(part.header("content-range"), format!("bytes 100-199/{}", whole.bytes.len()));
    let open_end = world.send(ask(&[("range", "bytes=0-")])).await;
    assert_eq!((open_end.status, open_end.bytes.len()), (StatusCode::PARTIAL_CONTENT, whole.bytes.len()));
    let beyond = world.send(ask(&[("range", "bytes=99999999-")])).await;
    assert_eq!(beyond.status, StatusCode::RANGE_NOT_SATISFIABLE);
    let known = world.send(ask(&[("if-none-match", &etag)])).await;
    assert_eq!((known.status, known.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
    let head = world.send(anna.request(Method::HEAD, &url).body(Body::empty()).unwrap()).await;
    assert_eq!((head.bytes.len(), head.header("content-length")), (0, whole.header("content-length")));

    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    let replaced = world.form_as(&anna, Method::PATCH, &path, audio(Form::new("x"), M4A)).await.expect(200);
    assert_eq!(replaced["audio"]["contentType"], "audio/mp4");
    let changed = world.send(ask(&[("range", "bytes=0-9"), ("if-range", &etag)])).await;
    assert_eq!((changed.status, changed.header("content-type")), (StatusCode::OK, "audio/mp4"), "another recording");
    let removed = Form::new("x").field("removeAudio", "true");
    let removed = world.form_as(&anna, Method::PATCH, &path, removed).await.expect(200);
    assert!(removed.get("audio").is_none());
    world.send(ask(&[])).await.refused(404, "media_not_found");
}

#[tokio::test]
async fn a_recording_follows_its_entry_also_before_a_304() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let (entry, url) = spoken(&world, &anna, Form::new("x").field("visibility", "public")).await;
    let seen = world.get_as(&ben, &url).await;
    assert_eq!(seen.status, StatusCode::OK);
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    world.form_as(&anna, Method::PATCH, &path, Form::new("x").field("visibility", "private")).await.expect(200);
    let again =
        ben.request(Method::GET, &url).header("if-none-match", seen.header("etag")).body(Body::empty()).unwrap();
    world.send(again).await.refused(403, "access_denied");
    world.get(&url).await.refused(401, "unauthenticated");
    let missing = "/api/entries/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/audio";
    world.get_as(&anna, missing).await.refused(404, "entry_not_found");
    world.get_as(&anna, "/api/entries/x/audio").await.refused(400, "invalid_id");
}

#[tokio::test]
async fn a_link_plays_only_what_it_releases() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (entry, url) = spoken(&world, &anna, Form::new("x").field("audioTranscript", "canary")).await;
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    let options = |audio: bool| json!({ "shareOptions": { "audio": audio } });
    let made = world.json_as(&anna, Method::POST, &format!("{path}/generate-share-token"), &options(true)).await;
    let token = made.expect(200)["shareToken"].as_str().unwrap().to_owned();
    let shown = world.get(&format!("/api/shared/{token}")).await.expect(200);
    assert_eq!(shown["audioTranscript"], "canary");
    let shared = shown["audio"]["url"].as_str().unwrap();
    let seen = world.get(shared).await;
    assert_eq!((seen.status, seen.header("referrer-policy")), (StatusCode::OK, "no-referrer"));
    world.get(&url).await.refused(401, "unauthenticated");

    world.json_as(&anna, Method::PATCH, &format!("{path}/update-share-options"), &options(false)).await;
    let again = request(Method::GET, shared).header("if-none-match", seen.header("etag")).body(Body::empty()).unwrap();
    world.send(again).await.refused(404, "media_not_found");
    assert!(!world.get(&format!("/api/shared/{token}")).await.text().contains("canary"));
    world.get("/shared/nonsense/audio").await.refused(404, "link_not_found");
}

#[tokio::test]
async fn a_file_that_is_no_recording_is_refused_with_a_reason() {
    let world = world().await;
    let anna = world.person("anna").await;
    let send = async |form: Form| world.form_as(&anna, Method::POST, "/api/entries", form).await;
    let large = vec![0x1A; 16 * 1024 * 1024 + 1];
    for (bytes, status, code) in [
        (&b"<!doctype html><script>alert(1)</script>"[..], 415, "not_audio"),
        (b"", 415, "not_audio"),
        (&WEBM[..WEBM.len() / 2], 422, "audio_damaged"),
        (&M4A[..M4A.len() / 2], 422, "audio_damaged"),
        (&large, 413, "audio_too_large"),
    ] {
        send(audio(Form::new("x"), bytes)).await.refused(status, code);
    }
    let long = Form::new("x").field("audioTranscript", "ä".repeat(10_001));
    send(long).await.refused(422, "transcript_too_long");
    send(audio(audio(Form::new("x"), WEBM), WEBM)).await.refused(400, "invalid_form");
    // A browser sends an empty part for an empty file input.
    let nothing = Form::new("x").part("name=\"audio\"; filename=\"\"", Some("application/octet-stream"), b"");
    assert!(send(nothing).await.expect(201).get("audio").is_none());
}
