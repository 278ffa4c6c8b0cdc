//! Looking and taking over.

use super::{bag, bag_of_version, change, day, looked, many, send, taken, work};
use crate::world::{
    World,
    diary::{code, photo, pro, writing},
};
use backend::{entries, imports, profile, reflection};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    Language, Refusal,
    imports::{ExistingDays, ImportProblem, ImportState, TakenReport},
    reflection::AnswerForm,
};
use std::{fs, path::Path};

/// Whether a file below `folder` has these bytes.
fn is_on_disk(folder: &Path, wanted: &[u8]) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return is_on_disk(&path, wanted);
        }
        fs::read(path).is_ok_and(|bytes| memchr::memmem::find(&bytes, wanted).is_some())
    })
}

story!(a_look_says_what_is_in_a_file_and_writes_nothing_else, |w| async move {
    let anna = w.person("anna").await;
    entries::create(&w.backend, &anna, writing("Meins"), vec![]).await.unwrap();
    let mut lost = day("2021-05-01", "Mit Foto");
    lost["photos"] = serde_json::json!([{"file": "fotos/x.jpg", "alt": "", "isMain": true, "sha256": "ab"}]);
    let file = bag(&[day("2020-04-18", "Kanarienwort"), lost, day("2026-11-20", "Zweites")]);
    let sent = send(&w.backend, &anna, &file).await.unwrap();
    assert_eq!(w.import_files().len(), 1);
    assert!(!is_on_disk(w.data.path(), b"Kanarienwort"), "not even before it is looked at");
    work(&w.backend).await;
    let import = imports::open(&w.backend, &anna, sent.id).await.unwrap();
    let report = &import.report;
    assert_eq!((import.state, report.days, report.photos, report.again), (ImportState::Looked, 3, 0, 0));
    assert_eq!(report.first.unwrap().to_string() + &report.last.unwrap().to_string(), "2020-04-182026-11-20");
    assert_eq!((report.existing.count, report.existing.first[0].to_string()), (1, "2026-11-20".into()));
    let [problem] = &report.problems[..] else { panic!("{:?}", report.problems) };
    assert_eq!((problem.kind, problem.names[0].as_str()), (ImportProblem::MissingFile, "2021-05-01: fotos/x.jpg"));
    assert_eq!(w.number_of("SELECT COUNT(*) FROM entries").await, 1);
    assert!(!is_on_disk(w.data.path(), b"Kanarienwort") && !is_on_disk(w.data.path(), b"tagebuch.zip"));

    // One at a time, and nobody else's.
    let ben = w.person("ben").await;
    assert_eq!(code(send(&w.backend, &anna, &file).await), "import_running");
    assert_eq!(code(imports::open(&w.backend, &ben, import.id).await), "import_not_found");
    assert_eq!(code(imports::take_over(&w.backend, &ben, import.id, ExistingDays::Keep).await), "import_not_found");
    assert_eq!(code(imports::remove(&w.backend, &ben, import.id).await), "import_not_found");
    send(&w.backend, &ben, &file).await.unwrap();

    // It is forgotten at once, or after a day.
    assert!(imports::remove(&w.backend, &anna, import.id).await.unwrap().is_none());
    assert_eq!(code(imports::open(&w.backend, &anna, import.id).await), "import_not_found");
    assert_eq!(w.import_files().len(), 1);
    looked(&w, &anna, &file).await;
    w.later(TimeDelta::hours(25));
    imports::sweep(&w.backend).await.unwrap();
    assert!(w.import_files().is_empty() && imports::newest(&w.backend, &anna).await.unwrap().is_none());
});

story!(a_file_that_is_none_is_refused_and_nothing_changes, |w| async move {
    let anna = w.person("anna").await;
    assert_eq!(code(send(&w.backend, &anna, b"").await), "import_empty");
    let whole = bag(&many(3));
    for (bytes, refusal) in [
        (whole[..whole.len() / 2].to_vec(), Refusal::ImportNotZip),
        (bag_of_version(9, &[]), Refusal::ImportNewer),
        (bag(&[]), Refusal::ImportUnknown),
    ] {
        let import = looked(&w, &anna, &bytes).await;
        assert_eq!((import.state, import.report.refused), (ImportState::Refused, Some(refusal)));
        let id = import.id;
        assert_eq!(code(imports::take_over(&w.backend, &anna, id, ExistingDays::Keep).await), "import_not_ready");
    }
    assert!(w.import_files().is_empty());
    assert_eq!(w.number_of("SELECT COUNT(*) FROM imports").await, 1, "only the last refusal is kept");
    assert_eq!(w.number_of("SELECT COUNT(*) FROM entries").await, 0);
    // An upload that breaks off leaves nothing.
    let mut incoming = imports::begin(&w.backend, &anna).await.unwrap();
    incoming.push(&whole).await.unwrap();
    assert_eq!(code(imports::begin(&w.backend, &anna).await), "import_running");
    incoming.abort().await;
    assert!(w.import_files().is_empty());
});

story!(the_same_file_adds_nothing_a_second_time, |w| async move {
    let anna = w.person("anna").await;
    let file = bag(&many(5));
    let first = taken(&w, &anna, &file, ExistingDays::Keep).await;
    assert_eq!(first.report.taken.unwrap().days, 5);
    let changed = w.entry_of(&anna, "2020-01-02").await.unwrap();
    change(&w, &pro(&anna), changed.id, "Seither anders").await.unwrap();
    let third = w.entry_of(&anna, "2020-01-03").await.unwrap();
    entries::delete(&w.backend, &anna, third.id).await.unwrap();
    for existing in [ExistingDays::Append, ExistingDays::Keep] {
        let look = looked(&w, &anna, &file).await;
        let again = if existing == ExistingDays::Append { 4 } else { 5 };
        assert_eq!((look.report.again, look.report.existing.count), (again, 0), "a day in the bin is free");
        imports::take_over(&w.backend, &anna, look.id, existing).await.unwrap();
        work(&w.backend).await;
        let done = imports::open(&w.backend, &anna, look.id).await.unwrap().report.taken.unwrap();
        assert_eq!((done.again, done.days, done.appended), (again, 5 - again, 0));
    }
    assert_eq!(w.entry_of(&anna, "2020-01-02").await.unwrap().text, "Seither anders");
    assert_eq!(w.number_of("SELECT COUNT(*) FROM entries WHERE deleted_at IS NULL").await, 5);
    // Another person's same file is their own.
    let ben = w.person("ben").await;
    assert_eq!(taken(&w, &ben, &file, ExistingDays::Keep).await.report.taken.unwrap().days, 5);
});

story!(a_day_that_exists_is_kept_or_gets_a_second_half, |w| async move {
    let anna = w.person("anna").await;
    let own = entries::create(&w.backend, &anna, writing("Mein Morgen"), vec![photo("rocket.jpg")]).await.unwrap();
    let mut rich = day("2026-11-20", "Mein Abend");
    rich["topMoment"] = "Der Anruf".into();
    rich["answers"] = serde_json::json!([{"questionId": "song", "question": "Welches Lied?", "answer": "Summertime"}]);
    let file = bag(&[rich, day("2020-04-18", "Frei")]);
    let kept = taken(&w, &anna, &file, ExistingDays::Keep).await.report.taken.unwrap();
    assert_eq!((kept.days, kept.kept.count, kept.kept.first[0].to_string()), (1, 1, "2026-11-20".into()));
    assert_eq!(kept.receipt.unwrap().same, 0, "a digest that is not of the day proves nothing");
    assert_eq!(entries::open(&w.backend, &anna, own.id).await.unwrap().text, "Mein Morgen");

    let more = taken(&w, &anna, &file, ExistingDays::Append).await.report.taken.unwrap();
    assert_eq!((more.days, more.appended, more.again), (0, 1, 1));
    let entry = entries::open(&w.backend, &anna, own.id).await.unwrap();
    let half = entry.text.strip_prefix("Mein Morgen\n\n---\n\nMein Abend\n\nDer Anruf\n\n**").unwrap();
    assert!(half.ends_with("**\nSummertime"), "{half}");
    assert_eq!((entry.version, entry.images.len(), entry.origin), (Some(2), 1, None));
    let before = entries::version(&w.backend, &anna, own.id, 1).await.unwrap();
    assert_eq!(before.texts.text, "Mein Morgen");
});

story!(imported_days_are_of_their_own_dates_and_none_is_from_the_future, |w| async move {
    let anna = w.person("anna").await;
    let mut late = day("2020-05-01", "Heute aufgeschrieben");
    late["createdAt"] = "2026-11-20T09:00:00Z".into();
    let others = [day("1850-01-01", "Zu früh"), day("1900-01-01", "Früh"), day("2031-01-01", "Zu spät")];
    let file = bag(&[&others[..], &[late]].concat());
    let look = looked(&w, &anna, &file).await;
    assert_eq!((look.report.days, look.report.problems[0].count), (2, 2), "the look says it already");
    imports::remove(&w.backend, &anna, look.id).await.unwrap();
    let import = taken(&w, &anna, &file, ExistingDays::Keep).await;
    let done = import.report.taken.clone().unwrap();
    assert_eq!(TakenReport { receipt: None, ..done }, TakenReport { days: 2, ..TakenReport::default() });
    let entry = w.entry_of(&anna, "1900-01-01").await.unwrap();
    assert_eq!(entry.created_at.to_rfc3339(), "1900-01-01T18:00:00+00:00");
    let [outside] = &import.report.problems[..] else { panic!("{:?}", import.report.problems) };
    assert_eq!((outside.kind, outside.count), (ImportProblem::OutOfRange, 2));
    assert!(!entries::may_edit(&w.backend, &anna, &entry), "its day is over");
    let entry = w.entry_of(&anna, "2020-05-01").await.unwrap();
    assert!(!entries::may_edit(&w.backend, &anna, &entry), "also where the source wrote it today");
    assert_eq!(code(change(&w, &anna, entry.id, "Anders").await), "edit_closed");
    let form = AnswerForm { question_id: "song".into(), answer: "Summertime".into(), previous: None };
    assert_eq!(code(reflection::answer(&w.backend, &anna, entry.id, form, None, Language::De).await), "edit_closed");

    // The day that the person's own clock has: half past midnight is still yesterday.
    profile::set_day_end(&w.backend, &anna, 180).await.unwrap();
    w.later("2026-11-20T23:30:00Z".parse::<DateTime<Utc>>().unwrap() - w.clock.now());
    let import = taken(&w, &anna, &bag(&[day("2026-11-21", "Morgen")]), ExistingDays::Keep).await;
    assert_eq!((import.report.days, import.report.taken.unwrap().days), (0, 0));
});

impl World {
    pub async fn whole_state(&self) -> [i64; 4] {
        [
            self.number_of("SELECT COUNT(*) FROM entries").await,
            self.number_of("SELECT COUNT(*) FROM imported_parts").await,
            self.number_of("SELECT COUNT(*) FROM imported_entries").await,
            self.number_of("SELECT COUNT(*) FROM images").await,
        ]
    }
}
