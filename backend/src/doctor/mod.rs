//! Looks at everything and changes nothing (`tagesecho doctor`): rows against files, counts against rows, and whether each sealed value opens.
//!
//! Memory holds one entry and one chunk of a file at a time. Servers may run: what looks wrong and has changed meanwhile is not counted.

mod store;

use crate::{Backend, Error, Result, media, providers::media::File, sealing::DataKey, secret, stats};
use domain::{ImageId, RecordingId, Refusal, UserId, media::Rendition};
use futures::TryStreamExt;
use std::{pin::pin, time::Duration};
use store::{Of, Values};
use uuid::Uuid;

const AT_ONCE: i64 = 100;
/// Most faults that are named.
const NAMED: usize = 100;
/// A server that changes a count writes both of its sides within this time.
const SETTLED: Duration = Duration::from_millis(300);

/// What there is, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    pub people: usize,
    pub entries: usize,
    /// Sealed values that open.
    pub values: usize,
    pub pictures: usize,
    pub recordings: usize,
    /// Pictures and recordings that no row names. The sweep moves them to the trash.
    pub left_over: usize,
    /// The first faults, in sentences.
    pub named: Vec<String>,
    pub faults: usize,
}

impl Findings {
    fn add(&mut self, fault: String) {
        self.faults += 1;
        if self.named.len() < NAMED {
            self.named.push(fault);
        }
    }

    fn take(&mut self, values: Values) {
        self.values += values.opened;
        for fault in values.closed {
            self.add(fault);
        }
    }
}

/// The columns with sealed values that are opened, as `table.column`.
pub fn columns() -> Vec<&'static str> {
    store::columns().chain(secret::encrypted_columns()).collect()
}

/// What keeps it from looking at the rest is a fault too.
pub async fn examine(backend: &Backend) -> Findings {
    let mut found = Findings::default();
    if let Err(error) = all(backend, &mut found).await {
        found.add(format!("not everything could be looked at: {error}"));
    }
    found
}

async fn all(backend: &Backend, found: &mut Findings) -> Result<()> {
    if let Some(fault) = backend.db.own_fault().await? {
        found.add(format!("the database is damaged: {fault}"));
    }
    for (column, closed) in secret::unreadable(&backend.db, &backend.secret).await? {
        found.add(format!("{column}: {closed} values do not open with this secret"));
    }
    let mut last = Uuid::nil();
    loop {
        let people = store::list_people(&backend.db, last, AT_ONCE).await?;
        let Some((id, _)) = people.last() else { break };
        last = *id;
        for (id, data_key) in people {
            found.people += 1;
            let owner = UserId(id);
            match backend.db.keyring().unwrap(owner, &data_key) {
                Ok(key) => person(backend, owner, &key, found).await?,
                Err(error) => found.add(error.to_string()),
            }
        }
    }
    found.left_over = media::left_over(backend).await?;
    Ok(())
}

async fn person(backend: &Backend, owner: UserId, key: &DataKey, found: &mut Findings) -> Result<()> {
    let db = &backend.db;
    found.take(store::open_values(db, owner, key, Of::Person).await?);
    for id in store::list_portraits(db, owner).await? {
        picture(backend, key, id, found).await?;
    }
    let mut last = Uuid::nil();
    loop {
        let entries = store::list_entries(db, owner, last, AT_ONCE).await?;
        let Some(id) = entries.last() else { break };
        last = *id;
        for id in entries {
            found.entries += 1;
            found.take(store::open_values(db, owner, key, Of::Entry(id)).await?);
            for id in store::list_pictures(db, id).await? {
                picture(backend, key, id, found).await?;
            }
            if let Some((id, format)) = store::find_recording(db, id).await? {
                found.recordings += 1;
                file(backend, key, id, File::Recording(RecordingId(id), format.parse()?), found).await?;
            }
        }
    }
    counts(backend, owner, found).await
}

async fn counts(backend: &Backend, owner: UserId, found: &mut Findings) -> Result<()> {
    for id in store::list_miscounted(&backend.db, owner).await? {
        found.add(format!("entries.photos of {id} is not the number of its pictures"));
    }
    let mut months = stats::differing_months(&backend.db, owner).await?;
    if !months.is_empty() {
        tokio::time::sleep(SETTLED).await;
        let again = stats::differing_months(&backend.db, owner).await?;
        months.retain(|month| again.contains(month));
    }
    for month in months {
        found.add(format!(
            "entry_months of {owner}, {}: the counts are not those of the entries",
            month.format("%Y-%m")
        ));
    }
    Ok(())
}

async fn picture(backend: &Backend, key: &DataKey, id: Uuid, found: &mut Findings) -> Result<()> {
    found.pictures += 1;
    for rendition in Rendition::ALL {
        file(backend, key, id, File::Picture(ImageId(id), rendition), found).await?;
    }
    Ok(())
}

/// Reads a file to its end.
async fn file(backend: &Backend, key: &DataKey, id: Uuid, file: File, found: &mut Findings) -> Result<()> {
    let read = async {
        let file = media::file(backend, key, file).await?;
        let mut parts = pin!(file.read(backend, 0..file.size).await?);
        while parts.try_next().await?.is_some() {}
        Ok::<(), Error>(())
    };
    let fault = match read.await {
        Ok(()) => return Ok(()),
        Err(error) if error.is(Refusal::MediaNotFound) => "is missing".to_owned(),
        Err(error) if error.is(Refusal::EntryUnreadable) => "does not open".to_owned(),
        Err(error) => format!("cannot be read: {error}"),
    };
    // Its owner may have removed it meanwhile.
    if media::is_named(backend, id).await? {
        found.add(format!("the file {} {fault}", file.name()));
    }
    Ok(())
}
