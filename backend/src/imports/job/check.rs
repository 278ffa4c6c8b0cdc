//! The receipt of a move: each day that was taken from an archive of ours is compared with it, as it is stored now.

use super::Job;
use crate::{
    Result, archive,
    imports::{
        remove_files,
        source::{Day, Source},
        store,
    },
};
use chrono::NaiveDate;
use domain::imports::ImportState;

/// Days between two marks of how far it is.
const AT_ONCE: usize = 30;

impl Job {
    pub(super) async fn check(mut self) -> Result<()> {
        let Ok(Source { days, .. }) = self.open(None).await? else { return self.end_checking().await };
        while let Some(next) = usize::try_from(self.import.done).ok().and_then(|done| days.get(done..)) {
            let part = &next[..next.len().min(AT_ONCE)];
            if part.is_empty() {
                break;
            }
            let (mut same, mut differing) = (0, Vec::new());
            for day in part {
                match self.compare(day).await? {
                    Some((_, true)) => same += 1,
                    Some((date, false)) => differing.push(date),
                    None => {}
                }
            }
            let done = u32::try_from(part.len()).unwrap_or_default();
            self.save(|import| {
                import.done += done;
                let receipt = import.report.taken.get_or_insert_default().receipt.get_or_insert_default();
                receipt.same += same;
                for date in &differing {
                    receipt.differing.push(*date);
                }
            })
            .await?;
        }
        self.end_checking().await
    }

    /// Whether the day is stored as the archive has it. `None`: this import did not make it, or its person has changed it meanwhile.
    async fn compare(&self, day: &Day) -> Result<Option<(NaiveDate, bool)>> {
        let [part] = day.parts.as_slice() else { return Ok(None) };
        let (backend, date) = (&self.backend, day.date);
        if !store::is_as_made(&backend.db, self.import.id, date).await? {
            return Ok(None);
        }
        let stored = archive::digest_of(backend, self.import.owner, date).await?;
        Ok(Some((date, stored.is_some() && stored == part.digest)))
    }

    pub(super) async fn end_checking(mut self) -> Result<()> {
        self.save(|import| {
            import.state = ImportState::Taken;
            import.done = import.report.days;
        })
        .await?;
        remove_files(&self.backend, vec![self.import.id]).await;
        Ok(())
    }
}
