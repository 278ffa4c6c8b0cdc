//! A day of the archive: as data, and as a page to read in Markdown.

use super::{
    files::Files,
    format::{Answer, Day, Mood, Photo, Recording, Texts, Version, digest},
    store::Entry,
};
use crate::{Result, reflection};
use domain::{EntryTexts, Key, Language, date, reflection::SharedAnswer};
use std::fmt::Write;

impl From<EntryTexts> for Texts {
    fn from(texts: EntryTexts) -> Self {
        let EntryTexts { text, summary, summary_source, top_moment, audio_transcript } = texts;
        Self { text, summary, summary_source, top_moment, audio_transcript }
    }
}

impl Day {
    /// The owner's view of an entry, without ids, which only this server needs.
    pub fn of(entry: &Entry, files: &Files, versions: Vec<Version>, language: Language) -> Result<Self> {
        let Entry { stored, is_hidden_memory, answers } = entry;
        let answers = answers.iter().flatten().map(|answer| {
            let SharedAnswer { question, answer: words } = reflection::as_shared(answer.clone(), language);
            Answer { question_id: answer.question_id.clone(), question, answer: words }
        });
        let photos = stored.images.iter().enumerate().map(|(at, image)| {
            let (file, sha256) = files.photo(stored, at);
            Photo { file, alt: image.alt.clone(), is_main: at == stored.main_image_index, sha256 }
        });
        let recording = stored.recording.map(|recording| {
            let (file, sha256) = files.recording(stored, recording);
            Recording { file, milliseconds: recording.milliseconds, sha256 }
        });
        let mood = &stored.content.mood;
        let mood = (!mood.is_empty()).then(|| Mood {
            level: mood.chosen_level(),
            feeling: mood.feeling.map(|feeling| feeling.as_str().to_owned()),
            custom_emoji: mood.custom_emoji.clone(),
        });
        let mut day = Self {
            date: stored.date,
            texts: stored.content.texts.clone().into(),
            emojis: stored.content.emojis.clone(),
            mood,
            visibility: stored.visibility.as_str().to_owned(),
            is_favorite: stored.is_favorite,
            is_backfilled: stored.is_backfilled,
            is_hidden_memory: *is_hidden_memory,
            origin: stored.origin.map(|origin| origin.as_str().to_owned()),
            created_at: stored.created_at,
            updated_at: stored.updated_at,
            deleted_at: stored.deleted_at,
            answers: answers.collect(),
            photos: photos.collect(),
            recording,
            versions,
            digest: String::new(),
        };
        day.digest = digest::of_day(&day)?;
        Ok(day)
    }

    /// Level, feeling and emojis in a line, as a person reads it. Empty: nobody chose any.
    pub fn mood_line(&self, language: Language) -> String {
        let mood = self.mood.as_ref();
        let level = mood.and_then(|mood| mood.level);
        let level = level.map(|level| language.fill(Key::EntryMoodValue, &[("n", &level.to_string())]));
        let feeling = mood.and_then(|mood| domain::Feeling::parse(mood.feeling.as_deref()?));
        let feeling = feeling.map(|feeling| {
            let name = Key::by_name(&format!("editor.mood.feelings.{}", feeling.as_str()));
            format!("{} {}", feeling.emoji(), name.map_or("", |name| language.text(name)))
        });
        let own = mood.and_then(|mood| mood.custom_emoji.clone());
        let parts = [level, feeling, own, Some(self.emojis.clone())].into_iter().flatten();
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    /// A page to read, in Markdown. What the person wrote stands as it is.
    pub fn markdown(&self, language: Language) -> String {
        let mut page = format!("# {}\n", date::long(self.date));
        // `write!` to a `String` cannot fail.
        let mut part = |heading: Option<&str>, words: &str| {
            if !words.trim().is_empty() {
                let _ = match heading {
                    Some(heading) => write!(page, "\n## {heading}\n\n{}\n", words.trim_end()),
                    None => write!(page, "\n{}\n", words.trim_end()),
                };
            }
        };
        let named = |key| Some(language.text(key));
        part(None, &self.texts.text);
        for photo in self.photos.iter().filter(|photo| photo.sha256.is_some()) {
            let alt = photo.alt.replace(['[', ']', '\n'], " ");
            part(None, &format!("![{alt}](../{})", photo.file));
        }
        part(named(Key::EntryTopMoment), &self.texts.top_moment);
        part(named(Key::EntryMood), &self.mood_line(language));
        part(named(Key::EntrySummary), &self.texts.summary);
        for answer in &self.answers {
            part(Some(&answer.question), &answer.answer);
        }
        if let Some(Recording { file, sha256: Some(_), .. }) = &self.recording {
            part(named(Key::EntryRecording), &format!("[{file}](../{file})"));
        }
        part(named(Key::EntryTranscript), &self.texts.audio_transcript);
        page
    }
}
