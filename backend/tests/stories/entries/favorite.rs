//! A heart on an entry.

use super::versions;
use crate::world::diary::{code, writing};
use backend::{
    Viewer,
    entries::{create, delete, list, open, set_favorite, today, update},
};
use chrono::TimeDelta;
use domain::{EntryForm, Visibility};

story!(a_heart_is_a_note_for_oneself_at_any_age_and_changes_nothing_else, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let form = EntryForm { visibility: Some(Visibility::Public), ..writing("x") };
    let made = create(&w.backend, &anna, form, vec![]).await.unwrap();
    w.later(TimeDelta::days(40));
    let marked = set_favorite(&w.backend, &anna, made.id, true).await.unwrap();
    assert_eq!(marked, domain::Entry { is_favorite: true, ..made.clone() }, "version and times stay");
    assert_eq!(open(&w.backend, &anna, made.id).await.unwrap(), marked);
    assert_eq!(list(&w.backend, &anna, None, 9).await.unwrap().items, std::slice::from_ref(&marked));
    assert!(versions(&w.backend, &anna, made.id).await.unwrap().is_empty());
    assert!(!open(&w.backend, &ben, made.id).await.unwrap().is_favorite, "nobody else sees it");

    assert_eq!(set_favorite(&w.backend, &anna, made.id, true).await.unwrap(), marked);
    assert_eq!(set_favorite(&w.backend, &anna, made.id, false).await.unwrap(), made);
    assert_eq!(code(set_favorite(&w.backend, &ben, made.id, true).await), "access_denied");
    assert_eq!(code(set_favorite(&w.backend, &Viewer::Guest, made.id, true).await), "unauthenticated");
    delete(&w.backend, &anna, made.id).await.unwrap();
    assert_eq!(code(set_favorite(&w.backend, &anna, made.id, true).await), "entry_not_found");
});

story!(a_save_under_way_keeps_the_heart, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, writing("x"), vec![]).await.unwrap();
    set_favorite(&w.backend, &anna, made.id, true).await.unwrap();
    let form = EntryForm { version: made.version, ..writing("y") };
    assert!(update(&w.backend, &anna, made.id, form, vec![]).await.unwrap().is_favorite);
    assert!(today(&w.backend, &anna).await.unwrap().unwrap().is_favorite);
});
