//! 'Heute vor …': entries of this day in earlier years, or of half a year or a month ago.

use super::store;
use crate::{Backend, Result, Viewer, authorization};
use chrono::{Datelike, NaiveDate};
use domain::{
    EntryId, Mood, Refusal, limits,
    stats::{DayMark, memory_days},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    pub day: DayMark,
    /// How many years ago; 0: less than a year.
    pub years: i32,
    /// How many months ago, of less than a year.
    pub months: i32,
    /// A day with a low mood is folded, so that nobody is surprised by it.
    pub is_low: bool,
}

/// The viewer's entries of this day in earlier years, the latest first; if there is none, the one of half a year or of a month ago.
pub async fn memories(backend: &Backend, viewer: &Viewer) -> Result<Vec<Memory>> {
    let account = viewer.account()?;
    let today = account.today(&backend.clock);
    let days = store::list_memories(&backend.db, account.user.id, &memory_days(today)).await?;
    let found: Vec<Memory> = days.into_iter().map(|day| memory(day, today)).collect();
    let of_years: Vec<Memory> =
        found.iter().filter(|memory| memory.years > 0).take(limits::MEMORIES).cloned().collect();
    if of_years.is_empty() {
        return Ok(found.into_iter().max_by_key(|memory| memory.months).into_iter().collect());
    }
    Ok(of_years)
}

fn memory(day: DayMark, today: NaiveDate) -> Memory {
    let months = (today.year() - day.date.year()) * 12 + today.month().cast_signed() - day.date.month().cast_signed();
    let is_low = day.mood.as_ref().and_then(Mood::chosen_level).is_some_and(|level| level <= limits::LOW_MOOD);
    Memory { years: months / 12, months: months % 12, is_low, day }
}

/// The entry is not shown as a memory again. Only its owner can say so.
pub async fn hide_memory(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<()> {
    let account = viewer.account()?;
    let mut tx = backend.db.begin().await?;
    let owner = store::owner_of(&mut tx, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require_owner(account, owner)?;
    store::hide_memory(&mut tx, id).await?;
    tx.commit().await
}
