//! Which program wrote the file: its content tells, and no name that somebody can change.

use super::{
    Format, ProblemKind, Refused, bag, daily_txt, day_one, diarium,
    files::{DATA, Files, Kind, Names, extension, kind},
    journiv, json, markdown,
    reading::Reading,
};
use crate::zip_file::Member;
use std::io::{self, Read, Seek};

/// Bytes at the beginning of a JSON file that tell what it is.
const HEAD: u64 = 1 << 20;

/// Reads the entries, and names the files of which nothing is taken.
pub fn read<R: Read + Seek>(files: &mut Files<R>, reading: &mut Reading) -> Result<Format, Refused> {
    // Most files of our own archive say again what its data says.
    if let Some(folder) = bag::folder_of(&files.names) {
        bag::read(files, &folder, reading)?;
        return Ok(Format::Tagesecho);
    }
    let format = entries(files, reading)?;
    if format.is_none() && files.only().is_some() {
        return Err(Refused::Unknown);
    }
    name_rest(&files.names, reading)?;
    // A folder in which nothing can be read is still named file by file.
    let is_empty = reading.is_empty();
    format.or((!is_empty).then_some(Format::Markdown)).ok_or(Refused::Unknown)
}

fn name_rest(names: &Names, reading: &mut Reading) -> Result<(), Refused> {
    for file in names.iter() {
        let why = match kind(&file.name) {
            Kind::Photo | Kind::Recording => ProblemKind::UnusedFile,
            Kind::Other => ProblemKind::UnsupportedFile,
        };
        if !reading.has_used(file) {
            reading.problem(why, &file.name)?;
        }
    }
    Ok(())
}

/// Reads the entries of the first format that the files are of. A file in which nothing stands hides no other.
fn entries<R: Read + Seek>(files: &mut Files<R>, reading: &mut Reading) -> Result<Option<Format>, Refused> {
    if let Some(months) = daily_txt::months(&files.names)? {
        daily_txt::read(files, months, reading)?;
        if !reading.is_empty() {
            return Ok(Some(Format::DailyTxt));
        }
    }
    if let Some((format, file)) = journal(files)? {
        match format {
            Format::Journiv => journiv::read(files, &file, reading)?,
            Format::DayOne => day_one::read(files, &file, reading)?,
            _ => diarium::read(files, &file, reading)?,
        }
        if !reading.is_empty() {
            return Ok(Some(format));
        }
    }
    if has_texts(files)? {
        markdown::read(files, reading)?;
        if !reading.is_empty() {
            return Ok(Some(Format::Markdown));
        }
    }
    Ok(None)
}

/// The first JSON file of a known kind. Journiv and Day One have other JSON files beside it, and Diarium has many of one kind.
fn journal<R: Read + Seek>(files: &mut Files<R>) -> Result<Option<(Format, Member)>, Refused> {
    let is_json = |one: &&Member| extension(&one.name) == "json";
    let mut candidates: Vec<Member> = files.names.iter().filter(is_json).cloned().collect();
    if let Some(only) = files.only() {
        candidates = vec![only.clone()];
    }
    // Journals lie above their media.
    candidates.sort_by_key(|one| one.name.split('/').count());
    let mut diarium = None;
    for file in candidates {
        files.content.spend(file.bytes.min(HEAD))?;
        let format = files.content.with(&file, u64::MAX - 1, |file| Ok(format_of(&mut file.take(HEAD))))?;
        match format.flatten() {
            Some(Format::Diarium) => diarium = diarium.or(Some(file)),
            Some(format) => return Ok(Some((format, file))),
            None => {}
        }
    }
    Ok(diarium.map(|file| (Format::Diarium, file)))
}

fn format_of(file: &mut dyn Read) -> Option<Format> {
    let (mut format, mut has_date, mut has_text) = (None, false, false);
    let wanted: [&[&str]; 11] = [
        &["export_version"],
        &["metadata", "version"],
        &["entries", "*", "creationDate"],
        &["date"],
        &["*", "date"],
        &["html"],
        &["*", "html"],
        &["heading"],
        &["*", "heading"],
        &["rating"],
        &["*", "rating"],
    ];
    // The beginning alone is always cut off.
    let _ = json::scan(file, &wanted, &mut |which, _| {
        match which {
            0 => format = Some(Format::Journiv),
            1 | 2 => format = Some(Format::DayOne),
            3 | 4 => has_date = true,
            _ => has_text = true,
        }
        if format.is_some() { Err(io::ErrorKind::Other.into()) } else { Ok(()) }
    });
    format.or((has_date && has_text).then_some(Format::Diarium))
}

/// Whether there are files of text. A file alone may have any name, as long as it is a text with a day.
fn has_texts<R: Read + Seek>(files: &mut Files<R>) -> Result<bool, Refused> {
    let has = |names: &Names| names.iter().any(|one| markdown::is_text(&one.name));
    let Some(only) = files.only().cloned() else { return Ok(has(&files.names)) };
    let text = files.content.bytes(&only, DATA)?.and_then(|bytes| markdown::decoded(&bytes));
    Ok(text.is_some_and(|text| !text.trim().is_empty()) && has(&files.names))
}
