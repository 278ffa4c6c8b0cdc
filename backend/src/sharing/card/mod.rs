//! The picture that messengers show beside a link: made of released parts only, by this server alone.

mod drawing;
mod layout;
mod lettering;
mod queue;

pub use queue::Cards;

use crate::{Backend, Error, Result, media, providers::media::File};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use chrono::NaiveDate;
use domain::{ImageId, Refusal, SharedEntry, media::Rendition, text};
use serde::Serialize;
use tokio::task::spawn_blocking;

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

    /// The JPEG. The photo is loaded when it is the card's turn, so that what waits holds none.
    pub async fn draw(self, backend: &Backend) -> Result<Bytes> {
        if let Some(card) = self.kept(backend) {
            return Ok(card);
        }
        let turn = backend.cards.turn().await?;
        // Somebody else may have waited for the same one.
        if let Some(card) = self.kept(backend) {
            return Ok(card);
        }
        let photo = match self.face.photo {
            Some(id) => Some(media::bytes(backend, File::Picture(id, Rendition::Optimized)).await),
            None => None,
        };
        let (photo, is_whole) = match photo.transpose() {
            // It was removed while we looked.
            Err(Error::Refused(refusal)) if refusal.refusal == Refusal::MediaNotFound => (None, false),
            photo => (photo?, true),
        };
        let face = self.face;
        let draw = move || {
            // Held to the end of the work, also when nobody waits for it any more.
            let _turn = turn;
            layout::jpeg(&face, photo.as_deref())
        };
        let card = spawn_blocking(draw).await??;
        if is_whole && !self.is_guarded {
            backend.cards.keep(self.etag, card.clone());
        }
        Ok(card)
    }

    /// What a PIN guards is kept nowhere.
    fn kept(&self, backend: &Backend) -> Option<Bytes> {
        if self.is_guarded { None } else { backend.cards.kept(&self.etag) }
    }
}
