//! The page behind a secret link, and what messengers make of it.

use crate::world::{Answer, ORIGIN, World, text};
use backend::Viewer;
use chrono::TimeDelta;
use domain::{Entry, EntryForm, Expiry, LinkForm, Mood, PinChange, ShareOptions, reflection::AnswerForm};
use http::StatusCode;
use serde_json::{Value, json};

const NOTHING: ShareOptions = ShareOptions::NOTHING;

fn everything() -> EntryForm {
    EntryForm {
        summary: Some("Kanarie-Summe".into()),
        top_moment: Some("Kanarie-Moment".into()),
        emojis: Some("🦜".into()),
        mood: Some(Mood::at(9)),
        reflection_answers: vec![AnswerForm {
            question_id: "song".into(),
            answer: "Kanarie-Lied".into(),
            previous: None,
        }],
        ..text("Kanarie-Text")
    }
}

async fn shared(world: &World, anna: &Viewer, entry: &Entry, options: ShareOptions) -> Answer {
    let words = ShareOptions { original_text: true, ..NOTHING };
    let token = backend::sharing::create(&world.backend, anna, entry.id, words).await.unwrap();
    backend::sharing::update_options(&world.backend, anna, entry.id, options).await.unwrap();
    world.get(&Viewer::Guest, &format!("/shared/{token}")).await
}

#[tokio::test]
async fn a_link_shows_the_released_parts_and_nothing_else() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write_with_photo(&anna, everything()).await;
    let parts: [(&str, ShareOptions); 8] = [
        ("Kanarie-Summe", ShareOptions { summary: true, ..NOTHING }),
        ("Kanarie-Moment", ShareOptions { details: true, ..NOTHING }),
        ("Kanarie-Lied", ShareOptions { reflection: true, ..NOTHING }),
        ("Welches Lied passt zu diesem Tag?", ShareOptions { reflection: true, ..NOTHING }),
        ("🦜", ShareOptions { mood: true, ..NOTHING }),
        ("9 von 10", ShareOptions { mood: true, ..NOTHING }),
        ("Kanarie-Text", ShareOptions { original_text: true, ..NOTHING }),
        ("/media/", ShareOptions { images: true, ..NOTHING }),
    ];
    for (_, options) in &parts {
        let page = shared(&world, &anna, &entry, *options).await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(page.meta("robots"), Some("noindex"));
        assert!(page.has("Ein Tag von Anna") && page.has("Freitag, 20.\u{a0}November"));
        assert!(!page.has("Berger") && !page.has("anna@example.org"), "no more of the person than the first name");
        for (word, other) in &parts {
            assert_eq!(page.has(word), other == options, "{word} with {options:?}");
        }
    }
}

#[tokio::test]
async fn previews_take_the_first_released_words_and_the_main_picture() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write_with_photo(&anna, everything()).await;
    for (options, expected) in [
        (ShareOptions::default(), "Kanarie-Summe"),
        (ShareOptions { summary: false, ..ShareOptions::default() }, "Kanarie-Moment"),
        (ShareOptions { original_text: true, ..NOTHING }, "Kanarie-Text"),
        (NOTHING, "Ein geteilter Tagebucheintrag"),
    ] {
        let page = shared(&world, &anna, &entry, options).await;
        assert_eq!(page.meta("og:description"), Some(expected));
        assert_eq!(page.meta("og:title"), Some("Anna am Freitag, 20. November 2026"));
        assert_eq!(page.meta("twitter:card"), Some("summary_large_image"));
    }
    let page = shared(&world, &anna, &entry, ShareOptions::default()).await;
    let image = page.meta("og:image").unwrap();
    assert!(image.starts_with(&format!("{ORIGIN}/shared/")) && image.ends_with("/card.jpg"), "{image}");
    assert_eq!((page.meta("og:image:width"), page.meta("og:image:height")), (Some("1200"), Some("630")));
    assert_eq!(page.meta("og:image:alt"), Some("Anna am Freitag, 20. November 2026"));
    assert_eq!(page.meta("og:type"), Some("article"));
}

#[tokio::test]
async fn words_cannot_break_out_of_the_preview_tags() {
    let world = World::new().await;
    let anna = world.person("A\"><b>").await;
    let typed = "\"><script>alert(1)</script> & </title></head>";
    let entry = world.write(&anna, EntryForm { summary: Some(typed.into()), ..text("x") }).await;
    let page = shared(&world, &anna, &entry, ShareOptions::default()).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(!page.has("<script>alert") && !page.has("\"><b>"), "{}", page.html);
    let description = page.meta("og:description").unwrap();
    assert_eq!(description, "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;/title&gt;&lt;/head&gt;");
    assert_eq!(page.html.matches("</head>").count(), 1);
    assert_eq!(page.html.matches("</title>").count(), 1);
}

#[tokio::test]
async fn a_dead_link_says_so() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write(&anna, everything()).await;
    let token = backend::sharing::create(&world.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    backend::sharing::remove(&world.backend, &anna, entry.id, None).await.unwrap();
    for token in [token.as_str(), "kein-link"] {
        for viewer in [&Viewer::Guest, &anna] {
            let page = world.get(viewer, &format!("/shared/{token}")).await;
            assert_eq!(page.status, StatusCode::NOT_FOUND);
            assert_eq!(page.meta("robots"), Some("noindex"));
            assert!(page.has("Eintrag nicht verfügbar") && !page.has("Kanarie"));
            let is_guest = matches!(viewer, Viewer::Guest);
            for way in ["/?login=1", "Schreib dein eigenes Tagebuch"] {
                assert_eq!(page.has(way), is_guest, "guests find the way in: {way}");
            }
        }
    }
}

/// The props of the owner's dialog.
fn given(page: &Answer) -> Value {
    let (_, rest) = page.html.split_once("name=\"share-dialog\"").unwrap();
    let props = rest.split_once("data-props=\"").unwrap().1.split('"').next().unwrap();
    serde_json::from_str(&props.replace("&quot;", "\"").replace("&amp;", "&")).unwrap()
}

#[tokio::test]
async fn the_dialog_is_given_the_parts_that_are_there_and_those_that_the_link_shows() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write_with_photo(&anna, everything()).await;
    let address = format!("/entry/{}", entry.id);
    let present = ShareOptions { all_images: false, reflection: true, original_text: true, ..ShareOptions::default() };
    for options in [ShareOptions { mood: true, ..NOTHING }, ShareOptions { details: true, ..NOTHING }] {
        backend::sharing::create(&world.backend, &anna, entry.id, options).await.unwrap();
        let page = world.get(&anna, &address).await;
        assert_eq!(given(&page)["present"], json!(present), "a recording and more photos are not there");
        assert_eq!(given(&page)["link"]["options"], json!(options));
        assert!(page.has("Dein Text"));
    }
}

#[tokio::test]
async fn a_link_that_shows_nothing_says_so() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write(&anna, text("Nur Worte")).await;
    let empty = "im Moment keinen Teil davon freigegeben";
    for options in [NOTHING, ShareOptions::default()] {
        assert!(shared(&world, &anna, &entry, options).await.has(empty), "{options:?}");
    }
    let words = ShareOptions { original_text: true, ..NOTHING };
    assert!(!shared(&world, &anna, &entry, words).await.has(empty), "there are words");
}

#[tokio::test]
async fn guests_are_invited_and_people_with_an_account_are_not() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write(&anna, everything()).await;
    let token = backend::sharing::create(&world.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let address = format!("/shared/{token}");
    assert!(world.get(&Viewer::Guest, &address).await.has("Schreib dein eigenes Tagebuch"));
    assert!(!world.get(&anna, &address).await.has("Schreib dein eigenes Tagebuch"));
}

#[tokio::test]
async fn only_the_owner_sees_that_a_link_is_their_own() {
    let world = World::new().await;
    let (anna, ben) = (world.person("Anna").await, world.person("Ben").await);
    let entry = world.write(&anna, everything()).await;
    let token = backend::sharing::create(&world.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let address = format!("/shared/{token}");
    let (words, way) = ("Das ist dein eigener Link", format!("/entry/{}", entry.id));
    let own = world.get(&anna, &address).await;
    assert!(own.has(words) && own.has(&way) && own.has("Kanarie-Summe"));
    for viewer in [&ben, &Viewer::Guest] {
        let page = world.get(viewer, &address).await;
        assert!(!page.has(words) && !page.has(&way), "{}", page.html);
    }
    assert!(world.get(&ben, &address).await.has("Hauptnavigation"), "their own navigation");
}

#[tokio::test]
async fn the_dialog_is_given_how_the_link_is_and_the_words_of_the_day() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write(&anna, everything()).await;
    let form =
        LinkForm { expiry: Some(Expiry::Days(7)), pin: Some(PinChange::Set("24681357".into())), ..LinkForm::default() };
    backend::sharing::create(&world.backend, &anna, entry.id, form).await.unwrap();
    let page = world.get(&anna, &format!("/entry/{}", entry.id)).await;
    assert!(page.has("Gilt bis 27.11.2026, 21:00") && page.has("Noch nicht geöffnet.") && !page.has("24681357"));
    assert_eq!(given(&page)["words"], "Schau dir meinen Tagebucheintrag an: Freitag, 20. November 2026");
    world.clock.advance(TimeDelta::days(8));
    let page = world.get(&anna, &format!("/entry/{}", entry.id)).await;
    assert!(page.has("Abgelaufen am 27.11.2026, 21:00"), "{}", page.html);
}

#[tokio::test]
async fn the_dialog_names_the_last_day_where_a_link_ends_with_one() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write(&anna, everything()).await;
    let expiry = Some(Expiry::Date("2026-11-22".parse().unwrap()));
    backend::sharing::create(&world.backend, &anna, entry.id, LinkForm { expiry, ..LinkForm::default() })
        .await
        .unwrap();
    let address = format!("/entry/{}", entry.id);
    let page = world.get(&anna, &address).await;
    assert!(page.has("Gilt bis einschließlich 22.11.2026") && !page.has("23.11."), "{}", page.html);
    world.clock.advance(TimeDelta::days(3));
    assert!(world.get(&anna, &address).await.has("Abgelaufen: galt bis einschließlich 22.11.2026"));
}
