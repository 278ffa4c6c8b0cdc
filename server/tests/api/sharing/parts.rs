//! All 128 choices of what a link shows, at every address that it has.

use super::shared;
use crate::world::{
    form::{Form, PHOTO},
    world,
};
use http::{Method, StatusCode};
use serde_json::{Map, Value, json};

const SOUND: &[u8] = include_bytes!("../../../../backend/tests/data/heute.webm");
const PARTS: [&str; 7] = ["images", "allImages", "summary", "details", "mood", "originalText", "audio"];

#[tokio::test]
async fn page_json_tags_pictures_and_sound_agree_for_every_choice() {
    let world = world().await;
    let anna = world.person("anna").await;
    let form = Form::new("Kanarie-Text")
        .field("summary", "Kanarie-Summe")
        .field("topMoment", "Kanarie-Moment")
        .field("emojis", "🦜")
        .field("audioTranscript", "Kanarie-Stimme")
        .field("reflectionAnswers", r#"[{"questionId":"song","answer":"Kanarie-Lied"}]"#)
        .image("a.jpg", PHOTO)
        .part("name=\"audio\"; filename=\"a.webm\"", Some("audio/webm"), SOUND);
    let (path, token) = shared(&world, &anna, form, &json!({})).await;
    let entry = world.get_as(&anna, &path).await.expect(200);
    let image = entry["images"][0]["id"].as_str().unwrap();
    let (page, update) = (format!("/shared/{token}"), format!("{path}/update-share-options"));
    let hidden = [entry["id"].as_str().unwrap(), entry["userId"].as_str().unwrap(), "anna@example.org"];
    for bits in 0u8..128 {
        let on = |part: &str| PARTS.iter().position(|name| *name == part).is_some_and(|bit| bits & (1 << bit) != 0);
        let options: Map<String, Value> = PARTS.iter().map(|part| ((*part).to_owned(), on(part).into())).collect();
        let changed = world.json_as(&anna, Method::PATCH, &update, &json!({ "shareOptions": options })).await;
        assert_eq!(changed.status, StatusCode::NO_CONTENT);
        let (html, json) = (world.get(&page).await.text(), world.get(&format!("/api{page}")).await.text());
        let (head, body) = html.split_once("</head>").unwrap();
        for (word, part) in [
            ("Kanarie-Text", "originalText"),
            ("Kanarie-Summe", "summary"),
            ("Kanarie-Moment", "details"),
            ("Kanarie-Lied", "details"),
            ("🦜", "mood"),
            ("Kanarie-Stimme", "audio"),
            (image, "images"),
        ] {
            assert_eq!(body.contains(word), on(part), "{word} on the page with {options:?}");
            assert_eq!(json.contains(word), on(part), "{word} in JSON with {options:?}");
            assert!(on(part) || !head.contains(word), "{word} in the head with {options:?}");
        }
        for word in hidden {
            assert!(!html.contains(word) && !json.contains(word), "{word} with {options:?}");
        }
        let words = [("summary", "Kanarie-Summe"), ("details", "Kanarie-Moment"), ("originalText", "Kanarie-Text")];
        let first = words.iter().find(|(part, _)| on(part)).map_or("Ein geteilter Tagebucheintrag", |(_, word)| word);
        assert!(head.contains(&format!("content=\"{first}\"")), "{first} in {head}");
        for (file, part) in [(format!("{page}/media/{image}/thumbnail"), "images"), (format!("{page}/audio"), "audio")]
        {
            let expected = if on(part) { StatusCode::OK } else { StatusCode::NOT_FOUND };
            assert_eq!(world.get(&file).await.status, expected, "{file} with {options:?}");
        }
    }
}
