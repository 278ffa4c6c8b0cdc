//! Losses of an import are named, before and after.

use super::{folder, looked, taken, work};
use backend::imports;
use domain::imports::{ExistingDays, Import, ImportProblem, ImportState};

fn named(import: &Import) -> Vec<(ImportProblem, u32, Vec<&str>)> {
    let problems = import.report.problems.iter();
    problems.map(|one| (one.kind, one.count, one.names.iter().map(String::as_str).collect())).collect()
}

story!(everything_that_does_not_come_along_is_named, |w| async move {
    let anna = w.person("anna").await;
    let files: [(&str, &[u8]); 6] = [
        ("t/2026-03-04.md", b"---\nweather: rain\n---\nMit Foto ![](foto.jpg) und [Brief](brief.pdf)"),
        ("t/5. April 2026.md", b"Ein Tag"),
        ("t/2031-01-01.md", b"Zukunft"),
        ("t/foto.jpg", b"kein Foto"),
        ("t/brief.pdf", b"%PDF"),
        ("t/2026-03-05.docx", b"PK"),
    ];
    let seen = looked(&w, &anna, &folder(&files)).await;
    let rest = [
        (ImportProblem::UnsupportedFile, 2, vec!["t/brief.pdf", "t/2026-03-05.docx"]),
        (ImportProblem::Field, 1, vec!["weather"]),
        (ImportProblem::OutOfRange, 1, vec!["2031-01-01"]),
    ];
    assert_eq!((seen.report.days, named(&seen)), (2, rest.to_vec()));

    // A photo shows its damage only when it is taken over.
    imports::take_over(&w.backend, &anna, seen.id, ExistingDays::Keep).await.unwrap();
    work(&w.backend).await;
    let done = imports::open(&w.backend, &anna, seen.id).await.unwrap();
    let mut with_photo = rest.to_vec();
    with_photo[0].1 = 3;
    with_photo[0].2.push("2026-03-04: foto.jpg");
    assert_eq!((done.report.taken.as_ref().unwrap().days, named(&done)), (2, with_photo));
    let entry = w.entry_of(&anna, "2026-03-04").await.unwrap();
    assert_eq!(entry.text, "Mit Foto  und Brief");
    assert!(w.entry_of(&anna, "2026-04-05").await.is_some());
});

story!(a_file_without_a_usable_day_is_no_refusal_and_says_what_is_in_it, |w| async move {
    let anna = w.person("anna").await;
    for (name, kind) in [("Notiz.md", ImportProblem::NoDate), ("2026-03-04.docx", ImportProblem::UnsupportedFile)] {
        let seen = looked(&w, &anna, &folder(&[(name, b"Text")])).await;
        assert_eq!((seen.state, seen.report.days, named(&seen)), (ImportState::Looked, 0, vec![(kind, 1, vec![name])]));
        imports::remove(&w.backend, &anna, seen.id).await.unwrap();
    }
    let whole = taken(&w, &anna, &folder(&[("2026-03-04.md", b"Text")]), ExistingDays::Keep).await;
    assert_eq!((whole.report.taken.as_ref().unwrap().days, named(&whole).len()), (1, 0));
});
