//! Day One's export, trap by trap.

use crate::files::{day, only, open, open_zip, told};
use backend::imports::source::{Format, ProblemKind, Source};
use serde_json::{Value, json};

fn entry(fields: Value) -> Value {
    let mut entry = json!({
        "uuid": "0123456789ABCDEF0123456789ABCDEF", "creationDate": "2024-05-01T10:00:00Z", "timeZone": "Europe/Berlin",
        "isAllDay": false, "starred": false, "isPinned": false, "userActivity": {}, "tags": [], "text": "",
        "weather": {"windBearing": -1, "temperatureCelsius": 1.5}, "editingTime": 0.5, "duration": 0.1,
    });
    for (name, value) in fields.as_object().unwrap() {
        entry[name] = value.clone();
    }
    entry
}

/// The field of each entry that has no place here.
const WEATHER: (ProblemKind, &str) = (ProblemKind::Field, "weather");

fn journal(entries: &[Value]) -> Vec<u8> {
    serde_json::to_vec(&json!({"metadata": {"version": "1.0"}, "entries": entries})).unwrap()
}

fn text(fields: Value) -> String {
    let source = open(journal(&[entry(fields)]), "Journal.json").unwrap();
    assert_eq!(told(&source.problems), [WEATHER]);
    only(&source.days).texts.text.clone()
}

fn rich(nodes: &Value) -> Value {
    json!({"richText": json!({"meta": {"version": 1}, "contents": nodes}).to_string()})
}

#[test]
fn the_day_is_that_of_the_entrys_own_zone() {
    for (date, zone, expected) in [
        ("2019-04-16T23:00:00Z", "Europe/Dublin", "2019-04-17"),
        ("2019-04-17T23:00:00Z", "Europe/London", "2019-04-18"),
        ("2024-01-01T03:00:00Z", "America/New_York", "2023-12-31"),
        ("2024-01-01T12:00:00Z", "Pacific/Kiritimati", "2024-01-02"),
    ] {
        let fields = json!({"creationDate": date, "timeZone": zone, "isAllDay": true, "text": "Tag"});
        let source = open(journal(&[entry(fields)]), "x").unwrap();
        assert_eq!(source.format, Format::DayOne);
        assert_eq!((day(&source.days), only(&source.days).time), (expected.to_owned(), None));
    }
    let fields = json!({"timeZone": "Mars/Base", "location": {"timeZoneName": "Asia/Tokyo"}, "text": "Tag"});
    let source = open(journal(&[entry(fields)]), "x").unwrap();
    assert_eq!(only(&source.days).time.unwrap().to_string(), "19:00:00");
    assert_eq!(only(&source.days).created_at.unwrap().to_rfc3339(), "2024-05-01T10:00:00+00:00");
}

#[test]
fn a_moment_without_a_zone_is_of_its_person() {
    let bytes = journal(&[entry(json!({"creationDate": "2024-05-01T23:30:00Z", "timeZone": null, "text": "Tag"}))]);
    for (zone, expected) in [("Europe/Berlin", "2024-05-02"), ("America/New_York", "2024-05-01")] {
        let zone = domain::day::parse_zone(zone).unwrap();
        let source = Source::open(std::io::Cursor::new(bytes.clone()), "x", zone).unwrap();
        assert_eq!(day(&source.days), expected);
    }
}

#[test]
fn stars_tags_and_a_state_of_mind_come_along() {
    let fields = json!({"starred": true, "tags": ["zu Hause", "#Garten", " "], "text": "Tag",
                        "stateOfMind": {"valence": 1.0}});
    let source = open(journal(&[entry(fields)]), "x").unwrap();
    let part = only(&source.days);
    assert_eq!(part.texts.text, "Tag\n\n#zu-Hause #Garten");
    assert_eq!((part.is_favorite, part.mood.chosen_level()), (true, Some(10)));
    assert_eq!(part.key, "dayone:0123456789ABCDEF0123456789ABCDEF");
    for (valence, level) in [(-1.0, 1), (-7.0, 1), (0.3, 7)] {
        let node = json!([{"text": "Tag"}, {"embeddedObjects": [{"type": "stateOfMind", "valence": valence}]}]);
        let source = open(journal(&[entry(rich(&node))]), "x").unwrap();
        assert_eq!(only(&source.days).mood.chosen_level(), Some(level), "{valence}");
    }
}

#[test]
fn backslashes_go_before_punctuation_only() {
    let said = r"1\. Mai \- es\! war \(sehr\) kalt\. C:\Users \\ \# \+ \_ \[a\]";
    assert_eq!(text(json!({"text": said})), r"1. Mai - es! war (sehr) kalt. C:\Users \ # + _ [a]");
}

#[test]
fn rich_text_counts_before_the_text() {
    let line = |words: &str, line: Value| json!({"text": words, "attributes": {"line": line}});
    let nodes = json!([
        line("Titel\n", json!({"header": 1})),
        {"text": "Ein ", "attributes": {"line": {"header": 0}}},
        {"text": "guter", "attributes": {"bold": true}},
        {"text": " und "},
        {"text": "langer ", "attributes": {"italic": true, "highlightedColor": "x", "new": {}}},
        {"text": "Tag\n"},
        line("Brot\n", json!({"listStyle": "checkbox", "checked": true, "indentLevel": 1})),
        line("Milch\n", json!({"listStyle": "checkbox", "indentLevel": 1})),
        line("a\n", json!({"listStyle": "bulleted", "indentLevel": 1})),
        line("b\n", json!({"listStyle": "bulleted", "indentLevel": 2})),
        line("c\n", json!({"listStyle": "numbered", "listIndex": 3, "indentLevel": 1})),
        line("Satz\n", json!({"quote": true})),
        {"embeddedObjects": [{"type": "horizontalRuleLine"}]},
        {"text": "Haus", "attributes": {"linkURL": "https://a.de"}},
        {"embeddedObjects": [{"type": "of the future", "x": 1}]},
    ]);
    let mut fields = rich(&nodes);
    fields["text"] = "old".into();
    let expected = "**Titel**\nEin **guter** und *langer* Tag\n- ☑ Brot\n- ☐ Milch\n- a\n  - b\n3. c\n> Satz\n---\n\
                    Haus (https://a.de)";
    assert_eq!(text(fields), expected);
    for broken in ["{", "[]", "{\"contents\":[1]}", "{\"contents\":[{\"text\":1}]}", "{\"contents\":[]}"] {
        assert_eq!(text(json!({"richText": broken, "text": "Text"})), "Text", "{broken}");
    }
    let mut table = rich(&json!([{"text": "a"}, {"embeddedObjects": [{"type": "table"}]}]));
    table["text"] = "| a | b |".into();
    assert_eq!(text(table), "| a | b |", "a table stands in the Markdown only");
}

fn photo(identifier: &str, md5: &str, order: f64) -> Value {
    json!({"identifier": identifier, "md5": md5, "type": "jpeg", "orderInEntry": order, "width": 1, "isSketch": false})
}

#[test]
fn media_are_found_by_their_md5_and_one_file_may_stand_in_two_entries() {
    let first = json!({
        "text": "Vor\n\n![](dayone-moment://P2)\n\nZwischen ![](dayone-moment:/video/V1) [[dayone-moment://P1]] nach",
        "photos": [photo("P3", "cc", 9.0), photo("P1", "aa", 1.0), photo("P2", "bb", 2.0), photo("P0", "dd", 0.0)],
        "videos": [{"identifier": "V1", "md5": "ee", "type": "mov"}, {"identifier": "V2", "md5": "gone", "type": "mp4"}],
        "audios": [{"identifier": "A1", "md5": "ff", "format": "aac", "duration": 1.5}],
        "pdfAttachments": [{"identifier": "D1", "md5": "99"}],
    });
    let second = json!({"uuid": "B", "creationDate": "2024-05-02T10:00:00Z",
                        "photos": [{"identifier": "P9", "md5": "aa"}]});
    let nothing_but_lost = json!({"uuid": "C", "photos": [photo("P1", "lost", 0.0)]});
    let journal = journal(&[entry(first), entry(second), entry(nothing_but_lost)]);
    let source = open_zip(&[
        ("Mein Tagebuch.json", &journal),
        ("Photos/aa.jpeg", b"aa"),
        ("Photos/bb.jpeg", b"bb"),
        ("Photos/cc.jpeg", b"cc"),
        ("Photos/dd.jpeg", b"dd"),
        ("videos/ee.mov", b"ee"),
        ("audios/ff.m4a", b"ff"),
        ("pdfs/99.pdf", b"99"),
        ("photos/other.jpeg", b"1"),
        ("Brief.docx", b"1"),
        ("__MACOSX/._Mein Tagebuch.json", b"\0"),
    ]);
    let id = "2024-05-01: 0123456789ABCDEF0123456789ABCDEF";
    let problems: Vec<_> = source.problems.iter().map(|one| (one.kind, one.name.clone())).collect();
    assert_eq!(
        problems,
        [
            (ProblemKind::UnsupportedFile, format!("{id}: videos/ee.mov")),
            (ProblemKind::MissingFile, format!("{id}: videos/gone.mp4")),
            (ProblemKind::UnsupportedFile, format!("{id}: pdfs/99.pdf")),
            (ProblemKind::MissingFile, "2024-05-01: C: photos/lost.jpeg".to_owned()),
            (ProblemKind::UnusedFile, "photos/other.jpeg".to_owned()),
            (ProblemKind::UnsupportedFile, "Brief.docx".to_owned()),
            (WEATHER.0, WEATHER.1.to_owned()),
        ]
    );
    let [one, two] = source.days.as_slice() else { panic!("{:?}", source.days) };
    let names = |at: usize| -> Vec<&str> {
        source.days[at].parts[0].photos.iter().map(|photo| photo.file.name.as_str()).collect()
    };
    assert_eq!(names(0), ["bb.jpeg", "aa.jpeg", "dd.jpeg", "cc.jpeg"]);
    assert_eq!(names(1), ["aa.jpeg"], "without a type, and without a text");
    assert_eq!(one.parts[0].texts.text, "Vor\n\nZwischen   nach");
    assert_eq!((one.parts[0].recordings[0].name.as_str(), two.parts.len()), ("ff.m4a", 1));
}

#[test]
fn several_journals_are_one_diary() {
    let with = |uuid: &str, text: &str, at: &str| entry(json!({"uuid": uuid, "text": text, "creationDate": at}));
    let private = journal(&[with("A", "spät", "2024-05-01T20:00:00Z")]);
    let work = journal(&[with("B", "früh", "2024-05-01T05:00:00Z"), with("A", "spät", "2024-05-01T20:00:00Z")]);
    let source =
        open_zip(&[("Export/Privat.json", &private), ("Export/Arbeit.json", &work), ("Export/settings.json", b"[1]")]);
    let [only] = source.days.as_slice() else { panic!() };
    let texts: Vec<_> = only.parts.iter().map(|part| part.texts.text.as_str()).collect();
    assert_eq!(texts, ["früh", "spät"]);
}

#[test]
fn one_broken_entry_is_a_line_in_the_report() {
    let good = entry(json!({"text": "gut", "uuid": "A"}));
    let entries = [
        entry(json!({"creationDate": "gestern", "text": "x"})),
        json!(null),
        json!("entry"),
        entry(json!({"text": {"a": 1}, "uuid": "D"})),
        entry(json!({"creationDate": "0500-01-01T00:00:00Z", "text": "x"})),
        entry(json!({"creationDate": "+262142-12-31T23:59:59Z", "timeZone": "Pacific/Kiritimati", "text": "x"})),
        good,
    ];
    let source = open(journal(&entries), "x").unwrap();
    assert_eq!((source.days.len(), source.problems.len()), (1, 7), "{:?}", source.problems);
    let cut = journal(&[entry(json!({"text": "gut"})), entry(json!({"text": "lost"}))]);
    let source = open(cut[..cut.len() - 20].to_vec(), "x.json").unwrap();
    assert_eq!((source.days.len(), told(&source.problems)), (1, vec![(ProblemKind::Unreadable, "x.json"), WEATHER]));
}

#[test]
fn an_entry_without_a_day_is_told_by_its_first_words() {
    let long = "# Ein Tag\n\n![](dayone-moment://P1)\nohne Datum und mit sehr vielen Worten dahinter";
    let mut by_rich_text = rich(&json!([{"text": "Nur hier"}]));
    by_rich_text["creationDate"] = json!(null);
    let nothing = json!({"creationDate": "gestern", "uuid": "A"});
    let entries = [entry(json!({"creationDate": "gestern", "text": long})), entry(by_rich_text), entry(nothing)];
    let source = open(journal(&entries), "x").unwrap();
    let expected = ["Ein Tag ohne Datum und mit sehr vielen…", "Nur hier", "A"];
    assert_eq!(told(&source.problems), expected.map(|name| (ProblemKind::NoDate, name)));
}

#[test]
fn only_fields_that_say_something_are_told() {
    let fields =
        json!({"text": "Tag", "weather": null, "isPinned": true, "music": {}, "location": {"placeName": "Graz"}});
    let source = open(journal(&[entry(fields)]), "x").unwrap();
    assert_eq!(told(&source.problems), [(ProblemKind::Field, "isPinned"), (ProblemKind::Field, "location")]);
}

#[test]
fn a_video_elsewhere_stays_an_address() {
    let external = "![](dayone-external:/video/aHR0cHM6Ly9hLmRlL3Y)";
    assert_eq!(text(json!({"text": external})), "https://a.de/v");
    assert_eq!(text(json!({"text": "a ![](dayone-external:/video/€)"})), "a");
}
