//! 'Jahr exportieren': a year of one's own entries as a ZIP file to keep (product 25).

mod day;
mod store;
mod zip;

use crate::{Backend, Error, Result, Viewer, entries, reflection, stats, throttle::Action};
use bytes::Bytes;
use day::Day;
use domain::{Key, Language, Refusal};
use futures::Stream;
use std::{collections::HashMap, io, sync::LazyLock};
use tokio::sync::Semaphore;

/// Downloads that are made at once. Each holds a thread until the last byte is taken.
static AT_ONCE: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::const_new(8));

/// A file that is made while it is sent.
#[derive(derive_more::Debug)]
pub struct Archive<S> {
    pub name: String,
    #[debug(skip)]
    pub content: S,
}

/// The viewer's entries of a year, with photos and recordings, on every plan. A year without entries: `not_found`.
pub async fn export_year(
    backend: &Backend,
    viewer: &Viewer,
    language: Language,
    year: i32,
) -> Result<Archive<impl Stream<Item = io::Result<Bytes>> + Send + use<>>> {
    let account = viewer.account()?;
    let turn = backend.exporting.take(account.user.id, 1).ok_or(Refusal::TooManyRequests)?;
    backend.throttle.take(Action::Export, &account.user.id.to_string())?;
    let permit = AT_ONCE.try_acquire().map_err(|_| Error::from(Refusal::Unavailable))?;
    let (first, last) = stats::bounds(year)?;
    let stored = entries::store::list_between(&backend.db, account.user.id, first, last).await?;
    if stored.is_empty() {
        return Err(Refusal::NotFound.into());
    }
    let mut answers: HashMap<_, Vec<_>> = HashMap::new();
    for (entry, answer) in store::list_answers(&backend.db, account.user.id, first, last).await? {
        answers.entry(entry).or_default().push(reflection::as_shared(answer, language));
    }
    let days = stored.into_iter().rev().map(|entry| {
        let answers = answers.remove(&entry.id).unwrap_or_default();
        Day::of(entry, answers)
    });
    let days: Vec<Day> = days.collect();
    let name = format!("tagesecho-{year}");
    let json = serde_json::to_vec_pretty(&days).map_err(|e| Error::broken("archive as JSON", e))?;
    let mut texts = vec![
        ("LIESMICH.md".to_owned(), readme(year, days.len(), language).into_bytes()),
        ("eintraege.json".to_owned(), json),
    ];
    texts.extend(days.iter().map(|day| (format!("tage/{}.md", day.date), day.markdown(language).into_bytes())));
    let files = days.iter().flat_map(Day::files).collect();
    let missing = language.text(Key::ArchiveMissing);
    let made_at = backend.clock.now().with_timezone(&account.zone).naive_local();
    let plan = zip::Plan { folder: name.clone(), texts, files, made_at, missing };
    let content = zip::stream(backend.clone(), (permit, turn), plan);
    Ok(Archive { name: format!("{name}.zip"), content })
}

fn readme(year: i32, days: usize, language: Language) -> String {
    let (year, days) = (year.to_string(), days.to_string());
    language.fill(Key::ArchiveReadme, &[("year", &year), ("n", &days)])
}
