//! What was read so far: days with their parts, and what cannot be taken over.

use super::{
    Day, File, LONGEST_TEXT, Part, Photo, Problem, ProblemKind, Refused,
    files::{Kind, bare, kind, problem},
    merge::joined,
};
use crate::{archive::format::digest::hex, zip_file::Member};
use chrono::{Datelike, NaiveDate};
use domain::{EntryTexts, Mood, day::Zone, emoji, entry, limits, text};
use ring::digest::{Context, SHA256, digest};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Most parts and most problems, and most bytes that the parts take up.
const PARTS: usize = 50_000;
const PROBLEMS: usize = 50_000;
const TEXTS: usize = 256 << 20;

/// Most files of a part.
const FILES: usize = 1000;

/// Bytes of a key.
const KEY: usize = 100;

/// Characters of a name in the report, and of an entry's first words there.
const SHOWN: usize = 200;
const OPENING: usize = 40;

/// Most fields that are named.
const FIELDS: usize = 200;

#[derive(Debug)]
pub struct Reading {
    /// That of an entry which says none.
    pub zone: Zone,
    days: BTreeMap<NaiveDate, Vec<Part>>,
    problems: Vec<Problem>,
    keys: HashSet<String>,
    bytes: usize,
    /// The files that were read or that a part has or would have, by their place.
    used: HashSet<usize>,
    /// Fields of entries that have no place here.
    fields: BTreeSet<String>,
}

impl Reading {
    pub fn of(zone: Zone) -> Self {
        let (days, problems, fields) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
        Self { zone, days, problems, keys: HashSet::new(), bytes: 0, used: HashSet::new(), fields }
    }

    /// The file was read, or is named in the report already.
    pub fn mark_used(&mut self, file: &Member) {
        self.used.insert(file.at);
    }

    pub fn has_used(&self, file: &Member) -> bool {
        self.used.contains(&file.at)
    }

    /// Whether there is neither a part nor a problem.
    pub fn is_empty(&self) -> bool {
        self.days.is_empty() && self.problems.is_empty()
    }

    pub fn problem(&mut self, kind: ProblemKind, name: &str) -> Result<(), Refused> {
        if self.problems.len() == PROBLEMS {
            return Err(Refused::TooLarge);
        }
        let name = name.replace(char::is_control, " ");
        self.problems.push(problem(kind, text::excerpt(&name, SHOWN)));
        Ok(())
    }

    /// Notes fields of an entry that have no place here.
    pub fn leave_out<'f>(&mut self, fields: impl IntoIterator<Item = &'f str>) {
        for field in fields {
            if self.fields.len() < FIELDS && !self.fields.contains(field) {
                self.fields.insert(field.to_owned());
            }
        }
    }

    /// Adds a file to a part if entries can have it. `alt` describes a photo.
    pub fn attach(&mut self, part: &mut Part, file: &Member, alt: &str) -> Result<(), Refused> {
        self.mark_used(file);
        let most = match kind(&file.name) {
            Kind::Photo => limits::IMAGE_BYTES,
            Kind::Recording => limits::AUDIO_BYTES,
            Kind::Other => return self.problem(ProblemKind::UnsupportedFile, &file.name),
        };
        if file.bytes >= most as u64 {
            return self.problem(ProblemKind::LargeFile, &file.name);
        }
        if part.photos.len() + part.recordings.len() >= FILES {
            return self.problem(ProblemKind::LargeFile, &file.name);
        }
        let one = File { name: bare(&file.name).to_owned(), at: file.at, bytes: file.bytes };
        if kind(&file.name) == Kind::Recording {
            if part.recordings.iter().all(|recording| recording.at != file.at) {
                part.recordings.push(one);
            }
        } else if part.photos.iter().all(|photo| photo.file.at != file.at) {
            let alt = alt.replace('\0', "").split_whitespace().collect::<Vec<_>>().join(" ");
            part.photos.push(Photo { file: one, alt: text::excerpt(&alt, limits::ALT), is_main: false });
        }
        Ok(())
    }

    /// Adds a part to its day. `name` is its name in the report. A part without a key gets one from its day and content. One that was
    /// added already is left out, and one that is empty, too.
    pub fn add(&mut self, date: NaiveDate, mut part: Part, name: &str) -> Result<(), Refused> {
        if !(limits::FIRST_YEAR..=9999).contains(&date.year()) {
            return self.problem(ProblemKind::OutOfRange, name);
        }
        if tidy(&mut part) {
            self.problem(ProblemKind::LongText, name)?;
        }
        let texts = &part.texts;
        let has_recording = !part.recordings.is_empty();
        if entry::is_empty(&texts.text, &texts.audio_transcript, part.photos.len(), has_recording) {
            let words = [&texts.summary, &texts.top_moment, &part.emojis];
            let has_words = words.iter().any(|words| !words.is_empty());
            let says_something = has_words || !part.mood.is_empty() || !part.answers.is_empty();
            return if says_something { self.problem(ProblemKind::Unreadable, name) } else { Ok(()) };
        }
        if part.key.is_empty() {
            part.key = key_of(date, &part);
        }
        part.key = short(&part.key);
        if !self.keys.insert(part.key.clone()) {
            return Ok(());
        }
        self.bytes += size_of_part(&part);
        if self.bytes > TEXTS || self.keys.len() > PARTS {
            return Err(Refused::TooLarge);
        }
        self.days.entry(date).or_default().push(part);
        Ok(())
    }

    /// The days in order, and the problems.
    pub fn finish(mut self) -> Result<(Vec<Day>, Vec<Problem>), Refused> {
        let days = std::mem::take(&mut self.days);
        let mut done = Vec::with_capacity(days.len());
        for (date, mut parts) in days {
            parts.sort_by_key(|part| part.time);
            let name = date.to_string();
            if parts.len() > 1 && text::length(&joined(&parts).texts.text) > LONGEST_TEXT {
                self.problem(ProblemKind::LongText, &name)?;
            }
            let further: Vec<_> = parts.iter().flat_map(|part| &part.recordings).skip(1).collect();
            for recording in further {
                self.problem(ProblemKind::SecondRecording, &format!("{name}: {}", recording.name))?;
            }
            done.push(Day { date, parts });
        }
        for field in std::mem::take(&mut self.fields) {
            self.problem(ProblemKind::Field, &field)?;
        }
        Ok((done, self.problems))
    }
}

impl Part {
    /// A part with a text and nothing else.
    pub(crate) fn of(text: String) -> Self {
        Self {
            key: String::new(),
            time: None,
            texts: EntryTexts { text, ..EntryTexts::default() },
            emojis: String::new(),
            mood: Mood::default(),
            is_favorite: false,
            is_hidden_memory: false,
            answers: Vec::new(),
            photos: Vec::new(),
            recordings: Vec::new(),
            created_at: None,
            digest: None,
        }
    }
}

/// Cleans the values as a save would, and bounds them. True: a text was cut.
fn tidy(part: &mut Part) -> bool {
    let most = [LONGEST_TEXT, limits::SUMMARY, limits::TOP_MOMENT, limits::TRANSCRIPT];
    let mut was_cut = false;
    for (words, most) in part.texts.words_mut().into_iter().zip(most) {
        *words = text::normalize(&words.replace('\0', ""));
        was_cut |= cut(words, most);
    }
    let source = &mut part.texts.summary_source;
    if source.chars().any(char::is_control) || text::length(source) > limits::NAME {
        source.clear();
    }
    part.emojis = emoji::day_emojis(&part.emojis).unwrap_or_default();
    let mood = &mut part.mood;
    mood.is_set &= mood.check().is_ok();
    mood.custom_emoji = mood.custom_emoji.take().map(|typed| emoji::only_emojis(&typed)).filter(|one| is_one(one));
    *mood = std::mem::take(mood).settled();
    was_cut
}

/// Cuts a text to `most` characters, the last of which is an ellipsis.
pub fn cut(words: &mut String, most: usize) -> bool {
    words.char_indices().nth(most).is_some() && text::cut(words, most - 1)
}

/// The first words of an entry, which name it where it has no day.
pub fn opening(text: &str) -> String {
    text::excerpt(&text.replace("**", ""), OPENING)
}

fn is_one(cleaned: &str) -> bool {
    emoji::count(cleaned) == 1 && cleaned.chars().count() <= limits::DAY_EMOJI_SCALARS
}

/// About as many bytes as the part takes up.
fn size_of_part(part: &Part) -> usize {
    let texts = part.texts.words().into_iter().map(String::len);
    let answers =
        part.answers.iter().map(|(question, answer)| size_of::<(String, String)>() + question.len() + answer.len());
    let photos = part.photos.iter().map(|photo| size_of::<Photo>() + photo.file.name.len() + photo.alt.len());
    let recordings = part.recordings.iter().map(|recording| size_of::<File>() + recording.name.len());
    size_of::<Part>() + texts.chain(answers).chain(photos).chain(recordings).sum::<usize>()
}

/// The key itself, or its digest if it is long.
pub fn short(key: &str) -> String {
    if key.len() <= KEY { key.to_owned() } else { hex(digest(&SHA256, key.as_bytes()).as_ref()) }
}

/// The day and a digest of the content.
fn key_of(date: NaiveDate, part: &Part) -> String {
    let mut context = Context::new(&SHA256);
    let texts = part.texts.words().into_iter().map(String::as_str);
    let photos = part.photos.iter().map(|photo| photo.file.name.as_str());
    let recordings = part.recordings.iter().map(|recording| recording.name.as_str());
    for words in texts.chain(photos).chain(recordings) {
        context.update(words.as_bytes());
        context.update(&[0]);
    }
    format!("{date}-{}", hex(context.finish().as_ref()))
}
