//! The entries on somebody's page.

use crate::world::{
    World,
    diary::{code, writing},
    friendships::id,
};
use backend::{Viewer, entries, friends::remove_friend};
use chrono::TimeDelta;
use domain::{Entry, EntryForm, Visibility};

async fn texts(w: &World, viewer: &Viewer, owner: &Viewer) -> Vec<String> {
    let page = entries::list_of(&w.backend, viewer, id(owner), None, 100).await.unwrap();
    page.items.into_iter().map(|entry| entry.content.texts.text).collect()
}

async fn write(w: &World, owner: &Viewer, text: &str, visibility: Visibility) -> Entry {
    w.later(TimeDelta::days(1));
    let form = EntryForm { visibility: Some(visibility), ..writing(text) };
    entries::create(&w.backend, owner, form, vec![]).await.unwrap()
}

story!(somebodys_page_shows_what_is_for_the_one_who_looks, |w| async move {
    let (anna, ben, carla) = (w.person("anna").await, w.person("ben").await, w.person("carla").await);
    w.make_friends(&anna, &ben).await;
    for text in ["a", "b"] {
        write(&w, &anna, &format!("{text} private"), Visibility::Private).await;
        write(&w, &anna, &format!("{text} friends"), Visibility::Friends).await;
        write(&w, &anna, &format!("{text} public"), Visibility::Public).await;
    }
    let binned = write(&w, &anna, "bin", Visibility::Public).await;
    entries::delete(&w.backend, &anna, binned.id).await.unwrap();
    write(&w, &ben, "not hers", Visibility::Public).await;

    assert_eq!(texts(&w, &ben, &anna).await, ["b public", "b friends", "a public", "a friends"]);
    assert_eq!(texts(&w, &carla, &anna).await, ["b public", "a public"]);
    assert_eq!(texts(&w, &anna, &anna).await.len(), 6);
    w.ask(&carla, &anna).await.unwrap();
    assert_eq!(texts(&w, &carla, &anna).await.len(), 2, "asking shows nothing more");
    remove_friend(&w.backend, &anna, id(&ben)).await.unwrap();
    assert_eq!(texts(&w, &ben, &anna).await, ["b public", "a public"]);
    assert_eq!(code(entries::list_of(&w.backend, &Viewer::Guest, id(&anna), None, 1).await), "unauthenticated");

    let sql = "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3)";
    w.backend.db.write(sql).bind(id(&anna).0).bind(id(&carla).0).bind(w.clock.now()).execute().await.unwrap();
    for (viewer, owner) in [(&carla, &anna), (&anna, &carla)] {
        assert_eq!(code(entries::list_of(&w.backend, viewer, id(owner), None, 1).await), "user_not_found");
    }
});

story!(somebodys_page_goes_on_where_it_ended_and_gives_nothing_of_the_owner_away, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    w.make_friends(&anna, &ben).await;
    for n in 0..5 {
        write(&w, &anna, &n.to_string(), if n % 2 == 0 { Visibility::Friends } else { Visibility::Public }).await;
        write(&w, &anna, "private", Visibility::Private).await;
    }
    let (mut before, mut found) = (None::<String>, Vec::new());
    for _ in 0..3 {
        let page = entries::list_of(&w.backend, &ben, id(&anna), before.as_deref(), 2).await.unwrap();
        found.extend(page.items);
        before = page.next;
    }
    assert_eq!((found.iter().map(|entry| entry.text.as_str()).collect::<String>(), before), ("43210".into(), None));
    assert!(found.iter().all(|entry| entry.version.is_none() && entry.user.is_some()));
    assert_eq!(code(entries::list_of(&w.backend, &ben, id(&anna), Some("x"), 2).await), "invalid_form");
});
