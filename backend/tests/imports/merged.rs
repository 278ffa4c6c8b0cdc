//! Several entries of a day.

use backend::imports::source::{Part, merge};
use domain::{EntryTexts, Mood, limits};
use proptest::prelude::{Strategy, prop, prop_assert, proptest};

fn part(hour: Option<u32>, text: &str) -> Part {
    Part {
        key: text.to_owned(),
        time: hour.and_then(|hour| chrono::NaiveTime::from_hms_opt(hour, 0, 0)),
        texts: EntryTexts { text: text.to_owned(), ..EntryTexts::default() },
        emojis: String::new(),
        mood: Mood::default(),
        is_favorite: false,
        is_hidden_memory: false,
        answers: vec![],
        photos: vec![],
        recordings: vec![],
        created_at: None,
        digest: None,
    }
}

#[test]
fn the_entries_of_a_day_stand_in_order_of_time_with_a_line_between() {
    let mut morning = part(Some(7), "Morgen");
    morning.mood = Mood::at(3);
    morning.is_favorite = true;
    let mut noon = part(Some(12), "Mittag\n");
    noon.mood = Mood::at(9);
    let merged = merge(vec![part(Some(22), "Abend"), noon, morning, part(None, "Tag")]).unwrap();
    assert_eq!(merged.texts.text, "Tag\n\n---\n\nMorgen\n\n---\n\nMittag\n\n---\n\nAbend");
    assert_eq!((merged.mood.chosen_level(), merged.is_favorite), (Some(9), true));
    assert!(merge(vec![]).is_none());
}

#[test]
fn a_summary_that_does_not_fit_becomes_text() {
    let long = |sign: &str| {
        let mut part = part(None, "");
        part.texts.summary = sign.repeat(limits::SUMMARY - 1);
        part.texts.summary_source = "local".into();
        part
    };
    let merged = merge(vec![long("a"), long("b")]).unwrap();
    assert!(merged.texts.summary.starts_with('a') && merged.texts.text.starts_with('b'));
    assert_eq!(merged.texts.summary_source, "local");
    let (mut by_service, mut own) = (part(None, "a"), part(None, "b"));
    (by_service.texts.summary, by_service.texts.summary_source) = ("a".into(), "local".into());
    own.texts.summary = "b".into();
    let texts = merge(vec![by_service, own]).unwrap().texts;
    assert_eq!((texts.summary.as_str(), texts.summary_source.as_str()), ("a\n\nb", ""));
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let words = || prop::string::string_regex("[a-zäöü.]{1,9}( [a-zäöü!]{1,9}){0,20}").unwrap();
    let one = (prop::option::of(0_u32..24), words(), words(), words(), words()).prop_map(|(hour, text, a, b, c)| {
        let mut part = part(hour, &text);
        (part.texts.summary, part.texts.top_moment, part.texts.audio_transcript) = (a, b, c);
        part.answers = vec![("open_question".to_owned(), text)];
        part
    });
    prop::collection::vec(one, 1..12)
}

proptest! {
    #[test]
    fn no_word_is_lost(parts in parts()) {
        let words = |part: &Part| {
            let answers: Vec<_> = part.answers.iter().map(|(_, answer)| answer.as_str()).collect();
            let texts = part.texts.words().map(String::as_str).join(" ");
            let mut words: Vec<_> =
                format!("{texts} {}", answers.join(" ")).split_whitespace().map(str::to_owned).collect();
            words.retain(|word| !["---", "·"].contains(&word.as_str()));
            words.sort();
            words
        };
        let mut before: Vec<_> = parts.iter().flat_map(&words).collect();
        before.sort();
        let merged = merge(parts).unwrap();
        prop_assert!(merged.texts.summary.chars().count() <= limits::SUMMARY);
        prop_assert!(merged.texts.top_moment.chars().count() <= limits::TOP_MOMENT);
        // The question above a second answer is new.
        let mut after = words(&merged);
        for word in before {
            let at = after.iter().position(|found| *found == word);
            prop_assert!(at.is_some(), "{word}");
            after.swap_remove(at.unwrap_or_default());
        }
    }
}
