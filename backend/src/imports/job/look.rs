//! Looking: what is in the file, and what of it is here already. Nothing is written but the report.

use super::{Job, LOOKING};
use crate::{
    Result,
    imports::{
        source::{Part, ProblemKind, Source},
        store,
    },
    sealing::DataKey,
};
use domain::{
    Refusal,
    imports::{ImportProblem, ImportReport, ImportState},
};

impl Job {
    pub(super) async fn look(mut self) -> Result<()> {
        let mut source = match self.open(Some(LOOKING)).await? {
            Ok(source) if source.days.is_empty() && source.problems.is_empty() => {
                return self.refuse(Refusal::ImportUnknown).await;
            }
            Ok(source) => source,
            Err(refusal) => return self.refuse(refusal).await,
        };
        let (db, owner) = (&self.backend.db, self.import.owner);
        let Some(person) = store::person(db, owner).await? else { return Ok(()) };
        let today = person.today(self.backend.clock.now());
        let later = source.days.split_off(source.days.partition_point(|day| day.date <= today));
        let (dates, parts) = (store::list_dates(db, owner).await?, store::list_parts(db, owner).await?);
        let key = db.data_key(owner).await?;
        let mut report = report(&source, self.import.report.file.clone());
        for day in &later {
            report.add_problem(ImportProblem::OutOfRange, &day.date.to_string());
        }
        for day in &source.days {
            let mut is_new = false;
            for part in &day.parts {
                is_new |= !parts.contains(&hash(&key, source.format.into(), part)?);
            }
            let exists = dates.contains(&day.date);
            if !is_new || exists && self.is_here(day).await? {
                report.again += 1;
            } else if exists {
                report.existing.push(day.date);
            }
        }
        self.save(|import| {
            import.state = ImportState::Looked;
            import.report = report;
        })
        .await
    }
}

fn report<R>(source: &Source<R>, file: String) -> ImportReport {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let parts = || source.days.iter().flat_map(|day| &day.parts);
    let mut report = ImportReport {
        file,
        origin: Some(source.format.into()),
        days: count(source.days.len()),
        photos: count(parts().map(|part| part.photos.len()).sum()),
        recordings: count(parts().map(|part| part.recordings.len()).sum()),
        first: source.days.first().map(|day| day.date),
        last: source.days.last().map(|day| day.date),
        ..ImportReport::default()
    };
    for problem in &source.problems {
        report.add_problem(problem.kind.into(), &problem.name);
    }
    report
}

/// What a part is known by: nothing can be read off it, and nobody else's is the same.
pub fn hash(key: &DataKey, origin: domain::Origin, part: &Part) -> Result<Vec<u8>> {
    key.hash("imports", &format!("{} {}", origin.as_str(), part.key))
}

impl From<ProblemKind> for ImportProblem {
    fn from(kind: ProblemKind) -> Self {
        match kind {
            ProblemKind::NoDate => Self::NoDate,
            ProblemKind::OutOfRange => Self::OutOfRange,
            ProblemKind::Unreadable => Self::Unreadable,
            ProblemKind::MissingFile => Self::MissingFile,
            ProblemKind::UnsupportedFile => Self::UnsupportedFile,
            ProblemKind::LargeFile => Self::LargeFile,
            ProblemKind::LongText => Self::LongText,
            ProblemKind::SecondRecording => Self::SecondRecording,
            ProblemKind::UnusedFile => Self::UnusedFile,
            ProblemKind::Field => Self::Field,
        }
    }
}
