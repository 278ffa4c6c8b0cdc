//! Folders: walking, fingerprints, mirroring.

use crate::process::{Result, root};
use std::{
    fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

/// Folders that are skipped: foreign or generated.
const SKIPPED: [&str; 3] = ["node_modules", "target", ".git"];

/// All files below `path` (or `path` itself), sorted; missing paths hold none.
pub fn files_below(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(path, &mut found);
    found.sort();
    found
}

fn collect(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_file() {
        found.push(path.to_owned());
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if !SKIPPED.iter().any(|name| entry.file_name() == *name) {
            collect(&entry.path(), found);
        }
    }
}

/// FNV-1a: names and change detection, not security.
pub fn hash(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Changes when a file below `paths` (relative to the checkout) is added, removed or written.
pub fn fingerprint(paths: &[&str]) -> String {
    let files = paths.iter().flat_map(|path| files_below(&root().join(path)));
    let lines = files.filter_map(|file| {
        let meta = file.metadata().ok()?;
        let written = meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(format!("{} {} {}", file.display(), meta.len(), written.as_nanos()))
    });
    format!("{:016x}", hash(&[lines.collect::<Vec<_>>().join("\n").as_bytes()]))
}

/// A file below `target` that remembers the fingerprint of the inputs of something made.
pub struct Stamp(PathBuf);

impl Stamp {
    pub fn new(name: &str) -> Self {
        Self(root().join("target/stamps").join(name))
    }

    pub fn at(path: PathBuf) -> Self {
        Self(path)
    }

    pub fn is(&self, value: &str) -> bool {
        fs::read_to_string(&self.0).is_ok_and(|text| text == value)
    }

    pub fn set(&self, value: &str) -> Result {
        if let Some(folder) = self.0.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok(fs::write(&self.0, value)?)
    }
}

/// Mirrors `from` into `to`, writing only what differs. `.br` and `.gz` stay beside the file they were made from.
pub fn mirror(from: &Path, to: &Path) -> Result {
    for file in files_below(to) {
        let Ok(name) = file.strip_prefix(to) else { continue };
        let base = match name.extension().and_then(|e| e.to_str()) {
            Some("br" | "gz") => name.with_extension(""),
            _ => name.to_owned(),
        };
        if !from.join(&base).is_file() {
            fs::remove_file(&file)?;
        }
    }
    for file in files_below(from) {
        let Ok(name) = file.strip_prefix(from) else { continue };
        let target = to.join(name);
        let bytes = fs::read(&file)?;
        if fs::read(&target).is_ok_and(|old| old == bytes) {
            continue;
        }
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&target, bytes)?;
        for ending in ["br", "gz"] {
            drop(fs::remove_file(with_ending(&target, ending)));
        }
    }
    Ok(())
}

/// `app.js` becomes `app.js.br`.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::{files_below, hash, mirror};
    use std::{env, fs, process};

    #[test]
    fn the_hash_is_fnv() {
        assert_eq!(hash(&[b"foo", b"bar"]), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_mirror_drops_what_is_gone_and_what_was_compressed_from_older_bytes() {
        let base = env::temp_dir().join(format!("xtask-mirror-{}", process::id()));
        let (from, to) = (base.join("from"), base.join("to"));
        fs::create_dir_all(from.join("css")).unwrap();
        fs::create_dir_all(&to).unwrap();
        for (name, text) in [("a.js", "new"), ("css/b.css", "same")] {
            fs::write(from.join(name), text).unwrap();
        }
        fs::create_dir_all(to.join("css")).unwrap();
        for (name, text) in
            [("a.js", "old"), ("a.js.br", "x"), ("css/b.css", "same"), ("css/b.css.gz", "y"), ("gone.js", "z")]
        {
            fs::write(to.join(name), text).unwrap();
        }
        mirror(&from, &to).unwrap();
        let names: Vec<_> = files_below(&to).iter().map(|f| f.strip_prefix(&to).unwrap().to_owned()).collect();
        assert_eq!(names, ["a.js", "css/b.css", "css/b.css.gz"].map(Into::<std::path::PathBuf>::into));
        assert_eq!(fs::read_to_string(to.join("a.js")).unwrap(), "new");
        fs::remove_dir_all(base).unwrap();
    }
}
