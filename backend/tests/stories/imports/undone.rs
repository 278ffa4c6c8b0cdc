//! Undoing.

use super::{bag, change, day, taken, work};
use crate::world::diary::{code, pro, writing};
use backend::{entries, imports, reflection, search, sharing};
use chrono::TimeDelta;
use domain::{
    Language, SearchForm, ShareOptions,
    imports::{ExistingDays, ImportState},
    reflection::AnswerForm,
};

on_s3!(an_import_is_undone_but_for_what_was_changed_since);

story!(an_import_is_undone_but_for_what_was_changed_since, |w| async move {
    let anna = pro(&w.person("anna").await);
    let own = entries::create(&w.backend, &anna, writing("Mein Morgen"), vec![]).await.unwrap();
    let days = ["2020-01-01", "2020-01-02", "2020-01-03", "2020-01-04", "2026-11-20"];
    let file = bag(&days.map(|date| day(date, &format!("Stachelbeere {date}"))));
    let import = taken(&w, &anna, &file, ExistingDays::Append).await;
    let until = import.undo_until.unwrap();
    assert_eq!(until, w.clock.now() + TimeDelta::days(30));
    w.later(TimeDelta::hours(1));
    let changed = w.entry_of(&anna, days[0]).await.unwrap();
    change(&w, &anna, changed.id, "Seither anders").await.unwrap();
    let answered = w.entry_of(&anna, days[1]).await.unwrap();
    let form = AnswerForm { question_id: "song".into(), answer: "Summertime".into(), previous: None };
    reflection::answer(&w.backend, &anna, answered.id, form, None, Language::De).await.unwrap();
    let binned = w.entry_of(&anna, days[2]).await.unwrap();
    entries::delete(&w.backend, &anna, binned.id).await.unwrap();

    let undoing = imports::remove(&w.backend, &anna, import.id).await.unwrap().unwrap();
    assert_eq!((undoing.state, undoing.undo_until), (ImportState::Undoing, None));
    assert_eq!(code(imports::remove(&w.backend, &anna, import.id).await), "import_undo_over");
    work(&w.backend).await;
    let undone = imports::open(&w.backend, &anna, import.id).await.unwrap();
    assert_eq!(undone.state, ImportState::Undone);
    let report = undone.report.undone.unwrap();
    assert_eq!((report.removed, report.shortened, report.stayed.count), (2, 1, 2));
    let entry = entries::open(&w.backend, &anna, own.id).await.unwrap();
    assert_eq!((entry.text.as_str(), entry.version), ("Mein Morgen", Some(3)));
    assert_eq!(w.entry_of(&anna, days[0]).await.unwrap().text, "Seither anders");
    assert!(w.entry_of(&anna, days[3]).await.is_none());
    let form = SearchForm::of(|field| (field == "q").then(|| "Stachelbeere".to_owned()));
    assert_eq!(search::find(&w.backend, &anna, &form).await.unwrap().items.len(), 1, "only the one that stayed");
    assert_eq!(code(imports::remove(&w.backend, &anna, import.id).await), "import_undo_over");

    // The file can come again. What stayed is known, and is not added a second time.
    let again = taken(&w, &anna, &file, ExistingDays::Keep).await.report.taken.unwrap();
    assert_eq!((again.days, again.kept.count, again.again), (2, 1, 2));
});

story!(what_is_shared_or_a_favourite_or_cannot_be_read_stays, |w| async move {
    let anna = pro(&w.person("anna").await);
    let own = entries::create(&w.backend, &anna, writing("Mein Morgen"), vec![]).await.unwrap();
    let days = ["2020-01-01", "2020-01-02", "2020-01-03", "2026-11-20"];
    let mut loved = day(days[2], "Immer schon");
    loved["isFavorite"] = true.into();
    let mut sent = days.map(|date| day(date, &format!("Regen {date}")));
    sent[2] = loved;
    let import = taken(&w, &anna, &bag(&sent), ExistingDays::Append).await;
    let shared = w.entry_of(&anna, days[0]).await.unwrap();
    let text = ShareOptions { original_text: true, ..ShareOptions::NOTHING };
    sharing::create(&w.backend, &anna, shared.id, text).await.unwrap();
    let favorite = w.entry_of(&anna, days[1]).await.unwrap();
    entries::set_favorite(&w.backend, &anna, favorite.id, true).await.unwrap();
    let words = w.backend.db.write("UPDATE entries SET words = $2 WHERE id = $1").bind(own.id.0).bind(vec![7_u8; 60]);
    assert_eq!(words.execute().await.unwrap(), 1);

    imports::remove(&w.backend, &anna, import.id).await.unwrap().unwrap();
    work(&w.backend).await;
    let undone = imports::open(&w.backend, &anna, import.id).await.unwrap();
    assert_eq!(undone.state, ImportState::Undone, "{undone:?}");
    let report = undone.report.undone.unwrap();
    let mut stayed: Vec<_> = report.stayed.first.iter().map(ToString::to_string).collect();
    stayed.sort_unstable();
    assert_eq!((report.removed, report.shortened), (1, 0));
    assert_eq!(stayed, [days[0], days[1], days[3]]);
    assert!(w.entry_of(&anna, days[2]).await.is_none(), "it came as a favourite");
    assert_eq!(w.number_of("SELECT COUNT(*) FROM share_links").await, 1);
    // Another one can begin.
    taken(&w, &anna, &bag(&[day("2020-02-01", "Neu")]), ExistingDays::Keep).await;
});

story!(earlier_imports_are_named_and_can_be_undone, |w| async move {
    let anna = w.person("anna").await;
    let mut ids = Vec::new();
    for n in 1..=3 {
        let file = bag(&[day(&format!("2020-01-0{n}"), "Regen")]);
        ids.push(taken(&w, &anna, &file, ExistingDays::Keep).await.id);
        w.later(TimeDelta::hours(1));
    }
    assert_eq!(imports::newest(&w.backend, &anna).await.unwrap().unwrap().id, ids[2]);
    let earlier = imports::earlier(&w.backend, &anna, ids[2]).await.unwrap();
    let named: Vec<_> = earlier.iter().map(|import| (import.id, import.undo_until.is_some())).collect();
    assert_eq!(named, [(ids[1], true), (ids[0], true)]);
    imports::remove(&w.backend, &anna, ids[0]).await.unwrap().unwrap();
    assert_eq!(imports::newest(&w.backend, &anna).await.unwrap().unwrap().id, ids[0], "it is under way");
    work(&w.backend).await;
    let earlier = imports::earlier(&w.backend, &anna, ids[2]).await.unwrap();
    let named: Vec<_> = earlier.iter().map(|import| (import.id, import.undo_until.is_some())).collect();
    assert_eq!(named, [(ids[1], true), (ids[0], false)]);
    let ben = w.person("ben").await;
    assert!(imports::earlier(&w.backend, &ben, ids[2]).await.unwrap().is_empty());
});

story!(after_thirty_days_an_import_stays, |w| async move {
    let anna = w.person("anna").await;
    let import = taken(&w, &anna, &bag(&[day("2020-01-01", "Regen")]), ExistingDays::Keep).await;
    w.later(TimeDelta::days(30));
    assert_eq!(imports::open(&w.backend, &anna, import.id).await.unwrap().undo_until, None);
    assert_eq!(code(imports::remove(&w.backend, &anna, import.id).await), "import_undo_over");
    w.later(TimeDelta::hours(1));
    imports::sweep(&w.backend).await.unwrap();
    assert!(imports::newest(&w.backend, &anna).await.unwrap().is_none());
    assert!(w.entry_of(&anna, "2020-01-01").await.is_some());
    // What was taken stays known for good.
    let again = taken(&w, &anna, &bag(&[day("2020-01-01", "Regen")]), ExistingDays::Append).await;
    assert_eq!(again.report.taken.unwrap().again, 1);
});
