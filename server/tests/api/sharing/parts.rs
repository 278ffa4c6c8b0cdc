//! The parts that a link shows by its options, at each of its addresses. The entry has everything that Pro offers.

use super::shared;
use crate::world::{
    World,
    form::{Form, PHOTO},
    people::Person,
    request, world,
};
use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};

const SOUND: &[u8] = include_bytes!("../../../../backend/tests/data/heute.webm");
const PHOTOS: [&[u8]; 3] =
    [include_bytes!("../../../demo/photos/chelsea.jpg"), PHOTO, include_bytes!("../../../demo/photos/rocket.jpg")];
/// The second one is the main picture.
const ALTS: [&str; 3] = ["Kanarie-Links", "Kanarie-Mitte", "Kanarie-Rechts"];
const PARTS: [&str; 8] = ["images", "allImages", "summary", "details", "mood", "originalText", "audio", "reflection"];
/// Words of the entry, and the part to which each belongs.
const WORDS: [(&str, &str); 10] = [
    ("Kanarie-Text", "originalText"),
    ("Kanarie-Summe", "summary"),
    ("Kanarie-Moment", "details"),
    ("Kanarie-Lied", "reflection"),
    ("🦜", "mood"),
    ("🦚", "mood"),
    ("Kanarie-Stimme", "audio"),
    ("Kanarie-Links", "allImages"),
    ("Kanarie-Mitte", "images"),
    ("Kanarie-Rechts", "allImages"),
];

async fn full_entry(world: &World, anna: &Person) -> (String, String) {
    let pro = backend::subscription::grant(&world.backend, "anna@example.org", "2027-06-01".parse().unwrap());
    pro.await.unwrap();
    let form = Form::new("Kanarie-Text")
        .field("summary", "Kanarie-Summe")
        .field("topMoment", "Kanarie-Moment")
        .field("emojis", "🦜")
        .field("mood", json!({ "level": 7, "feeling": "grateful", "customEmoji": "🦚" }).to_string())
        .field("audioTranscript", "Kanarie-Stimme")
        .field("reflectionAnswers", r#"[{"questionId":"song","answer":"Kanarie-Lied"}]"#)
        .field("imageAlts", json!(ALTS).to_string())
        .field("mainImageIndex", "1")
        .part("name=\"audio\"; filename=\"a.webm\"", Some("audio/webm"), SOUND);
    let form = PHOTOS.into_iter().fold(form, |form, photo| form.image("a.jpg", photo));
    shared(world, anna, form, &json!({})).await
}

#[tokio::test]
async fn page_json_tags_card_pictures_and_sound_agree_for_every_choice() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (path, token) = full_entry(&world, &anna).await;
    let entry = world.get_as(&anna, &path).await.expect(200);
    let images: Vec<&str> = (0..3).map(|at| entry["images"][at]["id"].as_str().unwrap()).collect();
    let part_of = |image: usize| if image == 1 { "images" } else { "allImages" };
    let (page, update) = (format!("/shared/{token}"), format!("{path}/update-share-options"));
    let hidden = [entry["id"].as_str().unwrap(), entry["userId"].as_str().unwrap(), "anna@example.org"];
    let mut cards: HashMap<(&str, Option<usize>), String> = HashMap::new();
    for bits in 0u8..128 {
        // The reflection is stored apart, so that half of the choices are enough for it.
        let bits = bits | if bits.count_ones() % 2 == 0 { 128 } else { 0 };
        let on = |part: &str| PARTS.iter().position(|name| *name == part).is_some_and(|bit| bits & (1 << bit) != 0);
        let options: Map<String, Value> = PARTS.iter().map(|part| ((*part).to_owned(), on(part).into())).collect();
        let changed = world.json_as(&anna, Method::PATCH, &update, &json!({ "shareOptions": options })).await;
        assert_eq!(changed.status, StatusCode::NO_CONTENT);
        let (html, reply) = (world.get(&page).await.text(), world.get(&format!("/api{page}")).await);
        let (json, shown) = (reply.text(), reply.expect(200));
        let (head, body) = html.split_once("</head>").unwrap();
        let ids = images.iter().enumerate().map(|(at, image)| (*image, part_of(at)));
        for (word, part) in WORDS.into_iter().chain(ids) {
            assert_eq!(body.contains(word), on(part), "{word} on the page with {options:?}");
            assert_eq!(json.contains(word), on(part), "{word} in JSON with {options:?}");
            assert!(on(part) || !head.contains(word), "{word} in the head with {options:?}");
        }
        for (on_page, in_json) in [("Dankbar", "grateful"), ("mood-mark", "\"level\":7")] {
            assert_eq!((body.contains(on_page), json.contains(in_json)), (on("mood"), on("mood")), "{options:?}");
            assert!(!head.contains(on_page));
        }
        for word in hidden {
            assert!(!html.contains(word) && !json.contains(word), "{word} with {options:?}");
        }
        let released = (0..3).filter(|at| on(part_of(*at))).count();
        assert_eq!(shown["images"].as_array().unwrap().len(), released);
        assert_eq!(shown["mainImageIndex"], usize::from(on("images") && on("allImages")), "{options:?}");
        assert_eq!(shown["hasMainImage"], on("images"), "{options:?}");
        assert_eq!(body.contains("gallery-main"), on("images") && on("allImages"), "a star for the main one alone");

        let words = [("summary", "Kanarie-Summe"), ("details", "Kanarie-Moment"), ("originalText", "Kanarie-Text")];
        let first = words.iter().find(|(part, _)| on(part)).map_or("Ein geteilter Tagebucheintrag", |(_, word)| word);
        assert!(head.contains(&format!("content=\"{first}\"")), "{first} in {head}");
        let photo = [1, 0].into_iter().find(|at| on(part_of(*at)));
        for (at, alt) in ALTS.into_iter().enumerate() {
            assert_eq!(head.contains(alt), photo == Some(at), "{alt} in the tags with {options:?}");
        }
        let card = request(Method::HEAD, &format!("{page}/card.jpg")).body(Body::empty()).unwrap();
        let tag = world.send(card).await.header("etag").to_owned();
        assert_eq!(cards.entry((first, photo)).or_insert_with(|| tag.clone()), &tag, "{options:?}");

        let mut files = vec![(format!("{page}/audio"), "audio")];
        for rendition in ["original", "optimized", "thumbnail"] {
            let file = |(at, image): (usize, &&str)| (format!("{page}/media/{image}/{rendition}"), part_of(at));
            files.extend(images.iter().enumerate().map(file));
        }
        for (file, part) in files {
            let expected = if on(part) { StatusCode::OK } else { StatusCode::NOT_FOUND };
            assert_eq!(world.get(&file).await.status, expected, "{file} with {options:?}");
        }
    }
    // Four beginnings, each with the main picture, another one, and none.
    assert_eq!((cards.len(), cards.values().collect::<HashSet<_>>().len()), (12, 12));
}

/// The parts that the link's page and JSON show.
async fn released(world: &World, token: &str) -> HashSet<&'static str> {
    let (page, json) = (format!("/shared/{token}"), format!("/api/shared/{token}"));
    let (page, json) = (world.get(&page).await.text(), world.get(&json).await.text());
    let (_, body) = page.split_once("</head>").unwrap();
    let parts = |text: &str| WORDS.iter().filter(|(word, _)| text.contains(word)).map(|(_, part)| *part).collect();
    let (on_page, in_json): (HashSet<_>, HashSet<_>) = (parts(body), parts(&json));
    assert_eq!(on_page, in_json);
    in_json
}

#[tokio::test]
async fn a_call_releases_what_it_names_and_nothing_else() {
    let world = world().await;
    let anna = world.person("anna").await;
    let (path, first) = full_entry(&world, &anna).await;
    let defaults = ["images", "allImages", "summary", "details", "mood"];
    assert_eq!(released(&world, &first).await, HashSet::from(defaults), "without options");
    let cases: [(Value, &[&str]); 10] = [
        (json!({}), &[]),
        (json!({ "summary": false }), &[]),
        (json!({ "images": true }), &["images"]),
        (json!({ "originalText": true, "details": false }), &["originalText"]),
        (json!({ "details": true }), &["details", "reflection"]),
        (json!({ "details": true, "reflection": false }), &["details"]),
        (json!({ "reflection": true }), &["reflection"]),
        (json!({ "details": false, "reflection": true, "audio": true }), &["reflection", "audio"]),
        (json!(r#"{"mood":true}"#), &["mood"]),
        (Value::Null, &["mood"]),
    ];
    let [update, create, remove] =
        ["update-share-options", "generate-share-token", "remove-share-token"].map(|call| format!("{path}/{call}"));
    for (options, parts) in &cases {
        let body = json!({ "shareOptions": options });
        assert_eq!(world.json_as(&anna, Method::PATCH, &update, &body).await.status, StatusCode::NO_CONTENT);
        assert_eq!(released(&world, &first).await, parts.iter().copied().collect(), "changed to {options}");
    }
    for (options, parts) in &cases[..9] {
        world.json_as(&anna, Method::DELETE, &remove, &json!({})).await;
        let made = world.json_as(&anna, Method::POST, &create, &json!({ "shareOptions": options })).await;
        if parts.is_empty() {
            made.refused(422, "nothing_shared");
            continue;
        }
        let token = made.expect(200)["shareToken"].as_str().unwrap().to_owned();
        assert_eq!(released(&world, &token).await, parts.iter().copied().collect(), "made with {options}");
    }
}
