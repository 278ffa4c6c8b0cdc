//! A save that is sent again under its idempotency key.

use super::versions;
use crate::world::diary::{code, conflict, photo, pro, writing};
use backend::entries::{create, delete, list, open, set_visibility, sweep, update};
use chrono::TimeDelta;
use domain::{EntryForm, ShareOptions, Visibility};
use futures::future::join_all;

fn keyed(key: &str, text: &str) -> EntryForm {
    EntryForm { idempotency_key: Some(key.into()), ..writing(text) }
}

story!(a_save_that_is_sent_again_is_answered_with_what_it_did, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, keyed("a", "eins"), vec![photo("rocket.jpg")]).await.unwrap();
    let files = w.media_files();
    let again = create(&w.backend, &anna, keyed("a", "eins"), vec![photo("rocket.jpg")]).await;
    assert_eq!((again.unwrap(), w.media_files()), (made.clone(), files));

    let form = EntryForm { version: Some(1), ..keyed("b", "zwei") };
    let changed = update(&w.backend, &anna, made.id, form.clone(), vec![]).await.unwrap();
    assert_eq!(changed.version, Some(2));
    // Later changes do not alter the answer, and the answer does not undo them.
    let hidden = set_visibility(&w.backend, &anna, made.id, Visibility::Public).await.unwrap();
    let shared = ShareOptions { original_text: true, ..ShareOptions::default() };
    let token = backend::sharing::create(&w.backend, &anna, made.id, shared).await.unwrap();
    let again = update(&w.backend, &anna, made.id, form.clone(), vec![]).await.unwrap();
    assert_eq!((again.version, again.visibility), (Some(2), changed.visibility));
    assert_eq!(again.share_token.as_ref(), Some(&token), "as the link is now");
    let first = create(&w.backend, &anna, keyed("a", "eins"), vec![photo("rocket.jpg")]).await.unwrap();
    assert_eq!((first.version, first.content), (made.version, made.content));
    assert_eq!(open(&w.backend, &anna, made.id).await.unwrap().version, hidden.version);
    delete(&w.backend, &anna, made.id).await.unwrap();
    assert_eq!(update(&w.backend, &anna, made.id, form, vec![]).await.unwrap().version, Some(2));
});

story!(a_save_is_known_after_its_day_is_over, |w| async move {
    let anna = w.person("anna").await;
    let form = EntryForm { date: Some(anna.account().unwrap().today(&w.backend.clock)), ..keyed("a", "spät") };
    let made = create(&w.backend, &anna, form.clone(), vec![]).await.unwrap();
    w.later(TimeDelta::hours(47));
    assert_eq!(create(&w.backend, &anna, form, vec![]).await.unwrap(), made);
});

story!(a_key_belongs_to_one_person_and_one_request, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let made = create(&w.backend, &anna, keyed("a", "Annas"), vec![]).await.unwrap();
    let other = create(&w.backend, &ben, keyed("a", "Annas"), vec![]).await.unwrap();
    assert_ne!(other.id, made.id);
    assert_eq!(code(create(&w.backend, &anna, keyed("a", "anders"), vec![]).await), "invalid_form");
    assert_eq!(code(create(&w.backend, &anna, keyed("a", "Annas"), vec![photo("rocket.jpg")]).await), "invalid_form");
    assert_eq!(code(update(&w.backend, &anna, made.id, keyed("a", "Annas"), vec![]).await), "invalid_form");
    assert_eq!(code(update(&w.backend, &ben, made.id, keyed("b", "x"), vec![]).await), "access_denied");
    for odd in ["", "ä", "a b", &"x".repeat(65)] {
        assert_eq!(code(update(&w.backend, &anna, made.id, keyed(odd, "x"), vec![]).await), "invalid_form");
    }
});

story!(a_refused_save_is_not_remembered, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, keyed("a", "eins"), vec![]).await.unwrap();
    let late = EntryForm { version: Some(0), ..keyed("b", "zwei") };
    assert_eq!(conflict(update(&w.backend, &anna, made.id, late, vec![]).await).0, "stale");
    let form = EntryForm { version: Some(1), ..keyed("b", "zwei") };
    assert_eq!(update(&w.backend, &anna, made.id, form, vec![]).await.unwrap().version, Some(2));
});

story!(the_same_request_many_times_at_once_is_done_once, |w| async move {
    let anna = pro(&w.person("anna").await);
    let creates = (0..10).map(|_| {
        let (w, anna) = (w.clone(), anna.clone());
        tokio::spawn(async move { create(&w.backend, &anna, keyed("a", "eins"), vec![photo("rocket.jpg")]).await })
    });
    let made: Vec<_> = join_all(creates).await.into_iter().map(|done| done.unwrap().unwrap()).collect();
    assert!(made.iter().all(|one| *one == made[0]));
    assert_eq!(list(&w.backend, &anna, None, 100).await.unwrap().items, [made[0].clone()]);
    assert_eq!(w.media_files().len(), 3);

    // Each of them would be done, since none names a version.
    let updates = (0..10).map(|_| {
        let (w, anna, id) = (w.clone(), anna.clone(), made[0].id);
        tokio::spawn(async move { update(&w.backend, &anna, id, keyed("b", "zwei"), vec![photo("rocket.jpg")]).await })
    });
    let changed: Vec<_> = join_all(updates).await.into_iter().map(|done| done.unwrap().unwrap()).collect();
    assert!(changed.iter().all(|one| *one == changed[0]));
    assert_eq!((changed[0].version, changed[0].images.len()), (Some(2), 2));
    assert_eq!(versions(&w.backend, &anna, made[0].id).await.unwrap().len(), 1);
    assert_eq!(w.media_files().len(), 6);
});

story!(a_save_is_forgotten_after_two_days, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, keyed("a", "eins"), vec![]).await.unwrap();
    let form = EntryForm { version: Some(1), ..keyed("b", "eins") };
    update(&w.backend, &anna, made.id, form.clone(), vec![]).await.unwrap();
    w.later(TimeDelta::hours(48));
    sweep(&w.backend).await.unwrap();
    assert!(update(&w.backend, &anna, made.id, form.clone(), vec![]).await.is_ok());
    w.later(TimeDelta::milliseconds(1));
    assert_eq!(conflict(update(&w.backend, &anna, made.id, form, vec![]).await).0, "stale");
    let count = async || {
        let (n,): (i64,) = w.backend.db.read("SELECT count(*) FROM entry_saves").fetch_one().await.unwrap();
        n
    };
    assert_eq!(count().await, 2);
    sweep(&w.backend).await.unwrap();
    assert_eq!(count().await, 0);
});

story!(the_newest_twenty_saves_keep_their_answer_and_older_ones_say_what_came_since, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, keyed("first", "0"), vec![]).await.unwrap();
    for n in 1..=25 {
        w.later(TimeDelta::seconds(1));
        update(&w.backend, &anna, made.id, keyed(&format!("key{n}"), &n.to_string()), vec![]).await.unwrap();
    }
    let kept = w.backend.db.read("SELECT count(*) FROM entry_saves WHERE words IS NOT NULL");
    assert_eq!(kept.fetch_one::<(i64,)>().await.unwrap().0, 20);
    let newest = update(&w.backend, &anna, made.id, keyed("key24", "24"), vec![]).await.unwrap();
    assert_eq!((newest.text.as_str(), newest.version), ("24", Some(25)));
    let old = create(&w.backend, &anna, keyed("first", "0"), vec![]).await;
    assert_eq!(conflict(old).0, "stale", "newer words are not passed off as what was sent");
});
