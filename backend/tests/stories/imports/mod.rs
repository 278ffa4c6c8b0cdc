//! Imports: files that the stories bring along, and how they are taken over.

mod appended;
mod edited;
mod failed;
mod moved;
mod named;
mod room;
mod stopped;
mod taken;
mod undone;

use crate::world::World;
use backend::{Backend, Result, Viewer, entries, imports};
use domain::{
    Entry, EntryId,
    imports::{ExistingDays, Import, ImportState},
};
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use zip::{ZipWriter, write::SimpleFileOptions};

/// A day of an archive of ours.
pub fn day(date: &str, text: &str) -> Value {
    json!({
        "date": date, "text": text, "summary": "", "summarySource": "", "topMoment": "", "audioTranscript": "",
        "emojis": "", "visibility": "public", "isFavorite": false, "isBackfilled": false, "isHiddenMemory": false,
        "createdAt": format!("{date}T18:00:00Z"), "updatedAt": format!("{date}T18:00:00Z"),
        "answers": [], "photos": [], "digest": "",
    })
}

/// An archive of ours with these days, not compressed.
pub fn bag(days: &[Value]) -> Vec<u8> {
    bag_of_version(1, days)
}

pub fn bag_of_version(version: u32, days: &[Value]) -> Vec<u8> {
    let data = json!({
        "format": "tagesecho", "version": version, "exportedAt": "2026-11-19T10:00:00Z", "language": "de", "days": days,
    });
    folder(&[
        ("tagesecho-2026/bagit.txt", b"BagIt-Version: 1.0\n"),
        ("tagesecho-2026/data/eintraege.json", data.to_string().as_bytes()),
    ])
}

/// A ZIP file with these files, not compressed.
pub fn folder(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, content) in files {
        zip.start_file(*name, stored).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// As many days, the first one in January 2020.
pub fn many(count: usize) -> Vec<Value> {
    let first: chrono::NaiveDate = "2020-01-01".parse().unwrap();
    first.iter_days().take(count).map(|date| day(&date.to_string(), &format!("Der Tag {date}"))).collect()
}

/// Sends a file in pieces. A worker has not seen it yet.
pub async fn send(backend: &Backend, viewer: &Viewer, bytes: &[u8]) -> Result<Import> {
    let mut incoming = imports::begin(backend, viewer).await?;
    for piece in bytes.chunks(50_000) {
        incoming.push(piece).await?;
    }
    incoming.finish("tagebuch.zip").await
}

/// Works until nothing is due.
pub async fn work(backend: &Backend) {
    while imports::work(backend).await.unwrap() {}
}

pub async fn looked(w: &World, viewer: &Viewer, bytes: &[u8]) -> Import {
    let sent = send(&w.backend, viewer, bytes).await.unwrap();
    assert_eq!(sent.state, ImportState::Looking);
    work(&w.backend).await;
    imports::open(&w.backend, viewer, sent.id).await.unwrap()
}

pub async fn taken(w: &World, viewer: &Viewer, bytes: &[u8], existing: ExistingDays) -> Import {
    let looked = looked(w, viewer, bytes).await;
    assert_eq!(looked.state, ImportState::Looked, "{looked:?}");
    imports::take_over(&w.backend, viewer, looked.id, existing).await.unwrap();
    work(&w.backend).await;
    let taken = imports::open(&w.backend, viewer, looked.id).await.unwrap();
    assert_eq!(taken.state, ImportState::Taken);
    taken
}

impl World {
    pub async fn entry_of(&self, viewer: &Viewer, date: &str) -> Option<Entry> {
        entries::of_day(&self.backend, viewer, date.parse().unwrap()).await.unwrap()
    }

    /// How many rows there are.
    pub async fn number_of(&self, sql: &'static str) -> i64 {
        self.backend.db.read(sql).fetch_one::<(i64,)>().await.unwrap().0
    }

    /// The names in the folder of files to import.
    pub fn import_files(&self) -> Vec<String> {
        let Ok(folder) = std::fs::read_dir(self.data.path().join("media/imports")) else { return Vec::new() };
        folder.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
    }
}

/// The same entry with another text.
pub async fn change(w: &World, viewer: &Viewer, id: EntryId, text: &str) -> Result<Entry> {
    entries::update(&w.backend, viewer, id, crate::world::diary::writing(text), vec![]).await
}
