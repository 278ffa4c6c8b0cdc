//! Finds texts that are never shown, missing, not translated, used by a script without an entry in the table, or written in
//! code. (Biome's `noJsxLiterals` checks the last for JSX.)

use super::{
    sources::{Source, sources},
    translations, view_texts,
};
use crate::process::{Result, root};
use serde_json::Value;
use std::fs;

pub fn check() -> Result {
    let table: Value = serde_json::from_str(&fs::read_to_string(root().join("domain/locales/de.json"))?)?;
    let mut keys = Vec::new();
    flatten("", &table, &mut keys);
    let (mut rust, scripts) = (sources(&["rs"]), sources(&["ts", "tsx"]));
    // Names in this crate and in tests are no use of a text.
    rust.retain(|source| !source.path.starts_with("xtask/") && !source.path.contains("/tests/"));
    let scripts: Vec<Source> = scripts.into_iter().filter(|s| s.path.starts_with("frontend-react/src")).collect();
    let unused = keys.iter().filter(|key| !is_used(key, &rust, &scripts));
    let mut broken: Vec<String> = scripts.iter().flat_map(|source| unknown(source, &keys, &table)).collect();
    broken.extend(unused.map(|key| format!("domain/locales: nothing shows '{key}'")));
    broken.extend(translations::broken()?);
    broken.extend(rust.iter().filter(|source| source.path.starts_with("app/")).flat_map(view_texts::broken));
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n").into()) }
}

fn flatten(prefix: &str, value: &Value, keys: &mut Vec<String>) {
    let Value::Object(map) = value else { return keys.push(prefix.to_owned()) };
    for (name, inner) in map {
        let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        flatten(&path, inner, keys);
    }
}

/// Whether a text is used: by its variant or name in Rust, by its name in a script, as the text of an error code, or by the rest of its
/// name if all texts of a feature are passed on.
fn is_used(key: &str, rust: &[Source], scripts: &[Source]) -> bool {
    let variant = variant(key);
    let quoted = |sources: &[Source], word: &str| sources.iter().any(|s| s.text.contains(&format!("\"{word}\"")));
    key.starts_with("errors.")
        || rust.iter().any(|s| names(&s.text, &variant))
        || [rust, scripts].iter().any(|sources| quoted(sources, key))
        || key.split_once('.').is_some_and(|(top, rest)| {
            let names_both = |one: &Source| [top, rest].iter().all(|word| one.text.contains(&format!("\"{word}\"")));
            rust.iter().any(names_both)
        })
}

/// `entries.empty_state.title` becomes `EntriesEmptyStateTitle`.
fn variant(key: &str) -> String {
    let words = key.split(['.', '_']);
    words
        .map(|word| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect::<String>())
        .collect()
}

fn names(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let part = |c: char| c.is_alphanumeric() || c == '_';
        !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part)
    })
}

/// Calls of `t("…")` whose name is not in the table.
fn unknown(source: &Source, keys: &[String], table: &Value) -> Vec<String> {
    let asked = source
        .text
        .match_indices("t(\"")
        .filter(|(at, _)| !source.text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_'));
    let names = asked.filter_map(|(at, open)| source.text[at + open.len()..].split('"').next());
    names
        .filter(|name| name.split_once('.').is_some_and(|(top, _)| table.get(top).is_some()))
        .filter(|name| !keys.iter().any(|key| key == name))
        .map(|name| format!("{}: there is no text '{name}'", source.path))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Source, is_used, unknown, variant};

    #[test]
    fn a_key_is_used_by_variant_or_name() {
        let rust = [Source { path: "a.rs".into(), text: "text(Key::NavCreateShort)".into() }];
        assert_eq!(variant("nav.create_short"), "NavCreateShort");
        assert!(is_used("nav.create_short", &rust, &[]));
        assert!(!is_used("nav.create", &rust, &[]));
        let script = [Source { path: "a.ts".into(), text: "t(\"nav.create\")".into() }];
        assert!(is_used("nav.create", &rust, &script));
    }

    #[test]
    fn a_script_cannot_ask_for_a_text_that_is_not_there() {
        let table = serde_json::json!({ "nav": { "create": "x" } });
        let keys = ["nav.create".to_owned()];
        let find = |text: &str| unknown(&Source { path: "a.ts".into(), text: text.into() }, &keys, &table).len();
        assert_eq!(find("t(\"nav.create\") + t(\"nav.missing\")"), 1);
        assert_eq!(find("split(\"nav.missing\")"), 0);
    }
}
