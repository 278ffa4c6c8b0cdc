//! Folders of Markdown and text.

use crate::files::{day, one_file, only, open, open_zip, texts, told, zip};
use backend::imports::source::{Format, ProblemKind, Refused};

fn text(name: &str, content: &str) -> String {
    let source = one_file(name, content.as_bytes());
    assert_eq!((source.format, told(&source.problems)), (Format::Markdown, vec![]), "{name}");
    only(&source.days).texts.text.clone()
}

#[test]
fn the_day_is_in_the_name_else_in_the_front_matter() {
    for (name, content) in [
        ("2024-05-01.md", "Text"),
        ("2024-05-01 Ausflug.md", "Text"),
        ("20240501.txt", "Text"),
        ("Notiz.md", "---\ndate: 2024-05-01\n---\nText"),
        ("Notiz.md", "---\ncreated: \"2024-05-01T23:30:00-08:00\"\n---\nText"),
        ("Notiz.md", "---\ndate: unknown\ncreated: 01.05.2024 10:00\n---\nText"),
        ("2024-05-01.md", "---\ndate: 2020-01-01\n---\nText"),
        ("2024-05-01.md", "\u{feff}# Mittwoch, 1. Mai 2024\n\nText"),
        ("2024-05-01.md", "---\r\ntitle: 2024-05-01\r\n---\r\nText\r\n"),
        ("01.05.2024.md", "Text"),
        ("1. Mai 2024.md", "Text"),
        ("Tagebuch-2024-05-01-x.md", "Text"),
        ("Tagebuch-2020-01-01.md", "---\ndate: 2024-05-01\n---\nText"),
        ("Export 2020-01-01.md", "## 2024-05-01\nText"),
        ("Notiz.md", "---\nDatum: 01.05.2024\n---\nText"),
    ] {
        let source = one_file(name, content.as_bytes());
        assert_eq!(
            (day(&source.days).as_str(), text(name, content).trim()),
            ("2024-05-01", "Text"),
            "{name} {content}"
        );
    }
}

#[test]
fn folders_may_say_the_day_and_what_has_two_meanings_is_not_guessed() {
    let source = open_zip(&[
        ("t/2026/03/04.md", b"Eins"),
        ("t/2026/03-05.md", b"Zwei"),
        ("t/06/07/2026.md", b"Drei"),
        ("t/Notiz.md", b"---\ndate: 05/07/2026\n---\nVier"),
        ("t/2026-01-01 bis 2026-01-03.md", "Fünf".as_bytes()),
        ("t/von 2026-01-01 bis 2026-01-03.md", b"Sechs"),
    ]);
    let dates: Vec<_> = source.days.iter().map(|day| day.date.to_string()).collect();
    assert_eq!(dates, ["2026-01-01", "2026-03-04", "2026-03-05"]);
    let undated = ["t/06/07/2026.md", "t/Notiz.md", "t/von 2026-01-01 bis 2026-01-03.md"];
    assert_eq!(told(&source.problems), undated.map(|name| (ProblemKind::NoDate, name)));
}

#[test]
fn a_file_may_have_several_days() {
    let month =
        "# Mai 2024\n\n## 2024-05-01\nEins\n## 2024-05-02 - Ausflug\nZwei\n\n### Mittag\nSuppe\n## [[2024-05-03]]\n";
    let source = one_file("2024-05.md", month.as_bytes());
    let expected = [
        ("2024-05-01".to_owned(), vec!["Eins"]),
        ("2024-05-02".to_owned(), vec!["**Ausflug**\n\nZwei\n\n**Mittag**\nSuppe"]),
    ];
    assert_eq!((texts(&source.days), told(&source.problems)), (expected.into(), vec![]));

    let lines =
        "Vorwort\n\nSonntag, 15. Januar 2023\nEins\n\n16.01.2023\nZwei\n2023-01-16\nDrei\n17. Jänner 2023\nVier\n";
    let source = one_file("tagebuch.txt", lines.as_bytes());
    let expected = [
        ("2023-01-15".to_owned(), vec!["Eins"]),
        ("2023-01-16".to_owned(), vec!["Zwei", "Drei"]),
        ("2023-01-17".to_owned(), vec!["Vier"]),
    ];
    assert_eq!(texts(&source.days), expected);
    assert_eq!(told(&source.problems), [(ProblemKind::NoDate, "tagebuch.txt")], "the foreword is told");

    let day_one = "\tDate:\t15. Januar 2023 um 10:00:00 MEZ\n\tWeather:\t3 °C\n\nEins\n\n\tDate:\tJanuary 16, 2023 at 9 AM\n\nZwei";
    assert_eq!(one_file("Journal.txt", day_one.as_bytes()).days.len(), 2);
}

#[test]
fn a_note_without_a_day_is_told_and_not_guessed() {
    let source = open_zip(&[
        ("Tagebuch/2024-05-01.md", b"Text"),
        ("Tagebuch/Rezepte.md", b"Salz"),
        ("Tagebuch/leer.md", b"# A"),
    ]);
    assert_eq!(source.days.len(), 1);
    assert_eq!(told(&source.problems), [(ProblemKind::NoDate, "Tagebuch/Rezepte.md")]);
    let early = open_zip(&[("0999-05-01.md", b"Text"), ("2024-05-01.md", b"Text"), ("2024-02-30.md", b"Text")]);
    let expected = [(ProblemKind::OutOfRange, "0999-05-01.md"), (ProblemKind::NoDate, "2024-02-30.md")];
    assert_eq!((early.days.len(), told(&early.problems)), (1, expected.into()));
}

#[test]
fn pictures_are_found_by_name_or_path() {
    let note = "![[bild.jpg|300]]\n![Ein Hund](../bilder/Hund%201.png)\n![](<../bilder/Hund 1.png>)\n![[ton.m4a]]\n\
                [Film](film.mp4) ![](film.mp4) ![[fehlt.jpg]] ![](https://a.de/b.jpg) [[Notiz|siehe dort]] ![[Notiz]] [[A]]";
    let source = open_zip(&[
        ("v/tage/2024-05-01.md", note.as_bytes()),
        ("v/anhang/tief/Bild.jpg", b"1"),
        ("v/bilder/Hund 1.png", b"2"),
        ("v/ton.m4a", b"3"),
        ("v/film.mp4", b"4"),
        ("v/.obsidian/app.json", b"{}"),
        ("v/.trash/2024-05-02.md", b"weg"),
        ("__MACOSX/v/tage/._2024-05-01.md", b"\0"),
        ("v/Thumbs.db", b"\0"),
    ]);
    let part = only(&source.days);
    let photos: Vec<_> = part.photos.iter().map(|one| (one.file.name.as_str(), one.alt.as_str())).collect();
    assert_eq!(photos, [("Bild.jpg", ""), ("Hund 1.png", "Ein Hund")]);
    assert_eq!(part.recordings.len(), 1);
    assert_eq!(part.texts.text, "Film   https://a.de/b.jpg siehe dort Notiz A");
    let expected =
        [(ProblemKind::UnsupportedFile, "v/film.mp4"), (ProblemKind::MissingFile, "v/tage/2024-05-01.md: fehlt.jpg")];
    assert_eq!(told(&source.problems), expected);
}

#[test]
fn names_that_differ_in_their_case_are_two_files() {
    let source =
        open_zip(&[("2024-05-01.md", b"![](a.jpg) ![](B.jpg)"), ("A.jpg", b"1"), ("a.jpg", b"2"), ("b.jpg", b"3")]);
    let photos: Vec<_> = only(&source.days).photos.iter().map(|photo| photo.file.name.as_str()).collect();
    assert_eq!(photos, ["a.jpg", "b.jpg"]);
}

#[test]
fn tags_mood_and_stars_of_the_front_matter_come_along() {
    let note = "---\ntitle: Ausflug\ntags: [See, zu Hause]\nmood: 8\nfavorite: true\n---\nText";
    let source = one_file("2024-05-01.md", note.as_bytes());
    let part = only(&source.days);
    assert_eq!(part.texts.text, "**Ausflug**\n\nText\n\n#See #zu-Hause");
    assert_eq!((part.mood.chosen_level(), part.is_favorite), (Some(8), true));
    let source = one_file("2024-05-01.md", b"---\ntags: \"#a #b\"\nmood: 11\n---\nText");
    assert_eq!(only(&source.days).texts.text, "Text\n\n#a #b");
    assert!(only(&source.days).mood.is_empty());
}

#[test]
fn files_that_are_not_read_are_told_beside_notes_and_alone() {
    let others: [(&str, &[u8]); 6] = [
        ("t/brief.pdf", b"1"),
        ("t/2024-05-02.docx", b"PK\x03\x04"),
        ("t/2024-05-03.html", b"<p>Text"),
        ("t/tage.org", b"* Text"),
        ("t/alt.rtf", b"{}"),
        ("t/bild.heic", b"1"),
    ];
    let hidden: [(&str, &[u8]); 6] = [
        ("t/.DS_Store", b"1"),
        ("t/._brief.pdf", b"1"),
        ("__MACOSX/t/._a.docx", b"1"),
        ("t/Thumbs.db", b"1"),
        ("t/desktop.ini", b"1"),
        ("t/.obsidian/app.json", b"{}"),
    ];
    let expected = others.map(|(name, _)| (ProblemKind::UnsupportedFile, name));
    let note: (&str, &[u8]) = ("t/2024-05-01.md", b"Ein [Brief](brief.pdf)");
    let source = open_zip(&[&[note][..], &others, &hidden].concat());
    assert_eq!(only(&source.days).texts.text, "Ein Brief");
    assert_eq!(told(&source.problems), expected);
    let alone = open_zip(&[&others[..], &hidden].concat());
    assert_eq!((alone.days.len(), told(&alone.problems)), (0, expected.into()));
    assert_eq!(open(zip(&hidden), "x.zip").unwrap_err(), Refused::Unknown);
}

#[test]
fn fields_that_have_no_place_are_told_once() {
    let source = open_zip(&[
        ("2024-05-01.md", b"---\nuuid: 1\nweather: rain\nlocation: [1, 2]\n---\nText"),
        ("2024-05-02.md", b"---\nweather: sun\nrating:\nmodified: 2024-05-03\nmood: happy\n---\nText"),
        ("2024-05-03.md", b"---\nmood: 7\ntags: a\n---\nText"),
    ]);
    let expected = ["location", "mood", "weather"].map(|name| (ProblemKind::Field, name));
    assert_eq!(told(&source.problems), expected);
}

#[test]
fn photos_that_no_text_shows_are_told() {
    let source = open_zip(&[
        ("2024-05-01.md", b"![](a.jpg) [Ton](b.m4a)"),
        ("a.jpg", b"1"),
        ("b.m4a", b"1"),
        ("c.jpg", b"1"),
        ("d/e.webm", b"1"),
        ("film.mov", b"1"),
        ("plan.pdf", b"1"),
    ]);
    let expected = [
        (ProblemKind::UnusedFile, "c.jpg"),
        (ProblemKind::UnusedFile, "d/e.webm"),
        (ProblemKind::UnsupportedFile, "film.mov"),
        (ProblemKind::UnsupportedFile, "plan.pdf"),
    ];
    assert_eq!(told(&source.problems), expected);
}

#[test]
fn plain_text_stays_as_it_was_typed() {
    let said = "# kein Titel \\_ ¯\\_(ツ)_/¯ [a](b)";
    assert_eq!(text("2024-05-01.txt", said), said);
}

#[test]
fn texts_and_names_may_be_in_other_encodings() {
    let windows = one_file("2024-05-01.txt", b"Gr\xfc\xdfe \x80");
    assert_eq!(only(&windows.days).texts.text, "Grüße €");
    let utf16 = one_file("2024-05-01.txt", b"\xff\xfeG\0r\0\xfc\0");
    assert_eq!(only(&utf16.days).texts.text, "Grü");
    // macOS takes umlauts apart in names.
    let source = open_zip(&[("2024-05-01.md", "![[Hütte.jpg]]".as_bytes()), ("Hu\u{308}tte.jpg", b"1")]);
    assert_eq!(only(&source.days).photos.len(), 1);
}

#[test]
fn what_is_no_text_is_of_no_format() {
    for (name, content) in [
        ("2024-05-01.md", b"SQLite format 3\0".as_slice()),
        ("mein.diary", b"SQLite format 3\0"),
        ("2024-05-01.pdf", b"%PDF-1.7\n\xe2\xe3\xcf\xd3\n\0"),
        ("2024-05-01.md", b" \n"),
        ("2024-05-01.md", b""),
    ] {
        assert_eq!(open(content.to_vec(), name).unwrap_err(), Refused::Unknown, "{name}");
    }
}
