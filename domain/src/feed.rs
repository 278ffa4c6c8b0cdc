//! Whose entries the dashboard's list shows (spec 2), or which of one's own.

use serde::{Deserialize, Serialize};

/// Stored as text in the cookie and in local storage: the chosen names joined by dots, or `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedFilters {
    pub own: bool,
    pub friends: bool,
    pub public: bool,
}

/// The name of the cookie and of the item in local storage.
pub const KEPT_AS: &str = "feed";
const NONE: &str = "none";
const NAMES: [&str; 3] = ["own", "friends", "public"];

impl Default for FeedFilters {
    fn default() -> Self {
        Self { own: true, ..Self::NONE }
    }
}

impl FeedFilters {
    pub const NONE: Self = Self { own: false, friends: false, public: false };
    pub const FRIENDS: Self = Self { friends: true, ..Self::NONE };
    pub const PUBLIC: Self = Self { public: true, ..Self::NONE };

    /// `None` if the text is not in this format.
    pub fn parse(text: &str) -> Option<Self> {
        if text == NONE {
            return Some(Self::NONE);
        }
        let parts: Vec<_> = text.split('.').collect();
        let filters = Self::of(|name| parts.contains(&name));
        (filters.text() == text).then_some(filters)
    }

    /// Asks for each filter by its name.
    pub fn of(is_chosen: impl Fn(&str) -> bool) -> Self {
        let [own, friends, public] = NAMES.map(is_chosen);
        Self { own, friends, public }
    }

    /// Each filter with its name, in the order of the text.
    pub fn each(self) -> [(&'static str, bool); 3] {
        let [own, friends, public] = NAMES;
        [(own, self.own), (friends, self.friends), (public, self.public)]
    }

    pub fn text(self) -> String {
        let chosen: Vec<_> =
            self.each().into_iter().filter(|(_, is_chosen)| *is_chosen).map(|(name, _)| name).collect();
        if chosen.is_empty() { NONE.to_owned() } else { chosen.join(".") }
    }
}

/// A part of one's own entries. Nothing keeps the choice; an address names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum OnlyOwn {
    Favorites,
    /// Entries with a secret link that still opens.
    Links,
}

impl OnlyOwn {
    pub const ALL: [Self; 2] = [Self::Favorites, Self::Links];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Favorites => "favorites",
            Self::Links => "links",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|only| only.as_str() == name)
    }
}

/// The entries in a list: somebody's, or only a part of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedChoice {
    Whose(FeedFilters),
    Only(OnlyOwn),
}

impl FeedChoice {
    pub fn new(filters: FeedFilters, only: Option<OnlyOwn>) -> Self {
        only.map_or(Self::Whose(filters), Self::Only)
    }

    /// One's own entries alone go by their date, which may be long before they were written. With those of others a list goes by the time
    /// at which entries were created (spec 7).
    pub fn is_by_date(self) -> bool {
        match self {
            Self::Whose(filters) => filters == FeedFilters::default(),
            Self::Only(_) => true,
        }
    }
}

impl From<FeedFilters> for FeedChoice {
    fn from(filters: FeedFilters) -> Self {
        Self::Whose(filters)
    }
}

impl From<OnlyOwn> for FeedChoice {
    fn from(only: OnlyOwn) -> Self {
        Self::Only(only)
    }
}

#[cfg(test)]
mod tests {
    use super::FeedFilters;

    #[test]
    fn every_choice_reads_back_from_its_text_and_anything_else_is_none() {
        for n in 0..8_u8 {
            let filters = FeedFilters { own: n & 1 > 0, friends: n & 2 > 0, public: n & 4 > 0 };
            assert_eq!(FeedFilters::parse(&filters.text()), Some(filters));
        }
        assert_eq!(FeedFilters::default().text(), "own");
        for text in ["", "Own", "own.own", "friends.own", "own.", ".", "none.own", "own,friends", "ä", "true"] {
            assert_eq!(FeedFilters::parse(text), None, "{text}");
        }
    }
}
