//! Files of other diaries: ZIP files as they come, and what stands in them.

use crate::{
    engine::{Outcome, Target, about, fuzz, outcome},
    files, target,
};
use backend::imports::source::{Day, LONGEST_TEXT, Part, Problem, Refused, Source, merge};
use chrono::Datelike;
use domain::{day, emoji, limits, text};
use std::{
    collections::{BTreeSet, HashSet},
    io::{Cursor, Write},
};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

const WORDS: &[&str] = &[
    "\n-- a.md --\n",
    "\n-- 2024-05-01.md --\n",
    "\n-- data.json --\n",
    "\n-- a/b.jpg --\n",
    "../",
    "\\",
    ":",
    "2024-05-01",
    "01.05.2024",
    "---\n",
    "# ",
    "## 2024-05-02\n",
    "![[a.jpg]]",
    "![](",
    "](",
    "[[",
    "```",
    "- [ ] ",
    "tags: [a, b]\n",
    "date: ",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "1e999",
    "-1",
    "18446744073709551616",
    "\\u0000",
    "\\ud800",
    "\"9999-12-31T23:59:59Z\"",
    "\"text\"",
    "\"entries\"",
    "\"ops\"",
    "\"insert\"",
    "\"attributes\"",
    "\"contents\"",
    "\"photos\"",
    "<b>",
    "<ul><li>",
    "<script>",
    "&#0;",
    "&nbsp;",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "🪁",
    "ä",
];

/// Most characters of a name in the report, with the sign that something is left out.
const NAME: usize = 201;

pub fn run() {
    fuzz(Target { words: WORDS, ..target("import") }, |input| {
        let files = listed(input);
        match files.as_slice() {
            [(name, content)] => opened(content, name),
            _ => zip(&files).map_or(0, |zip| opened(&zip, "export.zip")),
        }
    });
}

pub fn run_zip() {
    let words = &[
        "PK\x01\x02",
        "PK\x03\x04",
        "PK\x05\x06",
        "PK\x06\x06",
        "PK\x06\x07",
        "\x01\0\x10\0",
        "../",
        "2024-05-01.md",
        "bagit.txt",
    ];
    let seeds = files("../fuzz/corpus/import", &["txt"]).iter().filter_map(|input| zip(&listed(input))).collect();
    fuzz(Target { seeds, words, ..target("import_zip") }, |input| opened(input, "export.zip"));
}

/// The files of an input: each begins with a line `-- name --`. Without such a line it is a single file.
fn listed(input: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for line in input.split_inclusive(|byte| *byte == b'\n') {
        let name = line.strip_prefix(b"-- ").and_then(|line| line.strip_suffix(b" --\n"));
        match (name, files.last_mut()) {
            (Some(name), _) => files.push((String::from_utf8_lossy(name).into_owned(), Vec::new())),
            (None, Some((_, content))) => content.extend_from_slice(line),
            (None, None) => files.push(("2024-05-01.md".into(), line.to_vec())),
        }
    }
    files
}

/// Not packed, so that changes reach the content. `None`: no writer makes such a file.
fn zip(files: &[(String, Vec<u8>)]) -> Option<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, content) in files {
        zip.start_file(name.as_str(), options).ok()?;
        zip.write_all(content).ok()?;
    }
    Some(zip.finish().ok()?.into_inner())
}

/// Refused, or days and a report within their bounds, and the same ones each time.
fn opened(bytes: &[u8], name: &str) -> Outcome {
    let open = || Source::open(Cursor::new(bytes.to_vec()), name, day::DEFAULT_ZONE);
    let mut source = match open() {
        Ok(source) => source,
        Err(refused) => {
            assert_eq!(open().err(), Some(refused));
            return outcome(format!("{refused:?}"));
        }
    };
    let again = open().unwrap();
    assert!((&again.days, &again.problems) == (&source.days, &source.problems), "another report");
    let mut keys = HashSet::new();
    let parts = || source.days.iter().flat_map(|day| &day.parts);
    for part in parts() {
        assert!(keys.insert(&part.key) && part.key.len() <= 100, "{}", part.key);
        bounded(part);
    }
    source.problems.iter().for_each(told);
    let (photos, recordings) =
        (parts().map(|part| part.photos.len()).sum(), parts().map(|part| part.recordings.len()).sum());
    let kinds: BTreeSet<String> = source.problems.iter().map(|problem| format!("{:?}", problem.kind)).collect();
    let outcome = outcome((source.format, kinds, about(source.days.len()), about(photos), about(recordings)));
    for Day { date, parts } in std::mem::take(&mut source.days) {
        assert!((limits::FIRST_YEAR..=9999).contains(&date.year()) && !parts.is_empty(), "{date}");
        for file in parts.iter().flat_map(|part| part.photos.iter().map(|photo| &photo.file).chain(&part.recordings)) {
            match source.read(file) {
                Ok(read) => assert!(read.len() as u64 <= file.bytes && read.len() < limits::IMAGE_BYTES),
                Err(refused) => assert!(matches!(refused, Refused::NotZip | Refused::TooLarge), "{refused:?}"),
            }
        }
        let merged = merge(parts).unwrap();
        assert!(text::length(&merged.texts.text) <= LONGEST_TEXT && merged.recordings.len() <= 1_000);
    }
    outcome
}

fn bounded(part: &Part) {
    let most = [LONGEST_TEXT, limits::SUMMARY, limits::TOP_MOMENT, limits::TRANSCRIPT];
    for (words, most) in part.texts.words().into_iter().zip(most) {
        assert!(text::length(words) <= most && !words.contains('\0'), "{words}");
    }
    assert_eq!(emoji::day_emojis(&part.emojis).as_ref(), Ok(&part.emojis));
    assert!(part.mood.check().is_ok(), "{:?}", part.mood);
    assert!(part.photos.len() + part.recordings.len() <= 1000);
    assert!(part.photos.iter().all(|photo| photo.alt.chars().count() <= limits::ALT && !photo.alt.contains('\0')));
}

fn told(problem: &Problem) {
    let name = &problem.name;
    assert!(name.chars().count() <= NAME && !name.contains(char::is_control), "{name}");
}
