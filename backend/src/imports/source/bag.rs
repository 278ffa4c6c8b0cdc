//! Our own archive. `docs/archive.md` describes it. Bin, earlier versions and account are not taken over.

use super::{
    Part, ProblemKind, Refused,
    files::{Content, Files, Names, folder},
    json::Fields,
    reading::Reading,
};
use crate::{
    archive::format::{
        self,
        digest::{hex, of_day},
    },
    zip_file::Member,
};
use domain::{EntryTexts, Feeling, Language, Mood, limits, reflection::questions};
use ring::digest::{Context, SHA256};
use std::{
    collections::{HashMap, hash_map::Entry},
    fmt::Write,
    io::{self, Read, Seek},
};

/// Most bytes of `eintraege.json`, which has earlier versions, too.
const DATA: u64 = 512 << 20;

/// Most bytes that the days may take up, without their earlier versions.
const DAYS: usize = 256 << 20;

/// The folder of the bag.
pub fn folder_of(names: &Names) -> Option<String> {
    let mark = names
        .iter()
        .find(|one| matches!(one.name.rsplit('/').next(), Some("bagit.txt")) && one.name.split('/').count() <= 2)?;
    let folder = folder(&mark.name);
    names.at(folder, "data/eintraege.json").map(|_| folder.to_owned())
}

pub fn read<R: Read + Seek>(files: &mut Files<R>, folder: &str, reading: &mut Reading) -> Result<(), Refused> {
    let Files { names, content } = files;
    let data = names.at(folder, "data/eintraege.json").ok_or(Refused::Unknown)?.clone();
    let (mut days, mut bytes, mut is_ours) = (Vec::new(), 0, false);
    let wanted: [&[&str]; 3] = [&["format"], &["version"], &["days", "*"]];
    let is_whole = content.json((&data, DATA), &wanted, &mut |which, value| {
        match which {
            0 => is_ours = value == serde_json::to_vec(format::NAME).ok().as_deref(),
            1 => check_version(value)?,
            _ => match value.and_then(|value| serde_json::from_slice::<format::Day>(value).ok()) {
                Some(mut day) => {
                    day.versions = Vec::new();
                    bytes += size_of_day(&day);
                    days.push(day);
                }
                None => reading.problem(ProblemKind::Unreadable, &date_in(value))?,
            },
        }
        if bytes > DAYS { Err(Refused::TooLarge) } else { Ok(()) }
    })?;
    if !is_ours {
        return Err(Refused::Unknown);
    }
    if !is_whole {
        reading.problem(ProblemKind::Unreadable, &data.name)?;
    }
    let payload = format!("{folder}/data");
    let mut digests = HashMap::new();
    for day in days {
        let name = day.date.to_string();
        let mut part = part(&day);
        let recording = day.recording.iter().map(|sound| (&sound.file, "", false, sound.sha256.as_deref()));
        let photos = day.photos.iter().map(|one| (&one.file, one.alt.as_str(), one.is_main, one.sha256.as_deref()));
        for (file, alt, is_main, sha256) in photos.chain(recording) {
            let found = names.at(&payload, file);
            let is_there = match (found, sha256) {
                (Some(found), Some(sha256)) => {
                    // Each file is read once, however often it is named.
                    let digest = match digests.entry(found.at) {
                        Entry::Occupied(known) => known.into_mut(),
                        Entry::Vacant(place) => place.insert(digest_of(content, found)?),
                    };
                    digest.as_deref() == Some(sha256)
                }
                _ => false,
            };
            let Some(found) = found.filter(|_| is_there) else {
                reading.problem(ProblemKind::MissingFile, &format!("{name}: {file}"))?;
                continue;
            };
            let before = part.photos.len();
            reading.attach(&mut part, found, alt)?;
            if let Some(photo) = part.photos.get_mut(before) {
                photo.is_main = is_main;
            }
        }
        reading.add(day.date, part, &name)?;
    }
    Ok(())
}

fn check_version(value: Option<&[u8]>) -> Result<(), Refused> {
    match value.and_then(|value| serde_json::from_slice::<u32>(value).ok()) {
        Some(version) if version > format::VERSION => Err(Refused::Newer),
        Some(_) => Ok(()),
        None => Err(Refused::Unknown),
    }
}

/// The date of a day that cannot be read, for the report.
fn date_in(value: Option<&[u8]>) -> String {
    value.and_then(Fields::of).and_then(|day| day.string("date")).unwrap_or_default()
}

/// About as many bytes as the day takes up.
fn size_of_day(day: &format::Day) -> usize {
    let texts = &day.texts;
    let words = [&texts.text, &texts.summary, &texts.top_moment, &texts.audio_transcript, &day.emojis];
    let answers = day.answers.iter().map(|one| one.question.len() + one.answer.len() + size_of::<format::Answer>());
    let photos = day.photos.iter().map(|one| one.file.len() + one.alt.len() + size_of::<format::Photo>());
    size_of::<format::Day>() + words.map(String::len).iter().sum::<usize>() + answers.chain(photos).sum::<usize>()
}

/// The day without its files.
fn part(day: &format::Day) -> Part {
    let format::Texts { text, summary, summary_source, top_moment, audio_transcript } = day.texts.clone();
    let is_as_exported = of_day(day).is_ok_and(|digest| digest == day.digest);
    let mut part = Part {
        texts: EntryTexts { text, summary, summary_source, top_moment, audio_transcript },
        emojis: day.emojis.clone(),
        mood: day.mood.as_ref().map(mood).unwrap_or_default(),
        is_favorite: day.is_favorite,
        is_hidden_memory: day.is_hidden_memory,
        created_at: Some(day.created_at),
        // A day that was changed by hand proves nothing.
        digest: is_as_exported.then(|| day.digest.clone()),
        ..Part::of(String::new())
    };
    for format::Answer { question_id, question, answer } in &day.answers {
        let is_known = questions::text(question_id, Language::De).is_some();
        let is_free = part.answers.len() < limits::REFLECTION_ANSWERS
            && part.answers.iter().all(|(id, _)| id != question_id)
            && domain::text::length(answer) <= limits::REFLECTION_ANSWER
            && !answer.contains('\0');
        if is_known && is_free {
            part.answers.push((question_id.clone(), answer.clone()));
        } else {
            // No word gets lost, and `write!` to a `String` cannot fail.
            let _ = write!(part.texts.text, "\n\n**{question}**\n{answer}");
        }
    }
    part
}

fn mood(mood: &format::Mood) -> Mood {
    let feeling = mood.feeling.as_deref().and_then(Feeling::parse);
    let level = mood.level.unwrap_or(limits::MOOD_DEFAULT);
    Mood { feeling, custom_emoji: mood.custom_emoji.clone(), is_set: mood.level.is_some(), ..Mood::at(level) }
}

/// `None`: the file is damaged.
fn digest_of<R: Read + Seek>(content: &mut Content<R>, file: &Member) -> Result<Option<String>, Refused> {
    content.with(file, u64::MAX - 1, |file| {
        let mut digest = Context::new(&SHA256);
        let mut buffer = vec![0; 64 << 10];
        loop {
            match file.read(&mut buffer)? {
                0 => return io::Result::Ok(hex(digest.finish().as_ref())),
                read => digest.update(&buffer[..read]),
            }
        }
    })
}
