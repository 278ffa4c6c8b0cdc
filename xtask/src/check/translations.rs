//! Texts that a language does not have, and texts that are the same in two languages.

use crate::process::{Result, root};
use serde_json::Value;
use std::{collections::BTreeMap, fs};

const LANGUAGES: [&str; 4] = ["de", "en", "fr", "es"];

/// Texts that two languages may share: names, the same words, and months, of which the Spanish September is not translated (spec 1).
const SHARED: [&str; 3] = [
    "Tagesecho|Tagesecho Pro|Free|Pro|Facebook|Telegram|Twitter|WhatsApp",
    "1 photo|Cool|Date|De {time}|Description|Discussion|Emojis|Error|Feed|Foto|Foto {n}|Foto {n}: {name}|Fotos|Fotos: {n}|Invitations|Name|Notifications ({hotkey})|\
     Original|PIN|Personal|Photo|Photo {n}|Photos|Popular|Public|Sections|Service|Suggestions|User|{n} photos|\
     {date}, {time} (Europe/Berlin, UTC{offset})",
    "April|Apr|Aug|August|Feb|Jan|Jul|Jun|Mai|Mar|May|Nov|November|Oct|Sep|September",
];

type Table = BTreeMap<String, String>;

pub fn broken() -> Result<Vec<String>> {
    let mut tables = Vec::new();
    for language in LANGUAGES {
        let path = root().join(format!("domain/locales/{language}.json"));
        let mut table = Table::new();
        flatten(String::new(), serde_json::from_str(&fs::read_to_string(path)?)?, &mut table);
        tables.push((language, table));
    }
    Ok(found(&tables))
}

fn flatten(path: String, value: Value, table: &mut Table) {
    match value {
        Value::Object(map) => {
            for (name, inner) in map {
                flatten(if path.is_empty() { name } else { format!("{path}.{name}") }, inner, table);
            }
        }
        text => drop(table.insert(path, text.as_str().unwrap_or_default().to_owned())),
    }
}

fn found(tables: &[(&str, Table)]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, (language, table)) in tables.iter().enumerate() {
        for (other, texts) in tables.iter().filter(|(other, _)| other != language) {
            let missing = texts.keys().filter(|key| !table.contains_key(*key));
            found.extend(missing.map(|key| format!("domain/locales/{language}.json: '{key}' of {other} is missing")));
        }
        for (other, texts) in &tables[at + 1..] {
            let same = table.iter().filter(|(key, text)| texts.get(*key) == Some(text) && !may_be_same(text));
            found.extend(
                same.map(|(key, text)| format!("domain/locales: '{key}' is '{text}' in {language} and {other}")),
            );
        }
    }
    found
}

/// Whether the text has no letters besides placeholders, so that it may be the same.
fn may_be_same(text: &str) -> bool {
    let outside = text.split('{').enumerate().map(|(at, part)| match part.split_once('}') {
        Some((_, rest)) if at > 0 => rest,
        _ => part,
    });
    SHARED.iter().any(|words| words.split('|').any(|word| word == text))
        || !outside.flat_map(str::chars).any(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::{Table, found, may_be_same};

    fn table(texts: &[(&str, &str)]) -> Table {
        texts.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn a_text_that_is_missing_or_the_same_is_found() {
        let de = table(&[("a", "Speichern"), ("b", "{n} / {max}"), ("c", "WhatsApp"), ("d", "Ja")]);
        let en = table(&[("a", "Speichern"), ("b", "{n} / {max}"), ("c", "WhatsApp")]);
        let found = found(&[("de", de), ("en", en)]);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().any(|line| line.contains("'a' is 'Speichern' in de and en")), "{found:?}");
        assert!(found.iter().any(|line| line.contains("en.json: 'd' of de is missing")), "{found:?}");
    }

    #[test]
    fn words_beside_placeholders_are_words() {
        assert!(may_be_same("{n} · {max}") && may_be_same("…") && may_be_same("September"));
        assert!(!may_be_same("{n} Zeichen") && !may_be_same("Zeichen"));
    }
}
