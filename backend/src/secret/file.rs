//! The file `secret` of the data folder: a private installation makes its secret itself.

use crate::{Settings, error::StartError};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::rand::{SecureRandom, SystemRandom};
use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::Path,
};

/// The file's secret. It is made at the first start; a database that was started before (`is_known`) needs its own.
pub fn open(settings: &Settings, is_known: bool) -> Result<String, StartError> {
    let path = settings.data.join("secret");
    let failed = |e| StartError(format!("the secret in {} cannot be read or made: {e}", settings.data.display()));
    if let Some(text) = read(&path).map_err(failed)? {
        return Ok(text);
    }
    if is_known {
        return Err(StartError(format!(
            "the secret that this database was made with is missing, and no word in it can be read without it: put its file back to {}, or \
             set TAGESECHO_SECRET. Backups leave it out. Nothing was changed",
            path.display()
        )));
    }
    let text = make(&path).map_err(failed)?;
    tracing::warn!(
        file = %path.display(),
        "a secret was made: keep a copy of this file apart from backups; who has both reads every word, who has lost it reads none"
    );
    Ok(text)
}

/// `None`: there is none, or it is empty.
fn read(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

fn make(path: &Path) -> io::Result<String> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut bytes = [0; 32];
    SystemRandom::new().fill(&mut bytes).map_err(|e| io::Error::other(e.to_string()))?;
    let text = URL_SAFE_NO_PAD.encode(bytes);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    Ok(text)
}
