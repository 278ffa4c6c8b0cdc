//! The photos and recordings of an archive: their names, and what became of them.

use super::format::digest::hex;
use crate::{
    Backend, Error, Result,
    entries::store::Stored,
    media::{self, StoredRecording},
    providers::media::File,
    sealing::DataKey,
};
use bytes::Bytes;
use domain::media::Rendition;
use futures::TryStreamExt;
use std::collections::HashMap;
use uuid::Uuid;

/// The files that were written, by their ids. An entry may change while the archive is made: a file that is not here is not in it.
#[derive(Debug, Default)]
pub struct Files(HashMap<Uuid, Written>);

#[derive(Debug)]
struct Written {
    name: String,
    sha256: [u8; 32],
}

impl Files {
    pub fn insert(&mut self, id: Uuid, name: String, sha256: [u8; 32]) {
        self.0.insert(id, Written { name, sha256 });
    }

    /// The photo at this place, and its digest if it is in the archive.
    pub fn photo(&self, entry: &Stored, at: usize) -> (String, Option<String>) {
        let written = entry.images.get(at).and_then(|image| self.0.get(&image.id.0));
        shown(written, || photo_name(entry, at))
    }

    pub fn recording(&self, entry: &Stored, recording: StoredRecording) -> (String, Option<String>) {
        shown(self.0.get(&recording.id.0), || recording_name(entry, recording))
    }
}

fn shown(written: Option<&Written>, name: impl FnOnce() -> String) -> (String, Option<String>) {
    match written {
        Some(written) => (written.name.clone(), Some(hex(&written.sha256))),
        None => (name(), None),
    }
}

/// An entry's files with their names in the archive.
pub fn of(entry: &Stored) -> impl Iterator<Item = (Uuid, String, File)> + use<'_> {
    let photos = entry
        .images
        .iter()
        .enumerate()
        .map(|(at, image)| (image.id.0, photo_name(entry, at), File::Picture(image.id, Rendition::Original)));
    let recording = entry.recording.map(|one| (one.id.0, recording_name(entry, one), one.file()));
    photos.chain(recording)
}

/// The day, and for an entry in the bin also the time of its deletion: there can be several of a day.
fn stem(entry: &Stored) -> String {
    match entry.deleted_at {
        None => entry.date.to_string(),
        Some(deleted_at) => format!("{}-papierkorb-{}", entry.date, deleted_at.timestamp_micros()),
    }
}

fn photo_name(entry: &Stored, at: usize) -> String {
    format!("fotos/{}-{}.jpg", stem(entry), at + 1)
}

fn recording_name(entry: &Stored, recording: StoredRecording) -> String {
    format!("ton/{}.{}", stem(entry), recording.format.extension())
}

/// The whole file: one of which a part does not open is not begun. `None`: it was removed or changed.
pub async fn content(backend: &Backend, key: &DataKey, file: File) -> Result<Option<Vec<Bytes>>> {
    let read = async {
        let file = media::file(backend, key, file).await?;
        file.read(backend, 0..file.size).await?.try_collect().await
    };
    match read.await {
        Ok(parts) => Ok(Some(parts)),
        Err(Error::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
