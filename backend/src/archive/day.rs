//! A day of the export: as data, as a page to read, and with the files that belong to it.

use crate::{entries::store::Stored, media::StoredRecording, providers::media::File};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    Key, Language, Mood, Visibility, date,
    media::{Image, Rendition},
    reflection::SharedAnswer,
};
use serde::Serialize;
use std::fmt::Write;

/// The owner's view of an entry, without ids, versions and links, which only this server needs.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Day {
    pub date: NaiveDate,
    text: String,
    summary: String,
    summary_source: String,
    top_moment: String,
    audio_transcript: String,
    emojis: String,
    /// Absent: nobody chose one.
    #[serde(skip_serializing_if = "Option::is_none")]
    mood: Option<Mood>,
    visibility: Visibility,
    is_favorite: bool,
    /// Written on a later day.
    is_backfilled: bool,
    created_at: DateTime<Utc>,
    answers: Vec<SharedAnswer>,
    photos: Vec<Photo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recording: Option<String>,
    #[serde(skip)]
    sound: Option<StoredRecording>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Photo {
    file: String,
    alt: String,
    is_main: bool,
    #[serde(skip)]
    image: Image,
}

impl Day {
    pub fn of(entry: Stored, answers: Vec<SharedAnswer>) -> Self {
        let (date, texts, mood) = (entry.date, entry.content.texts, entry.content.mood);
        let main = entry.main_image_index;
        let photos = entry.images.into_iter().enumerate().map(|(at, image)| Photo {
            file: format!("fotos/{date}-{}.jpg", at + 1),
            alt: image.alt.clone(),
            is_main: at == main,
            image,
        });
        Self {
            date,
            text: texts.text,
            summary: texts.summary,
            summary_source: texts.summary_source,
            top_moment: texts.top_moment,
            audio_transcript: texts.audio_transcript,
            emojis: entry.content.emojis,
            mood: Some(mood).filter(|mood| !mood.is_empty()),
            visibility: entry.visibility,
            is_favorite: entry.is_favorite,
            is_backfilled: entry.is_backfilled,
            created_at: entry.created_at,
            answers,
            photos: photos.collect(),
            recording: entry.recording.map(|sound| format!("ton/{date}.{}", sound.format.extension())),
            sound: entry.recording,
        }
    }

    /// The names of its files in the archive, and where they are stored.
    pub fn files(&self) -> Vec<(String, File)> {
        let photos =
            self.photos.iter().map(|photo| (photo.file.clone(), File::Picture(photo.image.id, Rendition::Original)));
        let sound = self.recording.clone().zip(self.sound.map(StoredRecording::file));
        photos.chain(sound).collect()
    }

    /// A page to read, in Markdown. What the person wrote stands as it is.
    pub fn markdown(&self, language: Language) -> String {
        let mut page = format!("# {}\n", date::long(self.date));
        // `write!` to a `String` cannot fail.
        let mut part = |heading: Option<Key>, words: &str| {
            if !words.trim().is_empty() {
                let _ = match heading {
                    Some(heading) => write!(page, "\n## {}\n\n{}\n", language.text(heading), words.trim_end()),
                    None => write!(page, "\n{}\n", words.trim_end()),
                };
            }
        };
        part(None, &self.text);
        for photo in &self.photos {
            let alt = photo.alt.replace(['[', ']', '\n'], " ");
            part(None, &format!("![{alt}](../{})", photo.file));
        }
        part(Some(Key::EntryTopMoment), &self.top_moment);
        let mood = self.mood.as_ref();
        let level = mood.and_then(Mood::chosen_level);
        let level = level.map(|level| language.fill(Key::EntryMoodValue, &[("n", &level.to_string())]));
        let feeling = mood.and_then(|mood| mood.feeling).map(|feeling| feeling.emoji().to_owned());
        let own = mood.and_then(|mood| mood.custom_emoji.clone());
        let marks: Vec<String> = [level, feeling, own, Some(self.emojis.clone())].into_iter().flatten().collect();
        part(Some(Key::EntryMood), &marks.join(" "));
        part(Some(Key::EntrySummary), &self.summary);
        for answer in &self.answers {
            part(None, &format!("**{}**\n\n{}", answer.question, answer.answer));
        }
        if let Some(recording) = &self.recording {
            part(Some(Key::EntryRecording), &format!("[{recording}](../{recording})"));
        }
        part(Some(Key::EntryTranscript), &self.audio_transcript);
        page
    }
}
