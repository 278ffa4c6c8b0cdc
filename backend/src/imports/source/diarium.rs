//! Diarium: an array of entries in one JSON file, or a file for each entry, alone or in a ZIP file with `media/`.

use super::{
    Part, ProblemKind, Refused, dates,
    files::{DATA, Files, Names, extension, folder},
    json::Fields,
    reading::{Reading, opening},
    text::{html, push_tags, titled},
};
use crate::zip_file::Member;
use chrono::NaiveDate;
use domain::Mood;
use std::{
    collections::{BTreeMap, HashSet},
    io::{Read, Seek},
};

/// Digits of a day, and of a moment with seconds.
const DAY: usize = 8;
const MOMENT: usize = 14;

/// Fields of entries that have no place here.
const FIELDS: [&str; 6] = ["people", "weather", "sun", "lunar", "location", "tracker"];

pub fn read<R: Read + Seek>(files: &mut Files<R>, journal: &Member, reading: &mut Reading) -> Result<(), Refused> {
    let Files { names, content } = files;
    let is_journal = |one: &&Member| one.at == journal.at || extension(&one.name) == "json";
    let journals: Vec<Member> = names.iter().filter(is_journal).cloned().collect();
    let media = media(names);
    let mut taken = HashSet::new();
    for journal in journals {
        reading.mark_used(&journal);
        // A file for each entry is such an object itself.
        let is_array = content.with(&journal, DATA, |file| {
            let mut head = [0; 64];
            let read = file.read(&mut head)?;
            Ok(head[..read].iter().find(|byte| !byte.is_ascii_whitespace() && byte.is_ascii()) == Some(&b'['))
        })?;
        let wanted: &[&str] = if is_array == Some(true) { &["*"] } else { &[] };
        let is_whole = content.json((&journal, DATA), &[wanted], &mut |_, value| match value.and_then(Fields::of) {
            Some(entry) => read_entry(&entry, &journal, &media, &mut taken, reading),
            None => reading.problem(ProblemKind::Unreadable, &journal.name),
        })?;
        if !is_whole {
            reading.problem(ProblemKind::Unreadable, &journal.name)?;
        }
    }
    // What belongs to no entry still has its day.
    for (digits, of_moment) in media.iter().filter(|(digits, _)| !taken.contains(digits.as_str())) {
        let date = NaiveDate::parse_from_str(digits.get(..DAY).unwrap_or_default(), "%Y%m%d").ok();
        for file in of_moment {
            let Some(date) = date else {
                reading.mark_used(file);
                reading.problem(ProblemKind::NoDate, &file.name)?;
                continue;
            };
            let mut part = Part::of(String::new());
            reading.attach(&mut part, file, "")?;
            reading.add(date, part, &file.name)?;
        }
    }
    Ok(())
}

/// The files by the digits in the names of their folders: the time of the entry.
type Media<'n> = BTreeMap<String, Vec<&'n Member>>;

fn media(names: &Names) -> Media<'_> {
    let mut media = Media::new();
    for one in names.iter().filter(|one| extension(&one.name) != "json") {
        let folder = folder(&one.name);
        let is_media = folder.split('/').any(|part| part.eq_ignore_ascii_case("media"));
        if is_media {
            let digits: String =
                folder.rsplit('/').next().unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
            media.entry(digits.chars().take(MOMENT).collect()).or_default().push(one);
        }
    }
    media
}

fn read_entry(
    entry: &Fields<'_>,
    journal: &Member,
    media: &Media<'_>,
    taken: &mut HashSet<String>,
    reading: &mut Reading,
) -> Result<(), Refused> {
    let said = entry.string("date").unwrap_or_default();
    let Some(at) = dates::local(&said) else {
        let words = opening(&html::prose(&entry.words("html").unwrap_or_default()));
        let name = [&said, &words].into_iter().find(|name| !name.is_empty()).unwrap_or(&journal.name);
        return reading.problem(ProblemKind::NoDate, name);
    };
    let (Ok(heading), Ok(text)) = (entry.words("heading"), entry.words("html")) else {
        return reading.problem(ProblemKind::Unreadable, &said);
    };
    let mut part = Part::of(titled(&html::prose(&heading), &html::prose(&text)));
    push_tags(&mut part.texts.text, &entry.strings("tags"));
    reading.leave_out(entry.with_values(&FIELDS));
    part.time = Some(at.time()).filter(|_| said.len() > 10);
    if let Some(stars) = entry.whole("rating").and_then(|stars| (1_u8..=5).find(|one| u32::from(*one) == stars)) {
        part.mood = Mood::at(stars * 2);
    }
    let moment = at.format("%Y%m%d%H%M%S").to_string();
    // The folder may have no seconds, or the day alone.
    for length in [MOMENT, MOMENT - 2, DAY] {
        let Some((digits, files)) = media.get_key_value(&moment[..length]) else { continue };
        if taken.insert(digits.clone()) {
            for file in files {
                reading.attach(&mut part, file, "")?;
            }
        }
        break;
    }
    reading.add(at.date(), part, &said)
}
