//! Day One: a ZIP file with a JSON file for each journal, and folders of media, or such a JSON file alone.

mod attachments;
mod rich_text;

use super::{
    Part, ProblemKind, Refused, dates,
    files::{DATA, Files, Names, extension, folder},
    json::Fields,
    reading::{Reading, opening},
    text::{Reference, prose, push_tags},
};
use crate::zip_file::Member;
use attachments::Attachments;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::Timelike;
use domain::{Mood, day};
use std::io::{Read, Seek};

/// Fields of entries that have no place here. Others are of the program itself.
const FIELDS: [&str; 6] = ["location", "weather", "userActivity", "music", "steps", "isPinned"];

/// Reads `journal` and the other journals beside it.
pub fn read<R: Read + Seek>(files: &mut Files<R>, journal: &Member, reading: &mut Reading) -> Result<(), Refused> {
    let Files { names, content } = files;
    let folder = folder(&journal.name);
    let is_journal = |one: &&Member| super::files::folder(&one.name) == folder && extension(&one.name) == "json";
    let is_only = |one: &&Member| one.at == journal.at;
    let journals: Vec<Member> = names.iter().filter(|one| is_only(one) || is_journal(one)).cloned().collect();
    for journal in journals {
        reading.mark_used(&journal);
        let is_whole =
            content.json((&journal, DATA), &[&["entries", "*"]], &mut |_, value| match value.and_then(Fields::of) {
                Some(entry) => read_entry(&entry, names, folder, reading),
                None => reading.problem(ProblemKind::Unreadable, &journal.name),
            })?;
        if !is_whole {
            reading.problem(ProblemKind::Unreadable, &journal.name)?;
        }
    }
    Ok(())
}

fn read_entry(entry: &Fields<'_>, names: &Names, folder: &str, reading: &mut Reading) -> Result<(), Refused> {
    let id = entry.string("uuid").unwrap_or_default();
    let at = entry.string("creationDate").and_then(|at| dates::utc(&at));
    let Some(at) = at else {
        let words = first_words(entry, names, folder);
        return reading.problem(ProblemKind::NoDate, if words.is_empty() { &id } else { &words });
    };
    let place = entry.object("location").and_then(|location| location.string("timeZoneName"));
    let zone = [entry.string("timeZone"), place].into_iter().flatten().find_map(|name| day::parse_zone(&name));
    let local = at.with_timezone(&zone.unwrap_or(reading.zone)).naive_local();
    let name = if id.is_empty() { local.date().to_string() } else { format!("{}: {id}", local.date()) };
    let mut attachments = Attachments::of(entry, names, folder);
    let rich = entry.string("richText").and_then(|json| rich_text::read(&json, &mut attachments));
    let text = match (rich, entry.words("text")) {
        (Some(rich), Ok(text)) if !rich.is_whole && !text.trim().is_empty() => plain(&text, &mut attachments),
        (Some(rich), _) if !rich.text.is_empty() => rich.text,
        (_, Ok(text)) => plain(&text, &mut attachments),
        (_, Err(_)) => {
            reading.problem(ProblemKind::Unreadable, &name)?;
            String::new()
        }
    };
    let mut part = Part::of(text);
    push_tags(&mut part.texts.text, &entry.strings("tags"));
    if let Some(valence) = attachments.valence.or_else(|| valence(entry)) {
        part.mood = mood(valence);
    }
    attachments.attach(&mut part, &name, reading)?;
    reading.leave_out(entry.with_values(&FIELDS));
    if !id.is_empty() {
        part.key = format!("dayone:{id}");
    }
    part.time = (!entry.flag("isAllDay")).then(|| local.time().with_nanosecond(0)).flatten();
    part.is_favorite = entry.flag("starred");
    part.created_at = Some(at);
    reading.add(local.date(), part, &name)
}

/// How an entry begins that has no day: its id tells nobody anything.
fn first_words(entry: &Fields<'_>, names: &Names, folder: &str) -> String {
    let mut attachments = Attachments::of(entry, names, folder);
    let text = plain(&entry.words("text").unwrap_or_default(), &mut attachments);
    let rich = entry.string("richText").filter(|_| text.is_empty());
    opening(&rich.and_then(|json| rich_text::read(&json, &mut attachments)).map_or(text, |rich| rich.text))
}

/// The text in Markdown.
fn plain(text: &str, attachments: &mut Attachments<'_>) -> String {
    prose(text, &mut |Reference { target, label, .. }| {
        if let Some(encoded) = target.strip_prefix("dayone-external:") {
            // The address of a video elsewhere.
            let encoded = encoded.rsplit('/').next().unwrap_or_default().trim_end_matches('=');
            return String::from_utf8(BASE64_URL_SAFE_NO_PAD.decode(encoded).ok()?).ok();
        }
        let id = target.strip_prefix("dayone-moment:")?.rsplit('/').next().unwrap_or_default();
        attachments.refer(id);
        // The old form names a picture where others have words.
        Some(if label == target { String::new() } else { label.to_owned() })
    })
}

fn valence(entry: &Fields<'_>) -> Option<f64> {
    entry.object("stateOfMind")?.number("valence")
}

/// -1 is 1, and 1 is 10.
fn mood(valence: f64) -> Mood {
    let level = 5.5 + valence.clamp(-1.0, 1.0) * 4.5;
    let levels = 1_u8..=10;
    levels
        .min_by(|a, b| (f64::from(*a) - level).abs().total_cmp(&(f64::from(*b) - level).abs()))
        .map_or_else(Mood::default, Mood::at)
}
