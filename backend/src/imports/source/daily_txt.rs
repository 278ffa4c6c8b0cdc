//! `DailyTxT` without encryption: `2024/05.json` for each month, `tags.json`, and `files/`.

use super::{
    Part, ProblemKind, Refused,
    files::{DATA, Files, Names, folder},
    json::Fields,
    reading::Reading,
    text::{Reference, prose, push_tags},
};
use crate::zip_file::Member;
use chrono::NaiveDate;
use std::{
    collections::HashMap,
    io::{Read, Seek},
};

/// The files of the months, with year and month, and the folder above.
#[derive(Debug)]
pub struct Months {
    above: String,
    files: Vec<(Member, i32, u32)>,
}

/// `None`: there are no such files. `Err`: the encrypted kind.
pub fn months(names: &Names) -> Result<Option<Months>, Refused> {
    let months: Vec<_> = names.iter().filter_map(|one| Some((one.clone(), month(&one.name)?))).collect();
    let Some((first, _)) = months.first() else { return Ok(None) };
    let above = folder(folder(&first.name)).to_owned();
    if names.at(&above, "user.json").is_some() {
        return Err(Refused::Encrypted);
    }
    let files = months.into_iter().map(|(file, (year, month))| (file, year, month)).collect();
    Ok(Some(Months { above, files }))
}

/// `2024/05.json`, in any folder.
fn month(path: &str) -> Option<(i32, u32)> {
    let mut parts = path.rsplit('/');
    let (file, year) = (parts.next()?.strip_suffix(".json")?, parts.next()?);
    let is_number = |text: &str, digits| text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_month = is_number(file, 2) && is_number(year, 4);
    is_month.then_some(())?;
    Some((year.parse().ok()?, file.parse().ok().filter(|month| (1..=12).contains(month))?))
}

pub fn read<R: Read + Seek>(
    files: &mut Files<R>,
    Months { above, files: months }: Months,
    reading: &mut Reading,
) -> Result<(), Refused> {
    let Files { names, content } = files;
    let mut tags = HashMap::new();
    // Not of entries.
    if let Some(templates) = names.at(&above, "templates.json") {
        reading.mark_used(templates);
    }
    if let Some(file) = names.at(&above, "tags.json").cloned() {
        reading.mark_used(&file);
        content.json((&file, DATA), &[&["tags", "*"]], &mut |_, value| {
            if let Some(tag) = value.and_then(Fields::of) {
                tags.extend(tag.number("id").map(f64::to_bits).zip(tag.string("name")));
            }
            Ok(())
        })?;
    }
    for (file, year, month) in months {
        reading.mark_used(&file);
        let is_whole = content.json((&file, DATA), &[&["days", "*"]], &mut |_, value| {
            let day = value.and_then(Fields::of);
            let Some(day) = day else { return reading.problem(ProblemKind::Unreadable, &file.name) };
            let date = day.whole("day").and_then(|number| NaiveDate::from_ymd_opt(year, month, number));
            match date {
                Some(date) => read_day(&day, date, &tags, (names, &above), reading),
                None => reading.problem(ProblemKind::NoDate, &file.name),
            }
        })?;
        if !is_whole {
            reading.problem(ProblemKind::Unreadable, &file.name)?;
        }
    }
    Ok(())
}

fn read_day(
    day: &Fields<'_>,
    date: NaiveDate,
    tags: &HashMap<u64, String>,
    (names, above): (&Names, &str),
    reading: &mut Reading,
) -> Result<(), Refused> {
    let name = date.to_string();
    let Ok(text) = day.words("text") else {
        return reading.problem(ProblemKind::Unreadable, &name);
    };
    let text = prose(&text, &mut |Reference { label, is_embedded, .. }| {
        // The file is in the list.
        is_embedded.then(|| String::from(if label.contains('.') { "" } else { label }))
    });
    let mut part = Part::of(text);
    let its: Vec<_> = day.numbers("tags").into_iter().filter_map(|id| tags.get(&id.to_bits()).cloned()).collect();
    push_tags(&mut part.texts.text, &its);
    for file in day.objects("files") {
        let Some(path) = file.string("filename") else { continue };
        match names.at(above, &format!("files/{path}")) {
            Some(found) => reading.attach(&mut part, found, "")?,
            None => reading.problem(ProblemKind::MissingFile, &format!("{name}: {path}"))?,
        }
    }
    part.is_favorite = day.flag("isBookmarked");
    reading.leave_out(day.with_values(&["pins"]));
    reading.add(date, part, &name)
}
