//! A day that somebody may write, for both forms of the editor.

use super::{editor_props::Saved, editor_voice::VoiceLimits, reflection::Asked};
use backend::assistant::Offer;
use chrono::NaiveDate;
use domain::{EntryId, Plan, UserId};

/// The kind of day that is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Day {
    Today,
    /// A past day whose entry may still be edited: with a ticket of that day, with Pro, or because it was begun today.
    Over,
    /// A past day without an entry.
    Missed,
}

/// The maker of summaries, and how many are left today.
#[derive(Debug)]
pub struct SummaryBy {
    pub offer: Offer,
    pub left: u32,
}

/// A day that somebody may write now.
#[derive(Debug)]
pub struct Writing {
    /// The entry that is edited and the version it starts from; `None`: a new one.
    pub entry: Option<(EntryId, i64)>,
    pub date: NaiveDate,
    pub day: Day,
    pub ticket: Option<String>,
    pub user: UserId,
    pub plan: Plan,
    /// Whether the page may hint at Pro.
    pub shows_pro_hints: bool,
    pub voice: VoiceLimits,
    pub summary_by: SummaryBy,
    pub saved: Saved,
    pub asked: Asked,
    /// Says in words where the text is saved.
    pub save_line: String,
}
