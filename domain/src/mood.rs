//! How a day felt: a level, and for Pro a feeling or an own emoji (spec 3).

use crate::{Error, Refusal, limits};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Mood {
    /// 1 (worst) to 10 (best).
    #[serde(default)]
    pub level: u8,
    #[serde(default)]
    pub feeling: Option<Feeling>,
    #[serde(default)]
    pub custom_emoji: Option<String>,
    /// False: nobody chose a level, and it is the default. There may be a feeling or an emoji all the same.
    #[serde(default)]
    pub is_set: bool,
}

/// A mood as a call sends it: one without a level has none, unless it says so.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GivenMood {
    level: Option<u8>,
    feeling: Option<Feeling>,
    custom_emoji: Option<String>,
    is_set: Option<bool>,
}

impl<'de> Deserialize<'de> for Mood {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GivenMood { level, feeling, custom_emoji, is_set } = GivenMood::deserialize(deserializer)?;
        let is_set = is_set.unwrap_or(level.is_some());
        Ok(Self { level: level.unwrap_or(limits::MOOD_DEFAULT), feeling, custom_emoji, is_set })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Feeling {
    Happy,
    Love,
    Cool,
    Grateful,
    Tired,
    Stressed,
    Sad,
    Angry,
    Thoughtful,
    Relaxed,
    Excited,
    Overwhelmed,
}

impl Feeling {
    /// All feelings in the order of spec 3.
    pub const ALL: [Self; 12] = [
        Self::Happy,
        Self::Love,
        Self::Cool,
        Self::Grateful,
        Self::Tired,
        Self::Stressed,
        Self::Sad,
        Self::Angry,
        Self::Thoughtful,
        Self::Relaxed,
        Self::Excited,
        Self::Overwhelmed,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Happy => "happy",
            Self::Love => "love",
            Self::Cool => "cool",
            Self::Grateful => "grateful",
            Self::Tired => "tired",
            Self::Stressed => "stressed",
            Self::Sad => "sad",
            Self::Angry => "angry",
            Self::Thoughtful => "thoughtful",
            Self::Relaxed => "relaxed",
            Self::Excited => "excited",
            Self::Overwhelmed => "overwhelmed",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feeling| feeling.as_str() == text)
    }

    /// The emoji shown beside the feeling's name.
    pub fn emoji(self) -> &'static str {
        match self {
            Self::Happy => "😊",
            Self::Love => "🥰",
            Self::Cool => "😎",
            Self::Grateful => "🙏",
            Self::Tired => "😴",
            Self::Stressed => "😖",
            Self::Sad => "😢",
            Self::Angry => "😠",
            Self::Thoughtful => "🤔",
            Self::Relaxed => "😌",
            Self::Excited => "🤩",
            Self::Overwhelmed => "🤯",
        }
    }
}

/// A mood that is not set.
impl Default for Mood {
    fn default() -> Self {
        Self { is_set: false, ..Self::at(limits::MOOD_DEFAULT) }
    }
}

impl Mood {
    pub fn at(level: u8) -> Self {
        Self { level, feeling: None, custom_emoji: None, is_set: true }
    }

    /// The level is the default unless somebody chose it.
    #[must_use]
    pub fn settled(self) -> Self {
        let level = if self.is_set { self.level } else { limits::MOOD_DEFAULT };
        Self { level, ..self }
    }

    /// The level, if somebody chose one. Any other counts in no figure and is shown to nobody.
    pub fn chosen_level(&self) -> Option<u8> {
        self.is_set.then_some(self.level)
    }

    /// Whether nobody chose anything: neither level, feeling nor emoji.
    pub fn is_empty(&self) -> bool {
        !self.is_set && self.feeling.is_none() && self.custom_emoji.is_none()
    }

    pub fn check(&self) -> Result<(), Error> {
        if (limits::MOOD_MIN..=limits::MOOD_MAX).contains(&self.level) {
            Ok(())
        } else {
            Err(Refusal::InvalidMood.into())
        }
    }

    /// The icon band of the level, 1 to 5: levels up to 2, 4, 6, 8 and 10 (spec 9).
    pub fn band(&self) -> u8 {
        self.level.clamp(limits::MOOD_MIN, limits::MOOD_MAX).div_ceil(2)
    }
}

#[cfg(test)]
mod tests {
    use super::Mood;

    #[test]
    fn bands_end_at_two_four_six_and_eight() {
        let bands: Vec<u8> = (1..=10).map(|level| Mood::at(level).band()).collect();
        assert_eq!(bands, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    }

    #[test]
    fn a_mood_without_a_level_has_none_and_a_named_one_counts_as_chosen() {
        for (json, level, is_empty) in [
            ("{}", None, true),
            (r#"{"feeling":"happy"}"#, None, false),
            (r#"{"customEmoji":"🦔"}"#, None, false),
            (r#"{"level":5,"feeling":"happy","isSet":false}"#, None, false),
            (r#"{"level":9,"isSet":false}"#, None, true),
            (r#"{"level":5}"#, Some(5), false),
            (r#"{"level":7,"feeling":"happy"}"#, Some(7), false),
        ] {
            let mood = serde_json::from_str::<Mood>(json).map(Mood::settled).unwrap_or_default();
            assert_eq!((mood.chosen_level(), mood.is_empty()), (level, is_empty), "{json}");
            assert_eq!(mood.level, level.unwrap_or(5), "{json}");
        }
    }

    #[test]
    fn levels_outside_one_to_ten_are_refused() {
        for level in [0, 11, 255] {
            assert!(Mood::at(level).check().is_err(), "{level}");
        }
    }
}
