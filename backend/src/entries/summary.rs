//! Tells whether a summary is outdated: it stores a hash of the texts that the summary was made from (product 14.10).

use super::store::Stored;
use crate::assistant;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::assistant::LOCAL;
use ring::digest::{SHA256, digest};

impl Stored {
    /// True if the texts have changed since the summary was made from them. False if it is unknown what the summary was made from.
    pub fn summary_is_outdated(&self) -> bool {
        !self.content.summary.is_empty() && self.summary_of.as_ref().is_some_and(|of| *of != words(self))
    }

    /// Sets `summary_of` for a save over `base`: a changed summary counts as made from the texts that it is saved with.
    pub fn with_summary_of(self, base: &Self) -> Self {
        let summary_of = match &self.content.summary {
            summary if summary.is_empty() => None,
            summary if *summary == base.content.summary => base.summary_of.clone(),
            _ => Some(words(&self)),
        };
        Self { summary_of, ..self }
    }

    /// A summary counts as up to date if the built-in one of the changed texts would be the same.
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
                    // This only affects a hint, so the save does not fail.
                    tracing::warn!(%error, "a summary could not be compared");
                    self.summary_of.clone()
                }
            };
        Self { summary_of, ..self }
    }

    /// Copies the result of [`Self::with_renewed_summary`] if it is about the same texts.
    pub fn renew_summary(&mut self, renewed: &Self) {
        if self.content.summary == renewed.content.summary && words(self) == words(renewed) {
            self.summary_of.clone_from(&renewed.summary_of);
        }
    }
}

/// A hash of the written and the spoken text, in base64url. White space does not matter.
fn words(entry: &Stored) -> String {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = [plain(&entry.content.text), plain(&entry.content.audio_transcript)].join("\n");
    URL_SAFE_NO_PAD.encode(digest(&SHA256, words.as_bytes()))
}
