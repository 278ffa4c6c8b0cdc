//! An object of JSON, of which each field is read on its own.

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// Most items that are read of a list.
const ITEMS: usize = 1000;

/// A field that is absent, null or of another kind is as if it were not there, but where a method says something else.
#[derive(Debug, Default)]
pub struct Fields<'j>(HashMap<String, &'j RawValue>);

/// A field that is there and is of another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong;

impl<'j> Fields<'j> {
    /// `None`: this is no object.
    pub fn of(json: &'j [u8]) -> Option<Self> {
        serde_json::from_slice(json).ok().map(Self)
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| value.get() != "null")
    }

    /// Those of the fields that say something.
    pub fn with_values<'n>(&self, names: &[&'n str]) -> Vec<&'n str> {
        let is_empty = |value: &RawValue| {
            let signs: String = value.get().split_whitespace().take(3).collect();
            matches!(signs.as_str(), "null" | "false" | "0" | "\"\"" | "{}" | "[]")
        };
        let says = |name: &&str| self.0.get(*name).is_some_and(|value| !is_empty(value));
        names.iter().copied().filter(says).collect()
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_str(self.0.get(name)?.get()).ok()
    }

    /// Empty if it is absent.
    pub fn words(&self, name: &str) -> Result<String, Wrong> {
        if self.has(name) { self.read(name).ok_or(Wrong) } else { Ok(String::new()) }
    }

    pub fn string(&self, name: &str) -> Option<String> {
        self.read(name)
    }

    pub fn number(&self, name: &str) -> Option<f64> {
        self.read(name)
    }

    /// A number from zero on, without what is behind the point.
    pub fn whole(&self, name: &str) -> Option<u32> {
        let number = self.number(name).filter(|number| (0.0..1_000_000.0).contains(number))?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the filter has bounded it")]
        let whole = number as u32;
        Some(whole)
    }

    pub fn flag(&self, name: &str) -> bool {
        self.read(name).unwrap_or_default()
    }

    pub fn object(&self, name: &str) -> Option<Self> {
        Self::of(self.0.get(name)?.get().as_bytes())
    }

    /// The items that are objects.
    pub fn objects(&self, name: &str) -> Vec<Self> {
        self.items(name).into_iter().filter_map(|item| Self::of(item.get().as_bytes())).collect()
    }

    /// All items of a list. `None`: it is no list, or an item is no object.
    pub fn all_objects(&self, name: &str) -> Option<Vec<Self>> {
        let list = serde_json::from_str::<Vec<&RawValue>>(self.0.get(name)?.get()).ok()?;
        list.into_iter().map(|item| Self::of(item.get().as_bytes())).collect()
    }

    /// The items that are strings or numbers.
    pub fn strings(&self, name: &str) -> Vec<String> {
        let plain = |item: &RawValue| {
            let is_number = item.get().starts_with(|c: char| c.is_ascii_digit());
            if is_number { Some(item.get().to_owned()) } else { serde_json::from_str(item.get()).ok() }
        };
        self.items(name).into_iter().filter_map(plain).collect()
    }

    pub fn numbers(&self, name: &str) -> Vec<f64> {
        self.items(name).into_iter().filter_map(|item| serde_json::from_str(item.get()).ok()).collect()
    }

    fn items(&self, name: &str) -> Vec<&'j RawValue> {
        let list = self.0.get(name).and_then(|list| serde_json::from_str::<Vec<&RawValue>>(list.get()).ok());
        let mut list = list.unwrap_or_default();
        list.truncate(ITEMS);
        list
    }
}
