//! Taking over: day by day, each in a transaction with the mark that it is done.

use super::{Job, Opened, day::Taking, is_full};
use crate::{
    Error, Result,
    imports::{remove_files, store},
};
use chrono::NaiveDate;
use domain::{Origin, Refusal, imports::ImportState};

impl Job {
    pub(super) async fn take(mut self) -> Result<()> {
        let mut source = match self.open(None).await? {
            Ok(source) => source,
            Err(refusal) => return self.end_taking(Some(refusal)).await,
        };
        let (db, owner) = (self.backend.db.clone(), self.import.owner);
        let Some(person) = store::person(&db, owner).await? else { return Ok(()) };
        let days = std::mem::take(&mut source.days);
        let mut taking = Taking {
            person,
            key: db.data_key(owner).await?,
            origin: source.format.into(),
            parts: store::list_parts(&db, owner).await?,
            file: Opened(Some(source)),
        };
        // The look named those that are later.
        let today = taking.person.today(self.backend.clock.now());
        for day in days.iter().filter(|day| day.date <= today) {
            // Not by their number: after an update the file may have other days.
            if self.import.last_day.is_some_and(|last| day.date <= last) {
                continue;
            }
            if let Err(error) = self.take_day(&mut taking, day).await {
                return match is_full(&error) {
                    Some(full) => self.end_taking(Some(full)).await,
                    None => Err(error),
                };
            }
        }
        self.end_taking(None).await
    }

    /// Goes on with comparing if the file is an archive of ours.
    pub(super) async fn end_taking(mut self, why: Option<Refusal>) -> Result<()> {
        let is_compared = self.import.report.origin == Some(Origin::Tagesecho) && why != Some(Refusal::Unavailable);
        self.save(|import| {
            let taken = import.report.taken.get_or_insert_default();
            taken.stopped = why;
            import.state = if is_compared { ImportState::Checking } else { ImportState::Taken };
            import.done = if is_compared { 0 } else { import.done };
            import.last_day = None;
        })
        .await?;
        if !is_compared {
            remove_files(&self.backend, vec![self.import.id]).await;
        }
        Ok(())
    }

    /// Marks a day as done of which nothing is written.
    pub(super) async fn pass(&mut self, date: NaiveDate, note: impl FnOnce(&mut store::Stored)) -> Result<(), Error> {
        self.save(|import| {
            import.done += 1;
            import.last_day = Some(date);
            note(import);
        })
        .await
    }
}
