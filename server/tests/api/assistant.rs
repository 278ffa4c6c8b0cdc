//! Text out of sound, summaries, and the log of what left this server.

use crate::world::{
    World, ai,
    form::Form,
    get, json,
    people::{Person, bearer},
    request, world,
};
use axum::body::Body;
use chrono::TimeDelta;
use http::Method;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

const VOICE: &[u8] = include_bytes!("../../../backend/tests/data/heute.webm");
const TEXT: &str = "Heute war ein guter Tag. Am Abend habe ich endlich das Regal aufgebaut und war sehr stolz darauf.";
const SUMMARY: &str = "/api/generate-summary";
const SOUND: &str = "/api/transcribe-audio";

fn voice(bytes: &[u8]) -> Form {
    Form::default().part("name=\"audio\"; filename=\"recording.webm\"", Some("audio/webm"), bytes)
}

async fn allow(world: &World, person: &Person) {
    let said = json!({ "summary": true, "transcription": true, "provider": ai::NAME });
    let put = world.json_as(person, Method::PUT, "/api/users/assistant-consent", &said).await;
    assert_eq!(put.status, 204);
}

#[tokio::test]
async fn a_recording_becomes_a_transcript_and_a_text_a_summary() {
    let world = World::with_ai().await;
    let anna = world.person("anna").await;
    world.json_as(&anna, Method::POST, SUMMARY, &json!({ "text": TEXT })).await.refused(403, "consent_needed");
    let asked = world.form_as(&anna, Method::POST, SOUND, voice(VOICE)).await;
    asked.refused(403, "consent_needed");
    assert_eq!(asked.json()["detail"], json!({ "provider": ai::NAME }));
    allow(&world, &anna).await;
    let heard = world.form_as(&anna, Method::POST, SOUND, voice(VOICE)).await.expect(200);
    assert_eq!(heard, json!({ "transcript": ai::SPOKEN }));
    // Time passes, so that the second row of the log is the newer one.
    world.backend.clock.advance(TimeDelta::seconds(1));
    let body = json!({ "text": TEXT, "audioTranscript": "", "imageUrls": [] });
    let made = world.json_as(&anna, Method::POST, SUMMARY, &body).await.expect(200);
    assert_eq!(made, json!({ "summary": ai::SUMMARY, "emojis": "🛠️😊", "summarySource": ai::NAME }));

    let used = world.json_as(&anna, Method::POST, SUMMARY, &body).await;
    used.refused(429, "quota_used");
    assert_eq!(used.header("retry-after"), (12 * 3600 - 1).to_string());
    assert!(used.json()["message"].as_str().unwrap().contains("21.11.2026, 00:00 Uhr"), "{}", used.text());
    assert_eq!(used.json()["detail"]["pro"], 5);

    let calls = world.get_as(&anna, "/api/assistant-calls").await.expect(200);
    let [summary, transcription] = calls.as_array().unwrap().as_slice() else { panic!("{calls}") };
    assert_eq!((&summary["help"], &summary["characters"]), (&json!("summary"), &json!(TEXT.chars().count())));
    assert_eq!((&transcription["provider"], &transcription["outcome"]), (&json!(ai::NAME), &json!("done")));
    let guest = get("/api/assistant-calls").body(Body::empty()).unwrap();
    world.send(guest).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn a_recording_without_a_service_stays_and_the_refusal_says_so() {
    let world = world().await;
    let anna = world.person("anna").await;
    let refused = world.form_as(&anna, Method::POST, SOUND, voice(VOICE)).await;
    refused.refused(503, "transcription_unavailable");
    let made = world.json_as(&anna, Method::POST, SUMMARY, &json!({ "text": TEXT })).await.expect(200);
    assert_eq!(made["summarySource"], "local");
    assert_eq!(world.get_as(&anna, "/api/assistant-calls").await.expect(200), json!([]));
}

#[tokio::test]
async fn unreadable_input_is_refused_and_uses_no_quota() {
    let world = World::with_ai().await;
    let anna = world.person("anna").await;
    allow(&world, &anna).await;
    let sound = async |form: Form| world.form_as(&anna, Method::POST, SOUND, form).await;
    sound(Form::default()).await.refused(400, "missing_file");
    sound(Form::default().field("text", "x")).await.refused(400, "missing_file");
    sound(voice(b"")).await.refused(415, "not_audio");
    sound(voice(&VOICE[..300])).await.refused(422, "audio_damaged");
    sound(voice(&vec![0; 16 * 1024 * 1024 + 1])).await.refused(413, "audio_too_large");
    let text = async |body: Value| world.json_as(&anna, Method::POST, SUMMARY, &body).await;
    text(json!({})).await.refused(422, "nothing_to_summarise");
    text(json!({ "text": 5 })).await.refused(400, "invalid_form");
    text(json!({ "text": "a".repeat(3001) })).await.refused(422, "text_too_long");
    text(json!({ "text": "a\u{0}b" })).await.refused(422, "invalid_character");
    world.send(json(request(Method::POST, SUMMARY), &json!({ "text": "x" }))).await.refused(401, "unauthenticated");
    world.send(voice(VOICE).into_request(request(Method::POST, SOUND))).await.refused(401, "unauthenticated");
    sound(voice(VOICE)).await.expect(200);
    text(json!({ "text": TEXT })).await.expect(200);
}

#[tokio::test]
async fn a_save_works_while_a_transcription_runs() {
    let world = Arc::new(World::with_ai().await);
    let anna = world.person("anna").await;
    allow(&world, &anna).await;
    let ai = ai::find(world.backend.settings.ai.as_ref().unwrap());
    ai.is(ai::Trouble::Hangs);
    let hanging = {
        let (world, request) =
            (Arc::clone(&world), voice(VOICE).into_request(bearer(Method::POST, SOUND, &anna.id_token)));
        tokio::spawn(async move { world.send(request).await.status })
    };
    let asked = async {
        while ai.asked().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), asked).await.expect("the service is asked");
    // The number of uploads that an account may have at once.
    for _ in 0..3 {
        world.form_as(&anna, Method::POST, SOUND, voice(VOICE)).await.refused(429, "transcription_running");
    }
    let entry = world.entry(&anna, Form::new(TEXT)).await;
    assert_eq!(entry["text"], TEXT);
    hanging.abort();
}

#[tokio::test]
async fn an_entry_carries_who_summed_it_up() {
    let world = World::with_ai().await;
    let anna = world.person("anna").await;
    let form = Form::new(TEXT).field("summary", "Kurz.").field("summarySource", "Beispiel-KI");
    let entry = world.entry(&anna, form).await;
    assert_eq!(entry["summarySource"], "Beispiel-KI");
    let page = world.get_as(&anna, &format!("/entry/{}", entry["id"].as_str().unwrap())).await.text();
    assert!(page.contains("KI-Zusammenfassung") && page.contains("Beispiel-KI"));
}
