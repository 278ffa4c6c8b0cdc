//! The words of a text that a save changed, with a few equal words beside them.

use domain::{EntryTexts, text};
use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use std::time::{Duration, Instant};
use unicode_segmentation::UnicodeSegmentation;

/// Characters of equal text that stay beside a change.
const CONTEXT: usize = 60;

/// A shorter equal text is not folded.
const SHORTEST_FOLD: usize = 2 * CONTEXT;

/// Characters of one changed text that are shown.
const LONGEST: usize = 600;

/// Parts of one text that are shown.
const PARTS: usize = 60;

/// Time for the comparisons of one list. Later texts show as one change from the first different word to the last.
const TIMEOUT: Duration = Duration::from_millis(25);

/// `removed`: only the earlier version has it. `added`: only the text that replaced it has it. `folded`: both have it, and it is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    Same,
    Removed,
    Added,
    Folded,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct TextChange {
    pub kind: ChangeKind,
    pub text: String,
}

/// The differences between an earlier version and the one that replaced it. A text that stayed has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct VersionChanges {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<TextChange>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub summary: Vec<TextChange>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub top_moment: Vec<TextChange>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub audio_transcript: Vec<TextChange>,
}

impl VersionChanges {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn between(before: &EntryTexts, after: &EntryTexts, deadline: Instant) -> Self {
        let [text, summary, top_moment, audio_transcript] = [0, 1, 2, 3].map(|at| {
            let (before, after) = (before.words()[at], after.words()[at]);
            changes(before, after, deadline)
        });
        Self { text, summary, top_moment, audio_transcript }
    }
}

/// Time at which the comparisons of a list that begins now must end.
pub(super) fn deadline() -> Instant {
    Instant::now() + TIMEOUT
}

/// A part of both texts. If `is_same`, its words are.
#[derive(Debug)]
struct Run {
    is_same: bool,
    before: String,
    after: String,
}

impl Run {
    fn append(&mut self, next: &Self) {
        self.before.push_str(&next.before);
        self.after.push_str(&next.after);
    }

    fn length(&self) -> usize {
        self.before.len().max(self.after.len())
    }
}

fn changes(before: &str, after: &str, deadline: Instant) -> Vec<TextChange> {
    let runs = readable(runs(before, after, deadline));
    if runs.iter().all(|run| run.is_same) {
        return Vec::new();
    }
    let last = runs.len() - 1;
    let parts = runs.into_iter().enumerate().flat_map(|(at, run)| {
        if run.is_same {
            folded(&run.before, at > 0, at < last)
        } else {
            vec![shown(ChangeKind::Removed, run.before), shown(ChangeKind::Added, run.after)]
        }
    });
    let mut parts: Vec<TextChange> =
        parts.filter(|part| part.kind == ChangeKind::Folded || !part.text.is_empty()).collect();
    if parts.len() > PARTS {
        parts.truncate(PARTS);
        parts.push(TextChange { kind: ChangeKind::Folded, text: String::new() });
    }
    parts
}

fn runs(before: &str, after: &str, deadline: Instant) -> Vec<Run> {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split_word_bounds().collect(), after.split_word_bounds().collect());
    let operations = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, Some(deadline));
    let run = |operation: &DiffOp| Run {
        is_same: matches!(operation, DiffOp::Equal { .. }),
        before: old[operation.old_range()].concat(),
        after: new[operation.new_range()].concat(),
    };
    operations.iter().map(run).collect()
}

/// Runs whose equal words are more than the changes around them, since two sentences do not share 'and' alone. A change of white
/// space only is none.
fn readable(all: Vec<Run>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for run in all {
        let is_same = run.is_same || (run.before.trim().is_empty() && run.after.trim().is_empty());
        match runs.last_mut() {
            Some(last) if last.is_same == is_same => last.append(&run),
            _ => runs.push(Run { is_same, ..run }),
        }
    }
    let mut at = 1;
    while at + 1 < runs.len() {
        let longest = runs[at - 1].length().min(runs[at + 1].length());
        if runs[at].is_same && runs[at].before.len() <= longest {
            let rest: Vec<Run> = runs.drain(at..=at + 1).collect();
            for run in &rest {
                runs[at - 1].append(run);
            }
            at = at.saturating_sub(2).max(1);
        } else {
            at += 1;
        }
    }
    runs
}

/// Equal text without what is far from a change.
fn folded(text: &str, follows_change: bool, precedes_change: bool) -> Vec<TextChange> {
    let same = |text: &str| TextChange { kind: ChangeKind::Same, text: text.to_owned() };
    let head = if follows_change { head(text) } else { 0 };
    let tail = if precedes_change { tail(text) } else { text.len() };
    if tail.saturating_sub(head) < SHORTEST_FOLD {
        return vec![same(text)];
    }
    vec![same(&text[..head]), TextChange { kind: ChangeKind::Folded, text: String::new() }, same(&text[tail..])]
}

/// The end of the first words of `text`.
fn head(text: &str) -> usize {
    let mut after = text.char_indices().skip(CONTEXT);
    after.find(|(_, c)| c.is_whitespace()).map_or(text.len(), |(at, _)| at)
}

/// The beginning of the last words of `text`.
fn tail(text: &str) -> usize {
    let mut before = text.char_indices().rev().skip(CONTEXT);
    before.find(|(_, c)| c.is_whitespace()).map_or(0, |(at, c)| at + c.len_utf8())
}

fn shown(kind: ChangeKind, mut text: String) -> TextChange {
    text::cut(&mut text, LONGEST);
    TextChange { kind, text }
}

#[cfg(test)]
mod tests {
    use super::{ChangeKind, TextChange, changes, deadline};
    use proptest::prelude::{prop_assert, proptest};

    /// Removed words in brackets, added ones in braces.
    fn marked(before: &str, after: &str) -> String {
        let mark = |TextChange { kind, text }| match kind {
            ChangeKind::Same => text,
            ChangeKind::Removed => format!("[{text}]"),
            ChangeKind::Added => format!("{{{text}}}"),
            ChangeKind::Folded => "…".to_owned(),
        };
        changes(before, after, deadline()).into_iter().map(mark).collect()
    }

    #[test]
    fn changed_words_are_shown_beside_equal_ones() {
        let table = [
            ("Ich war im Saal.", "Ich war im Park.", "Ich war im [Saal]{Park}."),
            ("Früh", "Früh. Spät.", "Früh{. Spät.}"),
            ("Früh, Mittag, spät", "Früh, spät", "Früh, [Mittag, ]spät"),
            ("", "Früh", "{Früh}"),
            ("Früh", "", "[Früh]"),
            ("Früh", "Früh", ""),
            ("Früh  am\nSee", "Früh am\n\nSee ", ""),
            ("Ja 👩‍👩‍👧 so", "Ja 👨‍👩‍👧 so", "Ja [👩‍👩‍👧]{👨‍👩‍👧} so"),
            (
                "Gestern regnete es und blieb kalt",
                "Am See war Sonne und Wind",
                "[Gestern regnete es und blieb kalt]{Am See war Sonne und Wind}",
            ),
        ];
        for (before, after, expected) in table {
            assert_eq!(marked(before, after), expected);
        }
    }

    #[test]
    fn long_equal_parts_are_folded_and_long_changes_are_cut() {
        let equal = "Wort für Wort dasselbe. ".repeat(30);
        let shown = marked(&format!("{equal}Saal. {equal}"), &format!("{equal}Park. {equal}"));
        assert!(shown.starts_with('…') && shown.ends_with('…') && shown.contains("[Saal]{Park}"), "{shown}");
        assert!(shown.chars().count() < 200, "{shown}");
        let more = marked(&equal, &format!("{equal}Und noch etwas."));
        assert!(more.starts_with('…') && more.ends_with("dasselbe. {Und noch etwas.}"), "{more}");
        assert!(marked(&equal, "Neu").chars().count() < 620);
        let many = |word: &str| (0..2000).map(|n| format!("{n} {word} gleich gleich")).collect::<Vec<_>>().join(" ");
        assert!(changes(&many("a"), &many("b"), deadline()).len() <= 61);
    }

    proptest! {
        #[test]
        fn every_shown_word_is_of_its_text(before in "[ab ,\n👩é]{0,40}", after in "[ab ,\n👩é]{0,40}") {
            for TextChange { kind, text } in changes(&before, &after, deadline()) {
                prop_assert!(kind == ChangeKind::Added || before.contains(&text));
                prop_assert!(kind != ChangeKind::Added || after.contains(&text));
            }
        }
    }
}
