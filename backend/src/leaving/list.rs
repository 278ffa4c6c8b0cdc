//! The list of deleted accounts, in the file `deleted` of the data folder: an id and a date in each line. No backup contains it.

use crate::{Error, Result};
use chrono::NaiveDate;
use std::{
    collections::BTreeSet,
    fs,
    io::{self, Write},
    path::Path,
};
use uuid::Uuid;

const FILE: &str = "deleted";

/// The line is on the disk when this returns.
pub async fn append(data: &Path, id: Uuid, day: NaiveDate) -> Result<()> {
    let path = data.join(FILE);
    blocking(move || {
        let mut options = fs::OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        // One write, so that lines of several programs do not mix. The first break ends a line that was cut off.
        file.write_all(format!("\n{id} {day}\n").as_bytes())?;
        file.sync_all()
    })
    .await
}

/// All ids. Lines that do not begin with one are left out.
pub async fn read(data: &Path) -> Result<Vec<Uuid>> {
    let path = data.join(FILE);
    let text = blocking(move || match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        text => text,
    });
    Ok(text.await?.lines().filter_map(|line| line.split_whitespace().next()?.parse().ok()).collect())
}

/// The newest day in the list. None: there is no list, or it names nobody.
pub(crate) fn newest_day(data: &Path) -> io::Result<Option<NaiveDate>> {
    match fs::read_to_string(data.join(FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => Ok(text?.lines().filter_map(|line| line.split_whitespace().nth(1)?.parse().ok()).max()),
    }
}

/// Adds the lines of one folder's list to that of another folder, so that a list that began anew takes nobody out.
pub(crate) fn merge(from: &Path, into: &Path) -> io::Result<()> {
    let read = |folder: &Path| match fs::read_to_string(folder.join(FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        text => text,
    };
    let (added, known) = (read(from)?, read(into)?);
    let lines =
        |text: &str| text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect::<BTreeSet<_>>();
    let (before, mut all) = (lines(&known), lines(&known));
    all.extend(lines(&added));
    if all == before {
        return Ok(());
    }
    let new = into.join("deleted.new");
    let mut options = fs::OpenOptions::new();
    options.create(true).write(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&new)?;
    let text = all.into_iter().collect::<Vec<_>>().join("\n") + "\n";
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(new, into.join(FILE))?;
    fs::File::open(into)?.sync_all()
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await?.map_err(|error| Error::unavailable("list of deleted accounts", error))
}
