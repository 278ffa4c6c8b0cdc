//! What a file says becomes what an entry may hold: the same bounds as of what is typed, but for the length of the text.

use super::source::Part;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use domain::{EntryContent, EntryTexts, Mood, day::Zone, emoji, limits, reflection::AnswerForm, text};

pub fn content(part: &Part) -> EntryContent {
    let EntryTexts { text, summary, summary_source, top_moment, audio_transcript } = &part.texts;
    let summary = bounded(summary.trim(), limits::SUMMARY);
    let is_named = !summary.is_empty() && text::length(summary_source) <= limits::NAME;
    let source =
        if is_named && !summary_source.contains(char::is_control) { summary_source.clone() } else { String::new() };
    EntryContent {
        texts: EntryTexts {
            text: bounded(text, limits::IMPORTED_TEXT),
            summary,
            summary_source: source,
            top_moment: bounded(top_moment.trim(), limits::TOP_MOMENT),
            audio_transcript: bounded(audio_transcript.trim(), limits::TRANSCRIPT),
        },
        emojis: emoji::day_emojis(&part.emojis).unwrap_or_default(),
        mood: mood(&part.mood),
    }
}

fn bounded(words: &str, most: usize) -> String {
    text::normalize(words).chars().filter(|c| *c != '\0').take(most).collect()
}

fn mood(mood: &Mood) -> Mood {
    if mood.check().is_err() {
        return Mood::default();
    }
    let own = mood.custom_emoji.as_deref().map(emoji::only_emojis).filter(|own| emoji::count(own) == 1);
    Mood { custom_emoji: own, ..mood.clone() }.settled()
}

/// Answers to questions that there are, each once.
pub fn answers(part: &Part) -> Vec<AnswerForm> {
    let forms = part.answers.iter().map(|(question_id, answer)| AnswerForm {
        question_id: question_id.clone(),
        answer: bounded(answer, limits::REFLECTION_ANSWER),
        previous: None,
    });
    forms.take(limits::REFLECTION_ANSWERS).collect()
}

pub fn alt(alt: &str) -> String {
    bounded(&alt.split_whitespace().collect::<Vec<_>>().join(" "), limits::ALT)
}

/// When the entry was written: as its source says, else at its time of its day. Never later than now.
pub fn created_at(part: &Part, date: NaiveDate, zone: Zone, now: DateTime<Utc>) -> DateTime<Utc> {
    // Noon is on the same day wherever one is.
    let local = date.and_time(part.time.unwrap_or(NaiveTime::MIN + TimeDelta::hours(12)));
    let of_day = || zone.from_local_datetime(&local).earliest().map_or_else(|| local.and_utc(), |at| at.to_utc());
    let oldest = date.and_time(NaiveTime::MIN).and_utc() - TimeDelta::days(1);
    // A source whose clock was wrong would move its entry to the end of the diary.
    part.created_at.filter(|at| *at >= oldest).unwrap_or_else(of_day).min(now)
}

/// The text of a day that has an entry, with the imported one as its second half. What has a place of its own beside the text is part of it here: no
/// word gets lost. `None`: both together are too long.
pub fn second_half(current: &str, part: &EntryContent, answers: &[(String, String)]) -> Option<String> {
    let texts = &part.texts;
    let asked = answers.iter().map(|(question, answer)| format!("**{question}**\n{answer}"));
    let beside = [&texts.text, &texts.top_moment, &texts.summary, &texts.audio_transcript, &part.emojis]
        .map(|words| words.trim().to_owned());
    let half = beside.into_iter().chain(asked).filter(|words| !words.is_empty()).collect::<Vec<_>>().join("\n\n");
    let halves = [current.trim_end(), half.as_str()].into_iter().filter(|half| !half.is_empty());
    let together = halves.collect::<Vec<_>>().join("\n\n---\n\n");
    (text::length(&together) <= limits::IMPORTED_TEXT).then_some(together)
}

#[cfg(test)]
mod tests {
    use super::{content, created_at, second_half};
    use crate::imports::source::Part;
    use domain::{EntryContent, EntryTexts, day};

    fn part(text: &str) -> Part {
        Part::of(text.into())
    }

    #[test]
    fn what_is_taken_over_has_the_bounds_of_what_is_typed_but_a_long_text_stays_whole() {
        let mut long = part(&"ä".repeat(40_000));
        long.texts.top_moment = "b".repeat(500);
        long.texts.summary = "c\0c".into();
        long.texts.summary_source = "ein\nDienst".into();
        long.emojis = "🪁 und Text".into();
        long.mood.custom_emoji = Some("😀😀".into());
        let EntryContent { texts, emojis, mood } = content(&long);
        assert_eq!((texts.text.chars().count(), texts.top_moment.len(), texts.summary.as_str()), (30_000, 200, "cc"));
        assert_eq!((texts.summary_source.as_str(), emojis.as_str(), mood.custom_emoji), ("", "🪁", None));
    }

    #[test]
    fn an_entry_keeps_the_time_of_its_source_and_none_is_from_the_future() {
        let (date, zone) = ("2020-04-18".parse().unwrap(), day::DEFAULT_ZONE);
        let now = "2026-11-27T10:00:00Z".parse().unwrap();
        let at = |part: &Part| created_at(part, date, zone, now).to_rfc3339();
        let mut one = part("Regen");
        assert_eq!(at(&one), "2020-04-18T10:00:00+00:00", "noon in Berlin");
        one.time = Some("23:30:00".parse().unwrap());
        assert_eq!(at(&one), "2020-04-18T21:30:00+00:00");
        one.created_at = Some("2020-04-19T07:00:00Z".parse().unwrap());
        assert_eq!(at(&one), "2020-04-19T07:00:00+00:00");
        one.created_at = Some("2090-01-01T00:00:00Z".parse().unwrap());
        assert_eq!(at(&one), "2026-11-27T10:00:00+00:00");
        one.created_at = Some("1970-01-01T00:00:00Z".parse().unwrap());
        assert_eq!(at(&one), "2020-04-18T21:30:00+00:00");
    }

    #[test]
    fn a_second_half_stands_below_a_line_and_has_every_word() {
        let texts = EntryTexts { text: "Mittag\n".into(), top_moment: "Kuchen".into(), ..EntryTexts::default() };
        let half = EntryContent { texts, emojis: "🪁".into(), ..EntryContent::default() };
        let answers = [("Welches Lied?".to_owned(), "Summertime".to_owned())];
        let together = second_half("Morgen\n", &half, &answers).unwrap();
        assert_eq!(together, "Morgen\n\n---\n\nMittag\n\nKuchen\n\n🪁\n\n**Welches Lied?**\nSummertime");
        assert_eq!(second_half("", &half, &[]).unwrap(), "Mittag\n\nKuchen\n\n🪁");
        assert_eq!(second_half(&"a".repeat(29_990), &half, &[]), None);
    }
}
