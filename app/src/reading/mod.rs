//! An entry as it is read: as a card, on its page, behind a link.

mod answers;
mod attached;
mod day;
mod entry_card;
mod lightbox;
mod photo;
mod photo_strip;
mod player;
mod prose;
mod summary;

pub(crate) use answers::Answers;
pub(crate) use attached::{attached, no_text};
pub(crate) use day::{
    DateHeadline, Dated, Gallery, MainPhoto, MoodMark, TopMoment, date_headline, feeling_name, mood_mark, origin,
};
pub(crate) use entry_card::{CardList, anchor, author_line, entry_card, has_live_link, heart_form};
pub(crate) use lightbox::Lightbox;
pub(crate) use photo::{Loading, Source};
pub(crate) use photo_strip::PhotoStrip;
pub(crate) use player::{Player, Transcript};
pub(crate) use prose::{MarkedProse, Prose};
pub(crate) use summary::{Outdated, Summary};
