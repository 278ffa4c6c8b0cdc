//! Names and order of an entry's pictures.

use crate::world::diary::{code, photo, pro, writing};
use backend::entries::{create, open, update};
use domain::{Entry, EntryForm, limits};

fn alts(entry: &Entry) -> Vec<&str> {
    entry.images.iter().map(|image| image.alt.as_str()).collect()
}

fn words(alts: &[&str]) -> Vec<String> {
    alts.iter().map(|alt| (*alt).to_owned()).collect()
}

story!(descriptions_stay_with_their_pictures, |w| async move {
    let anna = pro(&w.person("anna").await);
    let form = EntryForm { image_alts: Some(words(&[" Eine\r\nRakete  startet ", ""])), ..writing("x") };
    let made = create(&w.backend, &anna, form, vec![photo("rocket.jpg"), photo("chelsea.png")]).await.unwrap();
    assert_eq!(alts(&made), ["Eine Rakete startet", ""]);

    let untouched = update(&w.backend, &anna, made.id, writing("y"), vec![]).await.unwrap();
    assert_eq!(untouched.images, made.images, "a form that says nothing of them changes nothing");

    let form = EntryForm {
        existing_images: Some(vec![made.image_urls[1].clone()]),
        image_alts: Some(words(&["Eine Katze", "Kaffee"])),
        ..writing("y")
    };
    let changed = update(&w.backend, &anna, made.id, form, vec![photo("coffee_turned_gps.jpg")]).await.unwrap();
    assert_eq!(alts(&changed), ["Eine Katze", "Kaffee"]);
    assert_eq!(changed.images[0].id, made.images[1].id);
    assert_eq!(w.media_files().len(), 6, "a new description is no new picture");
    assert_eq!(open(&w.backend, &anna, made.id).await.unwrap(), changed);
});

story!(saved_and_new_pictures_stand_in_any_order_and_the_main_one_stays_the_same, |w| async move {
    let anna = pro(&w.person("anna").await);
    let made = create(&w.backend, &anna, writing("x"), vec![photo("rocket.jpg"), photo("chelsea.png")]).await.unwrap();
    let form = EntryForm {
        existing_images: Some(made.image_urls.clone()),
        image_alts: Some(words(&["Rakete", "Katze", "Kaffee"])),
        image_order: Some(vec![2, 1, 0]),
        main_image_index: Some(1),
        ..writing("x")
    };
    let changed = update(&w.backend, &anna, made.id, form, vec![photo("coffee_turned_gps.jpg")]).await.unwrap();
    assert_eq!(alts(&changed), ["Kaffee", "Katze", "Rakete"]);
    assert_eq!((changed.images[2].id, changed.main_image_index), (made.images[0].id, 1));

    let form = EntryForm { image_order: Some(vec![1, 2, 0]), main_image_index: Some(1), ..writing("x") };
    let changed = update(&w.backend, &anna, made.id, form, vec![]).await.unwrap();
    assert_eq!((alts(&changed), changed.main_image_index), (vec!["Katze", "Rakete", "Kaffee"], 0));

    let form = EntryForm { image_order: Some(vec![2, 0, 1]), main_image_index: Some(7), ..writing("neu") };
    let ben = pro(&w.person("ben").await);
    let photos = ["rocket.jpg", "chelsea.png", "coffee_turned_gps.jpg"].map(photo);
    let his = create(&w.backend, &ben, form, photos.to_vec()).await.unwrap();
    let sizes: Vec<_> = his.images.iter().map(|image| image.width).collect();
    assert_eq!(sizes, [600, 640, 451]);
    assert_eq!(his.main_image_index, 0, "an index behind the last picture means the last one, wherever it stands");
});

story!(a_form_that_names_other_pictures_is_refused_and_changes_nothing, |w| async move {
    let anna = pro(&w.person("anna").await);
    let made = create(&w.backend, &anna, writing("x"), vec![photo("rocket.jpg")]).await.unwrap();
    let files = w.media_files();
    let long = "ä".repeat(limits::ALT + 1);
    for (form, expected) in [
        (EntryForm { image_alts: Some(words(&["eins"])), ..writing("x") }, "invalid_form"),
        (EntryForm { image_alts: Some(words(&["eins", "zwei", "drei"])), ..writing("x") }, "invalid_form"),
        (EntryForm { image_alts: Some(words(&["eins", &long])), ..writing("x") }, "alt_too_long"),
        (EntryForm { image_alts: Some(words(&["eins", "zw\0ei"])), ..writing("x") }, "invalid_character"),
        (EntryForm { image_order: Some(vec![1]), ..writing("x") }, "invalid_form"),
        (EntryForm { image_order: Some(vec![1, 1]), ..writing("x") }, "invalid_form"),
        (EntryForm { image_order: Some(vec![1, 2]), ..writing("x") }, "invalid_form"),
    ] {
        let refused = update(&w.backend, &anna, made.id, form, vec![photo("chelsea.png")]).await;
        assert_eq!(code(refused), expected);
    }
    assert_eq!(open(&w.backend, &anna, made.id).await.unwrap(), made);
    assert_eq!(w.media_files(), files);
    let longest = EntryForm { image_alts: Some(words(&[&long[2..]])), ..writing("x") };
    assert_eq!(code(update(&w.backend, &anna, made.id, longest, vec![]).await), "ok");
});

story!(a_closed_day_takes_no_description_and_no_other_order, |w| async move {
    let anna = w.person("anna").await;
    let photos = vec![photo("rocket.jpg"), photo("chelsea.png")];
    let made = create(&w.backend, &pro(&anna), writing("x"), photos).await.unwrap();
    w.later(chrono::TimeDelta::days(1));
    for form in [
        EntryForm { image_alts: Some(words(&["Rakete", ""])), ..writing("x") },
        EntryForm { image_order: Some(vec![1, 0]), ..writing("x") },
    ] {
        assert_eq!(code(update(&w.backend, &anna, made.id, form, vec![]).await), "edit_closed");
    }
    let same = EntryForm { image_alts: Some(words(&["", ""])), image_order: Some(vec![0, 1]), ..writing("x") };
    assert_eq!(code(update(&w.backend, &anna, made.id, same, vec![]).await), "ok");
});
