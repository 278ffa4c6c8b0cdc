//! Entries, photos and recordings of the stories, and reading them back.

use super::World;
use backend::{Error, Result, Viewer, media::Upload};
use domain::{Entry, EntryForm, Plan};
use std::{fs, path::Path};

/// A form with this text and nothing else.
pub fn writing(text: &str) -> EntryForm {
    EntryForm { text: Some(text.into()), ..EntryForm::default() }
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
            // Skips the trash and the mark.
            if folder.file_name().unwrap().to_str().unwrap().parse::<uuid::Uuid>().is_err() {
                continue;
            }
            let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path().display().to_string());
            names.extend(files);
        }
        names.sort();
        names
    }
}

/// A recording out of `tests/data`.
pub fn spoken(name: &str) -> Upload {
    photo(name)
}

/// A recording of some seconds as a browser makes it: without sizes, one packet of twenty milliseconds after the other.
pub fn recording_of(seconds: u16) -> Upload {
    let mut bytes = b"\x1A\x45\xDF\xA3\x87\x42\x82\x84webm\x18\x53\x80\x67\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF".to_vec();
    let head = b"OpusHead\x01\x01\x38\x01\x80\xbb\x00\x00\x00\x00\x00";
    let track = [b"\xD7\x81\x01\x83\x81\x02\x86\x86A_OPUS\x63\xA2\x93", &head[..]].concat();
    let size = u8::try_from(track.len()).unwrap();
    bytes.extend_from_slice(&[0x16, 0x54, 0xAE, 0x6B, 0x80 | (size + 2), 0xAE, 0x80 | size]);
    bytes.extend_from_slice(&track);
    for second in 0..seconds {
        bytes.extend_from_slice(b"\x1F\x43\xB6\x75\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xE7\x84");
        bytes.extend_from_slice(&(u32::from(second) * 1000).to_be_bytes());
        for packet in 0..50_u16 {
            let [high, low] = (packet * 20).to_be_bytes();
            bytes.extend_from_slice(&[0xA3, 0x86, 0x81, high, low, 0x80, 0xF8, 0xFF]);
        }
    }
    Upload { name: "aufnahme.webm".into(), bytes: bytes.into() }
}
