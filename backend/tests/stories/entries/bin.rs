//! Deleting, and thirty days to think better of it.

use super::{bin, versions};
use crate::world::{
    World,
    diary::{code, conflict, photo, pro, writing},
};
use backend::{
    Result, Viewer,
    entries::{
        Append, Choice, DayConflict, Restoring, create, delete, empty_bin, find_binned, list, open, restore,
        set_favorite, sweep, ticket, today, update,
    },
    media, sharing,
};
use chrono::TimeDelta;
use domain::{Entry, EntryForm, EntryId, Language, ShareOptions, Visibility, media::Rendition};
use futures::future::join_all;

const PLAIN: Restoring = Restoring { onto: None, entry: None, version: None, ticket: None };

fn onto(onto: DayConflict, current: &Entry) -> Restoring {
    Restoring { onto: Some(onto), entry: Some(current.id), version: current.version, ticket: None }
}

async fn put_back(w: &World, viewer: &Viewer, id: EntryId) -> Result<Entry> {
    restore(&w.backend, viewer, id, PLAIN).await
}

async fn binned(w: &World, viewer: &Viewer) -> Vec<EntryId> {
    bin(&w.backend, viewer).await.unwrap().into_iter().map(|binned| binned.entry.id).collect()
}

/// An entry of today that was deleted, and another one written instead.
async fn taken(w: &World, viewer: &Viewer, old: &str, new: &str) -> (Entry, Entry) {
    let first = create(&w.backend, viewer, writing(old), vec![]).await.unwrap();
    delete(&w.backend, viewer, first.id).await.unwrap();
    let second = create(&w.backend, viewer, writing(new), vec![]).await.unwrap();
    (first, second)
}

story!(a_deleted_entry_is_out_of_sight_at_once_and_comes_back_whole, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let form = EntryForm { visibility: Some(Visibility::Public), emojis: Some("😀".into()), ..writing("x") };
    let made = create(&w.backend, &anna, form, vec![photo("rocket.jpg")]).await.unwrap();
    let picture = made.images[0].id;
    let options = ShareOptions { all_images: true, ..ShareOptions::default() };
    let token = sharing::create(&w.backend, &anna, made.id, options).await.unwrap();
    set_favorite(&w.backend, &anna, made.id, true).await.unwrap();
    w.later(TimeDelta::days(9));

    for (who, expected) in [(&ben, "access_denied"), (&Viewer::Guest, "unauthenticated")] {
        assert_eq!(code(delete(&w.backend, who, made.id).await), expected);
    }
    delete(&w.backend, &anna, made.id).await.unwrap();
    for who in [&anna, &ben] {
        assert_eq!(code(open(&w.backend, who, made.id).await), "entry_not_found");
        let file = media::open(&w.backend, who, picture, Rendition::Thumbnail).await;
        assert_eq!(code(file), "media_not_found");
        assert_eq!(code(delete(&w.backend, who, made.id).await), "entry_not_found");
    }
    assert_eq!(
        code(sharing::open(&w.backend, &Viewer::Guest, &token, "192.0.2.1", Language::De).await),
        "link_not_found"
    );
    let file =
        sharing::open_media(&w.backend, &Viewer::Guest, &token, picture, Rendition::Optimized, "192.0.2.1").await;
    assert_eq!(code(file), "link_not_found");
    assert!(list(&w.backend, &anna, None, 9).await.unwrap().items.is_empty());
    assert_eq!(code(versions(&w.backend, &anna, made.id).await), "entry_not_found");
    assert_eq!(w.media_files().len(), 3, "the pictures wait with it");

    let there = bin(&w.backend, &anna).await.unwrap();
    assert_eq!((there.len(), there[0].entry.text.as_str()), (1, "x"));
    assert_eq!(there[0].kept_until - there[0].deleted_at, TimeDelta::days(30));
    assert_eq!(there[0].deleted_at, w.clock.now());
    assert!(binned(&w, &ben).await.is_empty());
    assert_eq!(code(find_binned(&w.backend, &ben, made.id).await), "entry_not_found");
    assert_eq!(code(put_back(&w, &ben, made.id).await), "entry_not_found");
    assert_eq!(code(put_back(&w, &Viewer::Guest, made.id).await), "unauthenticated");

    let back = put_back(&w, &anna, made.id).await.unwrap();
    assert_eq!(back, Entry { is_favorite: true, ..made.clone() }, "all but its link");
    assert_eq!(open(&w.backend, &anna, made.id).await.unwrap(), back);
    media::open(&w.backend, &ben, picture, Rendition::Thumbnail).await.unwrap();
    assert_eq!(
        code(sharing::open(&w.backend, &Viewer::Guest, &token, "192.0.2.1", Language::De).await),
        "link_not_found"
    );
    assert!(binned(&w, &anna).await.is_empty());
    assert_eq!(put_back(&w, &anna, made.id).await.unwrap(), back, "twice is no error");
    assert_eq!(code(put_back(&w, &ben, made.id).await), "access_denied");
});

story!(after_thirty_days_entry_and_files_are_gone, |w| async move {
    let anna = w.person("anna").await;
    let made = create(&w.backend, &anna, writing("x"), vec![photo("rocket.jpg")]).await.unwrap();
    update(&w.backend, &anna, made.id, writing("y"), vec![]).await.unwrap();
    delete(&w.backend, &anna, made.id).await.unwrap();
    // Files are as old as this machine's clock says; the stories' clock goes past it.
    w.later(TimeDelta::days(30) - TimeDelta::milliseconds(1));
    sweep(&w.backend).await.unwrap();
    assert_eq!(binned(&w, &anna).await, [made.id]);
    w.later(TimeDelta::milliseconds(1));
    assert!(binned(&w, &anna).await.is_empty(), "before the sweep as well");
    assert_eq!(code(put_back(&w, &anna, made.id).await), "entry_not_found");
    sweep(&w.backend).await.unwrap();
    media::sweep(&w.backend).await.unwrap();
    assert!(w.media_files().is_empty() && w.backend.media.list_trash().await.unwrap().is_empty());
    w.later(TimeDelta::days(-1));
    assert!(binned(&w, &anna).await.is_empty(), "gone for good");
});

story!(the_day_is_free_again_and_a_taken_one_asks, |w| async move {
    let anna = w.person("anna").await;
    let (first, second) = taken(&w, &anna, "alt", "neu").await;
    assert_eq!(conflict(put_back(&w, &anna, first.id).await), ("entry_exists", second.clone()));
    let Choice { binned: there, current, append } = find_binned(&w.backend, &anna, first.id).await.unwrap();
    assert_eq!((there.entry.text.as_str(), current, append), ("alt", Some(second.clone()), Append::Now));

    let back = restore(&w.backend, &anna, first.id, onto(DayConflict::Swap, &second)).await.unwrap();
    assert_eq!(back, first);
    assert_eq!(today(&w.backend, &anna).await.unwrap(), Some(first.clone()));
    assert_eq!(binned(&w, &anna).await, [second.id], "they changed places");
    restore(&w.backend, &anna, second.id, Restoring { onto: Some(DayConflict::Swap), ..PLAIN }).await.unwrap();
    assert_eq!(binned(&w, &anna).await, [first.id]);
});

story!(a_choice_holds_for_the_entry_that_was_seen_not_for_another_of_the_same_version, |w| async move {
    let anna = w.person("anna").await;
    let (first, seen) = taken(&w, &anna, "alt", "gesehen").await;
    delete(&w.backend, &anna, seen.id).await.unwrap();
    let unseen = create(&w.backend, &anna, writing("nie gesehen"), vec![]).await.unwrap();
    assert_eq!(seen.version, unseen.version);
    for how in [DayConflict::Swap, DayConflict::Append] {
        let refused = restore(&w.backend, &anna, first.id, onto(how, &seen)).await;
        assert_eq!(conflict(refused), ("stale", unseen.clone()));
    }
    let by_id = Restoring { version: None, ..onto(DayConflict::Swap, &seen) };
    assert_eq!(conflict(restore(&w.backend, &anna, first.id, by_id).await).0, "stale");
    assert_eq!(today(&w.backend, &anna).await.unwrap(), Some(unseen.clone()));
    let by_version = Restoring { entry: None, ..onto(DayConflict::Swap, &seen) };
    assert_eq!(
        restore(&w.backend, &anna, first.id, by_version).await.unwrap(),
        first,
        "the contract takes the version alone"
    );
});

story!(text_appended_during_a_swap_is_not_lost, |w| async move {
    let anna = w.person("anna").await;
    let (first, _) = taken(&w, &anna, "Nr. 0", "Anfang").await;
    let mut ids = vec![first.id];
    for n in 1..6 {
        let current = today(&w.backend, &anna).await.unwrap().unwrap();
        delete(&w.backend, &anna, current.id).await.unwrap();
        create(&w.backend, &anna, writing(&format!("Nr. {n}")), vec![]).await.unwrap();
        ids.push(current.id);
    }
    for _ in 0..4 {
        let tries = ids.iter().enumerate().map(|(at, id)| {
            let (w, anna, id) = (w.clone(), anna.clone(), *id);
            let how = if at % 2 == 0 { DayConflict::Append } else { DayConflict::Swap };
            let how = Restoring { onto: Some(how), ..PLAIN };
            tokio::spawn(async move { (how.onto, restore(&w.backend, &anna, id, how).await) })
        });
        let done: Vec<_> = join_all(tries).await.into_iter().map(Result::unwrap).collect();
        let mut there = vec![today(&w.backend, &anna).await.unwrap().unwrap()];
        there.extend(bin(&w.backend, &anna).await.unwrap().into_iter().map(|binned| binned.entry));
        for appended in done.into_iter().filter_map(|(how, one)| one.ok().filter(|_| how == Some(DayConflict::Append)))
        {
            let now = there.iter().find(|entry| entry.id == appended.id).unwrap();
            assert!(now.text.starts_with(&appended.text), "{:?} is not in {:?}", appended.text, now.text);
        }
    }
});

story!(appending_is_an_edit_of_the_days_entry, |w| async move {
    let anna = w.person("anna").await;
    let (first, second) = taken(&w, &anna, "\nalt\n", "neu\n").await;
    let both = restore(&w.backend, &anna, first.id, onto(DayConflict::Append, &second)).await.unwrap();
    assert_eq!((both.id, both.text.as_str(), both.version), (second.id, "neu\n\nalt", Some(2)));
    assert_eq!(versions(&w.backend, &anna, second.id).await.unwrap()[0].texts.text, "neu\n");
    assert_eq!(binned(&w, &anna).await, [first.id], "its pictures are still there to be had");

    assert_eq!(
        conflict(restore(&w.backend, &anna, first.id, onto(DayConflict::Append, &second)).await),
        ("stale", both.clone())
    );
    assert_eq!(conflict(restore(&w.backend, &anna, first.id, onto(DayConflict::Swap, &second)).await).0, "stale");
    let full = EntryForm { text: Some("ä".repeat(2995)), ..EntryForm::default() };
    let full = update(&w.backend, &anna, second.id, full, vec![]).await.unwrap();
    let exactly = restore(&w.backend, &anna, first.id, onto(DayConflict::Append, &full)).await.unwrap();
    assert_eq!(exactly.text.chars().count(), 3000);
    let more = restore(&w.backend, &anna, first.id, onto(DayConflict::Append, &exactly)).await;
    assert_eq!(code(more), "text_too_long");
    assert_eq!(find_binned(&w.backend, &anna, first.id).await.unwrap().append, Append::Never);

    let paper = ticket(&w.backend, &anna, second.date).unwrap();
    w.later(TimeDelta::days(1));
    let form = EntryForm { text: Some("kurz".into()), ..EntryForm::default() };
    let short = update(&w.backend, &pro(&anna), second.id, form, vec![]).await.unwrap();
    assert_eq!(code(restore(&w.backend, &anna, first.id, onto(DayConflict::Append, &short)).await), "edit_closed");
    assert_eq!(find_binned(&w.backend, &anna, first.id).await.unwrap().append, Append::WithTicket);
    assert_eq!(find_binned(&w.backend, &pro(&anna), first.id).await.unwrap().append, Append::Now);
    let begun = Restoring { ticket: Some(paper), ..onto(DayConflict::Append, &short) };
    let both = restore(&w.backend, &anna, first.id, begun.clone()).await.unwrap();
    assert_eq!(both.text, "kurz\n\nalt", "what was begun on its day goes on");
    w.later(TimeDelta::hours(12) + TimeDelta::milliseconds(1));
    let late = Restoring { version: both.version, ..begun };
    assert_eq!(code(restore(&w.backend, &anna, first.id, late).await), "edit_closed");
    restore(&w.backend, &anna, first.id, onto(DayConflict::Swap, &both)).await.unwrap();
});

story!(a_save_that_meets_a_deletion_is_refused_or_lies_in_the_bin, |w| async move {
    let anna = w.person("anna").await;
    for round in 0..8 {
        let made = create(&w.backend, &anna, writing("Anfang"), vec![]).await.unwrap();
        let saving = {
            let (w, anna) = (w.clone(), anna.clone());
            let form = EntryForm { version: made.version, ..writing("Ende") };
            tokio::spawn(async move { update(&w.backend, &anna, made.id, form, vec![photo("rocket.jpg")]).await })
        };
        if round % 2 == 1 {
            tokio::task::yield_now().await;
        }
        delete(&w.backend, &anna, made.id).await.unwrap();
        let saved = saving.await.unwrap();
        let there = find_binned(&w.backend, &anna, made.id).await.unwrap().binned.entry;
        match saved {
            Ok(saved) => assert_eq!((there.content.text.as_str(), there.images), ("Ende", saved.images)),
            refused => {
                assert_eq!(code(refused), "entry_not_found");
                assert_eq!((there.text.as_str(), there.images.len()), ("Anfang", 0));
            }
        }
    }
    let named: usize = bin(&w.backend, &anna).await.unwrap().iter().map(|binned| binned.entry.images.len()).sum();
    assert_eq!(w.media_files().len(), named * 3, "no file is left of what was refused");
});

story!(a_restored_entry_and_a_new_one_never_share_a_day, |w| async move {
    let anna = w.person("anna").await;
    let old = create(&w.backend, &anna, writing("alt"), vec![]).await.unwrap();
    for _ in 0..8 {
        delete(&w.backend, &anna, old.id).await.unwrap();
        let writes = (0..3).map(|n| {
            let (w, anna) = (w.clone(), anna.clone());
            tokio::spawn(async move { create(&w.backend, &anna, writing(&format!("neu {n}")), vec![]).await })
        });
        let back = {
            let (w, anna) = (w.clone(), anna.clone());
            tokio::spawn(async move { put_back(&w, &anna, old.id).await })
        };
        let written = join_all(writes).await.into_iter().map(Result::unwrap);
        let all: Vec<Result<Entry>> = written.chain([back.await.unwrap()]).collect();
        let winner = today(&w.backend, &anna).await.unwrap().unwrap();
        for one in all {
            match one {
                Ok(entry) => assert_eq!(entry, winner),
                refused => assert_eq!(conflict(refused), ("entry_exists", winner.clone())),
            }
        }
        if winner.id != old.id {
            restore(&w.backend, &anna, old.id, onto(DayConflict::Swap, &winner)).await.unwrap();
        }
    }
});

story!(concurrent_restores_of_one_day_leave_one_entry_and_lose_none, |w| async move {
    let anna = w.person("anna").await;
    let mut ids = Vec::new();
    for n in 0..6 {
        let made = create(&w.backend, &anna, writing(&format!("Nr. {n}")), vec![]).await.unwrap();
        ids.push(made.id);
        delete(&w.backend, &anna, made.id).await.unwrap();
    }
    ids.sort_by_key(|id| id.0);
    for how in [PLAIN, Restoring { onto: Some(DayConflict::Swap), ..PLAIN }] {
        let tries = ids.clone().into_iter().map(|id| {
            let (w, anna, how) = (w.clone(), anna.clone(), how.clone());
            tokio::spawn(async move { restore(&w.backend, &anna, id, how).await })
        });
        let won = join_all(tries).await.into_iter().filter(|one| one.as_ref().unwrap().is_ok()).count();
        assert!(won >= 1 && (how != PLAIN || won == 1), "{won}");
        let there = today(&w.backend, &anna).await.unwrap().unwrap();
        let mut all = binned(&w, &anna).await;
        all.push(there.id);
        all.sort_by_key(|id| id.0);
        assert_eq!(all, ids, "every one is in one place");
    }
});

story!(an_emptied_bin_takes_nothing_else_along, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let gone = create(&w.backend, &anna, writing("weg"), vec![photo("rocket.jpg")]).await.unwrap();
    let of_ben = create(&w.backend, &ben, writing("Ben"), vec![]).await.unwrap();
    delete(&w.backend, &anna, gone.id).await.unwrap();
    delete(&w.backend, &ben, of_ben.id).await.unwrap();
    let stays = create(&w.backend, &anna, writing("bleibt"), vec![photo("rocket.jpg")]).await.unwrap();
    let files = w.media_files().len();
    assert_eq!(code(empty_bin(&w.backend, &Viewer::Guest).await), "unauthenticated");
    empty_bin(&w.backend, &anna).await.unwrap();
    assert!(bin(&w.backend, &anna).await.unwrap().is_empty());
    assert_eq!(code(restore(&w.backend, &anna, gone.id, PLAIN).await), "entry_not_found");
    assert_eq!(bin(&w.backend, &ben).await.unwrap().len(), 1);
    assert_eq!(open(&w.backend, &anna, stays.id).await.unwrap().text, "bleibt");
    assert_eq!(w.media_files().len(), files / 2, "its files are gone, the others stay");
    empty_bin(&w.backend, &anna).await.unwrap();
});
