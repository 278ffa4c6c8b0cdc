//! How a day felt: a level, and for Pro a feeling or an own emoji (spec 3).

use crate::{Error, Refusal, limits};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Mood {
    /// 1 (worst) to 10 (best).
    #[serde(default = "default_level")]
    pub level: u8,
    #[serde(default)]
    pub feeling: Option<Feeling>,
    #[serde(default)]
    pub custom_emoji: Option<String>,
    /// False: nobody chose a mood, and the level is the default.
    #[serde(default = "yes")]
    pub is_set: bool,
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
    /// In the order of spec 3.
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

fn default_level() -> u8 {
    limits::MOOD_DEFAULT
}

fn yes() -> bool {
    true
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

    /// A mood with a feeling or an emoji counts as set. A mood without the set mark gets the default level.
    #[must_use]
    pub fn settled(self) -> Self {
        let is_set = self.is_set || self.feeling.is_some() || self.custom_emoji.is_some();
        let level = if self.is_set { self.level } else { limits::MOOD_DEFAULT };
        Self { level, is_set, ..self }
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
    fn levels_outside_one_to_ten_are_refused() {
        for level in [0, 11, 255] {
            assert!(Mood::at(level).check().is_err(), "{level}");
        }
    }
}
