//! Summaries, and sentences for posts, without an outside service: whole sentences of the text, and emojis for its subjects. The same text always gives the same
//! result, and nothing is sent anywhere.

mod choose;
mod lexicon;
mod sentences;
mod signs;

use crate::prose;
use lexicon::Lexicon;

/// How many scalar values of a text are read. An entry's text and transcript together are shorter.
const READ: usize = 16_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalSummary {
    /// One to three sentences, at most 300 scalar values. Empty if the text has no words.
    pub summary: String,
    /// Seven at most, cleaned like the day's emojis (product 3.2). Empty if nothing fits.
    pub emojis: String,
}

/// The most important sentences of `text`. Sentences that share words with `top_moment` have more weight.
pub fn summarise(text: &str, top_moment: &str) -> LocalSummary {
    let text: String = prose::plain(text).chars().take(READ).collect();
    let lexicon = Lexicon::of(&text);
    let sentences = sentences::split(&text, lexicon);
    let summary = choose::important(&sentences, top_moment, lexicon, choose::SUMMARY);
    let emojis = signs::find(&text, &summary, top_moment, lexicon);
    LocalSummary { summary, emojis }
}

/// The most important sentences of `text` for a post, without emojis. Empty if the text has no words.
pub fn sentences_of_post(text: &str, top_moment: &str) -> String {
    let text: String = prose::plain(text).chars().take(READ).collect();
    let lexicon = Lexicon::of(&text);
    choose::important(&sentences::split(&text, lexicon), top_moment, lexicon, choose::POST)
}

#[cfg(test)]
mod tests;
