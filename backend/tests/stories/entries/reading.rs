//! Access to an entry and to lists of entries.

use super::versions;
use crate::world::{
    World,
    diary::{code, photo, pro, writing},
};
use backend::{
    Viewer,
    entries::{create, list, may_edit, neighbours, open, today, update},
    media,
};
use chrono::TimeDelta;
use domain::{Entry, EntryForm, EntryId, Language, ShareOptions, Visibility, media::Rendition};
use uuid::Uuid;

async fn entry_as(w: &World, owner: &Viewer, visibility: Visibility) -> Entry {
    let form = EntryForm { visibility: Some(visibility), ..writing("x") };
    create(&w.backend, owner, form, vec![photo("rocket.jpg")]).await.unwrap()
}

story!(each_person_reads_what_the_visibility_allows, |w| async move {
    let ben = w.person("ben").await;
    let unregistered = Viewer::Identity { uid: "u".into(), email: "u@example.org".into(), verified: true };
    for (name, visibility, for_others) in [
        ("anna", Visibility::Private, "access_denied"),
        ("carla", Visibility::Friends, "access_denied"),
        ("dora", Visibility::Public, "ok"),
    ] {
        let owner = w.person(name).await;
        let made = entry_as(&w, &owner, visibility).await;
        for (viewer, expected) in
            [(&owner, "ok"), (&ben, for_others), (&Viewer::Guest, "unauthenticated"), (&unregistered, "user_not_found")]
        {
            assert_eq!(code(open(&w.backend, viewer, made.id).await), expected, "{visibility:?}");
            for rendition in Rendition::ALL {
                let file = media::open(&w.backend, viewer, made.images[0].id, rendition).await;
                assert_eq!(code(file), expected, "{visibility:?} {rendition:?}");
            }
        }
        for (viewer, expected) in
            [(&ben, "access_denied"), (&Viewer::Guest, "unauthenticated"), (&unregistered, "user_not_found")]
        {
            assert_eq!(code(update(&w.backend, viewer, made.id, writing("y"), vec![]).await), expected);
            assert_eq!(code(versions(&w.backend, viewer, made.id).await), expected);
            assert!(!may_edit(&w.backend, viewer, &made) && !may_edit(&w.backend, &pro(&ben), &made));
        }
        assert_eq!(open(&w.backend, &owner, made.id).await.unwrap(), made, "nobody changed it");
    }
    let missing = EntryId(Uuid::new_v4());
    for viewer in [&ben, &pro(&ben)] {
        assert_eq!(code(open(&w.backend, viewer, missing).await), "entry_not_found");
        assert_eq!(code(update(&w.backend, viewer, missing, writing("y"), vec![]).await), "entry_not_found");
        assert_eq!(code(versions(&w.backend, viewer, missing).await), "entry_not_found");
    }
    for guest in [&Viewer::Guest, &unregistered] {
        assert_ne!(code(list(&w.backend, guest, None, 10).await), "ok");
        assert_ne!(code(today(&w.backend, guest).await), "ok");
        assert_ne!(code(create(&w.backend, guest, writing("x"), vec![]).await), "ok");
    }
});

story!(the_days_beside_an_entry_are_ones_own_whatever_lies_between, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let mut days = Vec::new();
    for gap in [1, 3, 1, 1] {
        days.push(entry_as(&w, &anna, Visibility::Public).await);
        w.later(TimeDelta::days(1));
        entry_as(&w, &ben, Visibility::Public).await;
        w.later(TimeDelta::days(gap));
    }
    let beside = |at: usize| {
        let (w, anna, date) = (&w, &anna, days[at].date);
        async move {
            let found = neighbours(&w.backend, anna, date).await.unwrap();
            [found.previous, found.next].map(|day| day.map(|day| (day.id, day.date)))
        }
    };
    let day = |at: usize| Some((days[at].id, days[at].date));
    assert_eq!(beside(0).await, [None, day(1)]);
    assert_eq!(beside(1).await, [day(0), day(2)]);
    assert_eq!(beside(3).await, [day(2), None]);
    backend::entries::delete(&w.backend, &anna, days[2].id).await.unwrap();
    assert_eq!(beside(1).await, [day(0), day(3)], "what is in the bin is passed over");
    assert_eq!(code(neighbours(&w.backend, &Viewer::Guest, days[0].date).await), "unauthenticated");
});

story!(owner_only_fields_stay_with_the_owner, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let made = entry_as(&w, &anna, Visibility::Public).await;
    let token = backend::sharing::create(&w.backend, &anna, made.id, ShareOptions::default()).await.unwrap();
    let hers = open(&w.backend, &anna, made.id).await.unwrap();
    assert_eq!(hers.share_token.as_deref(), Some(token.as_str()));
    let options: ShareOptions = serde_json::from_str(hers.share_options.as_deref().unwrap()).unwrap();
    assert_eq!(options, ShareOptions::default());
    assert_eq!(list(&w.backend, &anna, None, 10).await.unwrap().items, [hers]);

    let his = serde_json::to_value(open(&w.backend, &ben, made.id).await.unwrap()).unwrap();
    let mut fields: Vec<_> = his.as_object().unwrap().keys().map(String::as_str).collect();
    fields.sort_unstable();
    let allowed = "audioTranscript createdAt date emojis id imageUrls images isBackfilled isFavorite mainImageIndex mood \
                   optimizedImageUrls summary summaryIsOutdated summarySource text thumbnailUrls topMoment user userId visibility";
    assert_eq!(fields, allowed.split_whitespace().collect::<Vec<_>>());
    assert_eq!(his["user"]["firstName"], "Anna");
    let text = his.to_string();
    assert!(!text.contains(&token) && !text.contains("@example.org") && !text.contains("uid-"));
});

story!(a_list_is_newest_first_and_its_pages_hold_each_entry_once, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let mut made = Vec::new();
    for _ in 0..7 {
        made.push(create(&w.backend, &anna, writing("x"), vec![]).await.unwrap());
        create(&w.backend, &ben, writing("not hers"), vec![]).await.unwrap();
        w.later(TimeDelta::days(1));
    }
    made.reverse();
    let all = list(&w.backend, &anna, None, 100).await.unwrap();
    assert_eq!((&all.items, all.next), (&made, None));

    let mut pages = Vec::new();
    let mut before = None;
    loop {
        let page = list(&w.backend, &anna, before.as_deref(), 3).await.unwrap();
        pages.push(page.items.len());
        made.drain(..page.items.len()).zip(&page.items).for_each(|(expected, entry)| assert_eq!(expected, *entry));
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    assert_eq!((pages, made.len()), (vec![3, 3, 1], 0));
    assert_eq!(list(&w.backend, &anna, None, 0).await.unwrap().items.len(), 1, "at least one");
    for bad in ["", "x", "2026-11-20"] {
        assert_eq!(code(list(&w.backend, &anna, Some(bad), 3).await), "invalid_form");
    }
});

story!(entries_of_the_same_moment_are_paged_without_loss, |w| async move {
    let anna = w.person("anna").await;
    for day in 1..=5 {
        let made = create(&w.backend, &anna, writing("x"), vec![]).await.unwrap();
        // The rows of an import: five days, one moment.
        w.backend
            .db
            .write("UPDATE entries SET date = $2 WHERE id = $1")
            .bind(made.id.0)
            .bind(chrono::NaiveDate::from_ymd_opt(2026, 1, day).unwrap())
            .execute()
            .await
            .unwrap();
    }
    let all = list(&w.backend, &anna, None, 100).await.unwrap().items;
    let mut paged = Vec::new();
    let mut before = None;
    for _ in 0..5 {
        let page = list(&w.backend, &anna, before.as_deref(), 1).await.unwrap();
        paged.extend(page.items);
        before = page.next;
    }
    assert_eq!((paged, before), (all, None));
});

story!(an_entry_in_the_bin_is_gone_and_its_day_is_free, |w| async move {
    let anna = w.person("anna").await;
    let made = entry_as(&w, &anna, Visibility::Public).await;
    let token = backend::sharing::create(&w.backend, &anna, made.id, ShareOptions::default()).await.unwrap();
    let image = made.images[0].id;
    let sql = "UPDATE entries SET deleted_at = $2 WHERE id = $1";
    w.backend.db.write(sql).bind(made.id.0).bind(w.clock.now()).execute().await.unwrap();

    assert_eq!(code(open(&w.backend, &anna, made.id).await), "entry_not_found");
    assert_eq!(code(update(&w.backend, &anna, made.id, writing("y"), vec![]).await), "entry_not_found");
    assert_eq!(code(media::open(&w.backend, &anna, image, Rendition::Original).await), "media_not_found");
    assert_eq!(
        code(backend::sharing::open(&w.backend, &anna, &token, "192.0.2.1", Language::De).await),
        "link_not_found"
    );
    let file =
        backend::sharing::open_media(&w.backend, &Viewer::Guest, &token, image, Rendition::Original, "192.0.2.1");
    assert_eq!(code(file.await), "link_not_found");
    for change in [
        backend::sharing::create(&w.backend, &anna, made.id, ShareOptions::default()).await.map(drop),
        backend::sharing::remove(&w.backend, &anna, made.id, None).await,
    ] {
        assert_eq!(code(change), "entry_not_found");
    }
    assert!(list(&w.backend, &anna, None, 10).await.unwrap().items.is_empty());
    assert_eq!(today(&w.backend, &anna).await.unwrap(), None);
    assert!(create(&w.backend, &anna, writing("neu"), vec![]).await.is_ok());
});
