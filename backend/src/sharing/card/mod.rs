//! The preview picture of a link for messengers: made by this server, and only from released parts.

mod drawing;
mod layout;
mod lettering;
mod queue;

pub use queue::Cards;

use crate::{
    Backend, Error, Result,
    heavy::{self, Kind},
    media,
    providers::media::File,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use chrono::NaiveDate;
use domain::{ImageId, Refusal, SharedEntry, UserId, media::Rendition, text};
use serde::Serialize;

/// The size that messengers ask for, in pixels.
pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;
/// The most characters of text. No card has room for more.
const WORDS: usize = 400;
/// The version of the drawing. Increase it when cards are drawn differently.
const STYLE: u32 = 1;

/// Everything that a card shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CardFace {
    pub date: NaiveDate,
    pub first_name: String,
    /// The words as written. Characters that the fonts lack are left out when the card is drawn.
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

/// A card that the viewer may see, not drawn yet.
#[derive(Clone, Debug)]
pub struct Card {
    /// Whose photo it is.
    owner: UserId,
    pub face: CardFace,
    /// Depends on what the card shows. Without quotes.
    pub etag: String,
    /// The link has a PIN: no cache may store the card.
    pub is_guarded: bool,
}

impl Card {
    pub fn new(backend: &Backend, owner: UserId, face: CardFace, is_guarded: bool) -> Result<Self> {
        let shown = serde_json::to_string(&(STYLE, &face)).map_err(|e| Error::broken("card as JSON", e))?;
        // Keyed, so that nobody can test a guessed text against the tag.
        let etag = URL_SAFE_NO_PAD.encode(backend.secret.hash("share_card", &shown));
        Ok(Self { owner, face, etag, is_guarded })
    }

    /// Draws the JPEG. The photo is loaded only when it is the card's turn, so that waiting cards hold no photo in memory.
    pub async fn draw(self, backend: &Backend) -> Result<Bytes> {
        if let Some(card) = self.kept(backend) {
            return Ok(card);
        }
        let turn = backend.cards.turn().await?;
        // Another request may have drawn the same card meanwhile.
        if let Some(card) = self.kept(backend) {
            return Ok(card);
        }
        let photo = match self.face.photo {
            Some(id) => Some(self.photo(backend, id).await),
            None => None,
        };
        let (photo, is_whole) = match photo.transpose() {
            // The photo was removed meanwhile, or does not open.
            Err(error) if error.is(Refusal::MediaNotFound) || error.is(Refusal::EntryUnreadable) => (None, false),
            photo => (photo?, true),
        };
        let face = self.face;
        let draw = move || {
            // Held until the drawing ends, even if the request was cancelled.
            let _turn = turn;
            layout::jpeg(&face, photo.as_deref())
        };
        let card = heavy::spawn(Kind::Media, draw).await??;
        if is_whole && !self.is_guarded {
            backend.cards.keep(self.etag, card.clone());
        }
        Ok(card)
    }

    async fn photo(&self, backend: &Backend, id: ImageId) -> Result<Bytes> {
        let key = backend.db.data_key(self.owner).await?;
        media::bytes(backend, &key, File::Picture(id, Rendition::Optimized)).await
    }

    /// The cached card. A card behind a PIN is never cached.
    fn kept(&self, backend: &Backend) -> Option<Bytes> {
        if self.is_guarded { None } else { backend.cards.kept(&self.etag) }
    }
}
