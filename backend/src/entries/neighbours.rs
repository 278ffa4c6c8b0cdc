//! The days before and after one of one's own entries.

use super::store;
use crate::{Backend, Result, Viewer};
use chrono::NaiveDate;
use domain::EntryId;

/// Another entry by its day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    pub id: EntryId,
    pub date: NaiveDate,
}

/// The viewer's own entries before and after that date, whatever days lie between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    pub previous: Option<Neighbour>,
    pub next: Option<Neighbour>,
}

pub async fn neighbours(backend: &Backend, viewer: &Viewer, date: NaiveDate) -> Result<Neighbours> {
    let owner = viewer.account()?.user.id;
    let (previous, next) = tokio::try_join!(
        store::find_beside(&backend.db, store::PREVIOUS, owner, date),
        store::find_beside(&backend.db, store::NEXT, owner, date),
    )?;
    let neighbour = |(id, date)| Neighbour { id, date };
    Ok(Neighbours { previous: previous.map(neighbour), next: next.map(neighbour) })
}
