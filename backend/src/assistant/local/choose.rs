//! Chooses the sentences of a summary or a post by their centrality, their position, words of importance and the top moment, without repetition.

use super::lexicon::Lexicon;
use domain::text::{excerpt, length};
use std::collections::BTreeSet;
use unicode_segmentation::UnicodeSegmentation;

/// How much is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Scalar values.
    length: usize,
    sentences: usize,
}

pub const SUMMARY: Bounds = Bounds { length: 300, sentences: 3 };
pub const POST: Bounds = Bounds { length: 900, sentences: 7 };

/// A text of at most this many scalar values is its own summary.
const SHORT: usize = 90;
/// Maximum number of sentences that are compared with each other. Entries have fewer.
const COMPARED: usize = 300;

struct Sentence<'a> {
    text: &'a str,
    stems: BTreeSet<String>,
    points_back: bool,
    score: f64,
}

/// The most important of the sentences, in their original order.
pub fn important(sentences: &[String], top_moment: &str, lexicon: &Lexicon, bounds: Bounds) -> String {
    let whole: usize = sentences.iter().map(|sentence| length(sentence) + 1).sum();
    if whole <= SHORT && sentences.len() <= bounds.sentences {
        return sentences.iter().map(|sentence| finished(sentence, true, lexicon)).collect::<Vec<_>>().join(" ");
    }
    let top = lexicon.content(top_moment);
    let mut all: Vec<Sentence> = sentences
        .iter()
        .take(COMPARED)
        .enumerate()
        .map(|(at, text)| {
            let stems = lexicon.content(text);
            let score = own_score(text, &stems, at, &top, lexicon);
            Sentence { points_back: points_back(text, lexicon), text, stems, score }
        })
        .collect();
    let stems: Vec<BTreeSet<String>> = all.iter().map(|sentence| sentence.stems.clone()).collect();
    for (sentence, centrality) in all.iter_mut().zip(centrality(&stems)) {
        sentence.score += 0.6 * centrality;
    }
    let chosen = pick(&all, (whole * 3 / 5).clamp(130, bounds.length), bounds.sentences);
    let texts = chosen.iter().map(|at| {
        let stands_alone = *at == 0 || !chosen.contains(&(at - 1));
        finished(all[*at].text, stands_alone, lexicon)
    });
    excerpt(&texts.collect::<Vec<_>>().join(" "), bounds.length)
}

/// The score of a sentence without regard to the others.
fn own_score(text: &str, stems: &BTreeSet<String>, at: usize, top: &BTreeSet<String>, lexicon: &Lexicon) -> f64 {
    let lower = text.to_lowercase();
    let matters = lexicon.words("matters");
    let mattering = lower.unicode_words().filter(|word| matters.iter().any(|cue| word.starts_with(cue))).count();
    // The person's top moment outweighs the position.
    let named = [0.0, 1.0, 1.3, 1.6][stems.intersection(top).count().min(3)];
    let first = if at == 0 { 0.45 } else { 0.0 };
    count(stems.len().min(9)) / 9.0 + 0.3 * count(mattering.min(2)) + named + first
}

/// Whether the sentence refers to something that the sentence before it named.
fn points_back(text: &str, lexicon: &Lexicon) -> bool {
    let lower = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> = lower.unicode_words().filter(|word| !lexicon.is("connective", word)).take(6).collect();
    words.first().is_some_and(|first| lexicon.is("points_back", first))
        || words.iter().any(|word| lexicon.is("person", word))
}

/// The similarity of the other sentences to each sentence, from 0 to 1.
fn centrality(sentences: &[BTreeSet<String>]) -> Vec<f64> {
    let alike = |one: &BTreeSet<String>| sentences.iter().map(|other| likeness(one, other)).sum::<f64>();
    let sums: Vec<f64> = sentences.iter().map(|one| alike(one) - likeness(one, one)).collect();
    let most = sums.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    sums.into_iter().map(|sum| sum / most).collect()
}

/// Similarity of two sentences: the number of shared stems divided by the sum of the logarithms of their lengths (as in `TextRank`).
fn likeness(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let shared = a.intersection(b).count();
    // One is added so that two sentences of one word do not divide by zero.
    if shared == 0 { 0.0 } else { count(shared) / ((count(a.len()) + 1.0).ln() + (count(b.len()) + 1.0).ln()) }
}

#[expect(clippy::cast_precision_loss, reason = "counts of words of one text")]
fn count(n: usize) -> f64 {
    n as f64
}

/// Greedy selection: always the best sentence that still fits and says something new (maximal marginal relevance).
fn pick(all: &[Sentence], room: usize, most: usize) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    let mut used = 0;
    while chosen.len() < most {
        let value = |at: usize| {
            let same = chosen.iter().map(|other| likeness(&all[*other].stems, &all[at].stems)).fold(0.0, f64::max);
            let lost = if all[at].points_back && (at == 0 || !chosen.contains(&(at - 1))) { 0.7 } else { 0.0 };
            all[at].score - 0.9 * same - lost
        };
        let fits = |at: &usize| !chosen.contains(at) && (used == 0 || used + length(all[*at].text) < room);
        // `max_by` returns the last of equal items, so the order is reversed to get the first.
        let best = (0..all.len()).rev().filter(fits).max_by(|a, b| value(*a).total_cmp(&value(*b)));
        let Some(best) = best else { break };
        used += length(all[best].text) + 1;
        chosen.push(best);
    }
    chosen.sort_unstable();
    chosen
}

/// A sentence as it appears in the summary: with a capital letter, and with a full stop if it has no end mark. If it stands alone, because
/// the sentence before it is not in the summary, connectives at its beginning are removed.
fn finished(text: &str, stands_alone: bool, lexicon: &Lexicon) -> String {
    let mut text = text;
    while stands_alone
        && let Some((first, rest)) = text.split_once(' ')
        && lexicon.is("connective", &first.to_lowercase())
    {
        text = rest;
    }
    let mut chars = text.chars();
    let mut done: String = chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect();
    done.truncate(done.trim_end_matches([',', ';', ':', ' ', '–', '-']).len());
    if done.ends_with(|c: char| c.is_alphanumeric()) {
        done.push('.');
    }
    done
}

#[cfg(test)]
mod tests {
    use super::centrality;
    use std::collections::BTreeSet;

    #[test]
    fn a_sentence_with_the_words_of_others_counts_most() {
        let set = |words: &[&str]| words.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let central = centrality(&[
            set(&["garten", "regen"]),
            set(&["garten", "tomate", "regen"]),
            set(&["tomate"]),
            set(&["kino"]),
        ]);
        assert!(central[1] > central[0] && central[0] > central[3], "{central:?}");
        assert_eq!(centrality(&[set(&["a"]), set(&["b"])]), [0.0, 0.0]);
    }
}
