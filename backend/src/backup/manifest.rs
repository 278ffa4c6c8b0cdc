//! The description of a copy: `backup.json`, and `SHA256SUMS` with a line for each file, as `sha256sum --check` reads it.

use super::files::{at, digest, sync_disk, write};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fs, io, path::Path};
use uuid::Uuid;

const SUMS: &str = "SHA256SUMS";
const INFO: &str = "backup.json";
const VERSION: u32 = 1;

/// The digest of each file of a copy.
pub type Sums = BTreeMap<String, String>;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Info {
    version: u32,
    program: String,
    pub made_at: DateTime<Utc>,
    pub engine: Engine,
    /// The schema of the tables, on PostgreSQL.
    pub schema: Option<String>,
    pub installation: Uuid,
    /// The newest migration of the database.
    pub migration: i64,
    /// Counts the copies, so that each proves another part of the files that it links.
    pub round: u32,
    /// How many files the copy has besides this one.
    files: usize,
    /// The sealed hash keys, base64: a restore tries the secret with them before it changes anything.
    hash_keys: Vec<(i64, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    /// The file of the database in a copy.
    pub fn file(self) -> &'static str {
        match self {
            Self::Sqlite => "database.sqlite",
            Self::Postgres => "database.dump",
        }
    }

    pub fn of(url: &str) -> Self {
        if url.starts_with("postgres") { Self::Postgres } else { Self::Sqlite }
    }
}

impl Info {
    pub fn new(
        made_at: DateTime<Utc>,
        engine: Engine,
        schema: Option<String>,
        installation: Uuid,
        migration: i64,
        keys: &[(i64, Vec<u8>)],
    ) -> Self {
        let hash_keys = keys.iter().map(|(position, sealed)| (*position, STANDARD.encode(sealed))).collect();
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Self {
            version: VERSION,
            program,
            made_at,
            engine,
            schema,
            installation,
            migration,
            round: 0,
            files: 0,
            hash_keys,
        }
    }

    pub fn hash_keys(&self) -> io::Result<Vec<(i64, Vec<u8>)>> {
        let decode =
            |(position, text): &(i64, String)| Ok((*position, STANDARD.decode(text).map_err(io::Error::other)?));
        self.hash_keys.iter().map(decode).collect()
    }

    pub fn read(copy: &Path) -> io::Result<Self> {
        let path = copy.join(INFO);
        let info: Self = at(&path, serde_json::from_slice(&at(&path, fs::read(&path))?).map_err(io::Error::other))?;
        if info.version > VERSION {
            return at(&path, Err(io::Error::other("a newer program made this copy; restore it with that one")));
        }
        Ok(info)
    }
}

/// Whether a folder is a copy that was finished.
pub fn is_in(folder: &Path) -> bool {
    folder.join(SUMS).is_file()
}

/// Ends a copy: its files are named, and all of it is on the disk.
pub fn seal(copy: &Path, info: &Info, mut sums: Sums) -> io::Result<()> {
    let info = Info { files: sums.len(), ..info.clone() };
    let text = serde_json::to_vec_pretty(&info).map_err(io::Error::other)?;
    let path = copy.join(INFO);
    write(&path, &text)?;
    sums.insert(INFO.into(), digest(&path)?);
    let lines: Vec<String> = sums.iter().map(|(path, digest)| format!("{digest}  {path}\n")).collect();
    write(&copy.join(SUMS), lines.concat().as_bytes())?;
    sync_disk(copy)
}

/// The files of a copy. An error if the list of them was cut off.
pub fn read(copy: &Path) -> io::Result<Sums> {
    let path = copy.join(SUMS);
    let text = at(&path, fs::read_to_string(&path))?;
    let lines = text.lines().filter_map(|line| line.split_once("  "));
    let sums: Sums = lines.map(|(sum, path)| (path.to_owned(), sum.to_owned())).collect();
    let is_whole =
        sums.len() == Info::read(copy)?.files + 1 && sums.keys().all(|path| !path.split('/').any(|name| name == ".."));
    if is_whole { Ok(sums) } else { at(&path, Err(io::Error::other("it does not name the files of this copy"))) }
}
