//! The list of reflection questions. Their texts are in the locales, so that no language misses one.

use super::Question;
use crate::{Key, Language};
use chrono::{Datelike, NaiveDate};

/// The prefix of the text keys. The rest of a key is the question's id.
const PREFIX: &str = "reflection.questions.";

/// The questions in the order of the days. Answers refer to them by id, so none may be removed or get another meaning.
const QUESTIONS: &[Key] = &[
    Key::ReflectionQuestionsSmallJoy,
    Key::ReflectionQuestionsGratefulTo,
    Key::ReflectionQuestionsLearned,
    Key::ReflectionQuestionsBody,
    Key::ReflectionQuestionsLetGo,
    Key::ReflectionQuestionsLaughed,
    Key::ReflectionQuestionsProud,
    Key::ReflectionQuestionsSound,
    Key::ReflectionQuestionsLookingForward,
    Key::ReflectionQuestionsConversation,
    Key::ReflectionQuestionsBraver,
    Key::ReflectionQuestionsQuiet,
    Key::ReflectionQuestionsSurprise,
    Key::ReflectionQuestionsKindness,
    Key::ReflectionQuestionsGaveStrength,
    Key::ReflectionQuestionsFavouritePlace,
    Key::ReflectionQuestionsWentWrong,
    Key::ReflectionQuestionsTellAFriend,
    Key::ReflectionQuestionsTaste,
    Key::ReflectionQuestionsUnsaid,
    Key::ReflectionQuestionsLight,
    Key::ReflectionQuestionsLiveAgain,
    Key::ReflectionQuestionsKindToYourself,
    Key::ReflectionQuestionsSmallerWorry,
    Key::ReflectionQuestionsChapter,
    Key::ReflectionQuestionsMadeEasier,
    Key::ReflectionQuestionsFirstThought,
    Key::ReflectionQuestionsOutdoors,
    Key::ReflectionQuestionsDecision,
    Key::ReflectionQuestionsMissed,
    Key::ReflectionQuestionsEnough,
    Key::ReflectionQuestionsSong,
    Key::ReflectionQuestionsSaidNo,
    Key::ReflectionQuestionsMemory,
    Key::ReflectionQuestionsTouched,
    Key::ReflectionQuestionsCanWait,
    Key::ReflectionQuestionsColour,
    Key::ReflectionQuestionsYoungerSelf,
    Key::ReflectionQuestionsHands,
    Key::ReflectionQuestionsHope,
    Key::ReflectionQuestionsStranger,
    Key::ReflectionQuestionsTimeFlew,
    Key::ReflectionQuestionsHard,
    Key::ReflectionQuestionsAtHome,
    Key::ReflectionQuestionsOpenQuestion,
    Key::ReflectionQuestionsChangedMind,
    Key::ReflectionQuestionsComfort,
    Key::ReflectionQuestionsUnnoticedBeauty,
    Key::ReflectionQuestionsGetInTouch,
    Key::ReflectionQuestionsWish,
    Key::ReflectionQuestionsSmell,
    Key::ReflectionQuestionsGoodWords,
    Key::ReflectionQuestionsSlower,
    Key::ReflectionQuestionsWentWell,
    Key::ReflectionQuestionsAnnoyed,
    Key::ReflectionQuestionsOneWord,
    Key::ReflectionQuestionsInAYear,
    Key::ReflectionQuestionsLivingThing,
    Key::ReflectionQuestionsTonight,
    Key::ReflectionQuestionsDifferently,
    Key::ReflectionQuestionsCloseTo,
    Key::ReflectionQuestionsNeedless,
    Key::ReflectionQuestionsThankYou,
    Key::ReflectionQuestionsWindow,
    Key::ReflectionQuestionsCarrying,
    Key::ReflectionQuestionsBegan,
    Key::ReflectionQuestionsCostStrength,
    Key::ReflectionQuestionsEnded,
];

fn id(key: Key) -> &'static str {
    key.name().strip_prefix(PREFIX).unwrap_or_default()
}

fn question(key: Key, language: Language) -> Question {
    Question { id: id(key).to_owned(), question: language.text(key).to_owned() }
}

pub fn all(language: Language) -> Vec<Question> {
    QUESTIONS.iter().map(|key| question(*key, language)).collect()
}

/// The question of a day. It is the same for everybody, and the questions take turns.
pub fn of_day(date: NaiveDate, language: Language) -> Question {
    let days = usize::try_from(date.num_days_from_ce()).unwrap_or_default();
    question(QUESTIONS[days % QUESTIONS.len()], language)
}

/// The text of the question with this id.
pub fn text(id: &str, language: Language) -> Option<&'static str> {
    let key = Key::by_name(&format!("{PREFIX}{id}"))?;
    Some(language.text(key))
}

#[cfg(test)]
mod tests {
    use super::{all, of_day, text};
    use crate::{Language, limits};
    use chrono::NaiveDate;
    use std::collections::{BTreeSet, HashSet};

    #[test]
    fn there_are_more_than_sixty_questions_and_every_language_has_each() {
        let ids: Vec<_> = all(Language::De).into_iter().map(|question| question.id).collect();
        assert!(ids.len() >= 60, "{}", ids.len());
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len(), "no id stands for two");
        for language in Language::ALL {
            let questions = all(language);
            assert_eq!(
                questions.iter().map(|question| &question.id).collect::<Vec<_>>(),
                ids.iter().collect::<Vec<_>>()
            );
            let texts: HashSet<_> = questions.iter().map(|question| question.question.trim()).collect();
            assert_eq!(texts.len(), ids.len(), "no two ask the same in {}", language.as_str());
            assert!(texts.iter().all(|text| text.ends_with('?')), "{}", language.as_str());
            for question in &questions {
                assert_eq!(text(&question.id, language), Some(question.question.as_str()));
            }
        }
    }

    #[test]
    fn every_text_of_a_question_is_asked() {
        let asked: BTreeSet<_> = all(Language::De).into_iter().map(|question| question.id).collect();
        let written = Language::De.texts_below("reflection.questions");
        let written: BTreeSet<_> =
            written.keys().map(|name| name["reflection.questions.".len()..].to_owned()).collect();
        assert_eq!(asked, written);
    }

    #[test]
    fn each_day_has_the_next_question_and_any_date_has_one() {
        let first = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        let days = all(Language::De).len();
        let asked: HashSet<_> = first.iter_days().take(days).map(|day| of_day(day, Language::De).id).collect();
        assert_eq!(asked.len(), days, "none comes twice in so many days");
        for date in [NaiveDate::MIN, NaiveDate::MAX] {
            assert!(!of_day(date, Language::Fr).question.is_empty());
        }
    }

    #[test]
    fn an_id_that_is_none_asks_nothing() {
        for id in ["", "x", "small_joy.", "../small_joy", "small_joy\0", &"a".repeat(10_000)] {
            assert_eq!(text(id, Language::De), None);
        }
        assert!(limits::REFLECTION_ANSWERS < all(Language::De).len());
    }
}
