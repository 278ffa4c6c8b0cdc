//! Folders of Markdown and text.

use crate::files::{day, one_file, only, open, open_zip, texts, told};
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
    assert_eq!((early.days.len(), early.problems.len()), (1, 2));
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
