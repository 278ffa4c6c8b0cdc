//! Which sentences make the summary: what the others speak of, where it stands, what mattered, and nothing twice.

use super::{
    cues,
    graph::{self, count, likeness},
    words::Tongue,
};
use domain::{
    Language,
    text::{excerpt, length},
};
use std::collections::BTreeSet;
use unicode_segmentation::UnicodeSegmentation;

/// Scalar values of a summary.
const LIMIT: usize = 300;
/// Below this a text is its own summary.
const SHORT: usize = 90;
/// Sentences of a summary, a heading among them.
const MOST: usize = 3;
/// Sentences that are compared with each other; of more, those that promise most.
const COMPARED: usize = 60;

struct Sentence<'a> {
    text: &'a str,
    stems: BTreeSet<String>,
    points_back: bool,
    is_heading: bool,
    score: f64,
}

/// One to three of the sentences in their own order.
pub fn summary(sentences: &[String], top_moment: &str, tongue: &Tongue) -> String {
    let whole: usize = sentences.iter().map(|sentence| length(sentence) + 1).sum();
    if whole <= SHORT && sentences.len() <= MOST {
        return joined(sentences.iter().map(|sentence| finished(sentence, true, tongue)));
    }
    let top = tongue.content(top_moment);
    let mut all: Vec<Sentence> = sentences
        .iter()
        .enumerate()
        .map(|(at, text)| {
            let stems = tongue.content(text);
            let score = own_score(text, &stems, at, sentences.len(), &top, tongue);
            let is_heading = is_heading(at, text.unicode_words().count(), &stems);
            Sentence { points_back: points_back(text, tongue), is_heading, text, stems, score }
        })
        .collect();
    let compared = most_promising(&all);
    let stems: Vec<BTreeSet<String>> = compared.iter().map(|at| all[*at].stems.clone()).collect();
    for (at, rank) in compared.iter().zip(graph::rank(&stems)) {
        all[*at].score += 0.8 * rank;
    }
    let chosen = pick(&all, &compared, whole);
    let texts = chosen.iter().map(|at| {
        let stands_alone = *at == 0 || !chosen.contains(&(at - 1));
        finished(all[*at].text, stands_alone, tongue)
    });
    excerpt(&joined(texts), LIMIT)
}

/// What a sentence is worth by itself.
fn own_score(
    text: &str,
    stems: &BTreeSet<String>,
    at: usize,
    of: usize,
    top: &BTreeSet<String>,
    tongue: &Tongue,
) -> f64 {
    let lower = text.to_lowercase();
    let words = lower.unicode_words().count();
    let mut score = count(stems.len().min(9)) / 9.0;
    if at == 0 {
        score += 0.45;
    } else if at + 1 == of {
        score += 0.1;
    }
    let matters = cues::weight(tongue.language);
    let weighty = lower.unicode_words().filter(|word| matters.iter().any(|cue| word.starts_with(cue))).count();
    score += 0.3 * count(weighty.min(2));
    if cues::firsts(tongue.language).iter().any(|phrase| lower.contains(phrase)) {
        score += 0.3;
    }
    // What the person named themselves outweighs where it stands.
    score += [0.0, 1.0, 1.3, 1.6][stems.intersection(top).count().min(3)];
    if text.ends_with('?') {
        score -= 0.8;
    }
    if is_speech(text) {
        score -= 0.5;
    }
    if stems.len() < 3 && at > 0 {
        score -= 0.3;
    }
    // One or two words say little, except as a heading.
    if words < 3 && !is_heading(at, words, stems) {
        score -= 0.3;
    }
    if looks_back(&lower, tongue) {
        score -= 0.25;
    }
    score
}

fn points_back(text: &str, tongue: &Tongue) -> bool {
    let words: Vec<String> = text.unicode_words().take(3).map(|word| word.to_lowercase().replace('’', "'")).collect();
    let first = words.iter().find(|word| !cues::connectives(tongue.language).contains(&word.as_str()));
    first.is_some_and(|word| cues::points_back(tongue.language).contains(&word.as_str()))
}

/// "Buchmesse." at the beginning says what the day was about and takes no room.
fn is_heading(at: usize, words: usize, stems: &BTreeSet<String>) -> bool {
    at == 0 && words <= 3 && !stems.is_empty()
}

/// A person who is only "her" or "him" near the beginning, or a word that ties the sentence to the one before.
fn looks_back(lower: &str, tongue: &Tongue) -> bool {
    let words: Vec<&str> = lower.unicode_words().take(6).collect();
    let tied = words.first().is_some_and(|first| cues::connectives(tongue.language).contains(first));
    tied || words.iter().skip(1).any(|word| cues::persons(tongue.language).contains(word))
}

/// Whether the sentence is nothing but what somebody said.
fn is_speech(text: &str) -> bool {
    text.starts_with(['„', '«', '“', '"', '»']) && text.ends_with(['“', '”', '»', '"', '«'])
}

fn most_promising(all: &[Sentence]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|a, b| all[*b].score.total_cmp(&all[*a].score).then(a.cmp(b)));
    order.truncate(COMPARED);
    order.sort_unstable();
    order
}

/// Greedy: the best sentence that still fits and says something new (maximal marginal relevance).
fn pick(all: &[Sentence], compared: &[usize], whole: usize) -> Vec<usize> {
    let most = match all.len() {
        0..=3 => 1,
        4..=6 => 2,
        _ => MOST,
    };
    let room = (whole * 3 / 5).clamp(130, LIMIT);
    let mut chosen: Vec<usize> = Vec::new();
    let mut used = 0;
    while chosen.len() < MOST && chosen.iter().filter(|at| !all[**at].is_heading).count() < most {
        let value = |at: usize| {
            let sentence = &all[at];
            let same = chosen.iter().map(|other| likeness(&all[*other].stems, &sentence.stems)).fold(0.0, f64::max);
            let lost = if sentence.points_back && (at == 0 || !chosen.contains(&(at - 1))) { 0.7 } else { 0.0 };
            sentence.score - 0.9 * same - lost
        };
        let fits = |at: usize| chosen.is_empty() || used + length(all[at].text) < room;
        let next = compared.iter().copied().filter(|at| !chosen.contains(at) && fits(*at));
        let Some(best) = next.max_by(|a, b| value(*a).total_cmp(&value(*b)).then(b.cmp(a))) else { break };
        if !chosen.is_empty() && value(best) < 0.35 {
            break;
        }
        used += length(all[best].text) + 1;
        chosen.push(best);
    }
    chosen.sort_unstable();
    chosen
}

/// A sentence as it stands in a summary: begun with a capital, ended, and without the word that tied it to a sentence that is not there.
fn finished(text: &str, stands_alone: bool, tongue: &Tongue) -> String {
    let mut text = text.trim();
    while stands_alone && let Some(rest) = without_connective(text, tongue) {
        text = rest;
    }
    let mut chars = text.chars();
    let mut done: String = chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect();
    let end = done.trim_end_matches([',', ';', ':', ' ', '–', '-']).len();
    done.truncate(end);
    if done.ends_with(|c: char| c.is_alphanumeric()) {
        done.push('.');
    }
    done
}

fn without_connective<'a>(text: &'a str, tongue: &Tongue) -> Option<&'a str> {
    let (first, rest) = text.split_once(' ')?;
    let first = first.to_lowercase();
    let second = rest.split_whitespace().next().unwrap_or_default().to_lowercase();
    let is_one = cues::connectives(tongue.language).contains(&first.as_str())
        || first == "also" && tongue.language == Language::De && cues::AFTER_ALSO.contains(&second.as_str());
    (is_one && rest.split_whitespace().count() > 2).then(|| rest.trim_start())
}

fn joined(sentences: impl Iterator<Item = String>) -> String {
    sentences.collect::<Vec<_>>().join(" ")
}
