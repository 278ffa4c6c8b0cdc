//! A worker that stops at any moment leaves whole days, and the next one goes on.

use super::{bag, looked, many, send, work};
use crate::{
    archive::exported::exported,
    world::{
        World,
        diary::{code, photo, pro, writing},
    },
};
use backend::{Viewer, entries, imports, media};
use chrono::TimeDelta;
use domain::{
    Language, Refusal,
    imports::{ExistingDays, ImportState},
};
use std::time::Duration;
use uuid::Uuid;

/// Lets worker after worker stop after a little longer each time, as if its server had been killed, until the import is at `end`.
async fn work_with_stops(w: &World, viewer: &Viewer, id: Uuid, end: ImportState) -> usize {
    let mut micros = 500;
    for stops in 0..400 {
        let server = w.another_server().await;
        let time = Duration::from_micros(micros);
        micros += micros / 12;
        drop(tokio::time::timeout(time, imports::work(&server)).await);
        // No server is killed as often as this while it reads one file.
        w.set_failures(0).await;
        // The lease of whoever was killed ends.
        w.later(TimeDelta::minutes(2));
        if imports::open(&w.backend, viewer, id).await.unwrap().state == end {
            return stops;
        }
        server.db.close().await;
    }
    panic!("the import does not come to its end");
}

story!(an_import_that_is_killed_again_and_again_takes_each_day_once, |w| async move {
    let anna = w.person("anna").await;
    let ben = pro(&w.person("ben").await);
    w.day(&ben, writing("Mit Fotos"), vec![photo("rocket.jpg"), photo("chelsea.png")]).await;
    for n in 0..8 {
        w.day(&ben, writing(&format!("Tag {n}")), vec![]).await;
    }
    let file = exported(&w, &ben, Language::De, None).await.bytes;
    let import = send(&w.backend, &anna, &file).await.unwrap();
    work_with_stops(&w, &anna, import.id, ImportState::Looked).await;
    imports::take_over(&w.backend, &anna, import.id, ExistingDays::Keep).await.unwrap();
    work_with_stops(&w, &anna, import.id, ImportState::Taken).await;
    let done = imports::open(&w.backend, &anna, import.id).await.unwrap().report.taken.unwrap();
    assert_eq!((done.days, done.photos, done.again), (9, 2, 0));
    let receipt = done.receipt.unwrap();
    assert_eq!((receipt.same, receipt.differing.count, receipt.lost), (9, 0, Some(0)));
    assert_eq!(w.whole_state().await, [18, 9, 9, 4]);
    assert!(w.import_files().is_empty());

    // Files that a killed worker had stored are found by the sweep.
    w.later(TimeDelta::hours(2));
    media::sweep(&w.backend).await.unwrap();
    let folders = w.media_files().len() / 3;
    assert_eq!(folders, 4);

    imports::remove(&w.backend, &anna, import.id).await.unwrap().unwrap();
    work_with_stops(&w, &anna, import.id, ImportState::Undone).await;
    let undone = imports::open(&w.backend, &anna, import.id).await.unwrap().report.undone.unwrap();
    assert_eq!((undone.removed, undone.stayed.count), (9, 0));
    assert_eq!(w.whole_state().await, [9, 0, 0, 2]);
});

story!(an_import_goes_on_behind_its_last_day_whatever_the_file_has_before, |w| async move {
    let anna = w.person("anna").await;
    let look = looked(&w, &anna, &bag(&many(5))).await;
    imports::take_over(&w.backend, &anna, look.id, ExistingDays::Keep).await.unwrap();
    let sql = "UPDATE imports SET done = 1, last_day = '2020-01-03'";
    assert_eq!(w.backend.db.write(sql).execute().await.unwrap(), 1);
    work(&w.backend).await;
    let done = imports::open(&w.backend, &anna, look.id).await.unwrap().report.taken.unwrap();
    assert_eq!(done.days, 2);
    assert!(w.entry_of(&anna, "2020-01-03").await.is_none() && w.entry_of(&anna, "2020-01-04").await.is_some());
    assert_eq!(done.receipt.unwrap().lost, Some(5));
});

story!(two_who_press_at_once_and_two_workers_take_each_day_once, |w| async move {
    let anna = w.person("anna").await;
    let look = looked(&w, &anna, &bag(&many(20))).await;
    let (one, two) = tokio::join!(
        imports::take_over(&w.backend, &anna, look.id, ExistingDays::Keep),
        imports::take_over(&w.backend, &anna, look.id, ExistingDays::Append),
    );
    let mut codes = [code(one), code(two)];
    codes.sort_unstable();
    assert_eq!(codes, ["import_not_ready", "ok"]);
    let other = w.another_server().await;
    tokio::join!(work(&w.backend), work(&other));
    let done = imports::open(&w.backend, &anna, look.id).await.unwrap();
    assert_eq!((done.state, done.report.taken.unwrap().days), (ImportState::Taken, 20));
    assert_eq!(w.whole_state().await, [20, 20, 20, 0]);
    other.db.close().await;
});

story!(a_worker_whose_lease_went_to_another_one_writes_nothing_more, |w| async move {
    let anna = w.person("anna").await;
    let look = looked(&w, &anna, &bag(&many(60))).await;
    imports::take_over(&w.backend, &anna, look.id, ExistingDays::Keep).await.unwrap();
    let slow = {
        let w = w.clone();
        tokio::spawn(async move { imports::work(&w.backend).await })
    };
    while w.number_of("SELECT COUNT(*) FROM entries").await < 3 {
        tokio::task::yield_now().await;
    }
    w.later(TimeDelta::minutes(5));
    let other = w.another_server().await;
    work(&other).await;
    slow.await.unwrap().unwrap();
    work(&w.backend).await;
    let done = imports::open(&w.backend, &anna, look.id).await.unwrap();
    assert_eq!((done.state, done.report.taken.unwrap().days), (ImportState::Taken, 60));
    assert_eq!(w.whole_state().await, [60, 60, 60, 0]);
    other.db.close().await;
});

story!(an_import_ends_with_its_person, |w| async move {
    let anna = w.person("anna").await;
    let file = bag(&many(60));
    let look = looked(&w, &anna, &file).await;
    imports::take_over(&w.backend, &anna, look.id, ExistingDays::Keep).await.unwrap();
    let working = {
        let w = w.clone();
        tokio::spawn(async move { imports::work(&w.backend).await })
    };
    while w.number_of("SELECT COUNT(*) FROM entries").await < 3 {
        tokio::task::yield_now().await;
    }
    w.leave("anna", true).await.unwrap();
    working.await.unwrap().unwrap();
    w.later(TimeDelta::minutes(5));
    work(&w.backend).await;
    assert_eq!(w.whole_state().await, [0; 4]);
    assert_eq!(w.number_of("SELECT COUNT(*) FROM imports").await, 0);
    assert!(w.import_files().is_empty());

    // Who has fourteen days to come back keeps the days that were taken, and nobody works for them.
    let ben = w.person("ben").await;
    let look = looked(&w, &ben, &file).await;
    imports::take_over(&w.backend, &ben, look.id, ExistingDays::Keep).await.unwrap();
    w.leave("ben", false).await.unwrap();
    assert!(w.import_files().is_empty());
    work(&w.backend).await;
    let ended = imports::newest(&w.backend, &ben).await.unwrap().unwrap();
    assert_eq!((ended.state, ended.report.taken.unwrap().stopped), (ImportState::Taken, Some(Refusal::ImportLeft)));
    assert_eq!(w.number_of("SELECT COUNT(*) FROM entries").await, 0);
    assert!(entries::today(&w.backend, &ben).await.unwrap().is_none());
});
