//! Parsers of what strangers send, with changed inputs: none panics, hangs, takes memory without bound or gives more than it may.
//!
//! `cargo xtask fuzz` runs them longer. Findings stay in `corpus`.

#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]
#![expect(clippy::print_stdout, reason = "`cargo xtask fuzz` shows the figures")]

mod engine;
mod import;
mod media;
mod mutate;
mod prose;
mod search;

use engine::Target;
use rustix::process::{Resource, Rlimit, setrlimit};
use std::{ffi::OsStr, fs, path::PathBuf};

#[test]
fn import() {
    import::run();
}

#[test]
fn import_zip() {
    import::run_zip();
}

#[test]
fn mp4() {
    media::mp4();
}

#[test]
fn picture() {
    media::picture();
}

#[test]
fn prose() {
    prose::run();
}

#[test]
fn search() {
    search::run();
}

#[test]
fn webm() {
    media::webm();
}

/// Bytes of all targets together. A picture takes the most: its decoder may take 512 MB.
const MEMORY: u64 = 3 << 30;

fn target(name: &'static str) -> Target {
    // A parser that takes more ends the process.
    let most = Rlimit { current: Some(MEMORY), maximum: Some(MEMORY) };
    setrlimit(Resource::Data, most).unwrap();
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus");
    Target { name, corpus, seeds: Vec::new(), most: 16 * 1024, words: &[], tolerates_libraries: false }
}

/// The files of other tests with one of these endings.
fn files(folder: &str, endings: &[&str]) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| endings.iter().any(|ending| file.extension() == Some(OsStr::new(ending))));
    files.sort();
    files.into_iter().map(|file| fs::read(file).unwrap()).collect()
}
