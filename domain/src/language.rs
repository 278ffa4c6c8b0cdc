//! The four languages of the interface.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Language {
    De,
    /// The fallback (spec 1).
    #[default]
    En,
    Fr,
    Es,
}

impl Language {
    pub const ALL: [Self; 4] = [Self::De, Self::En, Self::Fr, Self::Es];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::De => "de",
            Self::En => "en",
            Self::Fr => "fr",
            Self::Es => "es",
        }
    }

    /// The language's name in the language itself, as the menu shows it.
    pub fn name(self) -> &'static str {
        match self {
            Self::De => "Deutsch",
            Self::En => "English",
            Self::Fr => "Français",
            Self::Es => "Español",
        }
    }

    /// Exactly one of the four codes.
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|l| l.as_str() == code)
    }

    /// The best of the four for an `Accept-Language` header: highest weight first. Only primary subtags are compared.
    pub fn negotiate(header: &str) -> Self {
        let mut best: Option<(f32, Self)> = None;
        for part in header.split(',') {
            let mut pieces = part.split(';');
            let primary = pieces.next().unwrap_or("").trim().split('-').next().unwrap_or("").to_ascii_lowercase();
            let weight =
                pieces.find_map(|p| p.trim().strip_prefix("q=")).map_or(1.0, |q| q.trim().parse().unwrap_or(0.0));
            if let Some(language) = Self::parse(&primary)
                && weight > 0.0
                && best.is_none_or(|(heaviest, _)| weight > heaviest)
            {
                best = Some((weight, language));
            }
        }
        best.map_or(Self::default(), |(_, language)| language)
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_heaviest_known_language_wins() {
        for (header, expected) in [
            ("de-DE,de;q=0.9,en;q=0.8", Language::De),
            ("it,fr;q=0.4,es;q=0.6", Language::Es),
            ("it-IT", Language::En),
            ("", Language::En),
            ("de;q=0, fr", Language::Fr),
            ("FR-ca", Language::Fr),
            ("de;q=abc,en", Language::En),
        ] {
            assert_eq!(Language::negotiate(header), expected, "{header}");
        }
    }
}
