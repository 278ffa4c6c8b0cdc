//! Journiv: `data.json` and `media/`. Entries are in the journals, or from version 1.5 on in one list of moments.

mod delta;

use super::{
    Part, ProblemKind, Refused, dates,
    files::{DATA, Files, Names, folder},
    json::Fields,
    reading::{Reading, opening},
    text::{Reference, prose, push_paragraph, push_tags, titled},
};
use crate::zip_file::Member;
use chrono::{DateTime, NaiveDate, NaiveDateTime, Timelike, Utc};
use domain::{
    Mood,
    day::{self, Zone},
};
use std::{
    collections::HashMap,
    io::{Read, Seek},
};

/// Fields of entries and moments that have no place here.
const FIELDS: [&str; 7] =
    ["location", "location_json", "weather", "weather_json", "people_external_ids", "mood_activity", "is_pinned"];

pub fn read<R: Read + Seek>(files: &mut Files<R>, data: &Member, reading: &mut Reading) -> Result<(), Refused> {
    let Files { names, content } = files;
    reading.mark_used(data);
    let mut moods = HashMap::new();
    content.json((data, DATA), &[&["mood_definitions", "*"]], &mut |_, value| {
        if let Some(mood) = value.and_then(Fields::of) {
            let score = mood.whole("score").and_then(|score| (1_u8..=5).find(|one| u32::from(*one) == score));
            moods.extend(mood.string("name").map(|name| name.to_lowercase()).zip(score));
        }
        Ok(())
    })?;
    let journiv = Journiv { names, folder: folder(&data.name), moods };
    let wanted: [&[&str]; 2] = [&["journals", "*", "entries", "*"], &["moments", "*"]];
    let is_whole = content.json((data, DATA), &wanted, &mut |which, value| match value.and_then(Fields::of) {
        Some(entry) if which == 0 => journiv.read(&entry, None, reading),
        Some(moment) => journiv.read(&moment.object("entry").unwrap_or_default(), Some(&moment), reading),
        None => reading.problem(ProblemKind::Unreadable, &data.name),
    })?;
    if !is_whole {
        reading.problem(ProblemKind::Unreadable, &data.name)?;
    }
    Ok(())
}

struct Journiv<'n> {
    names: &'n Names,
    folder: &'n str,
    /// The scores of the moods by their names.
    moods: HashMap<String, u8>,
}

impl Journiv<'_> {
    /// Reads an entry, which in later versions is a part of its moment.
    fn read(&self, entry: &Fields<'_>, moment: Option<&Fields<'_>>, reading: &mut Reading) -> Result<(), Refused> {
        let outer = moment.unwrap_or(entry);
        let id = ["external_id", "id"].iter().find_map(|name| outer.string(name)).unwrap_or_default();
        let Some((date, at)) = when(outer, reading.zone) else {
            let words = opening(&text(entry, moment).unwrap_or_default());
            return reading.problem(ProblemKind::NoDate, if words.is_empty() { &id } else { &words });
        };
        let name = if id.is_empty() { date.to_string() } else { format!("{date}: {id}") };
        let Ok(text) = text(entry, moment) else {
            return reading.problem(ProblemKind::Unreadable, &name);
        };
        let mut part = Part::of(text);
        push_tags(&mut part.texts.text, &outer.strings("tags"));
        reading.leave_out(outer.with_values(&FIELDS));
        self.attach(&mut part, outer, &name, reading)?;
        let log = outer.object("mood_log").and_then(|log| log.string("mood_name"));
        let mood = log.or_else(|| outer.string("primary_mood_name"));
        if let Some(score) = mood.and_then(|mood| self.moods.get(&mood.to_lowercase())) {
            part.mood = Mood::at(score * 2);
        }
        if !id.is_empty() {
            part.key = format!("journiv:{id}");
        }
        part.time = at.map(|(local, _)| local.time()).and_then(|time| time.with_nanosecond(0));
        part.created_at = at.map(|(_, at)| at);
        reading.add(date, part, &name)
    }

    fn attach(&self, part: &mut Part, outer: &Fields<'_>, name: &str, reading: &mut Reading) -> Result<(), Refused> {
        for media in outer.objects("media") {
            let paths = ["file_path", "filename"].map(|field| media.string(field).unwrap_or_default());
            let alt = ["alt_text", "caption"].iter().find_map(|field| media.string(field)).unwrap_or_default();
            // Of what another program keeps, only the address is in the file.
            let is_elsewhere = media.string("external_provider").is_some_and(|provider| !provider.is_empty());
            let mut paths = paths.iter().filter(|path| !path.is_empty() && !is_elsewhere);
            if let Some(found) = paths.find_map(|path| self.find(path)) {
                reading.attach(part, found, &alt)?;
            } else {
                let path = media.string("filename").unwrap_or_default();
                reading.problem(ProblemKind::MissingFile, &format!("{name}: {path}"))?;
            }
        }
        Ok(())
    }

    fn find(&self, path: &str) -> Option<&Member> {
        let below = format!("media/{path}");
        self.names.at(self.folder, path).or_else(|| self.names.at(self.folder, &below)).or_else(|| {
            // The file has the id of the photo before its name.
            self.names.named(self.folder, path)
        })
    }
}

type At = (NaiveDateTime, DateTime<Utc>);

/// The local day, and the moment if it is known. What says no zone is of `zone`.
fn when(outer: &Fields<'_>, zone: Zone) -> Option<(NaiveDate, Option<At>)> {
    let first = |names: &[&str]| names.iter().find_map(|name| outer.string(name));
    let utc = first(&["entry_datetime_utc", "logged_at_utc", "logged_at"]).and_then(|at| {
        // Some versions leave the zone out.
        dates::utc(&at).or_else(|| dates::utc(&format!("{at}Z")))
    });
    let zone = first(&["entry_timezone", "logged_timezone"]).and_then(|name| day::parse_zone(&name)).unwrap_or(zone);
    let local = utc.map(|at| (at.with_timezone(&zone).naive_local(), at));
    let date = first(&["entry_date", "logged_date_tz", "logged_date"]).and_then(|date| dates::moment(&date));
    let date = date.map(|(date, _)| date).or_else(|| local.map(|(local, _)| local.date()))?;
    Some((date, local))
}

/// Title and text of the entry, and the note of the moment.
fn text(entry: &Fields<'_>, moment: Option<&Fields<'_>>) -> Result<String, super::json::Wrong> {
    let delta = entry.object("content_delta").and_then(|delta| delta::read(&delta));
    let body = match delta.filter(|text| !text.is_empty()) {
        Some(text) => text,
        None if entry.has("content") => {
            prose(&entry.words("content")?, &mut |Reference { label, is_embedded, .. }| {
                is_embedded.then(|| String::from(if label.contains('.') { "" } else { label }))
            })
        }
        None => entry.words("content_plain_text")?,
    };
    let mut text = titled(&entry.words("title")?, &body);
    if let Some(moment) = moment {
        let note = moment.words("note")?;
        if !text.contains(note.trim()) {
            push_paragraph(&mut text, &note);
        }
    }
    Ok(text)
}
