//! 'Ansehen als …': the owner sees exactly what the others get.

use crate::world::{Answer, World, text};
use backend::{
    Viewer,
    friends::{self, Whom},
    media::{Upload, Uploads},
    sharing,
};
use domain::{Entry, EntryForm, Plan, ShareOptions, Visibility, reflection::AnswerForm};
use http::StatusCode;

/// The part between the first `from` and the last `to`.
fn part<'a>(page: &'a Answer, from: &str, to: &str) -> &'a str {
    let start = page.html.find(from).unwrap_or_else(|| panic!("{from} in {}", page.html));
    let end = page.html.rfind(to).unwrap();
    &page.html[start..end]
}

/// The article from the author on. The part above is about the person, who has no buttons against themselves.
fn article(page: &Answer) -> &str {
    part(page, "<header class=\"entry-head\"", "</article>")
}

fn shown(visibility: Visibility) -> EntryForm {
    EntryForm {
        summary: Some("Ein guter Tag".into()),
        top_moment: Some("Der Umweg".into()),
        visibility: Some(visibility),
        ..text("Das steht nur im Text")
    }
}

/// Writes an entry with a photo, a recording, its transcript and an answer.
async fn write_with_everything(world: &World, owner: &Viewer, form: EntryForm) -> Entry {
    let mut pro = owner.clone();
    if let Viewer::User(account) = &mut pro {
        account.plan = Plan::Pro;
    }
    let answer = AnswerForm { question_id: "song".into(), answer: "Das Lied im Radio".into(), previous: None };
    let form =
        EntryForm { audio_transcript: Some("Das wurde gesprochen".into()), reflection_answers: vec![answer], ..form };
    let upload =
        |name: &str, bytes: &'static [u8]| Upload { name: name.into(), bytes: bytes::Bytes::from_static(bytes) };
    let files = Uploads {
        images: vec![upload("rakete.jpg", include_bytes!("../../../backend/tests/data/rocket.jpg"))],
        recording: Some(upload("heute.webm", include_bytes!("../../../backend/tests/data/heute.webm"))),
    };
    backend::entries::create(&world.backend, &pro, form, files).await.unwrap()
}

/// Two people who ask each other are friends.
async fn make_friends(world: &World, one: &Viewer, other: &Viewer) {
    for (asking, asked) in [(one, other), (other, one)] {
        let whom = Whom::User(asked.user_id().unwrap());
        friends::send_request(&world.backend, asking, &whom).await.unwrap();
    }
}

#[tokio::test]
async fn the_owner_sees_to_the_letter_what_friends_and_strangers_get() {
    let world = World::new().await;
    for (name, visibility) in
        [("Anna", Visibility::Private), ("Carla", Visibility::Friends), ("Dora", Visibility::Public)]
    {
        let owner = world.person(name).await;
        let (friend, stranger) =
            (world.person(&format!("Freund{name}")).await, world.person(&format!("Fremd{name}")).await);
        make_friends(&world, &owner, &friend).await;
        let entry = write_with_everything(&world, &owner, shown(visibility)).await;
        let address = format!("/entry/{}", entry.id);
        let own = world.get(&owner, &address).await;
        assert!(own.has("Ansehen als") && own.has("?as=friend") && own.has("Freunde im Moment: 1"));
        assert!(!own.has("?as=link"), "there is no link yet");
        for (eyes, reader, says) in [
            ("friend", &friend, "So sehen deine Freunde diesen Eintrag."),
            ("stranger", &stranger, "So sehen alle anderen"),
        ] {
            let theirs = world.get(reader, &address).await;
            let looked = world.get(&owner, &format!("{address}?as={eyes}")).await;
            assert_eq!(looked.status, StatusCode::OK);
            assert!(looked.has(says) && looked.has("Zurück zu deiner Ansicht"), "{eyes}");
            if theirs.status == StatusCode::OK {
                assert_eq!(article(&looked), article(&theirs), "{visibility:?} as {eyes}");
                assert!(looked.has("/optimized"), "pictures load");
                for part in ["Das Lied im Radio", "Welches Lied passt", "Das wurde gesprochen", "<audio"] {
                    assert!(article(&looked).contains(part), "{part} as {eyes}");
                }
            } else {
                assert_eq!(theirs.status, StatusCode::FORBIDDEN);
                assert_eq!(screen(&looked), screen(&theirs), "{visibility:?} as {eyes}");
                assert!(looked.has("Zugriff verweigert"));
                for part in ["Das steht nur im Text", "Das Lied im Radio", "Das wurde gesprochen"] {
                    assert!(!looked.has(part), "{part} as {eyes}");
                }
            }
            for own in ["share-dialog", "method=\"post\"", "favorite-switch", "/edit/", "entry-delete"] {
                assert!(!article_or_frame(&looked).contains(own), "{own} as {eyes}");
            }
        }
    }
}

/// Drawing, title, words and the way on.
fn screen(page: &Answer) -> &str {
    part(page, "<div class=\"empty\"", "</main>").split_once("</a>").unwrap().0
}

fn article_or_frame(page: &Answer) -> &str {
    part(page, "look-frame", "</main>")
}

#[tokio::test]
async fn the_owner_sees_to_the_letter_what_the_link_shows() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write_with_photo(&anna, shown(Visibility::Private)).await;
    let address = format!("/entry/{}?as=link", entry.id);
    assert!(world.get(&anna, &address).await.has("Eintrag nicht verfügbar"), "nobody has a link");
    let token = sharing::create(&world.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let looked = world.get(&anna, &address).await;
    let theirs = world.get(&Viewer::Guest, &format!("/shared/{token}")).await;
    assert_eq!((looked.status, theirs.status), (StatusCode::OK, StatusCode::OK));
    assert_eq!(article(&looked), article(&theirs));
    assert!(looked.has("So sieht diesen Eintrag, wer den geheimen Link hat.") && !looked.has("Das steht nur im Text"));
    assert!(article(&looked).contains(&format!("/shared/{token}/media/")), "pictures load as they do behind the link");
    assert!(world.get(&anna, &format!("/entry/{}", entry.id)).await.has("?as=link"));
}

#[tokio::test]
async fn only_the_owner_looks_with_others_eyes() {
    let world = World::new().await;
    let (anna, ben) = (world.person("Anna").await, world.person("Ben").await);
    let entry = world.write(&anna, shown(Visibility::Public)).await;
    sharing::create(&world.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    for eyes in ["friend", "stranger", "link"] {
        let page = world.get(&ben, &format!("/entry/{}?as={eyes}", entry.id)).await;
        assert_eq!(page.status, StatusCode::FORBIDDEN, "{eyes}");
        assert!(!page.has("Ein guter Tag") && !page.has("look-bar"));
        let guest = world.get(&Viewer::Guest, &format!("/entry/{}?as={eyes}", entry.id)).await;
        assert_eq!(guest.status, StatusCode::UNAUTHORIZED);
    }
    for nobody in ["owner", "", "Friend"] {
        let page = world.get(&anna, &format!("/entry/{}?as={nobody}", entry.id)).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{nobody}");
    }
    let page = world.get(&ben, &format!("/entry/{}", entry.id)).await;
    assert!(page.has("Ein guter Tag") && !page.has("?as="), "others are not offered it");
}
