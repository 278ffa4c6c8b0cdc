//! Changes between two pages, and refused cursors.

use super::{block, id, make_friends, part};
use crate::world::{
    World,
    diary::{code, writing},
};
use backend::{Viewer, entries, feed};
use chrono::TimeDelta;
use domain::{Entry, EntryForm, EntryId, FeedFilters, Visibility};

const ALL: FeedFilters = FeedFilters { own: true, friends: true, public: true };

async fn write(w: &World, owner: &Viewer, visibility: Visibility, words: &str) -> Entry {
    let form = EntryForm { visibility: Some(visibility), ..writing(words) };
    let entry = entries::create(&w.backend, owner, form, vec![]).await.unwrap();
    w.later(TimeDelta::days(1));
    entry
}

async fn words(
    w: &World,
    reader: &Viewer,
    filters: FeedFilters,
    before: Option<&str>,
) -> (Vec<String>, Option<String>) {
    let page = feed::page(&w.backend, reader, filters, before, 2).await.unwrap();
    (page.items.into_iter().map(|entry| entry.content.texts.text).collect(), page.next)
}

story!(entries_that_come_between_two_pages_move_nothing, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    make_friends(&w, &anna, &ben).await;
    for n in 1..=5 {
        write(&w, if n % 2 == 0 { &anna } else { &ben }, Visibility::Public, &format!("Tag {n}")).await;
    }
    let (first, next) = words(&w, &anna, ALL, None).await;
    write(&w, &ben, Visibility::Friends, "Neu").await;
    write(&w, &anna, Visibility::Private, "Neu, von mir").await;
    let (second, next) = words(&w, &anna, ALL, next.as_deref()).await;
    let (third, end) = words(&w, &anna, ALL, next.as_deref()).await;
    assert_eq!([first, second, third].concat(), ["Tag 5", "Tag 4", "Tag 3", "Tag 2", "Tag 1"]);
    assert_eq!(end, None);
    assert_eq!(words(&w, &anna, ALL, None).await.0, ["Neu, von mir", "Neu"]);
});

story!(a_friend_lost_between_two_pages_is_not_on_the_next_one, |w| async move {
    let anna = w.person("anna").await;
    let (ben, carla, dora) = (w.person("ben").await, w.person("carla").await, w.person("dora").await);
    make_friends(&w, &anna, &ben).await;
    make_friends(&w, &anna, &carla).await;
    write(&w, &carla, Visibility::Public, "Carla, für alle").await;
    write(&w, &dora, Visibility::Public, "Dora, für alle").await;
    write(&w, &ben, Visibility::Public, "Ben, für alle").await;
    let gone = write(&w, &anna, Visibility::Private, "Anna, gelöscht").await;
    write(&w, &ben, Visibility::Friends, "Ben, für Freunde").await;
    write(&w, &carla, Visibility::Friends, "Carla, für Freunde").await;
    let lowered = write(&w, &dora, Visibility::Public, "Dora, dann privat").await;
    write(&w, &carla, Visibility::Friends, "Carla, neu").await;
    let (first, next) = words(&w, &anna, ALL, None).await;
    assert_eq!(first, ["Carla, neu", "Dora, dann privat"]);

    part(&w, &anna, &ben).await;
    block(&w, &carla, &anna).await;
    entries::delete(&w.backend, &anna, gone.id).await.unwrap();
    entries::set_visibility(&w.backend, &dora, lowered.id, Visibility::Private).await.unwrap();
    let rest = ["Ben, für alle", "Dora, für alle"];
    assert_eq!(words(&w, &anna, ALL, next.as_deref()).await, (rest.map(String::from).to_vec(), None));
    assert_eq!(words(&w, &anna, ALL, None).await.0, rest);
    assert_eq!(words(&w, &anna, FeedFilters::FRIENDS, None).await.0, [""; 0]);
    // The block works from the other side as well.
    write(&w, &anna, Visibility::Public, "Anna, für alle").await;
    assert_eq!(words(&w, &carla, FeedFilters::PUBLIC, None).await.0, ["Ben, für alle", "Dora, für alle"]);
});

/// The first page, of two, and as many more until the list has `count`; and the place where it ends by then.
async fn gone_on(w: &World, reader: &Viewer, filters: FeedFilters, count: usize) -> (Vec<EntryId>, String) {
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let page = feed::page(&w.backend, reader, filters, before.as_deref(), 2).await.unwrap();
        found.extend(page.items.iter().map(|entry| entry.id));
        let end = page.next.clone().or_else(|| page.items.last().map(|entry| feed::cursor(filters, entry))).unwrap();
        if found.len() >= count {
            return (found, end);
        }
        before = page.next;
    }
}

async fn come_back(w: &World, reader: &Viewer, filters: FeedFilters, until: &str) -> (Vec<EntryId>, Option<String>) {
    let page = feed::pages(&w.backend, reader, filters, None, until, 2).await.unwrap();
    (page.items.into_iter().map(|entry| entry.id).collect(), page.next)
}

story!(a_returning_reader_finds_the_earlier_pages_and_the_next_one, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    make_friends(&w, &anna, &ben).await;
    for n in 1..=9 {
        write(&w, if n % 2 == 0 { &anna } else { &ben }, Visibility::Friends, &format!("Tag {n}")).await;
    }
    let both = FeedFilters { own: true, friends: true, public: false };
    for filters in [both, FeedFilters::FRIENDS, FeedFilters::default(), ALL] {
        let (had, until) = gone_on(&w, &anna, filters, 4).await;
        let (found, next) = come_back(&w, &anna, filters, &until).await;
        assert_eq!(found, had, "{filters:?}");
        let on = |next: Option<String>| {
            let (w, anna) = (&w, &anna);
            async move { feed::page(&w.backend, anna, filters, next.as_deref(), 9).await.unwrap().items.len() }
        };
        let rest = on(None).await - 4;
        assert_eq!(next.is_some(), rest > 0, "{filters:?}");
        assert_eq!(if next.is_some() { on(next).await } else { 0 }, rest, "{filters:?}");
    }
    let (had, end) = gone_on(&w, &anna, both, 9).await;
    assert_eq!(come_back(&w, &anna, both, &end).await, (had.clone(), None), "to the very end");
    write(&w, &ben, Visibility::Friends, "Neu").await;
    let (found, _) = come_back(&w, &anna, both, &end).await;
    assert_eq!((found.len(), &found[1..]), (10, &had[..]), "and what came since");
    let page = feed::pages(&w.backend, &anna, both, Some(&gone_on(&w, &anna, both, 4).await.1), &end, 2).await.unwrap();
    assert_eq!(page.items.iter().map(|entry| entry.id).collect::<Vec<_>>(), had[3..], "older ones by themselves");
});

story!(a_returning_reader_finds_no_entry_that_they_may_no_longer_read, |w| async move {
    let (anna, ben, carla) = (w.person("anna").await, w.person("ben").await, w.person("carla").await);
    make_friends(&w, &anna, &ben).await;
    for n in 1..=8 {
        let (who, visibility) = if n % 2 == 0 { (&ben, Visibility::Friends) } else { (&carla, Visibility::Public) };
        write(&w, who, visibility, &format!("Tag {n}")).await;
    }
    let lowered = write(&w, &carla, Visibility::Public, "Tag 9").await;
    let (had, until) = gone_on(&w, &anna, ALL, 6).await;
    assert_eq!(come_back(&w, &anna, ALL, &until).await.0, had);
    entries::set_visibility(&w.backend, &carla, lowered.id, Visibility::Private).await.unwrap();
    assert_eq!(come_back(&w, &anna, ALL, &until).await.0, had[1..]);
    part(&w, &anna, &ben).await;
    let (found, next) = come_back(&w, &anna, ALL, &until).await;
    let carlas: Vec<_> = [2, 4].map(|at| had[at]).to_vec();
    assert_eq!((found, next.is_some()), (carlas, true));
    block(&w, &carla, &anna).await;
    assert_eq!(come_back(&w, &anna, ALL, &until).await, (vec![], None));
    assert_eq!(code(feed::pages(&w.backend, &Viewer::Guest, ALL, None, &until, 2).await), "unauthenticated");
    assert_eq!(code(feed::pages(&w.backend, &anna, ALL, None, "x", 2).await), "invalid_form");
});

story!(an_entry_leaves_the_feed_with_its_deletion_and_comes_back_to_its_place, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    for text in ["Eins", "Zwei", "Drei"] {
        write(&w, &anna, Visibility::Public, text).await;
    }
    let all = feed::page(&w.backend, &ben, FeedFilters::PUBLIC, None, 9).await.unwrap().items;
    entries::delete(&w.backend, &anna, all[1].id).await.unwrap();
    assert_eq!(words(&w, &ben, FeedFilters::PUBLIC, None).await, (vec!["Drei".into(), "Eins".into()], None));
    entries::restore(&w.backend, &anna, all[1].id, entries::Restoring::default()).await.unwrap();
    let again = feed::page(&w.backend, &ben, FeedFilters::PUBLIC, None, 9).await.unwrap().items;
    assert_eq!(again.iter().map(|entry| entry.id).collect::<Vec<_>>(), all.iter().map(|e| e.id).collect::<Vec<_>>());
});

story!(a_feed_is_for_people_with_an_account_and_nothing_chosen_is_nothing, |w| async move {
    let anna = w.person("anna").await;
    write(&w, &anna, Visibility::Public, "x").await;
    let empty = feed::page(&w.backend, &anna, FeedFilters::NONE, None, 9).await.unwrap();
    assert_eq!((empty.items.len(), empty.next), (0, None));
    let unregistered = Viewer::Identity { uid: "u".into(), email: "u@example.org".into(), verified: true };
    for (viewer, refusal) in [(&Viewer::Guest, "unauthenticated"), (&unregistered, "user_not_found")] {
        assert_eq!(code(feed::page(&w.backend, viewer, ALL, None, 9).await), refusal);
        assert_eq!(code(feed::page(&w.backend, viewer, FeedFilters::NONE, None, 9).await), refusal);
    }
    for bad in ["", "x", "2026-11-20"] {
        assert_eq!(code(feed::page(&w.backend, &anna, ALL, Some(bad), 9).await), "invalid_form");
    }
    assert_eq!(feed::page(&w.backend, &anna, ALL, None, 0).await.unwrap().items.len(), 1, "at least one");
    assert!(id(&anna).to_string().len() > 30);
});
