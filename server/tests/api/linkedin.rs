//! LinkedIn: the profile, and posts of one's own entries.

use crate::world::{World, ai, form::Form, get, json, request, world};
use axum::body::Body;
use http::Method;
use serde_json::{Value, json};

const TEXT: &str = "Heute war ein guter Tag. Am Abend habe ich endlich das Regal aufgebaut und war sehr stolz darauf.";
const PROFILE: &str = "/api/linkedin-profile";
const POST: &str = "/api/generate-linkedin-post";

fn profile() -> Value {
    json!({
        "linkedinInfo": "Tischlerin",
        "generalDescription": "",
        "targetAudience": "Leute mit Holz",
        "postGoal": "website-besuch",
        "tonality": "seriös",
        "addressForm": "sie",
        "language": "englisch",
        "ctaType": "",
        "ctaText": "",
        "specialInstructions": "",
    })
}

/// The body that the page sends (spec 7). Its texts and addresses do not matter here.
fn body(profile: &Value) -> Value {
    json!({
        "entryContent": {
            "date": "2026-11-20",
            "text": "Ein anderer Text.",
            "summary": "",
            "topMoment": "",
            "imageUrls": ["http://10.0.0.1/secret.jpg"],
            "optimizedImageUrls": [],
        },
        "profile": profile,
    })
}

#[tokio::test]
async fn a_profile_is_given_back_as_it_was_saved() {
    let world = world().await;
    let anna = world.person("anna").await;
    let empty = world.get_as(&anna, PROFILE).await.expect(200);
    assert_eq!((&empty["addressForm"], &empty["language"]), (&json!("du"), &json!("deutsch")));
    assert_eq!((&empty["postGoal"], &empty["tonality"], &empty["ctaType"]), (&json!(""), &json!(""), &json!("")));
    assert_eq!(world.json_as(&anna, Method::POST, PROFILE, &profile()).await.expect(200), profile());
    assert_eq!(world.get_as(&anna, PROFILE).await.expect(200), profile());
    let ben = world.person("ben").await;
    assert_eq!(world.get_as(&ben, PROFILE).await.expect(200), empty, "everybody has their own");

    let save = async |body: Value| world.json_as(&anna, Method::POST, PROFILE, &body).await;
    save(json!({ "linkedinInfo": "a".repeat(2001) })).await.refused(422, "linkedin_too_long");
    save(json!({ "ctaText": "a\u{0}b" })).await.refused(422, "invalid_character");
    for (field, value) in [("postGoal", "reichtum"), ("tonality", "laut"), ("language", "latein"), ("addressForm", "")]
    {
        save(json!({ field: value })).await.refused(400, "invalid_form");
    }
    assert_eq!(world.get_as(&anna, PROFILE).await.expect(200), profile());
    world.send(get(PROFILE).body(Body::empty()).unwrap()).await.refused(401, "unauthenticated");
    world.send(json(request(Method::POST, PROFILE), &profile())).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn a_post_is_made_of_the_saved_entry_and_says_how() {
    let world = world().await;
    let anna = world.person("anna").await;
    let ask = async |body: Value| world.json_as(&anna, Method::POST, POST, &body).await;
    ask(body(&profile())).await.refused(404, "entry_not_found");
    world.entry(&anna, Form::new(TEXT)).await;
    let made = ask(body(&profile())).await.expect(200);
    assert_eq!(made["postSource"], "local");
    let post = made["post"].as_str().unwrap();
    assert!(post.contains("Regal aufgebaut") && post.contains("my website") && !post.contains("anderer"), "{post}");

    ask(body(&json!({}))).await.refused(422, "linkedin_incomplete");
    let mut long = profile();
    long["targetAudience"] = "ä".repeat(2001).into();
    ask(body(&long)).await.refused(422, "linkedin_too_long");
    ask(json!({ "profile": profile() })).await.refused(400, "missing_field");
    // No engine is asked about a day that only one of them knows.
    for date in ["gestern", "", "-5000-01-01", "-262143-01-01", "1899-12-31", "+10000-01-01", "+262142-12-31"] {
        let named = json!({ "entryContent": { "date": date }, "profile": profile() });
        ask(named).await.refused(422, "invalid_date");
    }
    ask(json!({ "entryContent": { "date": 20 }, "profile": profile() })).await.refused(400, "invalid_form");
    let ben = world.person("ben").await;
    world.json_as(&ben, Method::POST, POST, &body(&profile())).await.refused(404, "entry_not_found");
    world.send(json(request(Method::POST, POST), &body(&profile()))).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn a_service_is_asked_with_consent_and_three_times_a_day() {
    let world = World::with_ai().await;
    let anna = world.person("anna").await;
    world.entry(&anna, Form::new(TEXT)).await;
    let ask = async || world.json_as(&anna, Method::POST, POST, &body(&profile())).await;
    let asked = ask().await;
    asked.refused(403, "consent_needed");
    assert_eq!(asked.json()["detail"], json!({ "provider": ai::NAME }));
    let said = json!({ "linkedin": true, "provider": ai::NAME });
    assert_eq!(world.json_as(&anna, Method::PUT, "/api/users/assistant-consent", &said).await.status, 204);
    for _ in 0..3 {
        assert_eq!(ask().await.expect(200), json!({ "post": ai::POST, "postSource": ai::NAME }));
    }
    let used = ask().await;
    used.refused(429, "quota_used");
    assert_eq!((&used.json()["detail"]["limit"], &used.json()["detail"]["pro"]), (&json!(3), &json!(10)));
    let log = world.get_as(&anna, "/settings/assistant").await.text();
    assert!(log.contains("LinkedIn-Posts entwerfen") && log.contains(ai::NAME));
}

#[tokio::test]
async fn a_failing_service_is_reported() {
    let world = World::with_ai().await;
    let anna = world.person("anna").await;
    world.entry(&anna, Form::new(TEXT)).await;
    let said = json!({ "linkedin": true, "provider": ai::NAME });
    world.json_as(&anna, Method::PUT, "/api/users/assistant-consent", &said).await;
    ai::find(world.backend.settings.ai.as_ref().unwrap()).is(ai::Trouble::Always(401));
    let failed = world.json_as(&anna, Method::POST, POST, &body(&profile())).await;
    failed.refused(502, "linkedin_failed");
    assert_eq!(failed.json()["message"], "LinkedIn-Post konnte nicht generiert werden.");
}
