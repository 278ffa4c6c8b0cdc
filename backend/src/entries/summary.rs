//! Which words a summary was made of, and whether they were changed since (product 2).

use super::store::Stored;
use crate::assistant;
use domain::assistant::LOCAL;
use ring::digest::{SHA256, digest};

impl Stored {
    /// The words were changed after the summary was made of them. False where nobody knows what it was made of.
    pub fn summary_is_outdated(&self) -> bool {
        !self.content.summary.is_empty() && self.summary_of.as_ref().is_some_and(|of| *of != words(self))
    }

    /// `self` as a save of `base` leaves it: a changed summary is of the words that it is saved with.
    pub fn with_summary_of(self, base: &Self) -> Self {
        let summary_of = match &self.content.summary {
            summary if summary.is_empty() => None,
            summary if *summary == base.content.summary => base.summary_of.clone(),
            _ => Some(words(&self)),
        };
        Self { summary_of, ..self }
    }

    /// What this program would write of the new words as well is no older than they are.
    pub async fn with_renewed_summary(self) -> Self {
        if self.content.summary_source != LOCAL || !self.summary_is_outdated() {
            return self;
        }
        let summary_of =
            match assistant::made_here(&self.content.text, &self.content.audio_transcript, &self.content.top_moment)
                .await
            {
                Ok(made) if made == self.content.summary => Some(words(&self)),
                Ok(_) => self.summary_of.clone(),
                Err(error) => {
                    // No save fails for the sake of a remark.
                    tracing::warn!(%error, "a summary could not be compared");
                    self.summary_of.clone()
                }
            };
        Self { summary_of, ..self }
    }

    /// Takes over what [`Self::with_renewed_summary`] found out about the same words.
    pub fn renew_summary(&mut self, renewed: &Self) {
        if self.content.summary == renewed.content.summary && words(self) == words(renewed) {
            self.summary_of.clone_from(&renewed.summary_of);
        }
    }
}

/// A hash of what was written and said; white space apart.
fn words(entry: &Stored) -> Vec<u8> {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = [plain(&entry.content.text), plain(&entry.content.audio_transcript)].join("\n");
    digest(&SHA256, words.as_bytes()).as_ref().to_vec()
}
