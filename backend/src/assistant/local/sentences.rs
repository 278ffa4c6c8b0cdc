//! A text as sentences. Unicode's rules do most of it; what they cannot know is here: abbreviations, "3. Mai", speech within a sentence, and
//! dictated text without a full stop.

use super::{cues, words::Tongue};
use domain::text::length;
use unicode_segmentation::UnicodeSegmentation;

/// A sentence above this many scalar values is taken apart at its clauses.
const LONG: usize = 240;
/// Speech that never ends is a typing mistake: beyond this the sentence ends anyway.
const SPEECH: usize = 400;

/// The sentences in their order, without bullets, line breaks and sounds of hesitation.
pub fn split(text: &str, tongue: &Tongue) -> Vec<String> {
    let mut sentences = Vec::new();
    for line in lines(text) {
        let mut open = String::new();
        for piece in line.split_sentence_bounds() {
            if !open.is_empty() && !goes_on(&open, piece, tongue) {
                close(&mut open, &mut sentences);
            }
            open.push_str(piece);
        }
        close(&mut open, &mut sentences);
    }
    sentences
}

/// Paragraphs; a line that only wraps goes on with the one before.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        let bare = line.trim_start_matches(['-', '*', '•', '–', '—', '#', '>', '·']).trim_start();
        match lines.last_mut() {
            Some(last) if bare == line && wraps(last, bare) => {
                last.push(' ');
                last.push_str(bare);
            }
            _ => lines.push(bare.to_owned()),
        }
    }
    lines.iter().map(|line| without_hesitation(line)).filter(|line| !line.is_empty()).collect()
}

fn wraps(last: &str, next: &str) -> bool {
    last.ends_with(|end: char| end.is_alphanumeric() || end == ',') && next.starts_with(char::is_lowercase)
}

fn without_hesitation(line: &str) -> String {
    let kept = line.split_whitespace().filter(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        !cues::HESITATION.contains(&bare.as_str())
    });
    kept.collect::<Vec<_>>().join(" ")
}

/// Whether `next` still belongs to the sentence that `open` begins.
fn goes_on(open: &str, next: &str, tongue: &Tongue) -> bool {
    let open = open.trim_end();
    let next = next.trim_start();
    if !next.contains(char::is_alphanumeric) || next.starts_with(char::is_lowercase) {
        return true;
    }
    if length(open) < SPEECH && in_speech(open) {
        return true;
    }
    let Some(stem) = open.strip_suffix('.') else { return false };
    let mut words = stem.split_whitespace().rev();
    let last = words.next().unwrap_or_default().trim_start_matches(|c: char| !c.is_alphanumeric());
    let is_initial = last.chars().count() == 1 && last.chars().all(char::is_alphabetic);
    let is_short =
        last.rsplit('.').next().is_some_and(|end| cues::ABBREVIATIONS.contains(&end.to_lowercase().as_str()));
    is_initial || is_short || is_ordinal(last, words.next(), next, tongue)
}

/// "am 3. Mai", "den 40. Geburtstag", but not "Wir waren zu 3. Danach …".
fn is_ordinal(last: &str, before: Option<&str>, next: &str, tongue: &Tongue) -> bool {
    let is_number = (1..=3).contains(&last.len()) && last.bytes().all(|b| b.is_ascii_digit());
    let after = next.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    let before = before.unwrap_or_default().to_lowercase();
    tongue.language == domain::Language::De
        && is_number
        && (cues::AFTER_ORDINAL.contains(&after.as_str()) || cues::BEFORE_ORDINAL.contains(&before.as_str()))
}

/// Whether speech or a bracket that was opened is not closed yet.
fn in_speech(open: &str) -> bool {
    let mut depth = 0_i32;
    for c in open.chars() {
        match c {
            '„' | '«' | '‹' | '(' => depth += 1,
            // German closes with what English opens with.
            '“' if depth == 0 => depth += 1,
            '“' | '”' | '»' | '›' | ')' => depth = (depth - 1).max(0),
            _ => {}
        }
    }
    depth > 0 || open.matches('"').count() % 2 == 1
}

fn close(open: &mut String, sentences: &mut Vec<String>) {
    let sentence = std::mem::take(open);
    let sentence = sentence.trim();
    if !sentence.contains(char::is_alphanumeric) {
        return;
    }
    if length(sentence) <= LONG {
        sentences.push(sentence.to_owned());
    } else {
        clauses(sentence, sentences);
    }
}

/// A very long sentence at its joints, each part at least a few words.
fn clauses(sentence: &str, sentences: &mut Vec<String>) {
    let mut open = String::new();
    let mut words = sentence.split(' ').peekable();
    while let Some(word) = words.next() {
        if !open.is_empty() {
            open.push(' ');
        }
        open.push_str(word);
        let next = words.peek().map(|next| next.to_lowercase()).unwrap_or_default();
        let at_joint = word.ends_with(';') || cues::JOINTS.contains(&next.as_str());
        if length(&open) > 60 && at_joint && words.peek().is_some() {
            sentences.push(std::mem::take(&mut open));
        }
    }
    if length(&open) < 40
        && let Some(last) = sentences.last_mut()
        && sentence.contains(last.as_str())
    {
        last.push(' ');
        last.push_str(&open);
    } else {
        sentences.push(open);
    }
}

#[cfg(test)]
mod tests {
    use super::split;
    use crate::assistant::local::words::Tongue;
    use domain::Language;

    fn german(text: &str) -> Vec<String> {
        split(text, &Tongue::new(Language::De))
    }

    #[test]
    fn abbreviations_and_dates_end_no_sentence() {
        assert_eq!(german("Ich mag z. B. Kuchen, d. h. Torte. Am 3. Mai kam Dr. Vogel zum 40. Geburtstag.").len(), 2);
        assert_eq!(german("Wir waren zu 3. Danach gab es Eis usw. Morgen wieder.").len(), 3);
    }

    #[test]
    fn speech_stays_in_one_piece() {
        let all = german("Vorn steht: „Für Anna. Nicht zurückgeben.“ Später war es still. „Wie?“, fragte er. Er ging.");
        assert_eq!(all[0], "Vorn steht: „Für Anna. Nicht zurückgeben.“");
        assert_eq!(all.len(), 4, "{all:?}");
    }

    #[test]
    fn lists_wrapped_lines_and_hesitation_read_like_prose() {
        let all = german("- Brot gekauft\n- Ähm, mit Anna\nlange telefoniert\n\nGut geschlafen");
        assert_eq!(all, ["Brot gekauft", "mit Anna lange telefoniert", "Gut geschlafen"]);
    }

    #[test]
    fn dictation_without_a_full_stop_is_taken_apart() {
        let text = "heute bin ich mit dem Rad zur Arbeit gefahren und dann hat es angefangen zu regnen und dann war ich völlig \
                    nass und dann habe ich mit Tarek im Lager die alten Kisten aufgeräumt und am Abend waren wir noch beim \
                    Italiener an der Ecke und haben über den Sommer geredet";
        let all = german(text);
        assert!(all.len() > 2, "{all:?}");
        assert_eq!(all.join(" "), text);
    }
}
