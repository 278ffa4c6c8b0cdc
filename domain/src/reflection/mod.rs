//! Reflection questions and answers (product 15).

#[cfg(feature = "texts")]
pub mod questions;

use crate::{AnswerId, EntryId, Error, Refusal, limits, text};
use serde::{Deserialize, Serialize};

/// A question in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Question {
    /// The id is the same in every language and never changes.
    pub id: String,
    pub question: String,
}

/// An answer, with its question in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReflectionAnswer {
    pub id: AnswerId,
    pub entry_id: EntryId,
    pub question_id: String,
    pub question: String,
    pub answer: String,
}

/// An answer behind a secret link, without ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SharedAnswer {
    pub question: String,
    pub answer: String,
}

impl From<ReflectionAnswer> for SharedAnswer {
    fn from(answer: ReflectionAnswer) -> Self {
        Self { question: answer.question, answer: answer.answer }
    }
}

/// An answer as it is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AnswerForm {
    pub question_id: String,
    pub answer: String,
    /// The saved answer that this one replaces. Empty: there was none. `None`: any answer is replaced.
    pub previous: Option<String>,
}

impl AnswerForm {
    /// Normalises line ends, trims, and checks the length. An empty answer is refused.
    pub fn checked(self) -> Result<Self, Error> {
        let answer = as_kept(&self.answer);
        if answer.contains('\0') || self.question_id.contains('\0') {
            return Err(Refusal::InvalidCharacter.into());
        }
        if answer.is_empty() {
            return Err(Refusal::EmptyAnswer.into());
        }
        if text::length(&answer) > limits::REFLECTION_ANSWER {
            return Err(Refusal::AnswerTooLong.into());
        }
        Ok(Self { answer, ..self })
    }

    /// Whether this answer may replace `saved`: the writer knew `saved`, or has written the same words.
    pub fn may_replace(&self, saved: &str) -> bool {
        self.answer == saved || is_known(self.previous.as_deref(), saved)
    }
}

/// Whether somebody who expects `previous` as the saved answer knows `saved`. `None` is always accepted.
pub fn is_known(previous: Option<&str>, saved: &str) -> bool {
    previous.is_none_or(|previous| as_kept(previous) == saved)
}

/// Normalises line ends and trims.
fn as_kept(answer: &str) -> String {
    text::normalize(answer).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::AnswerForm;

    #[test]
    fn an_answer_is_trimmed_and_has_between_one_and_two_thousand_characters() {
        let code = |answer: &str| {
            let form = AnswerForm { question_id: "small_joy".into(), answer: answer.into(), previous: None };
            form.checked().map_or_else(|error| error.code().to_owned(), |form| form.answer)
        };
        assert_eq!(code(" Kaffee\r\nund Kuchen \n"), "Kaffee\nund Kuchen");
        assert_eq!(code(" \n\t"), "empty_answer");
        assert_eq!(code("a\0"), "invalid_character");
        assert_eq!(code(&format!("  {}\r\n", "ä".repeat(2000))).chars().count(), 2000);
        assert_eq!(code(&"ä".repeat(2001)), "answer_too_long");
    }
}
