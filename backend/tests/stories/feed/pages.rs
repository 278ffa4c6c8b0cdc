//! What happens between two pages, and what is refused.

use super::{befriend, block, id, part};
use crate::world::{
    World,
    diary::{code, writing},
};
use backend::{Viewer, entries, feed};
use chrono::TimeDelta;
use domain::{Entry, EntryForm, FeedFilters, Visibility};

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
    (page.items.into_iter().map(|entry| entry.text).collect(), page.next)
}

story!(entries_that_come_between_two_pages_move_nothing, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    befriend(&w, &anna, &ben).await;
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

story!(who_is_lost_between_two_pages_is_not_on_the_next_one, |w| async move {
    let anna = w.person("anna").await;
    let (ben, carla, dora) = (w.person("ben").await, w.person("carla").await, w.person("dora").await);
    befriend(&w, &anna, &ben).await;
    befriend(&w, &anna, &carla).await;
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
    // From the other side of the block as well.
    write(&w, &anna, Visibility::Public, "Anna, für alle").await;
    assert_eq!(words(&w, &carla, FeedFilters::PUBLIC, None).await.0, ["Ben, für alle", "Dora, für alle"]);
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
