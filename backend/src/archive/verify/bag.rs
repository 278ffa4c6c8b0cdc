//! The `BagIt` rules (RFC 8493), for one ZIP file.

use super::{Checked, Refused, hex};
use crate::zip_file::{self, Member, Paths, ZipFile};
use ring::digest::{Context, SHA256};
use serde::de::DeserializeOwned;
use std::{
    collections::{BTreeMap, HashMap},
    io::{self, BufReader, Read, Seek},
};

/// Most names in an archive.
const NAMES: usize = 500_000;

/// Most bytes of a file about the bag.
const TAG: u64 = 128 << 20;

/// A file of the payload: its path, and the digest of what is there.
pub type Found = HashMap<String, [u8; 32]>;

#[derive(Debug)]
pub struct Bag<R> {
    zip: ZipFile<R>,
    /// The paths below the bag's folder, with their places in the ZIP file.
    files: BTreeMap<String, usize>,
}

impl<R: Read + Seek> Bag<R> {
    pub fn open(file: R) -> Result<Self, Refused> {
        let mut zip = ZipFile::open(file, NAMES)?;
        let names = zip.names(Paths::Portable)?;
        let is_bag =
            |name: &&str| *name == "bagit.txt" || (name.ends_with("/bagit.txt") && name.split('/').count() == 2);
        let mark = names.iter().map(|one| one.name.as_str()).find(is_bag).ok_or(Refused::NoBag)?;
        let folder = mark.strip_suffix("bagit.txt").unwrap_or_default().to_owned();
        // What some programs add beside the bag's folder is no part of it.
        let inside =
            names.into_iter().filter_map(|Member { name, at, .. }| Some((name.strip_prefix(&folder)?.to_owned(), at)));
        Ok(Self { files: inside.collect(), zip })
    }

    fn at<'n>(&self, name: &'n str) -> Result<(&'n str, usize), Refused> {
        let missing = || Refused::Unreadable(name.to_owned(), "it is missing".to_owned());
        self.files.get(name).map(|at| (name, *at)).ok_or_else(missing)
    }

    fn text(&mut self, name: &str) -> Result<String, Refused> {
        let at = self.at(name)?;
        Ok(self.zip.with(at, TAG, |file| {
            let mut text = String::new();
            file.read_to_string(&mut text).map(|_| text)
        })?)
    }

    pub fn json<T: DeserializeOwned>(&mut self, name: &str, most: u64) -> Result<T, Refused> {
        let at = self.at(name)?;
        Ok(self.zip.with(at, most, |file| serde_json::from_reader(BufReader::new(file)).map_err(io::Error::other))?)
    }

    /// Compares all files with the manifest and the bag's size.
    pub fn check(&mut self, checked: &mut Checked) -> Result<Found, Refused> {
        let mark = self.text("bagit.txt")?;
        if !mark.starts_with("BagIt-Version: ") || !mark.contains("Tag-File-Character-Encoding: UTF-8") {
            checked.add("bagit.txt is not as RFC 8493 wants it".to_owned());
        }
        let manifest = self.text("manifest-sha256.txt")?;
        let mut listed = HashMap::new();
        for line in manifest.lines().filter(|line| !line.is_empty()) {
            match line.split_once([' ', '\t']) {
                Some((digest, path)) => {
                    let path = path.trim_start().replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
                    if listed.insert(path, digest.to_ascii_lowercase()).is_some() {
                        checked.add(format!("manifest-sha256.txt names a file twice: {}", line.escape_debug()));
                    }
                }
                None => checked.add(format!("manifest-sha256.txt has a line without a file: {}", line.escape_debug())),
            }
        }
        let payload: Vec<_> = self.files.iter().filter(|(name, _)| name.starts_with("data/")).collect();
        let payload: Vec<(String, usize)> = payload.into_iter().map(|(name, at)| (name.clone(), *at)).collect();
        let (mut found, mut bytes) = (Found::new(), 0);
        for (name, at) in payload {
            match self.zip.with((&name, at), u64::MAX - 1, digest_of) {
                Ok((digest, size)) => {
                    bytes += size;
                    match listed.remove(&name) {
                        Some(expected) if expected == hex(&digest) => {}
                        Some(_) => checked.add(format!("{name} was changed")),
                        None => checked.add(format!("{name} is not in the manifest")),
                    }
                    found.insert(name, digest);
                }
                // The others are still looked at.
                Err(zip_file::Refused::Unreadable(..)) => {
                    listed.remove(&name);
                    checked.add(format!("{name} is damaged"));
                }
                Err(refused) => return Err(refused.into()),
            }
        }
        let mut missing: Vec<_> = listed.into_keys().collect();
        missing.sort();
        for name in missing {
            checked.add(format!("{} is missing", name.escape_debug()));
        }
        self.check_size(checked, bytes, found.len())?;
        Ok(found)
    }

    fn check_size(&mut self, checked: &mut Checked, bytes: u64, files: usize) -> Result<(), Refused> {
        let info = self.text("bag-info.txt")?;
        let said = info.lines().find_map(|line| line.strip_prefix("Payload-Oxum:")).map(str::trim);
        if said != Some(format!("{bytes}.{files}").as_str()) {
            checked.add(format!("bag-info.txt says {:?}, and there are {bytes}.{files}", said.unwrap_or("nothing")));
        }
        Ok(())
    }
}

/// Reads to the end: the digest and the size.
fn digest_of(file: &mut dyn Read) -> io::Result<([u8; 32], u64)> {
    let (mut context, mut size, mut buffer) = (Context::new(&SHA256), 0, vec![0; 64 << 10]);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        context.update(&buffer[..read]);
        size += read as u64;
    }
    let mut digest = [0; 32];
    digest.copy_from_slice(context.finish().as_ref());
    Ok((digest, size))
}
