//! Splits a text into sentences. Unicode's rules (UAX 29) do most of it. This module adds abbreviations, "3. Mai", speech within a sentence,
//! and dictated text without full stops.

use super::lexicon::Lexicon;
use domain::text::length;
use unicode_segmentation::UnicodeSegmentation;

/// A sentence longer than this is split into clauses; all but the last are longer than `CLAUSE`. Both are in scalar values.
const LONG: usize = 240;
const CLAUSE: usize = 60;
/// Beyond this length a sentence ends even inside quotation marks: a missing closing mark is a typing mistake.
const SPEECH: usize = 400;

/// The sentences in order, without bullets, line breaks and words of hesitation.
pub fn split(text: &str, lexicon: &Lexicon) -> Vec<String> {
    let mut sentences = Vec::new();
    for line in lines(text, lexicon) {
        let mut line_sentences: Vec<String> = Vec::new();
        for piece in line.split_sentence_bounds() {
            match line_sentences.last_mut() {
                Some(open) if goes_on(open, piece, lexicon) => open.push_str(piece),
                _ => line_sentences.push(piece.to_owned()),
            }
        }
        let has_words = |sentence: &&str| sentence.contains(char::is_alphanumeric);
        for sentence in line_sentences.iter().map(|sentence| sentence.trim()).filter(has_words) {
            clauses(sentence, lexicon, &mut sentences);
        }
    }
    sentences
}

/// The lines of the text. A line that only continues the one before is joined to it.
fn lines(text: &str, lexicon: &Lexicon) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim) {
        let bare = line.trim_start_matches(['-', '*', '•', '–', '—', '#', '>', '·', ' ']);
        let is_hesitation =
            |word: &str| lexicon.is("hesitation", &word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
        let kept = bare.split_whitespace().filter(|word| !is_hesitation(word)).collect::<Vec<_>>().join(" ");
        match lines.last_mut() {
            Some(last) if bare == line && wraps(last, bare) => last.extend([" ", &kept]),
            _ => lines.push(kept),
        }
    }
    lines
}

fn wraps(last: &str, next: &str) -> bool {
    last.ends_with(|end: char| end.is_alphanumeric() || end == ',') && next.starts_with(char::is_lowercase)
}

/// Whether `next` continues the sentence that `open` begins.
fn goes_on(open: &str, next: &str, lexicon: &Lexicon) -> bool {
    let open = open.trim_end();
    if length(open) < SPEECH && in_speech(open) {
        return true;
    }
    let Some(stem) = open.strip_suffix('.') else { return false };
    let stem = stem.to_lowercase();
    let mut words = stem.rsplit(|c: char| !c.is_alphanumeric());
    let (last, before) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let after = next.unicode_words().next().unwrap_or_default().to_lowercase();
    let is_initial = last.chars().all(char::is_alphabetic) && last.chars().count() == 1;
    // "am 3. Mai", but not "Wir waren zu 3. Danach …".
    let is_ordinal =
        last.parse::<u8>().is_ok() && (lexicon.is("beside_ordinal", before) || lexicon.is("beside_ordinal", &after));
    is_initial || is_ordinal || lexicon.is("abbreviation", last)
}

/// Whether a quotation mark or a bracket is still open.
fn in_speech(open: &str) -> bool {
    let mut depth = 0_usize;
    for c in open.chars() {
        match c {
            '„' | '«' | '(' => depth += 1,
            // German closes a quotation with the mark that opens one in English.
            '“' if depth == 0 => depth += 1,
            '“' | '”' | '»' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth > 0 || open.matches('"').count() % 2 == 1
}

/// Splits a very long sentence before conjunctions and after semicolons. All parts but the last are longer than `CLAUSE`.
fn clauses(sentence: &str, lexicon: &Lexicon, sentences: &mut Vec<String>) {
    let mut clause = String::new();
    for word in sentence.split(' ') {
        let at_joint = clause.ends_with(';') || lexicon.is("joint", &word.to_lowercase());
        if length(sentence) > LONG && at_joint && length(&clause) > CLAUSE {
            sentences.push(std::mem::take(&mut clause));
        }
        clause += if clause.is_empty() { "" } else { " " };
        clause += word;
    }
    sentences.push(clause);
}

#[cfg(test)]
mod tests {
    use super::split;
    use crate::assistant::local::lexicon::Lexicon;
    use domain::Language;

    fn german(text: &str) -> Vec<String> {
        split(text, Lexicon::new(Language::De))
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
