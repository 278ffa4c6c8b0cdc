//! A person's profile for the LinkedIn posts that are drafted for them (spec 3), and its rules (spec 5).

use crate::{Error, Refusal, limits, text};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A choice of the form: each value with its word in JSON and in the database (spec 3). The word is no `literal`, which utoipa cannot read.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$attribute:meta])* $variant:ident = $word:tt,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum $name { $($(#[$attribute])* #[serde(rename = $word)] $variant,)* }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|choice| choice.as_str() == word)
            }
        }
    };
}

choice! {
    /// The goal of a post.
    PostGoal {
        Discussion = "diskussion",
        Reach = "reichweite",
        Contacts = "vernetzung",
        WebsiteVisit = "website-besuch",
        Offer = "angebot",
    }
}

choice! {
    Tonality {
        Inspiring = "inspirierend",
        Pragmatic = "pragmatisch",
        Humorous = "humorvoll",
        Serious = "seriös",
        Casual = "locker",
        Personal = "persönlich",
    }
}

choice! {
    /// How the post speaks to its readers.
    #[derive(Default)]
    AddressForm {
        #[default]
        Du = "du",
        Sie = "sie",
    }
}

choice! {
    /// The language of the post, which need not be that of the page.
    #[derive(Default)]
    PostLanguage {
        #[default]
        German = "deutsch",
        English = "englisch",
        French = "französisch",
        Spanish = "spanisch",
    }
}

choice! {
    /// The post's request to its readers.
    CtaType {
        Comment = "kommentieren",
        Connect = "vernetzen",
        Website = "website",
        Offer = "angebot",
    }
}

/// Kept for each person. What was not filled in is empty, also a choice: in JSON it is `""`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct LinkedInProfile {
    pub linkedin_info: String,
    pub general_description: String,
    pub target_audience: String,
    #[serde(with = "choice")]
    #[cfg_attr(feature = "typescript", ts(type = "PostGoal | \"\""))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, default = ""))]
    pub post_goal: Option<PostGoal>,
    #[serde(with = "choice")]
    #[cfg_attr(feature = "typescript", ts(type = "Tonality | \"\""))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, default = ""))]
    pub tonality: Option<Tonality>,
    pub address_form: AddressForm,
    pub language: PostLanguage,
    #[serde(with = "choice")]
    #[cfg_attr(feature = "typescript", ts(type = "CtaType | \"\""))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, default = ""))]
    pub cta_type: Option<CtaType>,
    pub cta_text: String,
    pub special_instructions: String,
}

impl LinkedInProfile {
    /// The texts trimmed and with line ends as `\n`. Refused: a text that is too long, or with U+0000.
    pub fn cleaned(mut self) -> Result<Self, Error> {
        let texts = [
            &mut self.linkedin_info,
            &mut self.general_description,
            &mut self.target_audience,
            &mut self.cta_text,
            &mut self.special_instructions,
        ];
        for typed in texts {
            text::normalize(typed).trim().clone_into(typed);
            if typed.contains('\0') {
                return Err(Refusal::InvalidCharacter.into());
            }
            if text::length(typed) > limits::LINKEDIN_FIELD {
                return Err(Error::from(Refusal::LinkedInTooLong).with("max", limits::LINKEDIN_FIELD));
            }
        }
        Ok(self)
    }

    /// Whether the profile has the least that a post needs (spec 5).
    pub fn is_complete(&self) -> bool {
        let says = |text: &String| !text.trim().is_empty();
        (says(&self.linkedin_info) || says(&self.general_description))
            && says(&self.target_audience)
            && self.post_goal.is_some()
    }
}

/// `None` as an empty text, as a form sends it.
mod choice {
    use super::{CtaType, Deserialize, Deserializer, PostGoal, Serialize, Serializer, Tonality};
    use serde::de::Error;

    pub trait Choice: Copy + Serialize {
        fn of(word: &str) -> Option<Self>;
    }

    macro_rules! choices {
        ($($name:ident)*) => { $(impl Choice for $name {
            fn of(word: &str) -> Option<Self> {
                Self::parse(word)
            }
        })* };
    }
    choices!(PostGoal Tonality CtaType);

    // The signature that serde's `with` asks for.
    #[expect(clippy::ref_option, reason = "serde gives a reference")]
    pub fn serialize<S: Serializer, C: Choice>(chosen: &Option<C>, serializer: S) -> Result<S::Ok, S::Error> {
        match chosen {
            Some(choice) => choice.serialize(serializer),
            None => "".serialize(serializer),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>, C: Choice>(deserializer: D) -> Result<Option<C>, D::Error> {
        match Option::<String>::deserialize(deserializer)?.as_deref() {
            None | Some("") => Ok(None),
            Some(word) => C::of(word).map(Some).ok_or_else(|| D::Error::custom("there is no such choice")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AddressForm, CtaType, LinkedInProfile, PostGoal, PostLanguage, Tonality};
    use crate::Refusal;

    fn complete() -> LinkedInProfile {
        LinkedInProfile {
            general_description: "Ich baue Regale.".into(),
            target_audience: "Tischler".into(),
            post_goal: Some(PostGoal::Discussion),
            ..LinkedInProfile::default()
        }
    }

    #[test]
    fn a_post_needs_an_author_an_audience_and_a_goal() {
        assert!(complete().is_complete());
        let of_info =
            LinkedInProfile { linkedin_info: "Tischlerin".into(), general_description: " \n".into(), ..complete() };
        assert!(of_info.is_complete());
        for missing in [
            LinkedInProfile { general_description: " ".into(), ..complete() },
            LinkedInProfile { target_audience: "\t".into(), ..complete() },
            LinkedInProfile { post_goal: None, ..complete() },
            LinkedInProfile::default(),
        ] {
            assert!(!missing.is_complete(), "{missing:?}");
        }
    }

    #[test]
    fn each_text_has_two_thousand_characters_at_most() {
        let with = |info: String| LinkedInProfile { special_instructions: info, ..complete() }.cleaned();
        assert_eq!(with(format!(" {}\r\n", "ä".repeat(2000))).unwrap().special_instructions, "ä".repeat(2000));
        assert_eq!(with("a".repeat(2001)).unwrap_err().refusal, Refusal::LinkedInTooLong);
        assert_eq!(with("a\0b".into()).unwrap_err().refusal, Refusal::InvalidCharacter);
        assert_eq!(with("a\r\nb".into()).unwrap().special_instructions, "a\nb");
    }

    #[test]
    fn words_of_the_choices_are_those_of_the_specification() {
        let words = |all: Vec<&'static str>| all.join(" ");
        assert_eq!(
            words(PostGoal::ALL.iter().map(|c| c.as_str()).collect()),
            "diskussion reichweite vernetzung website-besuch angebot"
        );
        assert_eq!(
            words(Tonality::ALL.iter().map(|c| c.as_str()).collect()),
            "inspirierend pragmatisch humorvoll seriös locker persönlich"
        );
        assert_eq!(words(AddressForm::ALL.iter().map(|c| c.as_str()).collect()), "du sie");
        assert_eq!(
            words(PostLanguage::ALL.iter().map(|c| c.as_str()).collect()),
            "deutsch englisch französisch spanisch"
        );
        assert_eq!(words(CtaType::ALL.iter().map(|c| c.as_str()).collect()), "kommentieren vernetzen website angebot");
        assert_eq!(PostGoal::parse("website-besuch"), Some(PostGoal::WebsiteVisit));
        assert_eq!(Tonality::parse("SERIÖS"), None);
    }
}
