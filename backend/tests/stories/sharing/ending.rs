//! Links that end by themselves.

use super::{ADDRESS, NOTHING, full_entry, open};
use crate::world::diary::code;
use backend::{
    Viewer, entries,
    sharing::{self, create, open_audio, open_media, update_options},
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{Expiry, LinkForm, PinChange, ShareOptions, media::Rendition};

fn until(expiry: Expiry) -> LinkForm {
    LinkForm { expiry: Some(expiry), ..LinkForm::default() }
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

story!(an_expired_link_opens_nothing, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let everything = ShareOptions { original_text: true, audio: true, ..ShareOptions::default() };
    let form = LinkForm { options: Some(everything), expiry: Some(Expiry::Days(1)), ..LinkForm::default() };
    let token = create(&w.backend, &anna, entry.id, form).await.unwrap();
    let image = entry.images[1].id;
    let all = async || {
        [
            code(open(&w.backend, &Viewer::Guest, &token, ADDRESS).await),
            code(open_media(&w.backend, &Viewer::Guest, &token, image, Rendition::Thumbnail, ADDRESS).await),
            code(open_audio(&w.backend, &Viewer::Guest, &token, ADDRESS).await),
            code(sharing::card(&w.backend, &Viewer::Guest, &token, ADDRESS).await),
            code(open(&w.backend, &anna, &token, ADDRESS).await),
        ]
    };
    w.later(TimeDelta::hours(24) - TimeDelta::milliseconds(1));
    assert_eq!(all().await, ["ok"; 5]);
    w.later(TimeDelta::milliseconds(1));
    assert_eq!(all().await, ["link_not_found"; 5]);

    let own = entries::open(&w.backend, &anna, entry.id).await.unwrap();
    assert_eq!(own.share_token.as_deref(), Some(token.as_str()), "its owner sees what has ended");
    assert_eq!(own.share_link.unwrap().expires_at, Some(w.clock.now()));
    update_options(&w.backend, &anna, entry.id, until(Expiry::Never)).await.unwrap();
    assert_eq!(all().await, ["ok"; 5], "and may let it live on");
});

story!(a_new_link_takes_the_place_of_one_that_is_over, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let first = create(&w.backend, &anna, entry.id, until(Expiry::Days(7))).await.unwrap();
    w.later(TimeDelta::days(8));
    let second = create(&w.backend, &anna, entry.id, ShareOptions::default()).await.unwrap();
    assert_ne!(first, second, "who had the old one has nothing");
    assert_eq!(code(open(&w.backend, &Viewer::Guest, &first, ADDRESS).await), "link_not_found");
    assert_eq!(code(open(&w.backend, &Viewer::Guest, &second, ADDRESS).await), "ok");
});

story!(the_last_day_of_a_link_ends_where_its_owner_lives, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    create(&w.backend, &anna, entry.id, until(Expiry::Date(date("2026-11-20")))).await.unwrap();
    let end = sharing::state(&w.backend, &anna, entry.id).await.unwrap().expires_at;
    assert_eq!(end, Some("2026-11-20T23:00:00Z".parse::<DateTime<Utc>>().unwrap()));
});

story!(an_invalid_expiry_changes_nothing, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let now = w.clock.now();
    let impossible = [
        Expiry::At(now),
        Expiry::At(now - TimeDelta::days(1)),
        Expiry::At(now + TimeDelta::days(20_000)),
        Expiry::At(DateTime::<Utc>::MAX_UTC),
        Expiry::At(DateTime::<Utc>::MIN_UTC),
        Expiry::Days(0),
        Expiry::Days(-1),
        Expiry::Days(i64::MAX),
        Expiry::Date(date("2026-11-19")),
        Expiry::Date(NaiveDate::MAX),
        Expiry::Date(NaiveDate::MIN),
    ];
    for expiry in impossible {
        assert_eq!(code(create(&w.backend, &anna, entry.id, until(expiry)).await), "invalid_expiry", "{expiry:?}");
    }
    assert_eq!(code(sharing::state(&w.backend, &anna, entry.id).await), "not_shared");
    create(&w.backend, &anna, entry.id, until(Expiry::Days(30))).await.unwrap();
    for expiry in impossible {
        assert_eq!(code(update_options(&w.backend, &anna, entry.id, until(expiry)).await), "invalid_expiry");
    }
    let state = sharing::state(&w.backend, &anna, entry.id).await.unwrap();
    assert_eq!(state.expires_at, Some(now + TimeDelta::days(30)));
});

story!(fields_that_a_change_does_not_name_stay, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let text = ShareOptions { original_text: true, ..NOTHING };
    let form = LinkForm {
        options: Some(text),
        expiry: Some(Expiry::Days(7)),
        pin: Some(PinChange::Set("2468".into())),
        expected: None,
    };
    let token = create(&w.backend, &anna, entry.id, form).await.unwrap();
    let before = sharing::state(&w.backend, &anna, entry.id).await.unwrap();
    assert!(before.has_pin && before.expires_at.is_some());
    let same = update_options(&w.backend, &anna, entry.id, LinkForm::default()).await.unwrap();
    assert_eq!(same, before);
    let same = update_options(&w.backend, &anna, entry.id, text).await.unwrap();
    assert_eq!(same, before);
    assert_eq!(create(&w.backend, &anna, entry.id, text).await.unwrap(), token);
    assert_eq!(sharing::state(&w.backend, &anna, entry.id).await.unwrap(), before);

    let open_ended = update_options(&w.backend, &anna, entry.id, until(Expiry::Never)).await.unwrap();
    assert!(open_ended.has_pin && open_ended.expires_at.is_none());
    let remove = LinkForm { pin: Some(PinChange::Remove), ..LinkForm::default() };
    assert!(!update_options(&w.backend, &anna, entry.id, remove).await.unwrap().has_pin);
    let shown = open(&w.backend, &Viewer::Guest, &token, ADDRESS).await.unwrap();
    assert!(shown.text.is_some() && shown.summary.is_none(), "what it shows was never named");
});

story!(a_link_that_is_made_again_shows_no_more_than_before, |w| async move {
    let anna = w.person("anna").await;
    let entry = full_entry(&w, &anna).await;
    let text = ShareOptions { original_text: true, ..NOTHING };
    let token = create(&w.backend, &anna, entry.id, text).await.unwrap();
    let pin = LinkForm { pin: Some(PinChange::Set("2468".into())), ..LinkForm::default() };
    let bare = LinkForm::default();
    for form in [pin, until(Expiry::Days(7)), bare.clone()] {
        assert_eq!(create(&w.backend, &anna, entry.id, form.clone()).await.unwrap(), token);
        let options = entries::open(&w.backend, &anna, entry.id).await.unwrap().share_options.unwrap();
        assert_eq!(serde_json::from_str::<ShareOptions>(&options).unwrap(), text, "{form:?}");
    }
    update_options(&w.backend, &anna, entry.id, NOTHING).await.unwrap();
    assert_eq!(code(create(&w.backend, &anna, entry.id, bare.clone()).await), "nothing_shared");

    w.later(TimeDelta::days(8));
    assert_ne!(create(&w.backend, &anna, entry.id, bare).await.unwrap(), token);
    let options = entries::open(&w.backend, &anna, entry.id).await.unwrap().share_options.unwrap();
    assert_eq!(serde_json::from_str::<ShareOptions>(&options).unwrap(), ShareOptions::default(), "a new one");
});
