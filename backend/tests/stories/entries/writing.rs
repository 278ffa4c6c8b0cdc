//! Accepted and refused entries.

use crate::world::diary::{code, photo, pro, writing};
use backend::entries::{create, open, today, update};
use domain::{EntryForm, Feeling, Mood, Visibility};

fn mood(level: u8, feeling: Option<Feeling>, emoji: Option<&str>) -> Mood {
    Mood { feeling, custom_emoji: emoji.map(Into::into), ..Mood::at(level) }
}

story!(an_entry_reads_back_as_it_was_written, |w| async move {
    let anna = pro(&w.person("anna").await);
    let form = EntryForm {
        text: Some("Zeile eins\r\nZeile zwei".into()),
        summary: Some(" kurz ".into()),
        top_moment: Some(" Kaffee\n".into()),
        emojis: Some("a 😀❤ 1".into()),
        mood: Some(mood(8, Some(Feeling::Grateful), Some("🌻"))),
        visibility: Some(Visibility::Friends),
        ..EntryForm::default()
    };
    let made = create(&w.backend, &anna, form, vec![photo("rocket.jpg"), photo("chelsea.png")]).await.unwrap();
    assert_eq!(made.text, "Zeile eins\nZeile zwei");
    assert_eq!((made.summary.as_str(), made.top_moment.as_str()), ("kurz", "Kaffee"));
    assert_eq!(made.emojis, "😀❤️");
    assert_eq!(made.mood, mood(8, Some(Feeling::Grateful), Some("🌻")));
    assert_eq!(made.date.to_string(), "2026-11-20");
    assert_eq!((made.version, made.user.is_none(), made.is_favorite), (Some(1), true, false));
    assert_eq!(made.images.len(), 2);
    let id = made.images[1].id;
    assert_eq!(made.image_urls[1], format!("/media/{id}/original"));
    assert_eq!(made.optimized_image_urls[1], format!("/media/{id}/optimized"));
    assert_eq!(made.thumbnail_urls[1], format!("/media/{id}/thumbnail"));
    assert_eq!(open(&w.backend, &anna, made.id).await.unwrap(), made);
    assert_eq!(today(&w.backend, &anna).await.unwrap(), Some(made));
});

story!(an_update_that_says_nothing_of_emojis_and_transcript_leaves_them_and_an_empty_one_takes_them, |w| async move {
    let anna = w.person("anna").await;
    let (emojis, audio_transcript) = (Some("😀".to_owned()), Some("Gesprochenes".to_owned()));
    let made = create(&w.backend, &anna, EntryForm { emojis, audio_transcript, ..writing("x") }, vec![]).await.unwrap();
    let silent = update(&w.backend, &anna, made.id, writing("y"), vec![]).await.unwrap();
    assert_eq!((silent.emojis.as_str(), silent.audio_transcript.as_str()), ("😀", "Gesprochenes"));
    let (emojis, audio_transcript) = (Some(String::new()), Some(String::new()));
    let form = EntryForm { emojis, audio_transcript, ..writing("y") };
    let emptied = update(&w.backend, &anna, made.id, form, vec![]).await.unwrap();
    assert_eq!((emptied.emojis.as_str(), emptied.audio_transcript.as_str()), ("", ""));
});

story!(an_entry_without_text_and_picture_is_refused, |w| async move {
    let anna = w.person("anna").await;
    let blank = EntryForm { summary: Some("S".into()), emojis: Some("😀".into()), ..writing(" \n\t") };
    assert_eq!(code(create(&w.backend, &anna, blank.clone(), vec![]).await), "empty_entry");
    let made = create(&w.backend, &anna, blank.clone(), vec![photo("rocket.jpg")]).await.unwrap();
    let emptied = EntryForm { existing_images: Some(vec![]), ..blank.clone() };
    assert_eq!(code(update(&w.backend, &anna, made.id, emptied, vec![]).await), "empty_entry");
    assert_eq!(update(&w.backend, &anna, made.id, blank, vec![]).await.unwrap().images, made.images);
});

story!(values_beyond_a_limit_are_refused_and_leave_nothing, |w| async move {
    let anna = pro(&w.person("anna").await);
    for (form, expected) in [
        (writing(&"ä".repeat(3001)), "text_too_long"),
        (writing("a\0b"), "invalid_character"),
        (EntryForm { summary: Some("s".repeat(1001)), ..writing("x") }, "summary_too_long"),
        (EntryForm { top_moment: Some("t".repeat(201)), ..writing("x") }, "top_moment_too_long"),
        (EntryForm { emojis: Some("😀".repeat(8)), ..writing("x") }, "too_many_emojis"),
        (EntryForm { mood: Some(mood(11, None, None)), ..writing("x") }, "invalid_mood"),
        (EntryForm { mood: Some(mood(5, None, Some("😀🌻"))), ..writing("x") }, "invalid_mood"),
        (EntryForm { existing_images: Some(vec!["/media/x/original".into()]), ..writing("x") }, "unknown_image"),
    ] {
        assert_eq!(code(create(&w.backend, &anna, form, vec![photo("rocket.jpg")]).await), expected);
    }
    let four = vec![photo("rocket.jpg"); 4];
    let error = create(&w.backend, &anna, writing("x"), four).await.unwrap_err().refusal();
    assert_eq!((error.code(), error.params), ("too_many_images", vec![("n", "3".to_owned())]));
    assert_eq!(today(&w.backend, &anna).await.unwrap(), None);
    assert!(w.media_files().is_empty());
});

story!(feelings_and_an_own_emoji_are_for_pro_and_stay_when_pro_ends, |w| async move {
    let (free, ben) = (w.person("anna").await, w.person("ben").await);
    let form = EntryForm { mood: Some(mood(7, Some(Feeling::Cool), Some("🌻🌻 not one"))), ..writing("x") };
    let made = create(&w.backend, &ben, form, vec![]).await.unwrap();
    assert_eq!(made.mood, mood(7, None, None), "without Pro both are left out");

    let form = EntryForm { mood: Some(mood(7, Some(Feeling::Cool), Some("🌻"))), ..writing("x") };
    let made = create(&w.backend, &pro(&free), form, vec![]).await.unwrap();
    let form = EntryForm { mood: Some(mood(3, Some(Feeling::Sad), None)), ..writing("y") };
    let kept = update(&w.backend, &free, made.id, form, vec![]).await.unwrap();
    assert_eq!(kept.mood, mood(3, Some(Feeling::Cool), Some("🌻")));
    let form = EntryForm { mood: Some(mood(5, None, None)), ..writing("z") };
    let cleared = update(&w.backend, &pro(&free), made.id, form, vec![]).await.unwrap();
    assert_eq!(cleared.mood, mood(5, None, None));
});

story!(a_new_entry_takes_the_default_visibility_and_an_old_one_keeps_its_own, |w| async move {
    let mut anna = w.person("anna").await;
    if let backend::Viewer::User(account) = &mut anna {
        account.user.default_visibility = Visibility::Public;
    }
    let made = create(&w.backend, &anna, writing("x"), vec![]).await.unwrap();
    assert_eq!(made.visibility, Visibility::Public);
    let form = EntryForm { visibility: Some(Visibility::Friends), ..writing("x") };
    update(&w.backend, &anna, made.id, form, vec![]).await.unwrap();
    let again = update(&w.backend, &anna, made.id, writing("y"), vec![]).await.unwrap();
    assert_eq!(again.visibility, Visibility::Friends);
});

story!(pictures_are_kept_reordered_removed_and_added, |w| async move {
    let anna = pro(&w.person("anna").await);
    let photos = vec![photo("rocket.jpg"), photo("chelsea.png"), photo("retina.webp")];
    let form = EntryForm { main_image_index: Some(2), ..writing("x") };
    let made = create(&w.backend, &anna, form, photos).await.unwrap();
    assert_eq!(w.media_files().len(), 9);
    let url = |index: usize| made.image_urls[index].clone();

    let form = EntryForm {
        existing_images: Some(vec![format!("https://tagesecho.test{}", url(2)), url(0)]),
        main_image_index: Some(2),
        ..writing("x")
    };
    let changed = update(&w.backend, &anna, made.id, form, vec![]).await.unwrap();
    assert_eq!(changed.images, [made.images[2].clone(), made.images[0].clone()]);
    assert_eq!(changed.main_image_index, 1, "lowered, because the picture it pointed to is gone");
    assert_eq!(w.media_files().len(), 6, "the files of the removed picture are gone");

    let form = EntryForm { existing_images: Some(vec![made.images[0].id.to_string()]), ..writing("x") };
    let changed = update(&w.backend, &anna, made.id, form, vec![photo("coffee_turned_gps.jpg")]).await.unwrap();
    assert_eq!((changed.images.len(), changed.images[0].id), (2, made.images[0].id));
    assert_eq!(open(&w.backend, &anna, made.id).await.unwrap(), changed);

    let removed = EntryForm { existing_images: Some(vec![url(1)]), ..writing("x") };
    assert_eq!(code(update(&w.backend, &anna, made.id, removed, vec![]).await), "unknown_image");
});

story!(nobody_keeps_a_picture_of_somebody_elses_entry, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let hers = create(&w.backend, &anna, writing("x"), vec![photo("rocket.jpg")]).await.unwrap();
    let his = create(&w.backend, &ben, writing("y"), vec![]).await.unwrap();
    let form = EntryForm { existing_images: Some(hers.image_urls.clone()), ..writing("y") };
    assert_eq!(code(update(&w.backend, &ben, his.id, form, vec![]).await), "unknown_image");
    assert_eq!(open(&w.backend, &anna, hers.id).await.unwrap(), hers);
});

story!(pictures_of_a_former_pro_account_stay_and_only_adding_is_limited, |w| async move {
    let anna = w.person("anna").await;
    let three = vec![photo("rocket.jpg"); 3];
    let made = create(&w.backend, &pro(&anna), writing("x"), three).await.unwrap();
    let changed = update(&w.backend, &anna, made.id, writing("y"), vec![]).await.unwrap();
    assert_eq!(changed.images, made.images);
    let form = EntryForm { existing_images: Some(vec![changed.image_urls[0].clone()]), ..writing("y") };
    let error = update(&w.backend, &anna, made.id, form, vec![photo("rocket.jpg")]).await.unwrap_err().refusal();
    assert_eq!((error.code(), error.params), ("too_many_images", vec![("n", "1".to_owned())]));
    let form = EntryForm { existing_images: Some(vec![]), ..writing("y") };
    let changed = update(&w.backend, &anna, made.id, form, vec![photo("rocket.jpg")]).await.unwrap();
    assert_eq!((changed.images.len(), w.media_files().len()), (1, 3));
});
