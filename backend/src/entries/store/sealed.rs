//! The sealed columns of an entry.

use super::Stored;
use crate::{
    Result,
    entry_words::{Signs, Words},
    sealing::{DataKey, Place},
};
use domain::EntryContent;
use std::borrow::Cow;

pub struct Sealed {
    pub words: Vec<u8>,
    pub signs: Vec<u8>,
}

impl Sealed {
    pub fn of(key: &DataKey, entry: &Stored) -> Result<Self> {
        let place = |column| Place::new(column, entry.owner, entry.id.0, entry.version);
        let words = Words {
            texts: Cow::Borrowed(&entry.content.texts),
            images: Cow::Borrowed(&entry.images),
            summary_of: entry.summary_of.as_deref().map(Cow::Borrowed),
        };
        Ok(Self {
            words: key.seal(&place("entries.words"), &words)?,
            signs: key.seal(&place("entries.signs"), &Signs::of(&entry.content))?,
        })
    }
}

pub fn text_bytes(EntryContent { texts, .. }: &EntryContent) -> usize {
    [&texts.text, &texts.summary, &texts.top_moment, &texts.audio_transcript].map(String::len).iter().sum()
}
