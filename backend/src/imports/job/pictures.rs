//! The photos and the recording of a day, stored before the entry that names them.

use super::{Job, day::Taking};
use crate::{
    Error, Result,
    imports::{
        clean,
        source::{File, Part},
    },
    media::{self, Sizes, StoredRecording, Upload},
};
use chrono::NaiveDate;
use domain::{Refusal, imports::ImportProblem, media::Image};

/// What was stored. Dropping it removes nothing: [`Stored::remove`] does.
#[derive(Debug, Default)]
pub struct Media {
    pub images: Vec<Image>,
    /// The place of the main picture.
    pub main: usize,
    pub recording: Option<StoredRecording>,
    /// A recording for an entry that has one.
    pub spare: Option<StoredRecording>,
    pub sizes: Sizes,
    /// What could not be stored.
    pub problems: Vec<(ImportProblem, String)>,
}

impl Job {
    /// A file that cannot be used, or has no room, is a line in the report. Fails if there is no way to store anything.
    pub(super) async fn store_media(&self, taking: &mut Taking, date: NaiveDate, part: &Part) -> Result<Media> {
        let mut media = Media::default();
        match self.store_each(taking, part, &mut media).await {
            Ok(()) => {
                for (_, name) in &mut media.problems {
                    *name = format!("{date}: {name}");
                }
                Ok(media)
            }
            Err(error) => {
                self.remove_media(&media).await;
                Err(error)
            }
        }
    }

    pub(super) async fn remove_media(&self, media: &Media) {
        media::discard(&self.backend, &media::ids(&media.images, media.recording.or(media.spare))).await;
    }

    /// `None`: the file is damaged there.
    async fn read(&self, taking: &mut Taking, file: &File) -> Result<Option<Vec<u8>>> {
        let read = taking.file.read(file).await?;
        self.check_disk()?;
        Ok(read)
    }

    async fn store_each(&self, taking: &mut Taking, part: &Part, media: &mut Media) -> Result<()> {
        let owner = self.import.owner;
        for photo in &part.photos {
            let name = photo.file.name.clone();
            let Some(bytes) = self.read(taking, &photo.file).await? else {
                media.problems.push((ImportProblem::Unreadable, name));
                continue;
            };
            let upload = Upload { name: name.clone(), bytes: bytes.into() };
            match media::store_picture(&self.backend, (owner, &taking.key), upload).await {
                Ok((mut image, bytes)) => {
                    image.alt = clean::alt(&photo.alt);
                    media.sizes.push((image.id.0, bytes));
                    if photo.is_main {
                        media.main = media.images.len();
                    }
                    media.images.push(image);
                }
                Err(error) => media.problems.push((problem(error)?, name)),
            }
        }
        let Some(recording) = part.recordings.first() else { return Ok(()) };
        let name = recording.name.clone();
        let Some(bytes) = self.read(taking, recording).await? else {
            media.problems.push((ImportProblem::Unreadable, name));
            return Ok(());
        };
        let upload = Upload { name: name.clone(), bytes: bytes.into() };
        match media::store_recording(&self.backend, (owner, &taking.key), upload).await {
            Ok((recording, bytes)) => {
                media.sizes.push((recording.id.0, bytes));
                media.recording = Some(recording);
            }
            Err(error) => media.problems.push((problem(error)?, name)),
        }
        Ok(())
    }
}

impl Media {
    /// Keeps the recording from an entry that has one.
    pub fn spare_recording(&mut self, name: &str) {
        let Some(recording) = self.recording.take() else { return };
        self.sizes.retain(|(id, _)| *id != recording.id.0);
        self.problems.push((ImportProblem::SecondRecording, name.to_owned()));
        self.spare = Some(recording);
    }
}

/// The problem with a file. Anything else is an error of its own.
fn problem(error: Error) -> Result<ImportProblem> {
    let Error::Refused(refused) = &error else { return Err(error) };
    match refused.refusal {
        Refusal::StorageFull => Ok(ImportProblem::NoRoom),
        Refusal::ImageTooLarge | Refusal::ImageTooManyPixels | Refusal::AudioTooLarge => Ok(ImportProblem::LargeFile),
        Refusal::NotAnImage | Refusal::ImageFormat | Refusal::NotAudio => Ok(ImportProblem::UnsupportedFile),
        Refusal::ImageDamaged | Refusal::AudioDamaged => Ok(ImportProblem::Unreadable),
        _ => Err(error),
    }
}
