//! Translated texts that an island gets as a prop: the browser's module holds no table.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// By their full names in `domain/locales`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Texts(BTreeMap<String, String>);

impl Texts {
    /// The empty text for a name that was not given.
    pub fn get(&self, name: &str) -> String {
        self.0.get(name).cloned().unwrap_or_default()
    }
}

#[cfg(feature = "ssr")]
impl Texts {
    /// Everything below these prefixes, and single names, in the language of the page.
    pub fn of(language: domain::Language, prefixes: &[&str], keys: &[domain::Key]) -> Self {
        let below = prefixes.iter().flat_map(|prefix| language.texts_below(prefix));
        let single = keys.iter().map(|key| (key.name(), language.text(*key)));
        Self(below.chain(single).map(|(name, text)| (name.to_owned(), text.to_owned())).collect())
    }
}
