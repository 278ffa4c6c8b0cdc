//! Secret links: who makes them, what they show, and when they end.

mod changing;
mod counting;
mod ending;
mod pin;

use crate::world::{
    World,
    diary::{code, photo, pro, spoken, writing},
};
use backend::{
    Backend, Result, Viewer,
    entries::{self, update},
    media::Uploads,
    sharing::{self, CardFace, create, open_audio, open_media, remove, update_options},
};
use chrono::TimeDelta;
use domain::{
    Entry, EntryForm, EntryId, Feeling, Language, Mood, ShareOptions, SharedEntry, Visibility, media::Rendition,
    reflection::AnswerForm,
};
use futures::future::join_all;
use std::collections::HashSet;
use uuid::Uuid;

/// Opens the link, with its questions in German.
async fn open(backend: &Backend, viewer: &Viewer, token: &str, address: &str) -> Result<SharedEntry> {
    sharing::open(backend, viewer, token, address, Language::De).await.map(|opened| opened.entry)
}

const ADDRESS: &str = "192.0.2.1";
const NOTHING: ShareOptions = ShareOptions::NOTHING;

/// An entry with a word of its own in every field; the second of its three pictures is the main one.
async fn full_entry(w: &World, owner: &Viewer) -> Entry {
    let form = EntryForm {
        summary: Some("canarysummary".into()),
        top_moment: Some("canarymoment".into()),
        emojis: Some("🦜".into()),
        mood: Some(Mood { feeling: Some(Feeling::Overwhelmed), custom_emoji: Some("🦚".into()), ..Mood::at(9) }),
        main_image_index: Some(1),
        reflection_answers: vec![AnswerForm {
            question_id: "colour".into(),
            answer: "canaryanswer".into(),
            previous: None,
        }],
        audio_transcript: Some("canaryvoice".into()),
        image_alts: Some(["canaryrocket", "canarycat", "canarycoffee"].map(Into::into).into()),
        ..writing("canarytext")
    };
    let images = ["rocket.jpg", "chelsea.png", "coffee_turned_gps.jpg"].map(photo).into();
    let files = Uploads { images, recording: Some(spoken("heute.webm")) };
    entries::create(&w.backend, &pro(owner), form, files).await.unwrap()
}

fn all_option_sets() -> impl Iterator<Item = ShareOptions> {
    (0u8..128).map(|bits| {
        let on = |bit: u8| bits & (1 << bit) != 0;
        ShareOptions {
            images: on(0),
            all_images: on(1),
            summary: on(2),
            details: on(3),
            mood: on(4),
            original_text: on(5),
            audio: on(6),
            // Stored apart from the entry, so that half of the choices are enough for it.
            reflection: bits.count_ones() % 2 == 0,
        }
    })
}

story!(a_new_link_shows_something_that_the_entry_has, |w| async move {
    let anna = w.person("anna").await;
    let entry = entries::create(&w.backend, &anna, writing("Nur Worte"), vec![]).await.unwrap();
    let parts = [
        ShareOptions { images: true, all_images: true, ..NOTHING },
        ShareOptions { summary: true, details: true, mood: true, audio: true, ..NOTHING },
    ];
    for options in parts {
        assert_eq!(code(create(&w.backend, &anna, entry.id, options).await), "nothing_shared");
    }
    create(&w.backend, &anna, entry.id, ShareOptions { original_text: true, ..parts[0] }).await.unwrap();
});

story!(a_link_releases_exactly_the_chosen_parts, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    assert_eq!(code(create(&w.backend, &anna, entry.id, NOTHING).await), "nothing_shared");
    let token = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let mut tags = HashSet::new();
    for options in all_option_sets() {
        update_options(&w.backend, &anna, entry.id, options).await.unwrap();
        let shared = open(&w.backend, &Viewer::Guest, &token, ADDRESS).await.unwrap();
        assert_eq!((shared.date, shared.first_name.as_str()), (entry.date, "Anna"));

        let json = serde_json::to_value(&shared).unwrap();
        let text = json.to_string();
        let id = |index: usize| entry.images[index].id.to_string();
        for (canary, released) in [
            ("canarytext", options.original_text),
            ("canarysummary", options.summary),
            ("canarymoment", options.details),
            ("canaryanswer", options.reflection),
            ("Welche Farbe hatte dieser Tag?", options.reflection),
            ("🦜", options.mood),
            ("🦚", options.mood),
            ("overwhelmed", options.mood),
            (id(1).as_str(), options.images),
            (id(0).as_str(), options.all_images),
            (id(2).as_str(), options.all_images),
            (entry.images[1].placeholder.as_str(), options.images),
            ("canarycat", options.images),
            ("canaryrocket", options.all_images),
            ("canarycoffee", options.all_images),
            ("canaryvoice", options.audio),
            ("/audio", options.audio),
            (entry.id.to_string().as_str(), false),
            (entry.user_id.to_string().as_str(), false),
            ("Beispiel", false),
            ("@example.org", false),
            ("createdAt", false),
            ("version", false),
        ] {
            assert_eq!(text.contains(canary), released, "{canary} with {options:?}");
        }
        for (field, released) in [
            ("text", options.original_text),
            ("summary", options.summary),
            ("topMoment", options.details),
            ("reflectionAnswers", options.reflection),
            ("mood", options.mood),
            ("emojis", options.mood),
            ("audioTranscript", options.audio),
            ("audio", options.audio),
        ] {
            assert_eq!(json.get(field).is_some(), released, "{field} with {options:?}");
        }
        let expected: Vec<usize> =
            (0..3).filter(|index| if *index == 1 { options.images } else { options.all_images }).collect();
        let images: Vec<_> = shared.images.iter().map(|image| image.id).collect();
        assert_eq!(images, expected.iter().map(|index| entry.images[*index].id).collect::<Vec<_>>());
        assert_eq!(shared.main_image_index, usize::from(options.images && options.all_images));
        for (urls, rendition) in [
            (&shared.image_urls, "original"),
            (&shared.optimized_image_urls, "optimized"),
            (&shared.thumbnail_urls, "thumbnail"),
        ] {
            let expected = images.iter().map(|id| format!("/shared/{token}/media/{id}/{rendition}"));
            assert_eq!(*urls, expected.collect::<Vec<_>>());
        }
        let sound = open_audio(&w.backend, &Viewer::Guest, &token, ADDRESS).await;
        assert_eq!(code(sound), if options.audio { "ok" } else { "media_not_found" });
        let card = sharing::card(&w.backend, &Viewer::Guest, &token, ADDRESS).await.unwrap();
        let words = [
            (options.summary, "canarysummary"),
            (options.details, "canarymoment"),
            (options.original_text, "canarytext"),
        ];
        let face = CardFace {
            date: entry.date,
            first_name: "Anna".into(),
            words: words.into_iter().find(|(released, _)| *released).map_or("", |(_, word)| word).into(),
            photo: images.get(shared.main_image_index).copied(),
        };
        assert_eq!(card.face, face, "{options:?}");
        tags.insert(card.etag);
        for (index, image) in entry.images.iter().enumerate() {
            for rendition in Rendition::ALL {
                let file = open_media(&w.backend, &Viewer::Guest, &token, image.id, rendition, ADDRESS).await;
                let expected = if expected.contains(&index) { "ok" } else { "media_not_found" };
                assert_eq!(code(file), expected, "picture {index} with {options:?}");
            }
        }
    }
    // The card shows one of three texts or none, and the main picture, the first of the others or none.
    assert_eq!(tags.len(), 4 * 3, "a tag of what a card shows");
});

story!(a_link_shows_only_its_own_entrys_pictures, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let (hers, his) = (full_entry(&w, &anna).await, full_entry(&w, &ben).await);
    let token = create(&w.backend, &anna, hers.id, ShareOptions::default()).await.unwrap();
    let foreign = open_media(&w.backend, &ben, &token, his.images[0].id, Rendition::Original, ADDRESS).await;
    assert_eq!(code(foreign), "media_not_found");
});

story!(a_link_lives_until_it_is_removed_and_a_new_one_is_another, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let first = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    assert!(first.len() == 43 && first.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    let mood = ShareOptions { mood: true, ..NOTHING };
    let again = create(&w.backend, &anna, entry.id, mood).await.unwrap();
    assert_eq!(again, first, "an existing link keeps its address");
    let image = entry.images[1].id;
    let main = |token: String| {
        let w = w.clone();
        async move { open_media(&w.backend, &Viewer::Guest, &token, image, Rendition::Thumbnail, ADDRESS).await }
    };
    assert_eq!(code(main(first.clone()).await), "media_not_found", "and takes the new options at once");
    update_options(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    assert_eq!(code(main(first.clone()).await), "ok");

    remove(&w.backend, &anna, entry.id, None).await.unwrap();
    remove(&w.backend, &anna, entry.id, None).await.unwrap();
    assert_eq!(code(open(&w.backend, &Viewer::Guest, &first, ADDRESS).await), "link_not_found");
    assert_eq!(code(main(first.clone()).await), "link_not_found");
    assert_eq!(code(update_options(&w.backend, &anna, entry.id, NOTHING).await), "not_shared");
    assert_eq!(entries::open(&w.backend, &anna, entry.id).await.unwrap().share_token, None);

    let second = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    assert_ne!(second, first);
    assert_eq!(code(open(&w.backend, &Viewer::Guest, &first, ADDRESS).await), "link_not_found");
    assert_eq!(code(open(&w.backend, &anna, &second, ADDRESS).await), "ok");
});

story!(links_made_at_the_same_time_are_one, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let tries = (0..20).map(|_| {
        let (w, anna) = (w.clone(), anna.clone());
        tokio::spawn(async move { create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap() })
    });
    let tokens: HashSet<_> = join_all(tries).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(tokens.len(), 1);
});

story!(only_the_owner_makes_changes_and_ends_a_link, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let form = EntryForm { visibility: Some(Visibility::Public), mood: Some(Mood::at(5)), ..writing("x") };
    let entry = entries::create(&w.backend, &anna, form, vec![]).await.unwrap();
    let token = create(&w.backend, &anna, entry.id, ShareOptions { mood: true, ..NOTHING }).await.unwrap();
    let missing = EntryId(Uuid::new_v4());
    for (viewer, id, expected) in [
        (&ben, entry.id, "access_denied"),
        (&Viewer::Guest, entry.id, "unauthenticated"),
        (&ben, missing, "entry_not_found"),
    ] {
        assert_eq!(code(create(&w.backend, viewer, id, ShareOptions::default()).await), expected);
        assert_eq!(code(update_options(&w.backend, viewer, id, ShareOptions::default()).await), expected);
        assert_eq!(code(remove(&w.backend, viewer, id, None).await), expected);
    }
    let shared = open(&w.backend, &Viewer::Guest, &token, ADDRESS).await.unwrap();
    assert_eq!((shared.text, shared.summary), (None, None), "nobody else changed what it releases");
});

story!(old_entries_are_shared_on_every_plan, |w| async move {
    let anna = w.person("anna").await;
    let form = EntryForm { mood: Some(Mood::at(5)), ..writing("x") };
    let entry = entries::create(&w.backend, &anna, form, vec![]).await.unwrap();
    w.later(TimeDelta::days(400));
    let token = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    update_options(&w.backend, &anna, entry.id, NOTHING).await.unwrap();
    assert_eq!(code(open(&w.backend, &Viewer::Guest, &token, ADDRESS).await), "ok");
    remove(&w.backend, &anna, entry.id, None).await.unwrap();
});

story!(a_link_shows_the_entry_as_it_is_now, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let options = ShareOptions { original_text: true, all_images: false, ..ShareOptions::default() };
    let token = create(&w.backend, &anna, entry.id, options).await.unwrap();
    let form = EntryForm { existing_images: Some(vec![entry.image_urls[0].clone()]), ..writing("neu") };
    update(&w.backend, &anna, entry.id, form, vec![]).await.unwrap();
    let shared = open(&w.backend, &Viewer::Guest, &token, ADDRESS).await.unwrap();
    assert_eq!(shared.text.as_deref(), Some("neu"));
    assert_eq!(shared.images, [entry.images[0].clone()]);
    for (index, expected) in [(0, "ok"), (1, "media_not_found")] {
        let file = open_media(&w.backend, &anna, &token, entry.images[index].id, Rendition::Original, ADDRESS).await;
        assert_eq!(code(file), expected);
    }
});

fn real_limits(settings: &mut backend::Settings) {
    settings.throttle_factor = 1;
}

story!(guessing_is_slowed_down_by_address_and_right_links_are_not, real_limits, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let token = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let mut refused = None;
    for n in 0..1000 {
        let wrong = if n % 2 == 0 { w.backend.secret.token(32).unwrap() } else { format!("{n}") };
        match code(open(&w.backend, &Viewer::Guest, &wrong, ADDRESS).await) {
            "link_not_found" => {}
            other => {
                refused = Some(other);
                break;
            }
        }
    }
    assert_eq!(refused, Some("too_many_requests"));
    let picture = entry.images[0].id;
    let guess = open_media(&w.backend, &Viewer::Guest, "x", picture, Rendition::Original, ADDRESS).await;
    assert_eq!(code(guess), "too_many_requests", "pictures are guessed no better");
    assert_eq!(code(open(&w.backend, &Viewer::Guest, "x", "198.51.100.7").await), "link_not_found");
    assert_eq!(code(open(&w.backend, &Viewer::Guest, &token, ADDRESS).await), "ok");
});

story!(the_database_holds_no_token_that_could_be_used, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let token = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    let sql = "SELECT token_hash, token FROM share_links";
    let (hash, sealed): (Vec<u8>, Vec<u8>) = w.backend.db.read(sql).fetch_one().await.unwrap();
    for stored in [hash, sealed] {
        assert!(!stored.windows(8).any(|part| token.as_bytes().windows(8).any(|t| t == part)));
    }
});
