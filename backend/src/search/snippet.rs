//! The excerpt of an entry in a result: the words around the first hit, with the hits marked.

use super::{
    wanted::Wanted,
    words::{Word, words},
};
use domain::{EntryPart, Piece, limits::SEARCH_SNIPPET};

/// Characters before the first hit.
const BEFORE: usize = 50;

/// The excerpt of the part with most of the wanted words, and which part that is. Without any the beginning of the first part with words.
pub fn snippet<'a>(
    texts: impl Iterator<Item = (EntryPart, &'a str)>,
    wanted: &[Wanted],
) -> (Vec<Piece>, Option<EntryPart>) {
    let mut best: Option<(usize, EntryPart, &str, Vec<Word>)> = None;
    for (part, text) in texts.filter(|(_, text)| !text.trim().is_empty()) {
        let hits: Vec<Word> = if wanted.is_empty() { Vec::new() } else { hits(text, wanted) };
        let count = wanted.iter().filter(|wanted| hits.iter().any(|hit| wanted.finds(&hit.letters))).count();
        if best.as_ref().is_none_or(|(most, ..)| count > *most) {
            best = Some((count, part, text, hits));
        }
        if count == wanted.len() {
            break;
        }
    }
    best.map_or((Vec::new(), None), |(_, part, text, hits)| (pieces(text, &hits), Some(part)))
}

fn hits(text: &str, wanted: &[Wanted]) -> Vec<Word> {
    words(text).into_iter().filter(|word| wanted.iter().any(|wanted| wanted.finds(&word.letters))).collect()
}

fn pieces(text: &str, hits: &[Word]) -> Vec<Piece> {
    let text = text.trim_end();
    let (begin, end) = window(text, hits.first());
    let mut pieces = Vec::new();
    let mut push = |text: &str, is_hit| {
        if !text.is_empty() {
            pieces.push(Piece { text: text.replace('\n', " "), is_hit });
        }
    };
    if begin > 0 {
        push("…", false);
    }
    let mut at = begin;
    for hit in hits.iter().filter(|hit| hit.range.end <= end) {
        push(&text[at..hit.range.start], false);
        push(&text[hit.range.clone()], true);
        at = hit.range.end;
    }
    push(&text[at..end], false);
    if end < text.len() {
        push("…", false);
    }
    pieces
}

/// The range of about [`SEARCH_SNIPPET`] characters, from a word's begin to a word's end, with the first hit near the
/// begin.
fn window(text: &str, first: Option<&Word>) -> (usize, usize) {
    let (start, stop) = first.map_or((0, 0), |hit| (hit.range.start, hit.range.end));
    let back = text[..start].char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
    let lead = &text[back..start];
    let begin = if back == 0 { 0 } else { back + lead.find(char::is_whitespace).unwrap_or(lead.len()) };
    let begin = begin + text[begin..start].len() - text[begin..start].trim_start().len();
    let Some((end, _)) = text[begin..].char_indices().nth(SEARCH_SNIPPET) else { return (begin, text.len()) };
    let end = (begin + end).max(stop);
    let last = text[stop..end].rfind(char::is_whitespace).map_or(end, |at| stop + at);
    (begin, if last > stop { last } else { end })
}

#[cfg(test)]
mod tests {
    use super::snippet;
    use crate::search::wanted::wanted;
    use domain::EntryPart;
    use proptest::prelude::{any, prop_assert, proptest};

    fn marked(text: &str, query: &str) -> String {
        let (pieces, _) = snippet([(EntryPart::Text, text)].into_iter(), &wanted(query));
        pieces.into_iter().map(|piece| if piece.is_hit { format!("[{}]", piece.text) } else { piece.text }).collect()
    }

    #[test]
    fn the_words_that_were_looked_for_are_marked_as_they_were_written() {
        assert_eq!(marked("Die Größe der\nHäuser.", "groesse haus"), "Die [Größe] der [Häuser].");
        assert_eq!(marked("Eine Geburtstagsfeier!", "feiern"), "Eine [Geburtstagsfeier]!");
        assert_eq!(marked("Schön, schoen und schon", "schön"), "[Schön], [schoen] und schon");
        assert_eq!(marked("Schön, schoen und schon", "schoen"), "[Schön], [schoen] und [schon]");
        assert_eq!(marked("Käse an der Kasse", "Käse"), "[Käse] an der Kasse");
        assert_eq!(marked("Ohne Treffer", ""), "Ohne Treffer");
    }

    #[test]
    fn a_long_text_is_cut_between_words_around_the_first_hit() {
        let text = format!("{}Regen am Mittag, {}", "Wort und Wort. ".repeat(30), "dann Sonne ".repeat(30));
        let found = marked(&text, "regen");
        assert!(found.starts_with("…Wort") || found.starts_with("…und"), "{found}");
        assert!(
            found.contains("[Regen] am Mittag") && found.ends_with("dann…") && found.chars().count() < 170,
            "{found}"
        );
    }

    #[test]
    fn the_part_with_most_of_the_words_is_shown() {
        let texts = [(EntryPart::Text, "Regen"), (EntryPart::Answer, "Regen und Suppe")];
        assert_eq!(snippet(texts.into_iter(), &wanted("suppe regen")).1, Some(EntryPart::Answer));
        assert_eq!(snippet(texts.into_iter(), &wanted("regen")).1, Some(EntryPart::Text));
        assert_eq!(snippet([(EntryPart::Text, " ")].into_iter(), &[]), (Vec::new(), None));
    }

    proptest! {
        #[test]
        fn no_text_breaks_an_excerpt(text in any::<String>(), query in any::<String>()) {
            let found = marked(&text, &query);
            prop_assert!(found.len() <= 2 * text.len() + 8);
        }

        #[test]
        fn a_hit_is_in_the_excerpt(before in "[a-c ]{0,300}", after in "[a-c ]{0,300}") {
            let text = format!("{before} Zebra {after}");
            prop_assert!(marked(&text, "zebra").contains("[Zebra]"));
        }
    }
}
