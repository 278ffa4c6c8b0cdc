//! Mails as files, which the owner of this machine can open.

use crate::{Error, Result};
use chrono::{DateTime, Utc};
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

/// Number of files that are kept. Older ones are deleted.
const KEPT: usize = 200;

#[derive(Debug)]
pub struct Files {
    folder: PathBuf,
    /// Keeps mails of the same millisecond in order.
    count: AtomicU32,
}

impl Files {
    pub fn open(folder: PathBuf) -> Self {
        Self { folder, count: AtomicU32::new(0) }
    }

    /// Returns the file that the mail was written to.
    pub async fn keep(&self, mail: String, now: DateTime<Utc>) -> Result<PathBuf> {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        let path = self.folder.join(format!("{}-{count:010}.eml", now.format("%Y%m%dT%H%M%S%3f")));
        let folder = self.folder.clone();
        tokio::task::spawn_blocking(move || {
            write(&path, mail.as_bytes()).map_err(|e| Error::broken("mail file", e))?;
            forget(&folder).map_err(|e| Error::broken("mail folder", e))?;
            Ok(path)
        })
        .await?
    }

    /// Removes the mails to this address.
    pub async fn forget_to(&self, to: &str) -> Result<()> {
        let (folder, line) = (self.folder.clone(), line_to(to));
        tokio::task::spawn_blocking(move || {
            for path in names(&folder)? {
                if is_to(&fs::read_to_string(&path)?.replace("\r\n", "\n"), &line) {
                    fs::remove_file(path)?;
                }
            }
            Ok(())
        })
        .await?
        .map_err(|e: io::Error| Error::broken("mail folder", e))
    }

    pub async fn newest(&self, to: &str) -> Result<Option<String>> {
        let (folder, line) = (self.folder.clone(), line_to(to));
        tokio::task::spawn_blocking(move || {
            for path in names(&folder)?.into_iter().rev() {
                let mail = fs::read_to_string(path)?.replace("\r\n", "\n");
                if let Some((_, text)) = mail.split_once("\n\n").filter(|_| is_to(&mail, &line)) {
                    return Ok(Some(text.to_owned()));
                }
            }
            Ok(None)
        })
        .await?
        .map_err(|e: io::Error| Error::broken("mail folder", e))
    }
}

fn line_to(to: &str) -> String {
    format!("To: {to}").to_lowercase()
}

fn is_to(mail: &str, line: &str) -> bool {
    let head = mail.split_once("\n\n").map_or(mail, |(head, _)| head);
    head.lines().any(|header| header.to_lowercase() == line)
}

/// Makes the file readable for its owner alone: a link in it opens an account.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let (mut make, mut options) = (fs::DirBuilder::new(), fs::OpenOptions::new());
    make.recursive(true);
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        std::os::unix::fs::DirBuilderExt::mode(&mut make, 0o700);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    make.create(folder)?;
    options.open(path)?.write_all(bytes)
}

/// All mails, oldest first.
fn names(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "eml"));
    found.sort();
    Ok(found)
}

fn forget(folder: &Path) -> io::Result<()> {
    let found = names(folder)?;
    for old in found.iter().take(found.len().saturating_sub(KEPT)) {
        match fs::remove_file(old) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
