//! What people of the stories write, photograph and read back.

use super::World;
use backend::{Error, Result, Viewer, media::Upload};
use domain::{Entry, EntryForm, Plan};
use std::{fs, path::Path};

/// A form with this text and nothing else.
pub fn writing(text: &str) -> EntryForm {
    EntryForm { text: text.into(), ..EntryForm::default() }
}

/// The same person with a Pro account.
pub fn pro(viewer: &Viewer) -> Viewer {
    let mut viewer = viewer.clone();
    if let Viewer::User(account) = &mut viewer {
        account.plan = Plan::Pro;
    }
    viewer
}

/// A photograph out of `tests/data`.
pub fn photo(name: &str) -> Upload {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    Upload { name: name.into(), bytes: fs::read(path).unwrap().into() }
}

/// The code of what must be a refusal.
#[track_caller]
pub fn code<T>(result: Result<T>) -> &'static str {
    match result {
        Ok(_) => "ok",
        Err(Error::Refused(error)) => error.code(),
        Err(Error::Broken(broken)) => panic!("{broken}"),
    }
}

/// The code of a refusal and the entry that came with it.
#[track_caller]
pub fn conflict<T: std::fmt::Debug>(result: Result<T>) -> (&'static str, Entry) {
    let error = result.unwrap_err().refusal();
    (error.code(), serde_json::from_str(error.detail.as_deref().unwrap()).unwrap())
}

impl World {
    /// Names of all files in the media folder.
    pub fn media_files(&self) -> Vec<String> {
        let mut names = Vec::new();
        for folder in fs::read_dir(self.data.path().join("media")).unwrap() {
            let folder = folder.unwrap().path();
            let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path().display().to_string());
            names.extend(files);
        }
        names.sort();
        names
    }
}
