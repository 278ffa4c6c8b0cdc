//! Diarium, `DailyTxT` and Journiv.

use crate::files::{one_file, only, open, open_zip, texts, told, zip};
use backend::imports::source::{Format, LONGEST_TEXT, ProblemKind, Refused, merge};
use serde_json::{Value, json};

/// A file by its name.
type Named<'f> = (&'f str, &'f [u8]);

fn bytes(json: &Value) -> Vec<u8> {
    serde_json::to_vec(json).unwrap()
}

#[test]
fn diarium_has_html_ratings_and_local_times() {
    let array = json!([
        {"date": "2024-05-01T22:00:00.1234567", "heading": "Ein <b>Tag</b>", "html": "<p>Regen &amp; <b>Sturm</b></p><script>x</script>",
         "rating": 4, "tags": ["am See"], "people": ["Anna"], "location": [48.1, 11.5], "tracker": ["Schritte: 5"]},
        {"date": "2024-05-01T08:00:00", "heading": "", "html": "<p>früh</p>"},
        {"date": "2024-05-02", "heading": "Nur ein Titel", "html": "", "rating": 9},
        {"date": "", "html": "a"}, {"date": 5, "html": "a"}, {"date": "2024-05-03", "html": 5}, 7,
    ]);
    let source = one_file("Diarium.json", &bytes(&array));
    assert_eq!(source.format, Format::Diarium);
    let expected = [
        ("2024-05-01".to_owned(), vec!["früh", "Ein **Tag**\n\nRegen & **Sturm**\n\n#am-See"]),
        ("2024-05-02".to_owned(), vec!["**Nur ein Titel**"]),
    ];
    assert_eq!(texts(&source.days), expected);
    let moods: Vec<_> = source.days[0].parts.iter().map(|part| part.mood.chosen_level()).collect();
    assert_eq!(moods, [None, Some(8)]);
    assert!(source.days[1].parts[0].mood.is_empty());
    let fields = ["location", "people", "tracker"].map(|name| (ProblemKind::Field, name));
    assert_eq!((source.problems.len(), &told(&source.problems)[4..]), (7, fields.as_slice()));
    let undated = one_file("x.json", &bytes(&json!([{"date": "", "html": "<p>Ein <b>Tag</b></p>"}])));
    assert_eq!(told(&undated.problems), [(ProblemKind::NoDate, "Ein Tag")]);
}

#[test]
fn files_that_no_entry_names_are_told_and_those_of_the_program_are_not() {
    let diarium = bytes(&json!([{"date": "2024-05-01T10:30:00", "html": "Text"}]));
    let month = bytes(&json!({"days": [{"day": 1, "text": "Text"}]}));
    let journiv = bytes(
        &json!({"export_version": "1.0", "journals": [{"entries": [{"content": "a", "entry_date": "2024-05-01"}]}]}),
    );
    let rest: [(&str, &[u8]); 3] = [("files/a.jpg", b"1"), ("files/b.docx", b"1"), ("Liesmich.txt", b"Hallo")];
    let expected = [
        (ProblemKind::UnusedFile, "files/a.jpg"),
        (ProblemKind::UnsupportedFile, "files/b.docx"),
        (ProblemKind::UnsupportedFile, "Liesmich.txt"),
    ];
    let exports: [(Format, Vec<Named<'_>>); 3] = [
        (Format::Diarium, vec![("Diarium.json", &diarium)]),
        (Format::DailyTxt, vec![("2024/05.json", &month), ("tags.json", b"{}"), ("templates.json", b"{}")]),
        (Format::Journiv, vec![("data.json", &journiv)]),
    ];
    for (format, own) in exports {
        let source = open_zip(&[&own[..], &rest].concat());
        assert_eq!((source.format, told(&source.problems)), (format, expected.into()));
    }
}

#[test]
fn diarium_may_write_a_file_for_each_entry_and_media_beside() {
    let one = |date: &str| bytes(&json!({"date": date, "heading": "", "html": "<p>Text</p>"}));
    let source = open_zip(&[
        ("Diarium/2024-05-01.json", &one("2024-05-01T10:30:00")),
        ("Diarium/2024-05-02.json", &one("2024-05-02T10:30:00.5")),
        ("Diarium/media/2024-05-01_103000000/a.jpg", b"1"),
        ("Diarium/media/2024-05-02 1030/b.jpg", b"2"),
        ("Diarium/media/2024-05-03_0900/c.jpg", b"3"),
        ("Diarium/media/2024-05-03_0900/c.mp4", b"3"),
        ("Diarium/media/x/d.jpg", b"4"),
    ]);
    let photos: Vec<_> = source.days.iter().map(|day| day.parts[0].photos[0].file.name.as_str()).collect();
    assert_eq!(photos, ["a.jpg", "b.jpg", "c.jpg"]);
    let expected = [
        (ProblemKind::UnsupportedFile, "Diarium/media/2024-05-03_0900/c.mp4"),
        (ProblemKind::NoDate, "Diarium/media/x/d.jpg"),
    ];
    let mut problems = told(&source.problems);
    problems.sort_by_key(|(_, name)| *name);
    assert_eq!(problems, expected);
}

#[test]
fn daily_txt_is_read_unless_it_is_encrypted() {
    let month = bytes(&json!({"days": [
        {"day": 1, "text": "# Eins\n**a**", "date_written": "x", "files": [{"filename": "a (2).jpg"}, {"filename": "b.pdf"},
         {"filename": "../../lost"}], "tags": [2, 9], "isBookmarked": true},
        {"day": 31, "text": "Zwei"}, {"day": 0, "text": "x"}, {"day": 3, "text": []}, {"text": "x"},
    ]}));
    let tags = bytes(&json!({"tags": [{"id": 2, "name": "am See", "color": "x"}, {"id": "x"}, 3]}));
    let files: Vec<(&str, &[u8])> = vec![
        ("2024/05.json", &month),
        ("2024/02.json", &month),
        ("tags.json", &tags),
        ("templates.json", b"[]"),
        ("files/a (2).jpg", b"1"),
        ("files/b.pdf", b"2"),
    ];
    let source = open_zip(&files);
    assert_eq!(source.format, Format::DailyTxt);
    let dates: Vec<_> = source.days.iter().map(|day| day.date.to_string()).collect();
    assert_eq!(dates, ["2024-02-01", "2024-05-01", "2024-05-31"]);
    let part = &source.days[1].parts[0];
    assert_eq!(part.texts.text, "**Eins**\n**a**\n\n#am-See");
    assert!(part.is_favorite && part.photos.len() == 1);
    assert_eq!(source.problems.len(), 2 * (2 + 3) + 1, "{:?}", source.problems);
    let encrypted: Vec<_> = files.into_iter().chain([("user.json", b"{}".as_slice())]).collect();
    assert_eq!(open(zip(&encrypted), "x").unwrap_err(), Refused::Encrypted);
}

#[test]
fn journiv_has_entries_in_journals_or_moments() {
    let moods = json!([{"name": "Great", "score": 5}, {"name": "x", "score": 99}, 1]);
    let old = json!({"export_version": "1.0", "user_email": "a@b.de", "mood_definitions": moods, "journals": [{"title": "J", "entries": [
        {"id": "1", "title": "Titel", "content": "Text", "entry_date": "2024-05-01", "entry_datetime_utc": "2024-05-01T22:30:00Z",
         "entry_timezone": "America/New_York", "tags": ["a b"], "mood_log": {"mood_name": "great"},
         "media": [{"filename": "a.jpg", "file_path": "1/7_a.jpg", "alt_text": "Hund"},
                   {"filename": "immich.jpg", "external_provider": "immich"}]},
        {"title": "Nur ein Titel", "content": null, "entry_date": "2024-05-02"},
        {"title": "ohne Tag"}, {"content": 5, "entry_date": "2024-05-03"}, 5,
    ]}]});
    let source = open_zip(&[("data.json", &bytes(&old)), ("media/1/7_a.jpg", b"1")]);
    assert_eq!(source.format, Format::Journiv);
    let part = &source.days[0].parts[0];
    assert_eq!((part.texts.text.as_str(), part.mood.chosen_level()), ("**Titel**\n\nText\n\n#a-b", Some(10)));
    assert_eq!((part.photos[0].alt.as_str(), part.time.unwrap().to_string()), ("Hund", "18:30:00".to_owned()));
    assert_eq!((source.days.len(), source.problems.len()), (2, 4), "{:?}", source.problems);

    let delta = json!({"ops": [
        {"insert": "Ein "}, {"insert": "guter", "attributes": {"bold": true}}, {"insert": " Tag\nBrot"},
        {"insert": "\n", "attributes": {"list": "ordered"}}, {"insert": "Milch"}, {"insert": "\n", "attributes": {"list": "ordered"}},
        {"insert": {"image": "x"}}, {"insert": "Ende\n"},
    ]});
    let newer = json!({"export_version": "1.2", "journals": [{"entries": [
        {"content_delta": delta, "content_plain_text": "x", "entry_datetime_utc": "2024-05-01T23:30:00", "entry_timezone": "Asia/Tokyo"},
        {"content_delta": {"ops": 1}, "content_plain_text": "schlicht", "entry_date": "2024-05-03"},
    ]}]});
    let source = one_file("data.json", &bytes(&newer));
    let expected = [
        ("2024-05-02".to_owned(), vec!["Ein **guter** Tag\n1. Brot\n2. Milch\nEnde"]),
        ("2024-05-03".to_owned(), vec!["schlicht"]),
    ];
    assert_eq!(texts(&source.days), expected);

    let newest = json!({"export_version": "1.5", "journals": [{"title": "J"}], "moments": [
        {"external_id": "m", "logged_at_utc": "2024-05-01T10:00:00Z", "logged_date_tz": "2024-05-01", "logged_timezone": "Europe/Berlin",
         "note": "Notiz", "primary_mood_name": "great", "tags": [], "entry": {"title": "T", "content_delta": delta, "is_draft": false}},
        {"logged_at": "2024-05-02T10:00:00Z", "note": "früher", "entry": null},
    ], "mood_definitions": moods});
    let source = one_file("data.json", &bytes(&newest));
    let part = &source.days[0].parts[0];
    assert!(part.texts.text.starts_with("**T**\n\nEin") && part.texts.text.ends_with("Ende\n\nNotiz"));
    assert_eq!((part.key.as_str(), part.mood.chosen_level()), ("journiv:m", Some(10)));
    assert_eq!(source.days[1].parts[0].texts.text, "früher");
}

#[test]
fn what_is_cut_of_a_day_is_told_once() {
    let half = "ä".repeat(LONGEST_TEXT - 1000);
    let array = json!([{"date": "2024-05-01T08:00:00", "html": half}, {"date": "2024-05-01T09:00:00", "html": format!("{half}ö")}]);
    let source = one_file("x.json", &bytes(&array));
    assert_eq!(told(&source.problems), [(ProblemKind::LongText, "2024-05-01")]);
    let merged = merge(source.days[0].parts.clone()).unwrap();
    assert_eq!(domain::text::length(&merged.texts.text), LONGEST_TEXT);
    let long = json!([{"date": "2024-05-01", "html": "ä".repeat(LONGEST_TEXT + 1)}]);
    let source = one_file("x.json", &bytes(&long));
    assert_eq!(told(&source.problems), [(ProblemKind::LongText, "2024-05-01")]);
    assert_eq!(domain::text::length(&only(&source.days).texts.text), LONGEST_TEXT);
}
