//! Undoing: entry by entry, each in a transaction. What was changed since stays.

use super::Job;
use crate::{
    Result,
    db::Tx,
    entries::{self, store as entry_store},
    imports::store::{self, Head, Written},
    media, stats,
};
use domain::{
    EntryId, Refusal,
    imports::{ImportState, UndoneReport},
};
use uuid::Uuid;

/// What became of an entry.
enum Became {
    Removed(Vec<Uuid>),
    Shortened(Vec<Uuid>),
    Stayed,
    /// It was gone before.
    Gone,
}

impl Job {
    pub(super) async fn undo(mut self) -> Result<()> {
        let mut files = Vec::new();
        while let Some((entry, written)) = store::next_written(&self.backend.db, self.import.id).await? {
            let mut tx = self.begin().await?;
            entry_store::lock_row(&mut tx, entry).await?;
            let head = store::head(&mut tx, self.import.id, entry).await?;
            let became = match (head, written.images_before) {
                (None, _) => Ok(Became::Gone),
                (Some(head), None) => self.remove(&mut tx, entry, head, written).await,
                (Some(head), Some(images)) => self.shorten(&mut tx, entry, head, written, images).await,
            };
            let became = match became {
                // What cannot be read is not changed either.
                Err(error) if error.is(Refusal::EntryUnreadable) => {
                    tracing::warn!(entry = %entry.0, "an entry stays as an import left it: its words do not open");
                    Became::Stayed
                }
                became => became?,
            };
            if !matches!(became, Became::Stayed) {
                store::forget_parts(&mut tx, self.import.id, entry).await?;
            }
            store::forget_entry(&mut tx, self.import.id, entry).await?;
            let date = head.map(|head| head.date);
            self.commit(tx, |import| {
                import.done += 1;
                let undone: &mut UndoneReport = import.report.undone.get_or_insert_default();
                match &became {
                    Became::Removed(_) => undone.removed += 1,
                    Became::Shortened(_) => undone.shortened += 1,
                    Became::Stayed => date.into_iter().for_each(|date| undone.stayed.push(date)),
                    Became::Gone => {}
                }
            })
            .await?;
            if let Became::Removed(gone) | Became::Shortened(gone) = became {
                files.extend(gone);
            }
        }
        media::remove(&self.backend, &files).await;
        media::texts_were_deleted(&self.backend, self.import.owner).await?;
        self.save(|import| import.state = ImportState::Undone).await
    }

    /// An entry that the import made goes for good, also from the bin.
    async fn remove(&self, tx: &mut Tx, entry: EntryId, head: Head, written: Written) -> Result<Became> {
        if head.version != written.version || head.is_dear {
            return Ok(Became::Stayed);
        }
        let files = store::delete_entry(tx, entry).await?;
        stats::refresh(tx, self.import.owner, head.date).await?;
        Ok(Became::Removed(files))
    }

    /// An entry that was there before has its earlier texts and photos again.
    async fn shorten(&self, tx: &mut Tx, id: EntryId, head: Head, written: Written, images: i64) -> Result<Became> {
        if head.version != written.version || head.is_deleted {
            return Ok(Became::Stayed);
        }
        let texts = store::texts_before(tx, self.import.owner, id, written.version - 1).await?;
        let current = entries::lock_day(tx, self.import.owner, head.date).await?;
        let Some(current) = current.filter(|current| current.id == id) else { return Ok(Became::Stayed) };
        let mut entry = current.clone();
        // Without photos and recording of its own the import changed no text, and so there is no version.
        if let Some(texts) = texts {
            entry.content.texts = texts;
        }
        entry.images.truncate(usize::try_from(images).unwrap_or(usize::MAX));
        if written.added_recording {
            entry.recording = None;
        }
        entry.version += 1;
        entry.updated_at = self.backend.clock.now();
        entry_store::update(tx, &current, &entry).await?;
        let dropped = current.images.iter().filter(|image| !image.is_in(&entry.images)).map(|image| image.id.0);
        let sound = current.recording.filter(|_| written.added_recording).map(|recording| recording.id.0);
        Ok(Became::Shortened(dropped.chain(sound).collect()))
    }
}
