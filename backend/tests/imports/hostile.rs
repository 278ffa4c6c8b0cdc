//! Files that somebody wrote to do harm: each ends with a refusal or a line in the report, soon and without a panic.

use crate::{
    files::{one_file, only, open, open_zip, told, zip},
    samples::{samples, samples_of_json},
};
use backend::imports::source::{ProblemKind, Refused, merge};
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

fn refused(bytes: Vec<u8>) -> Refused {
    open(bytes, "export.zip").unwrap_err()
}

/// The same bytes with a name in place of another one of the same length, as no writer of ours would write it.
fn renamed(mut bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    while let Some(at) = bytes.windows(from.len()).position(|part| part == from) {
        bytes[at..at + from.len()].copy_from_slice(to);
    }
    bytes
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let good = || zip(&[("2024-05-01.md", b"Text"), ("xxxxxxxxxxx.md", b"b")]);
    for name in [
        b"../../../a.md".as_slice(),
        b"/abc/d/e/f.md",
        b"a/../../bc.md",
        b"..\\..\\aaa.md",
        b"aaaa//aaaa.md",
        b"aaaa\0aaaaa.md",
    ] {
        let name: Vec<u8> = name.iter().copied().chain(*b"              ").take(14).collect();
        assert_eq!(refused(renamed(good(), b"xxxxxxxxxxx.md", &name)), Refused::Unsafe, "{}", name.escape_ascii());
    }
    assert_eq!(refused(renamed(good(), b"xxxxxxxxxxx.md", b"2024-05-01.md\0")), Refused::Unsafe);
    let twice =
        renamed(zip(&[("2024-05-01.md", b"Text"), ("2024-05-02.md", b"b")]), b"2024-05-02.md", b"2024-05-01.md");
    assert_eq!(refused(twice), Refused::Unsafe);
    let mut link = ZipWriter::new(Cursor::new(Vec::new()));
    link.add_symlink("2024-05-01.md", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    assert_eq!(refused(link.finish().unwrap().into_inner()), Refused::Unsafe);
    // The bit that says 'encrypted', in both headers.
    let mut encrypted = zip(&[("2024-05-01.md", b"Text")]);
    let central = encrypted.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
    encrypted[6] |= 1;
    encrypted[central + 8] |= 1;
    assert_eq!(refused(encrypted), Refused::Unsafe);
}

#[test]
fn names_of_other_systems_are_read() {
    // Code page 437, as Windows writes umlauts.
    let bytes = renamed(zip(&[("2024-05-01 GrXYe.md", b"Text")]), b"GrXYe", b"Gr\x81\xe1e");
    assert_eq!(open(bytes, "x").unwrap().days.len(), 1);
    let bytes = zip(&[("2024-05-01.md", "![[Grüße.jpg]]".as_bytes()), ("GrXYe.jpg", b"1")]);
    assert_eq!(only(&open(renamed(bytes, b"GrXYe", b"Gr\x81\xe1e"), "x").unwrap().days).photos.len(), 1);
    let bytes = zip(&[("tage/2024-05-01 10h30.md", b"![](../fotos/a.jpg)"), ("fotos/a.jpg", b"1")]);
    let bytes = renamed(bytes, b"tage/2024-05-01 10h30.md", b"tage\\2024-05-01 10:30.md");
    let source = open(bytes, "x").unwrap();
    let part = only(&source.days);
    assert_eq!((part.photos.len(), part.time.unwrap().to_string()), (1, "10:30:00".to_owned()));
}

#[test]
fn bombs_are_refused() {
    let zeros = vec![b' '; 64 << 20];
    assert_eq!(refused(zip(&[("2024-05-01.md", &zeros)])), Refused::TooLarge, "a thousand times its packed size");
    // A file that says that it is small.
    let mut small = zip(&[("2024-05-01.md", &vec![b'a'; 1 << 20])]);
    let central = small.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
    small[central + 24..central + 28].copy_from_slice(&10_u32.to_le_bytes());
    let lines = open(small, "x").map(|source| source.problems.len());
    assert!(matches!(lines, Ok(1) | Err(Refused::TooLarge)), "{lines:?}");
    let nested = zip(&[("a.zip", &zip(&[("b.zip", &zip(&[("2024-05-01.md", b"Text")]))]))]);
    let nested = open(nested, "x").unwrap();
    let expected = [(ProblemKind::UnsupportedFile, "a.zip")];
    assert_eq!((nested.days.len(), told(&nested.problems)), (0, expected.into()), "what is in it is not unpacked");
    assert_eq!(refused([b"PK\x03\x04".as_slice(), &[0; 1000]].concat()), Refused::NotZip);
    assert_eq!(open(vec![b'a'; (64 << 20) + 1], "2024-05-01.md").unwrap_err(), Refused::TooLarge);
}

#[test]
fn a_million_names_are_refused_before_they_are_looked_at() {
    let mut many = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for at in 0..50_001 {
        many.start_file(format!("{at}.md"), options).unwrap();
    }
    assert_eq!(refused(many.finish().unwrap().into_inner()), Refused::TooLarge);
    // The end speaks of more names than the file has, and nothing of them is read.
    let mut forged = zip(&[("2024-05-01.md", b"Text")]);
    let end = forged.len() - 22;
    forged[end + 8..end + 12].copy_from_slice(&[0xff; 4]);
    assert_eq!(refused(forged), Refused::TooLarge);
    let entries = format!("[{}]", vec![r#"{"date":"x","html":"a"}"#; 50_001].join(","));
    assert_eq!(open(entries.into_bytes(), "x.json").unwrap_err(), Refused::TooLarge, "as many lines in the report");
    let photos = "![[fehlt.jpg]]\n".repeat(100_000);
    let source = open_zip(&[("2024-05-01.md", format!("Text\n{photos}").as_bytes())]);
    assert_eq!(told(&source.problems), [(ProblemKind::MissingFile, "2024-05-01.md: fehlt.jpg")]);
}

#[test]
fn an_odd_file_hides_no_notes() {
    for odd in [r#"{"export_version":1}"#, r#"{"metadata":{"version":1},"entries":[]}"#] {
        let source = open_zip(&[("odd.json", odd.as_bytes()), ("2024/05.json", b"{}"), ("2024-05-01.md", b"Text")]);
        assert_eq!((only(&source.days).texts.text.as_str(), source.problems.len()), ("Text", 0), "{odd}");
    }
}

#[test]
fn large_files_are_told() {
    let photo = vec![7; 20 << 20];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, content) in
        [("2024-05-01.md", b"![[a.jpg]] ![[a.m4a]] Text".as_slice()), ("a.jpg", &photo), ("a.m4a", &photo)]
    {
        zip.start_file(name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    let source = open(zip.finish().unwrap().into_inner(), "x").unwrap();
    assert_eq!(told(&source.problems), [(ProblemKind::LargeFile, "a.jpg"), (ProblemKind::LargeFile, "a.m4a")]);
}

#[test]
fn second_recordings_are_told() {
    let source = open_zip(&[("2024-05-01.md", b"![[a.m4a]] ![[b.webm]]"), ("a.m4a", b"1"), ("b.webm", b"2")]);
    assert_eq!(told(&source.problems), [(ProblemKind::SecondRecording, "2024-05-01: b.webm")]);
}

/// Gets a function that gives the whole JSON with another value in one place.
type Spoil<'s> = dyn FnMut(&dyn Fn(Value) -> Value) + 's;

/// Every value within a JSON is replaced by values of all kinds, one after another.
fn spoiled(value: &Value, spoil: &mut Spoil<'_>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let with = |new: Value| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), new);
                    Value::Object(fields)
                };
                spoil(&with);
                spoiled(field, &mut |inner| spoil(&|new| with(inner(new))));
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                let with = |new: Value| {
                    let mut items = items.clone();
                    items[at] = new;
                    Value::Array(items)
                };
                spoil(&with);
                spoiled(item, &mut |inner| spoil(&|new| with(inner(new))));
            }
        }
        _ => {}
    }
}

#[test]
fn a_field_of_another_kind_does_no_harm() {
    let mut deep = json!(1);
    for _ in 0..100 {
        deep = json!([deep]);
    }
    let wrong = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1e300),
        json!(18_446_744_073_709_551_615_u64),
        json!("x"),
        json!(""),
        json!("\0"),
        json!("9999-12-31T23:59:59Z"),
        json!("-262143-01-01T00:00:00Z"),
        json!([]),
        json!({}),
        json!([[{}]]),
        json!({"a": {}}),
        deep,
    ];
    for (name, files, data) in samples_of_json() {
        let mut tried = 0;
        spoiled(data, &mut |with| {
            for value in &wrong {
                let data = serde_json::to_vec(&with(value.clone())).unwrap();
                let files: Vec<(&str, &[u8])> =
                    files.iter().map(|(name, content)| (*name, content.unwrap_or(&data))).collect();
                survives(zip(&files), "x");
                tried += 1;
            }
        });
        assert!(tried > 100, "{name}: {tried}");
    }
}

#[test]
fn json_of_any_depth_is_told() {
    for (brackets, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", brackets.repeat(200_000), close.repeat(200_000));
        for data in [
            deep.clone(),
            format!(
                r#"{{"metadata":{{"version":"1"}},"entries":[{{"creationDate":"2024-05-01T00:00:00Z","text":"a","tags":{deep}}}]}}"#
            ),
            format!(r#"[{{"date":"2024-05-01","html":{deep}}}]"#),
            format!(r#"{{"export_version":"1.0","moments":{deep}}}"#),
        ] {
            survives(data.clone().into_bytes(), "x.json");
            survives(zip(&[("bagit.txt", b""), ("data/eintraege.json", data.as_bytes())]), "x");
        }
    }
}

#[test]
fn what_is_cut_off_is_refused_or_told() {
    for (name, bytes) in samples() {
        for at in (0..bytes.len()).step_by(bytes.len() / 40 + 1) {
            survives(bytes[..at].to_vec(), name);
        }
    }
}

#[test]
fn long_rows_of_signs_take_no_long_time() {
    for sign in [
        "[",
        "![[",
        "`",
        "<b>",
        "<ul><li>",
        "&",
        "\\",
        "## 2024-05-01\n",
        "---\n",
        "a\n\n",
        "> ",
        "* ",
        "#",
        "![[a.jpg]]",
    ] {
        let row = sign.repeat(100_000);
        survives(row.clone().into_bytes(), "2024-05-01.md");
        survives(row.clone().into_bytes(), "x.md");
        survives(serde_json::to_vec(&json!([{"date": "2024-05-01", "html": row}])).unwrap(), "x.json");
    }
    let nodes: Vec<_> = (0..50_000).map(|at| json!({"text": " ", "attributes": {"bold": at % 2 == 0}})).collect();
    let rich = json!({"contents": nodes}).to_string();
    let entry = json!({"creationDate": "2024-05-01T00:00:00Z", "richText": rich, "text": "Text"});
    let source =
        one_file("x.json", &serde_json::to_vec(&json!({"metadata": {"version": "1"}, "entries": [entry]})).unwrap());
    assert_eq!(source.days.len(), 1);
}

/// Opened or refused; and what was opened can be merged and read.
fn survives(bytes: Vec<u8>, name: &str) {
    let Ok(mut source) = open(bytes, name) else { return };
    for day in std::mem::take(&mut source.days) {
        for file in
            day.parts.iter().flat_map(|part| part.photos.iter().map(|photo| &photo.file).chain(&part.recordings))
        {
            let _ = source.read(file);
        }
        assert!(merge(day.parts).is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn changed_bytes_do_no_harm(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        for (name, bytes) in samples() {
            let mut bytes = bytes.clone();
            for (at, byte) in &changes {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            survives(bytes, name);
        }
    }

    #[test]
    fn changed_data_does_no_harm(changes in prop::collection::vec((any::<prop::sample::Index>(), "[ -~]|\\PC|\"|\\[|\\{"), 1..6)) {
        for (_, files, data) in samples_of_json() {
            let mut data = data.to_string();
            for (at, signs) in &changes {
                let mut at = at.index(data.len());
                while !data.is_char_boundary(at) {
                    at -= 1;
                }
                data.insert_str(at, signs);
            }
            let files: Vec<(&str, &[u8])> =
                files.iter().map(|(name, content)| (*name, content.unwrap_or(data.as_bytes()))).collect();
            survives(zip(&files), "x");
        }
    }

    #[test]
    fn any_text_is_a_note(text in "(\\PC|\n|---|\\[\\[|!|\\[|\\(|`|\\\\|# |2024-05-01|tags: ){0,60}") {
        survives(text.clone().into_bytes(), "2024-05-01.md");
        survives(text.into_bytes(), "x.md");
    }
}
