//! Several entries of a day as one.

use super::{
    LONGEST_TEXT, Part,
    reading::{cut, short},
};
use domain::{Language, limits, reflection::questions, text};
use std::collections::HashSet;

/// Stands between the texts of two entries.
const LINE: &str = "\n\n---\n\n";

/// The entries of a day as one, in order of time with a line between.
///
/// The mood, the first recording and whether the day is a favourite come from those that have them. A text above [`LONGEST_TEXT`]
/// characters is cut, which [`super::Source`] has told as a problem of the day.
pub fn merge(mut parts: Vec<Part>) -> Option<Part> {
    if parts.len() < 2 {
        return parts.pop();
    }
    parts.sort_by_key(|part| part.time);
    let mut part = joined(&parts);
    cut(&mut part.texts.text, LONGEST_TEXT);
    part.recordings.truncate(1);
    Some(part)
}

/// All of the parts, with no text cut.
pub fn joined(parts: &[Part]) -> Part {
    let mut one = Part::of(String::new());
    let mut files = HashSet::new();
    let mut keys = Vec::new();
    let mut has_main = false;
    for part in parts {
        let texts = &part.texts;
        push(&mut one.texts.text, texts.text.trim(), LINE);
        let fields = [
            (&mut one.texts.summary, &texts.summary, "\n\n", limits::SUMMARY),
            (&mut one.texts.top_moment, &texts.top_moment, " · ", limits::TOP_MOMENT),
            (&mut one.texts.audio_transcript, &texts.audio_transcript, "\n\n", limits::TRANSCRIPT),
        ];
        for (field, words, between, most) in fields {
            // What does not fit is no longer beside the text, but within it.
            if text::length(field) + text::length(words) + text::length(between) <= most || field.is_empty() {
                push(field, words.trim(), between);
            } else {
                push(&mut one.texts.text, words.trim(), "\n\n");
            }
        }
        push_answers(&mut one, part);
        one.texts.summary_source.clone_from(&texts.summary_source);
        push_emojis(&mut one.emojis, &part.emojis);
        if !part.mood.is_empty() {
            one.mood = part.mood.clone();
        }
        one.is_favorite |= part.is_favorite;
        one.is_hidden_memory |= part.is_hidden_memory;
        for photo in &part.photos {
            if files.insert(photo.file.at) {
                let mut photo = photo.clone();
                photo.is_main &= !has_main;
                has_main |= photo.is_main;
                one.photos.push(photo);
            }
        }
        one.recordings.extend(part.recordings.iter().cloned());
        one.time = one.time.or(part.time);
        one.created_at = one.created_at.into_iter().chain(part.created_at).min();
        keys.push(part.key.as_str());
    }
    let mut sources: Vec<_> = parts.iter().filter(|part| !part.texts.summary.is_empty()).collect();
    sources.dedup_by(|a, b| a.texts.summary_source == b.texts.summary_source);
    // A summary of several authors is nobody's but the person's.
    one.texts.summary_source = match sources.as_slice() {
        [only] => only.texts.summary_source.clone(),
        _ => String::new(),
    };
    one.key = short(&keys.join("+"));
    one
}

/// One answer to each question; a further one becomes part of the text, below its question.
fn push_answers(one: &mut Part, part: &Part) {
    for (question, answer) in &part.answers {
        let is_free =
            one.answers.len() < limits::REFLECTION_ANSWERS && one.answers.iter().all(|(id, _)| id != question);
        if is_free {
            one.answers.push((question.clone(), answer.clone()));
        } else {
            let asked =
                questions::text(question, Language::De).map(|asked| format!("**{asked}**\n")).unwrap_or_default();
            push(&mut one.texts.text, &format!("{asked}{}", answer.trim()), "\n\n");
        }
    }
}

fn push_emojis(emojis: &mut String, more: &str) {
    let both = format!("{emojis}{more}");
    if let Ok(both) = domain::emoji::day_emojis(&both) {
        *emojis = both;
    }
}

fn push(words: &mut String, more: &str, between: &str) {
    if !more.is_empty() {
        if !words.is_empty() {
            words.push_str(between);
        }
        words.push_str(more);
    }
}
