//! Makes files to import.

use backend::imports::source::{Day, Part, Problem, ProblemKind, Refused, Source};
use std::io::{Cursor, Write};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        zip.start_file(*name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub fn open(bytes: Vec<u8>, name: &str) -> Result<Source<Cursor<Vec<u8>>>, Refused> {
    Source::open(Cursor::new(bytes), name, domain::day::DEFAULT_ZONE)
}

pub fn open_zip(files: &[(&str, &[u8])]) -> Source<Cursor<Vec<u8>>> {
    open(zip(files), "export.zip").unwrap()
}

/// The only part of the only day.
pub fn only(days: &[Day]) -> &Part {
    match days {
        [Day { parts, .. }] if parts.len() == 1 => &parts[0],
        _ => panic!("{days:?}"),
    }
}

pub fn told(problems: &[Problem]) -> Vec<(ProblemKind, &str)> {
    problems.iter().map(|problem| (problem.kind, problem.name.as_str())).collect()
}

pub fn one_file(name: &str, content: &[u8]) -> Source<Cursor<Vec<u8>>> {
    open(content.to_vec(), name).unwrap()
}

/// The date of the only day.
pub fn day(days: &[Day]) -> String {
    let [only] = days else { panic!("{days:?}") };
    only.date.to_string()
}

/// Each day with the texts of its parts.
pub fn texts(days: &[Day]) -> Vec<(String, Vec<&str>)> {
    let of = |day: &'_ Day| day.date.to_string();
    days.iter().map(|day| (of(day), day.parts.iter().map(|part| part.texts.text.as_str()).collect())).collect()
}
