//! Texts and settings that a page passes to an island.

use serde::{Deserialize, Serialize};

/// Texts and settings by name: one type for all islands, since each type of its own that is read from JSON makes the browser's module two
/// kilobytes larger.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Values(Vec<(String, String)>);

impl Values {
    /// Empty where it is missing.
    pub fn get(&self, name: &str) -> String {
        self.0.iter().find(|(of, _)| of == name).map(|(_, value)| value.clone()).unwrap_or_default()
    }

    pub fn is(&self, name: &str) -> bool {
        !self.get(name).is_empty()
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Values {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(values: I) -> Self {
        Self(values.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}
