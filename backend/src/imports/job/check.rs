//! The receipt of a move: each day that was taken from an archive of ours is compared with it, as it is stored now.

use super::Job;
use crate::{
    Result, archive,
    imports::{
        remove_files,
        source::{Day, Part, ProblemKind, Source},
        store,
    },
};
use chrono::NaiveDate;
use domain::imports::ImportState;

/// Days between two marks of how far it is.
const AT_ONCE: usize = 30;

impl Job {
    pub(super) async fn check(mut self) -> Result<()> {
        let Ok(Source { days, problems, .. }) = self.open(None).await? else { return self.end_checking().await };
        let from = days.partition_point(|day| self.import.last_day.is_some_and(|last| day.date <= last));
        for part in days[from..].chunks(AT_ONCE) {
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
                import.last_day = part.last().map(|day| day.date);
                let receipt = import.report.taken.get_or_insert_default().receipt.get_or_insert_default();
                receipt.same += same;
                for date in &differing {
                    receipt.differing.push(*date);
                }
            })
            .await?;
        }
        // Days that could not even be read.
        let is_day = |kind| matches!(kind, ProblemKind::NoDate | ProblemKind::OutOfRange | ProblemKind::Unreadable);
        let unread = problems.iter().filter(|problem| is_day(problem.kind)).count();
        let archived = u32::try_from(days.len() + unread).unwrap_or(u32::MAX);
        self.save(|import| {
            let taken = import.report.taken.get_or_insert_default();
            let receipt = taken.receipt.get_or_insert_default();
            let here = receipt.same + taken.again + taken.appended_whole;
            receipt.lost = Some(archived.saturating_sub(here));
        })
        .await?;
        self.end_checking().await
    }

    /// Whether the day is stored as the archive has it. Only of an archive of ours, which says so with its digest.
    pub(super) async fn is_here(&self, day: &Day) -> Result<bool> {
        let [Part { digest: Some(digest), .. }] = day.parts.as_slice() else { return Ok(false) };
        let stored = archive::digest_of(&self.backend, self.import.owner, day.date).await?;
        Ok(stored.as_ref() == Some(digest))
    }

    /// The same of a day that was taken. `None`: this import did not make it, or its person has changed it meanwhile.
    async fn compare(&self, day: &Day) -> Result<Option<(NaiveDate, bool)>> {
        if !store::is_as_made(&self.backend.db, self.import.id, day.date).await? {
            return Ok(None);
        }
        Ok(Some((day.date, self.is_here(day).await?)))
    }

    /// Without [`domain::imports::MovingReceipt::lost`] there is no receipt.
    pub(super) async fn end_checking(mut self) -> Result<()> {
        self.save(|import| {
            import.state = ImportState::Taken;
            let taken = import.report.taken.get_or_insert_default();
            taken.receipt = taken.receipt.take().filter(|receipt| receipt.lost.is_some());
            import.done = import.report.days;
        })
        .await?;
        remove_files(&self.backend, vec![self.import.id]).await;
        Ok(())
    }
}
