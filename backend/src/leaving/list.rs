//! The list of deleted accounts: an id and a day for each. No backup contains it.
//!
//! It is the file `deleted` of the data folder. Where pictures lie in a bucket it lies there, too: servers that share a bucket need no folder in
//! common. Starts and sweeps make both alike, so whoever is deleted stays so when pictures come back into a folder.

use crate::{Backend, Error, Result, providers::media::MediaStore};
use chrono::NaiveDate;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{self, Write},
    path::Path,
};
use uuid::Uuid;

const FILE: &str = "deleted";

/// The line is on the disk when this returns. [`share`] takes it to the bucket.
pub async fn append(data: &Path, id: Uuid, day: NaiveDate) -> Result<()> {
    append_all(data, &[(id, day)]).await
}

async fn append_all(data: &Path, deleted: &[(Uuid, NaiveDate)]) -> Result<()> {
    if deleted.is_empty() {
        return Ok(());
    }
    let path = data.join(FILE);
    // The first break ends a line that was cut off.
    let lines = deleted.iter().map(|(id, day)| format!("\n{id} {day}\n")).collect::<Vec<_>>().concat();
    blocking(move || {
        let mut options = fs::OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        // One write, so that lines of several programs do not mix.
        file.write_all(lines.as_bytes())?;
        file.sync_all()
    })
    .await
}

/// Writes what only the file or only the bucket names into the other, and returns all ids. Lines that do not begin with one are left out.
pub async fn share(backend: &Backend) -> Result<Vec<Uuid>> {
    let data = &backend.settings.data;
    let folder = data.clone();
    let in_file: BTreeMap<_, _> = blocking(move || read_file(&folder)).await?.lines().filter_map(named).collect();
    let in_bucket: BTreeMap<_, _> = backend.media.list_deleted().await?.into_iter().collect();
    for (id, day) in in_file.iter().filter(|(id, _)| !in_bucket.contains_key(id)) {
        backend.media.note_deleted(*id, *day).await?;
    }
    let missing: Vec<_> =
        in_bucket.iter().filter(|(id, _)| !in_file.contains_key(id)).map(|(id, day)| (*id, *day)).collect();
    append_all(data, &missing).await?;
    Ok(in_file.into_keys().chain(missing.into_iter().map(|(id, _)| id)).collect())
}

/// Takes the list along when pictures move to another store.
pub(crate) async fn move_list(from: &MediaStore, to: &MediaStore, data: &Path) -> Result<()> {
    let folder = data.to_owned();
    let in_file = blocking(move || read_file(&folder)).await?;
    let mut lines = BTreeSet::new();
    for (id, day) in from.list_deleted().await?.into_iter().chain(in_file.lines().filter_map(named)) {
        to.note_deleted(id, day).await?;
        lines.insert(format!("{id} {day}"));
    }
    let data = data.to_owned();
    blocking(move || add(lines, &data)).await
}

/// The newest day in the file. None: there is no file, or it names no day.
pub(crate) fn newest_day(data: &Path) -> io::Result<Option<NaiveDate>> {
    Ok(read_file(data)?.lines().filter_map(named).map(|(_, day)| day).max().filter(|day| *day != NaiveDate::default()))
}

/// Adds the lines of one folder's file to that of another folder, so that a list that began anew takes nobody out.
pub(crate) fn merge(from: &Path, into: &Path) -> io::Result<()> {
    add(lines(&read_file(from)?), into)
}

/// The id and the day of a line. Without a day it counts as an old one.
fn named(line: &str) -> Option<(Uuid, NaiveDate)> {
    let mut words = line.split_whitespace();
    Some((words.next()?.parse().ok()?, words.next().and_then(|word| word.parse().ok()).unwrap_or_default()))
}

/// The file's text, or nothing.
fn read_file(folder: &Path) -> io::Result<String> {
    match fs::read_to_string(folder.join(FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        text => text,
    }
}

fn lines(text: &str) -> BTreeSet<String> {
    text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

fn add(mut all: BTreeSet<String>, into: &Path) -> io::Result<()> {
    let known = lines(&read_file(into)?);
    if all.is_subset(&known) {
        return Ok(());
    }
    all.extend(known);
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
