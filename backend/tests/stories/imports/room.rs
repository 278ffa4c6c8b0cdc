//! An account that has no room for everything.

use super::{bag, day, taken};
use crate::{
    archive::exported::exported,
    world::diary::{code, photo, writing},
};
use backend::{Settings, entries};
use chrono::{NaiveDate, TimeDelta};
use domain::{
    Language, Refusal,
    imports::{ExistingDays, ImportProblem},
};

fn small(settings: &mut Settings) {
    settings.account_bytes = 400_000;
}

story!(photos_without_room_are_left_out_and_named_and_words_come, small, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    while code(entries::create(&w.backend, &anna, writing("Text"), vec![photo("rocket.jpg")]).await) == "ok" {
        w.later(TimeDelta::days(1));
    }
    for (text, photos) in [("Mit Foto", 1), ("", 1), ("Nur Worte", 0)] {
        w.later(TimeDelta::days(1));
        entries::create(&w.backend, &ben, writing(text), vec![photo("rocket.jpg"); photos]).await.unwrap();
    }
    let file = exported(&w, &ben, Language::De, None).await.bytes;
    let import = taken(&w, &anna, &file, ExistingDays::Keep).await;
    let done = import.report.taken.unwrap();
    assert_eq!((done.days, done.photos, done.stopped), (2, 0, None));
    let [problems] = &import.report.problems[..] else { panic!("{:?}", import.report.problems) };
    assert_eq!((problems.kind, problems.count), (ImportProblem::NoRoom, 2));
    let receipt = done.receipt.unwrap();
    assert_eq!((receipt.same, receipt.differing.count, receipt.lost), (1, 1, Some(2)));
});

story!(words_without_room_end_an_import_and_the_receipt_counts_what_is_missing, small, |w| async move {
    let anna = w.person("anna").await;
    let first: NaiveDate = "2020-01-01".parse().unwrap();
    let long = |date: NaiveDate| day(&date.to_string(), &format!("{date} {}", "ä".repeat(2900)));
    let days: Vec<_> = first.iter_days().take(20).map(long).collect();
    let done = taken(&w, &anna, &bag(&days), ExistingDays::Keep).await.report.taken.unwrap();
    assert!((5..20).contains(&done.days) && done.stopped == Some(Refusal::TextsFull), "{done:?}");
    assert_eq!(done.receipt.unwrap().lost, Some(20), "a day without a digest of its own proves nothing");
});
