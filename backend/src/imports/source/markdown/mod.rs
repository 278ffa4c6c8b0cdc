//! A folder of Markdown or text files, as Obsidian and many others write them, or one such file.

mod front_matter;

use super::{
    Part, ProblemKind, Refused, dates,
    files::{DATA, Files, Kind, Names, extension, folder, kind},
    reading::Reading,
    text::{Reference, heading, prose, push_tags, titled},
};
use crate::zip_file::Member;
use chrono::NaiveDate;
use domain::Mood;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use front_matter::FrontMatter;
use std::{
    collections::{BTreeSet, HashSet},
    io::{Read, Seek},
};

pub fn is_text(name: &str) -> bool {
    matches!(extension(name).as_str(), "md" | "markdown" | "txt" | "text")
}

/// Reads all text files.
pub fn read<R: Read + Seek>(files: &mut Files<R>, reading: &mut Reading) -> Result<(), Refused> {
    let texts: Vec<Member> = files.names.iter().filter(|one| is_text(&one.name)).cloned().collect();
    for file in texts {
        reading.mark_used(&file);
        files.content.spend(file.bytes)?;
        match files.content.bytes(&file, DATA)?.and_then(|bytes| decoded(&bytes)) {
            Some(text) => Note { names: &files.names, file: &file }.read(&text, reading)?,
            None => reading.problem(ProblemKind::Unreadable, &file.name)?,
        }
    }
    Ok(())
}

/// UTF-8, UTF-16 with its mark, or the encoding of old Windows programs. `None`: this is no text.
pub fn decoded(bytes: &[u8]) -> Option<String> {
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => encoding.decode_without_bom_handling(&bytes[mark..]).0,
        None => UTF_8
            .decode_without_bom_handling_and_without_replacement(bytes)
            .unwrap_or_else(|| WINDOWS_1252.decode_without_bom_handling(bytes).0),
    };
    (!text.contains('\0')).then(|| domain::text::normalize(&text))
}

struct Note<'n> {
    names: &'n Names,
    file: &'n Member,
}

impl Note<'_> {
    fn read(&self, text: &str, reading: &mut Reading) -> Result<(), Refused> {
        let (front_matter, text) = front_matter::split(text);
        let sections = sections(text);
        let is_one = sections.iter().all(|section| section.date.is_none());
        let said = dates::in_path(&self.file.name).or_else(|| front_matter.moment());
        // A date within the name is that of the export if the text itself has days.
        if let Some((date, time)) = said.or_else(|| dates::within(&self.file.name).filter(|_| is_one)) {
            // A heading that only says the day says nothing.
            let text = without_heading(text, date);
            // The front matter may know the time of a day in the name.
            let time = time.or_else(|| front_matter.moment().filter(|(its, _)| *its == date)?.1);
            let mut part =
                self.part(&titled(front_matter.title().unwrap_or_default(), text), &front_matter, reading)?;
            part.time = time;
            return reading.add(date, part, &self.file.name);
        }
        let is_said = |text: &str| text.lines().any(|line| !line.trim().is_empty() && heading(line).is_none());
        for Section { date, title, text } in sections {
            match date {
                Some(date) => {
                    let part = self.part(&titled(title, text), &front_matter, reading)?;
                    reading.add(date, part, &format!("{}: {date}", self.file.name))?;
                }
                None if is_said(text) => reading.problem(ProblemKind::NoDate, &self.file.name)?,
                None => {}
            }
        }
        Ok(())
    }

    fn part(&self, text: &str, front_matter: &FrontMatter, reading: &mut Reading) -> Result<Part, Refused> {
        let folder = folder(&self.file.name);
        let mut found: Vec<(&Member, String)> = Vec::new();
        let (mut seen, mut missing) = (HashSet::new(), BTreeSet::new());
        let mut replace = |Reference { target, label, is_embedded }: Reference<'_>| {
            let path = target.split('#').next().unwrap_or_default();
            let is_note = is_text(path) || extension(path).is_empty();
            match self.names.named(folder, path) {
                Some(file) if !is_text(&file.name) && (is_embedded || kind(&file.name) != Kind::Other) => {
                    if seen.insert(file.at) {
                        found.push((file, if is_embedded { label.to_owned() } else { String::new() }));
                    }
                    Some(if is_embedded { String::new() } else { label.to_owned() })
                }
                _ if is_embedded && !is_note => {
                    missing.insert(path.to_owned());
                    Some(String::new())
                }
                // A note within the note is named.
                _ if is_embedded && label.is_empty() => Some(target.to_owned()),
                _ => None,
            }
        };
        let is_markdown = !matches!(extension(&self.file.name).as_str(), "txt" | "text");
        let text = if is_markdown { prose(text, &mut replace) } else { text.trim_matches('\n').trim_end().to_owned() };
        let mut part = Part::of(text);
        for (file, alt) in found {
            reading.attach(&mut part, file, &alt)?;
        }
        for path in missing {
            let kind = if path == "data:" { ProblemKind::UnsupportedFile } else { ProblemKind::MissingFile };
            reading.problem(kind, &format!("{}: {path}", self.file.name))?;
        }
        reading.leave_out(front_matter.left_out());
        push_tags(&mut part.texts.text, &front_matter.tags());
        part.mood = front_matter.mood().map_or_else(Mood::default, Mood::at);
        part.is_favorite = front_matter.is_favorite();
        Ok(part)
    }
}

/// The text of a day within a file of several.
struct Section<'t> {
    /// `None`: what stands before the first day.
    date: Option<NaiveDate>,
    /// What stands behind the day in its heading.
    title: &'t str,
    text: &'t str,
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section { date: None, title: "", text: "" }];
    let (mut begin, mut at, mut is_code) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        is_code ^= line.trim_start().starts_with("```");
        if let Some((date, title)) = day_of(line.trim_end()).filter(|_| !is_code) {
            if let Some(before) = sections.last_mut() {
                before.text = &text[begin..at];
            }
            sections.push(Section { date: Some(date), title, text: "" });
            begin = end;
        }
        at = end;
    }
    if let Some(last) = sections.last_mut() {
        last.text = &text[begin..];
    }
    sections
}

/// The day of a heading, with the words behind it, or of a line that is only a day.
fn day_of(line: &str) -> Option<(NaiveDate, &str)> {
    let Some(heading) = heading(line) else {
        // Day One's export as text.
        let line = line.trim().trim_matches('*');
        let stamp = line.strip_prefix("Date:").map(str::trim);
        let date = stamp.map_or_else(
            || dates::whole(line),
            |stamp| {
                let words: Vec<_> = stamp.split_whitespace().take(3).collect();
                dates::whole(&words.join(" "))
            },
        );
        return Some((date?, ""));
    };
    let words = heading.trim_matches(['*', '[', ']']);
    if let Some(date) = dates::whole(words) {
        return Some((date, ""));
    }
    let (day, title) = words.split_once([' ', ':'])?;
    Some((dates::whole(day.trim_matches(['[', ']', ',']))?, title.trim_matches([' ', '-', '–', ':', '|'])))
}

fn without_heading(text: &str, date: NaiveDate) -> &str {
    let words = text.trim_start();
    let (first, rest) = words.split_once('\n').unwrap_or((words, ""));
    let is_day = heading(first).is_some() && day_of(first).is_some_and(|(day, title)| day == date && title.is_empty());
    if is_day { rest } else { text }
}
