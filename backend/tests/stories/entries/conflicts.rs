//! Two saves at once, and what an update replaces.

use super::versions;
use crate::world::diary::{code, conflict, photo, pro, writing};
use backend::entries::{create, list, open, sweep, update};
use chrono::TimeDelta;
use domain::{EntryForm, ShareOptions};
use futures::future::join_all;

story!(a_day_has_one_entry_and_the_second_writer_gets_it, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, writing("erster"), vec![]).await.unwrap();
    let second = create(&w.backend, &anna, writing("zweiter"), vec![photo("rocket.jpg")]).await;
    assert_eq!(conflict(second), ("entry_exists", made));
    assert!(w.media_files().is_empty());
});

story!(exactly_one_of_fifty_concurrent_creates_wins, |w| async move {
    let anna = w.person("anna").await;
    let tries = (0..50).map(|n| {
        let (w, anna) = (w.clone(), anna.clone());
        let photos = if n % 10 == 0 { vec![photo("rocket.jpg")] } else { vec![] };
        tokio::spawn(async move { create(&w.backend, &anna, writing(&format!("Nr. {n}")), photos).await })
    });
    let (won, lost): (Vec<_>, Vec<_>) = join_all(tries).await.into_iter().map(Result::unwrap).partition(Result::is_ok);
    let [Ok(winner)] = won.as_slice() else { panic!("{} won", won.len()) };
    assert_eq!(lost.len(), 49);
    for loser in lost {
        assert_eq!(conflict(loser), ("entry_exists", winner.clone()));
    }
    assert_eq!(list(&w.backend, &anna, None, 100).await.unwrap().items, std::slice::from_ref(winner));
    assert_eq!(w.media_files().len(), winner.images.len() * 3, "nothing is left of the others");
});

story!(exactly_one_of_twenty_updates_with_the_same_version_wins, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, writing("Anfang"), vec![]).await.unwrap();
    let tries = (0..20).map(|n| {
        let (w, anna, id) = (w.clone(), anna.clone(), made.id);
        let form = EntryForm { version: Some(1), ..writing(&format!("Nr. {n}")) };
        tokio::spawn(async move { update(&w.backend, &anna, id, form, vec![]).await })
    });
    let (won, lost): (Vec<_>, Vec<_>) = join_all(tries).await.into_iter().map(Result::unwrap).partition(Result::is_ok);
    let [Ok(winner)] = won.as_slice() else { panic!("{} won", won.len()) };
    for loser in lost {
        assert_eq!(conflict(loser), ("stale", winner.clone()));
    }
    assert_eq!(open(&w.backend, &anna, made.id).await.unwrap(), *winner);
    let texts: Vec<_> = versions(&w.backend, &anna, made.id).await.unwrap().into_iter().map(|v| v.texts.text).collect();
    assert_eq!(texts, ["Anfang"]);
});

story!(updates_without_a_version_all_count_and_every_text_is_kept, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, writing("Anfang"), vec![]).await.unwrap();
    let tries = (0..20).map(|n| {
        let (w, anna, id) = (w.clone(), anna.clone(), made.id);
        tokio::spawn(async move { update(&w.backend, &anna, id, writing(&format!("Nr. {n}")), vec![]).await })
    });
    assert!(join_all(tries).await.into_iter().all(|done| done.unwrap().is_ok()));
    let now = open(&w.backend, &anna, made.id).await.unwrap();
    assert_eq!(now.version, Some(21));
    let mut texts: Vec<_> =
        versions(&w.backend, &anna, made.id).await.unwrap().into_iter().map(|v| v.texts.text).collect();
    texts.push(now.content.texts.text);
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 21);
});

story!(a_stale_update_leaves_no_picture_behind, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, writing("x"), vec![]).await.unwrap();
    let changed = update(&w.backend, &anna, made.id, writing("y"), vec![]).await.unwrap();
    let stale = EntryForm { version: Some(1), ..writing("z") };
    let refused = update(&w.backend, &anna, made.id, stale, vec![photo("rocket.jpg")]).await;
    assert_eq!(conflict(refused), ("stale", changed));
    assert!(w.media_files().is_empty());
});

story!(replaced_texts_are_kept_for_thirty_days_and_only_if_they_changed, |w| async move {
    let anna = pro(&w.person("anna").await);
    let first = EntryForm { summary: Some("S1".into()), top_moment: Some("T1".into()), ..writing("eins") };
    let made = create(&w.backend, &anna, first.clone(), vec![]).await.unwrap();
    let only_emojis = EntryForm { emojis: Some("😀".into()), ..first.clone() };
    update(&w.backend, &anna, made.id, only_emojis, vec![]).await.unwrap();
    assert_eq!(versions(&w.backend, &anna, made.id).await.unwrap(), []);

    let replaced_at = w.clock.now();
    update(&w.backend, &anna, made.id, EntryForm { summary: Some("S2".into()), ..first }, vec![]).await.unwrap();
    w.later(TimeDelta::days(1));
    update(&w.backend, &anna, made.id, writing("drei"), vec![]).await.unwrap();
    let kept = versions(&w.backend, &anna, made.id).await.unwrap();
    let seen: Vec<_> = kept.iter().map(|v| (v.version, v.texts.text.as_str(), v.texts.summary.as_str())).collect();
    assert_eq!(seen, [(3, "eins", "S2"), (2, "eins", "S1")]);
    assert_eq!((kept[1].texts.top_moment.as_str(), kept[1].replaced_at), ("T1", replaced_at));

    w.later(TimeDelta::days(29));
    sweep(&w.backend).await.unwrap();
    assert_eq!(versions(&w.backend, &anna, made.id).await.unwrap().len(), 2);
    w.later(TimeDelta::milliseconds(1));
    assert_eq!(versions(&w.backend, &anna, made.id).await.unwrap().len(), 1);
    w.later(TimeDelta::days(1));
    sweep(&w.backend).await.unwrap();
    let left: (i64,) = w.backend.db.read("SELECT count(*) FROM entry_versions").fetch_one().await.unwrap();
    assert_eq!(left.0, 0);
});

story!(sharing_does_not_raise_the_version, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, writing("x"), vec![]).await.unwrap();
    backend::sharing::create(
        &w.backend,
        &anna,
        made.id,
        ShareOptions { original_text: true, ..ShareOptions::default() },
    )
    .await
    .unwrap();
    let form = EntryForm { version: Some(1), ..writing("y") };
    assert_eq!(update(&w.backend, &anna, made.id, form, vec![]).await.unwrap().version, Some(2));
    assert_eq!(code(versions(&w.backend, &w.person("ben").await, made.id).await), "access_denied");
});
