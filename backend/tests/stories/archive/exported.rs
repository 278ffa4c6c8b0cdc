//! An archive as the stories read it.

use crate::world::World;
use backend::{Viewer, archive::export};
use domain::Language;
use futures::TryStreamExt;
use serde_json::Value;
use std::io::{Cursor, Read};
use zip::ZipArchive;

pub struct Exported {
    pub bytes: Vec<u8>,
    pub zip: ZipArchive<Cursor<Vec<u8>>>,
    folder: String,
}

pub async fn exported(w: &World, viewer: &Viewer, language: Language, year: Option<i32>) -> Exported {
    let archive = export(&w.backend, viewer, language, year).await.unwrap();
    let bytes: Vec<bytes::Bytes> = std::pin::pin!(archive.content).try_collect().await.unwrap();
    let bytes = bytes.concat();
    let zip = ZipArchive::new(Cursor::new(bytes.clone())).unwrap();
    Exported { bytes, zip, folder: archive.name.strip_suffix(".zip").unwrap().to_owned() }
}

impl Exported {
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// The paths below the archive's folder, in order.
    pub fn names(&self) -> Vec<String> {
        let names = self.zip.file_names().map(|name| name.unwrap().into_owned());
        let mut names: Vec<_> =
            names.map(|name| name.strip_prefix(&format!("{}/", self.folder)).unwrap().into()).collect();
        names.sort();
        names
    }

    pub fn read(&mut self, name: &str) -> Vec<u8> {
        let mut content = Vec::new();
        self.zip.by_name(&format!("{}/{name}", self.folder)).unwrap().read_to_end(&mut content).unwrap();
        content
    }

    pub fn text(&mut self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    pub fn json(&mut self) -> Value {
        serde_json::from_slice(&self.read("data/eintraege.json")).unwrap()
    }
}
