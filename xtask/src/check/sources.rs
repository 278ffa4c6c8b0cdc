//! The project's own files, which the checks read.

use crate::{
    files::files_below,
    process::{program, root},
};
use std::fs;

/// A checked-in file and its text.
#[derive(Debug)]
pub struct Source {
    pub path: String,
    pub text: String,
}

/// The project's files with these endings, as git sees them; in an unpacked archive, all files.
pub fn sources(endings: &[&str]) -> Vec<Source> {
    let listed = program("git").args(["ls-files", "--cached", "--others", "--exclude-standard"]).output();
    let paths: Vec<String> = match listed {
        Ok(out) if out.status.success() => String::from_utf8_lossy(&out.stdout).lines().map(str::to_owned).collect(),
        _ => {
            let all = files_below(root());
            all.iter().filter_map(|file| Some(file.strip_prefix(root()).ok()?.to_str()?.to_owned())).collect()
        }
    };
    let wanted = |path: &String| path.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending));
    // A file that was removed and not yet committed is listed, but cannot be read.
    let read = |path: String| Some(Source { text: fs::read_to_string(root().join(&path)).ok()?, path });
    paths.into_iter().filter(wanted).filter_map(read).collect()
}
