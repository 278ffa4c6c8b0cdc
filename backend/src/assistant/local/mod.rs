//! A summary without any service: whole sentences of the text itself, and emojis for what it speaks of. The same text always gives the same
//! answer, and nothing leaves this process.

mod choose;
mod lexicon;
mod sentences;
mod signs;

use lexicon::Lexicon;

/// Scalar values that are read; an entry's text, transcript and top moment together stay below.
const READ: usize = 16_000;

/// What a text comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalSummary {
    /// One to three sentences, at most 300 scalar values; empty where there are no words.
    pub summary: String,
    /// Seven at most, cleaned as the day's emojis are (product 3.2); empty where nothing fits.
    pub emojis: String,
}

/// The sentences of `text` that say most about the day; what is near the `top_moment` counts more.
pub fn summarise(text: &str, top_moment: &str) -> LocalSummary {
    let text: String = text.chars().take(READ).collect();
    let lexicon = Lexicon::of(&text);
    let sentences = sentences::split(&text, lexicon);
    let summary = choose::summary(&sentences, top_moment, lexicon);
    let emojis = signs::find(&text, &summary, top_moment, lexicon);
    LocalSummary { summary, emojis }
}

#[cfg(test)]
mod tests;
