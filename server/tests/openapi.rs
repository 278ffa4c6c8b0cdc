//! Keeps `docs/openapi.json` equal to the handlers and the schema in `docs/archive.md` to its types: `TAGESECHO_WRITE=1` writes them, otherwise
//! they are compared.

use serde_json::Value;
use std::{collections::BTreeSet, env, fs, path::Path};

#[test]
fn the_description_of_all_calls_is_current() {
    let text = server::description();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/openapi.json");
    if env::var_os("TAGESECHO_WRITE").is_some() {
        fs::write(&path, text).unwrap();
    } else {
        // `assert_eq` would print both texts.
        let is_current = fs::read_to_string(&path).unwrap_or_default() == text;
        assert!(is_current, "docs/openapi.json: run `cargo xtask check generated --write`");
    }
}

#[test]
fn the_schema_of_the_archive_is_current() {
    const BEGIN: &str = "\n## Schema\n\n```json\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/archive.md");
    let text = fs::read_to_string(&path).unwrap();
    let (words, _) = text.split_once(BEGIN).unwrap();
    let schema = serde_json::to_string_pretty(&backend::archive::format::schema()).unwrap();
    let new = format!("{words}{BEGIN}{schema}\n```\n");
    if env::var_os("TAGESECHO_WRITE").is_some() {
        fs::write(&path, new).unwrap();
    } else {
        assert!(new == text, "docs/archive.md: run `cargo xtask check generated --write`");
    }
}

#[test]
fn every_call_says_what_it_does_and_every_name_leads_somewhere() {
    let text = server::description();
    let api: Value = serde_json::from_str(&text).unwrap();
    for name in text.split("\"$ref\": \"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(api.pointer(name).is_some(), "{name} is not described");
    }
    let mut names = BTreeSet::new();
    for (path, calls) in api["paths"].as_object().unwrap() {
        for (method, call) in calls.as_object().unwrap() {
            assert!(call["summary"].as_str().is_some_and(|summary| summary.ends_with('.')), "{method} {path}");
            assert!(names.insert(call["operationId"].as_str().unwrap()), "{method} {path}: its name is taken");
        }
    }
}
