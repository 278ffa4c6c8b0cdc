//! Which program wrote the file: its content tells, and no name that somebody can change.

use super::{Format, Refused, bag, files::Files, reading::Reading};
use std::io::{Read, Seek};

/// Reads the entries of the first format that the files are of.
pub fn read<R: Read + Seek>(files: &mut Files<R>, reading: &mut Reading) -> Result<Format, Refused> {
    if let Some(folder) = bag::folder_of(&files.names) {
        bag::read(files, &folder, reading)?;
        return Ok(Format::Tagesecho);
    }
    Err(Refused::Unknown)
}
