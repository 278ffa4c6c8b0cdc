//! The picture that messengers show beside a link: made of released parts only, by this server alone.

mod drawing;
mod layout;
mod lettering;

use crate::{
    Backend, Error, Result,
    media::{self, budget::Budget},
    providers::media::File,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use chrono::NaiveDate;
use domain::{ImageId, Refusal, SharedEntry, media::Rendition, text};
use serde::Serialize;
use std::thread;

/// What messengers ask for.
pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;
/// More than fits on any card.
const WORDS: usize = 400;
/// Counted up when cards are drawn differently.
const STYLE: u32 = 1;

/// All that a card shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardFace {
    pub date: NaiveDate,
    pub first_name: String,
    /// As they were written; what the fonts do not have is left out when they are drawn.
    pub words: String,
    pub photo: Option<ImageId>,
}

impl CardFace {
    pub fn of(entry: &SharedEntry) -> Self {
        Self {
            date: entry.date,
            first_name: entry.first_name.clone(),
            words: text::excerpt(entry.words().unwrap_or_default(), WORDS),
            photo: entry.main_image().map(|image| image.id),
        }
    }
}

/// A card that may be looked at and is not drawn yet.
#[derive(Clone, Debug)]
pub struct Card {
    pub face: CardFace,
    /// Without quotes; of what the card shows.
    pub etag: String,
    /// A PIN stands before it: no cache may keep it.
    pub is_guarded: bool,
}

impl Card {
    pub fn new(backend: &Backend, face: CardFace, is_guarded: bool) -> Result<Self> {
        let shown = serde_json::to_string(&(STYLE, &face)).map_err(|e| Error::broken("card as JSON", e))?;
        // Keyed, so that a tag tells nobody what a guessed text would be.
        let etag = URL_SAFE_NO_PAD.encode(backend.secret.hash("share_card", &shown));
        Ok(Self { face, etag, is_guarded })
    }

    /// The JPEG.
    pub async fn draw(self, backend: &Backend) -> Result<Bytes> {
        let photo = match self.face.photo {
            Some(id) => Some(media::bytes(backend, File::Picture(id, Rendition::Optimized)).await),
            None => None,
        };
        let photo = match photo.transpose() {
            // It was removed while we looked.
            Err(Error::Refused(refusal)) if refusal.refusal == Refusal::MediaNotFound => None,
            photo => photo?,
        };
        backend.cards.draw(self.face, photo).await
    }
}

/// Bounds how many cards are drawn at once; the rest waits its turn.
#[derive(Debug)]
pub struct Cards(Budget);

impl Default for Cards {
    /// Half of the machine at most: whoever writes comes first.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self(Budget::new(u32::try_from(cores / 2).unwrap_or(1).max(1)))
    }
}

impl Cards {
    async fn draw(&self, face: CardFace, photo: Option<Bytes>) -> Result<Bytes> {
        let drawn = self.0.run(0, 1, move || layout::jpeg(&face, photo.as_deref())).await?;
        drawn.ok_or_else(|| Error::broken("card", "drawing panicked"))?
    }
}
