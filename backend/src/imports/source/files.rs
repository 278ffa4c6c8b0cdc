//! The files of an import: those in a ZIP file, or the imported file itself.

use super::{Problem, ProblemKind, Refused, json};
use crate::zip_file::{self, Member, Paths, ZipFile};
use icu_normalizer::ComposingNormalizerBorrowed;
use percent_encoding::percent_decode_str;
use std::{
    collections::HashMap,
    io::{self, Read, Seek, SeekFrom},
};

/// Most files, and most bytes of all files together.
const FILES: usize = 50_000;
const BYTES: u64 = 20 << 30;

/// Most bytes of a file with entries, and of all such files together.
pub const DATA: u64 = 64 << 20;
const ALL_DATA: u64 = 2 << 30;

/// The names, without those that programs put beside a person's files.
#[derive(Debug)]
pub struct Names {
    all: Vec<Member>,
    by_path: HashMap<String, usize>,
    /// Without regard to case and the form of umlauts.
    by_folded_path: HashMap<String, usize>,
    /// The first file of each bare name.
    by_name: HashMap<String, usize>,
}

impl Names {
    fn of(names: Vec<Member>) -> Self {
        let all: Vec<Member> = names.into_iter().filter(|one| is_of_the_person(&one.name)).collect();
        let (mut by_path, mut by_folded_path, mut by_name) = (HashMap::new(), HashMap::new(), HashMap::new());
        for (at, one) in all.iter().enumerate() {
            let path = folded(&one.name);
            by_name.entry(bare(&path).to_owned()).or_insert(at);
            by_folded_path.entry(path).or_insert(at);
            by_path.insert(one.name.clone(), at);
        }
        Self { all, by_path, by_folded_path, by_name }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Member> {
        self.all.iter()
    }

    /// The file at this path below `folder`. If there is none, neither case nor the form of umlauts matters.
    pub fn at(&self, folder: &str, path: &str) -> Option<&Member> {
        let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
        for part in path.split(['/', '\\']) {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()?),
                part => parts.push(part),
            }
        }
        let path = parts.join("/");
        let at = self.by_path.get(&path).or_else(|| self.by_folded_path.get(&folded(&path)))?;
        Some(&self.all[*at])
    }

    /// The file that a text names: below the text's folder, from the top, or by its bare name anywhere. `%20` may be a blank.
    pub fn named(&self, folder: &str, path: &str) -> Option<&Member> {
        let find = |path: &str| {
            let anywhere = || Some(&self.all[*self.by_name.get(&folded(bare(path)))?]);
            self.at(folder, path).or_else(|| self.at("", path)).or_else(anywhere)
        };
        find(path).or_else(|| find(&percent_decode_str(path).decode_utf8().ok()?))
    }
}

/// The bytes of the files.
#[derive(Debug)]
pub struct Content<R> {
    origin: Origin<R>,
    /// Bytes of entries that may still be read.
    left: u64,
}

#[derive(derive_more::Debug)]
enum Origin<R> {
    Zip(ZipFile<R>),
    #[debug("File")]
    File(R),
}

#[derive(Debug)]
pub struct Files<R> {
    pub names: Names,
    pub content: Content<R>,
}

impl<R: Read + Seek> Files<R> {
    pub fn open(mut file: R, name: &str) -> Result<Self, Refused> {
        let broken = |_| Refused::NotZip;
        let bytes = file.seek(SeekFrom::End(0)).map_err(broken)?;
        file.rewind().map_err(broken)?;
        let mut mark = Vec::new();
        (&mut file).take(4).read_to_end(&mut mark).map_err(broken)?;
        file.rewind().map_err(broken)?;
        if !mark.starts_with(b"PK") {
            if bytes > DATA {
                return Err(Refused::TooLarge);
            }
            let only = Member { name: bare(name).to_owned(), at: 0, bytes };
            let content = Content { origin: Origin::File(file), left: ALL_DATA };
            return Ok(Self { names: Names::of(vec![only]), content });
        }
        let mut zip = ZipFile::open(file, FILES)?;
        let names = zip.names(Paths::Any)?;
        if names.iter().fold(0_u64, |sum, one| sum.saturating_add(one.bytes)) > BYTES {
            return Err(Refused::TooLarge);
        }
        Ok(Self { names: Names::of(names), content: Content { origin: Origin::Zip(zip), left: ALL_DATA } })
    }
}

impl<R> Files<R> {
    /// The imported file, unless it is a ZIP file.
    pub fn only(&self) -> Option<&Member> {
        match self.content.origin {
            Origin::File(_) => self.names.iter().next(),
            Origin::Zip(_) => None,
        }
    }
}

impl<R: Read + Seek> Content<R> {
    /// Gives the bytes of a file to `read`. `None`: it is damaged.
    pub fn with<T>(
        &mut self,
        file: &Member,
        most: u64,
        read: impl FnOnce(&mut dyn Read) -> io::Result<T>,
    ) -> Result<Option<T>, Refused> {
        let done = match &mut self.origin {
            Origin::Zip(zip) => match zip.with((&file.name, file.at), most, read) {
                Err(zip_file::Refused::Unreadable(..)) => None,
                done => Some(done?),
            },
            Origin::File(_) if file.bytes > most => return Err(Refused::TooLarge),
            Origin::File(one) => one.rewind().and_then(|()| read(&mut one.take(most))).ok(),
        };
        Ok(done)
    }

    /// Counts bytes of entries before they are read.
    pub fn spend(&mut self, bytes: u64) -> Result<(), Refused> {
        self.left = self.left.checked_sub(bytes).ok_or(Refused::TooLarge)?;
        Ok(())
    }

    pub fn bytes(&mut self, file: &Member, most: u64) -> Result<Option<Vec<u8>>, Refused> {
        self.with(file, most, |file| {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map(|_| bytes)
        })
    }

    /// Gives the values at the `wanted` paths of a JSON file to `found`, one by one. False: the file is damaged or is no JSON.
    pub fn json(
        &mut self,
        (file, most): (&Member, u64),
        wanted: &[&[&str]],
        found: &mut json::Found<'_>,
    ) -> Result<bool, Refused> {
        self.spend(file.bytes)?;
        let mut refused = None;
        let whole = self.with(file, most, |file| {
            json::scan(file, wanted, &mut |which, value| {
                found(which, value).map_err(|e| {
                    refused = Some(e);
                    io::Error::other("refused")
                })
            })
        })?;
        refused.map_or(Ok(whole.is_some()), Err)
    }
}

impl From<zip_file::Refused> for Refused {
    fn from(refused: zip_file::Refused) -> Self {
        match refused {
            zip_file::Refused::NotZip(_) | zip_file::Refused::Unreadable(..) => Self::NotZip,
            zip_file::Refused::TooMany | zip_file::Refused::Bomb(_) => Self::TooLarge,
            zip_file::Refused::Unsafe(_) | zip_file::Refused::Twice => Self::Unsafe,
        }
    }
}

/// What entries can have: known by the name's extension, and checked when the file is taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Photo,
    Recording,
    Other,
}

pub fn kind(name: &str) -> Kind {
    match extension(name).as_str() {
        "jpg" | "jpeg" | "png" | "gif" | "webp" => Kind::Photo,
        "m4a" | "webm" => Kind::Recording,
        _ => Kind::Other,
    }
}

/// In small letters; empty if there is none.
pub fn extension(name: &str) -> String {
    bare(name).rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_lowercase())
}

pub fn bare(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The folder of a path; empty: the top.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

pub fn problem(kind: ProblemKind, name: impl Into<String>) -> Problem {
    Problem { kind, name: name.into() }
}

fn is_of_the_person(path: &str) -> bool {
    let is_hidden = |part: &str| part.starts_with('.') || part == "__MACOSX";
    !path.split('/').any(is_hidden) && !matches!(bare(path), "Thumbs.db" | "desktop.ini" | "Icon\r")
}

/// macOS takes umlauts apart in names of files, and texts have them whole.
fn folded(path: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(path).to_lowercase()
}
