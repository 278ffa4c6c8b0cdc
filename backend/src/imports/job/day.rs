//! A day that is taken over: a new entry, or the second half of one.

use super::{Job, Opened, look, pictures::Media};
use crate::{
    Error, Result,
    db::Tx,
    entries::{
        self,
        store::{self as entry_store, Stored as Entry},
    },
    imports::{
        clean,
        source::{self, Day, Part},
        store::{self, Person, Written},
    },
    media, reflection,
    sealing::DataKey,
    search,
};
use chrono::NaiveDate;
use domain::{
    Author, EntryId, Language, Origin, Refusal, Visibility, entry, imports::ImportProblem, reflection::questions,
};
use std::collections::HashSet;

/// What the days of a file have in common.
pub struct Taking {
    pub person: Person,
    pub key: DataKey,
    pub origin: Origin,
    /// Hashes of what was taken over, ever.
    pub parts: HashSet<Vec<u8>>,
    pub file: Opened,
}

impl Job {
    pub(super) async fn take_day(&mut self, taking: &mut Taking, day: &Day) -> Result<()> {
        let mut hashes = Vec::with_capacity(day.parts.len());
        let mut fresh = Vec::new();
        for part in &day.parts {
            let hash = look::hash(&taking.key, taking.origin, part)?;
            if !taking.parts.contains(&hash) && !hashes.contains(&hash) {
                hashes.push(hash);
                fresh.push(part.clone());
            }
        }
        let date = day.date;
        let Some(part) = source::merge(fresh) else {
            return self.pass_again(date).await;
        };
        let (db, owner) = (&self.backend.db, self.import.owner);
        if entry_store::find_id_by_date(db, owner, date).await?.is_some() {
            if self.is_here(day).await? {
                return self.pass_again(date).await;
            }
            if !self.import.appends {
                return self.keep(date).await;
            }
        }
        media::check_texts(&self.backend, owner).await?;
        let mut stored = self.store_media(taking, date, &part).await?;
        match self.write_day(taking, date, &part, &mut stored, &hashes).await {
            Ok(true) => {
                taking.parts.extend(hashes);
                media::discard(&self.backend, &media::ids(&[], stored.spare)).await;
            }
            Ok(false) => self.remove_media(&stored).await,
            // Whether a commit was done is not always known. What is left of it the sweep of media finds.
            Err(Error::Broken(broken)) if broken.uncertain => return Err(Error::Broken(broken)),
            Err(error) => {
                self.remove_media(&stored).await;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Everything of the day is here.
    async fn pass_again(&mut self, date: NaiveDate) -> Result<()> {
        self.pass(date, |import| import.report.taken.get_or_insert_default().again += 1).await
    }

    /// The day's entry stays as it is.
    async fn keep(&mut self, date: NaiveDate) -> Result<()> {
        self.pass(date, |import| import.report.taken.get_or_insert_default().kept.push(date)).await
    }

    /// False if the day was passed over, and nothing names the media.
    async fn write_day(
        &mut self,
        taking: &Taking,
        date: NaiveDate,
        part: &Part,
        stored: &mut Media,
        hashes: &[Vec<u8>],
    ) -> Result<bool> {
        let mut tx = self.begin().await?;
        let current = match entries::lock_day(&mut tx, self.import.owner, date).await {
            Ok(current) => current,
            // What does not open is not changed either.
            Err(error) if error.is(Refusal::EntryUnreadable) => {
                drop(tx);
                return self.keep(date).await.map(|()| false);
            }
            Err(error) => return Err(error),
        };
        let (id, is_new) = match current {
            None => {
                let entry = self.new_entry(taking, date, part, stored);
                let texts = &entry.content.texts;
                if entry::is_empty(
                    &texts.text,
                    &texts.audio_transcript,
                    stored.images.len(),
                    stored.recording.is_some(),
                ) && part.answers.is_empty()
                    && texts.words().iter().all(|words| words.is_empty())
                {
                    drop(tx);
                    return self.pass_empty(date, stored).await.map(|()| false);
                }
                self.insert(&mut tx, &entry, part).await?;
                (entry.id, true)
            }
            // Its readers would read what the person wrote elsewhere, maybe for nobody.
            Some(current) if self.import.appends && self.has_readers(&current) => {
                drop(tx);
                let shared = self.pass(date, |import| import.report.taken.get_or_insert_default().shared.push(date));
                return shared.await.map(|()| false);
            }
            Some(current) if self.import.appends => {
                if current.recording.is_some() {
                    stored.spare_recording(&date.to_string());
                }
                if loses_marks(&current, part) {
                    stored.problems.push((ImportProblem::Marks, date.to_string()));
                }
                let Some(entry) = self.append(taking, &current, part, stored) else {
                    drop(tx);
                    return self.keep(date).await.map(|()| false);
                };
                entry_store::update(&mut tx, &current, &entry).await?;
                let written = Written {
                    version: entry.version,
                    images_before: Some(i64::try_from(current.images.len()).unwrap_or(i64::MAX)),
                    added_recording: entry.recording != current.recording,
                    written_at: self.backend.clock.now(),
                };
                store::insert_written(&mut tx, self.import.id, entry.id, written).await?;
                (entry.id, false)
            }
            Some(_) => {
                drop(tx);
                return self.keep(date).await.map(|()| false);
            }
        };
        media::count(&self.backend, &mut tx, self.import.owner, &stored.sizes).await?;
        for hash in hashes {
            store::insert_part(&mut tx, &self.import, hash, id).await?;
        }
        self.commit(tx, |import| {
            import.done += 1;
            import.last_day = Some(date);
            for (kind, name) in &stored.problems {
                import.report.add_problem(*kind, name);
            }
            let taken = import.report.taken.get_or_insert_default();
            taken.days += u32::from(is_new);
            taken.appended += u32::from(!is_new);
            taken.appended_whole += u32::from(!is_new && stored.problems.is_empty());
            taken.photos += u32::try_from(stored.images.len()).unwrap_or_default();
            taken.recordings += u32::from(stored.recording.is_some());
        })
        .await
        .map(|()| true)
    }

    /// Nothing of the day could be used.
    async fn pass_empty(&mut self, date: NaiveDate, stored: &Media) -> Result<()> {
        let (problems, name) = (stored.problems.clone(), date.to_string());
        let has_no_room = problems.iter().any(|(kind, _)| *kind == ImportProblem::NoRoom);
        self.pass(date, |import| {
            for (kind, name) in &problems {
                import.report.add_problem(*kind, name);
            }
            if !has_no_room {
                import.report.add_problem(ImportProblem::Unreadable, &name);
            }
        })
        .await
    }

    async fn insert(&self, tx: &mut Tx, entry: &Entry, part: &Part) -> Result<()> {
        if !entry_store::insert(tx, entry).await? {
            // Somebody was faster: the next try finds that entry.
            return Err(Error::unavailable("import", "the day has an entry by now"));
        }
        reflection::insert(&self.backend, tx, (entry.id, entry.owner), clean::answers(part)).await?;
        search::index(tx, entry.owner, entry.id, &entry.content.texts).await?;
        if !part.answers.is_empty() {
            search::index_answers(tx, entry.owner, entry.id).await?;
        }
        if part.is_hidden_memory {
            store::hide_memory(tx, entry.id).await?;
        }
        let now = self.backend.clock.now();
        let written = Written { version: entry.version, images_before: None, added_recording: false, written_at: now };
        store::insert_written(tx, self.import.id, entry.id, written).await
    }

    /// Private, and never part of a streak.
    fn new_entry(&self, taking: &Taking, date: NaiveDate, part: &Part, stored: &Media) -> Entry {
        let now = self.backend.clock.now();
        Entry {
            id: EntryId(self.backend.clock.id()),
            owner: self.import.owner,
            date,
            content: clean::content(part),
            summary_of: None,
            visibility: Visibility::Private,
            images: stored.images.clone(),
            main_image_index: stored.main,
            recording: stored.recording,
            is_favorite: part.is_favorite,
            is_backfilled: true,
            is_sent_late: false,
            is_hidden: false,
            origin: Some(taking.origin),
            version: 1,
            created_at: clean::created_at(part, date, taking.person.zone, now),
            updated_at: now,
            deleted_at: None,
            // It is read from the person's own row.
            author: Author { first_name: String::new(), last_name: String::new(), profile_image_url: None },
            link: None,
        }
    }

    /// Whether anybody but its owner can read the entry.
    fn has_readers(&self, entry: &Entry) -> bool {
        let now = self.backend.clock.now();
        entry.visibility != Visibility::Private || entry.link.as_ref().is_some_and(|link| !link.is_over(now))
    }

    /// `None`: both halves together are too long.
    fn append(&self, taking: &Taking, current: &Entry, part: &Part, stored: &Media) -> Option<Entry> {
        let content = clean::content(part);
        let answers: Vec<_> =
            part.answers.iter().map(|(id, answer)| (asked(id, taking.person.language), answer.clone())).collect();
        let text = clean::second_half(&current.content.texts.text, &content, &answers)?;
        let mut entry = Entry {
            version: current.version + 1,
            updated_at: self.backend.clock.now(),
            recording: current.recording.or(stored.recording),
            ..current.clone()
        };
        entry.content.texts.text = text;
        entry.images.extend(stored.images.iter().cloned());
        Some(entry)
    }
}

/// Whether the imported day has something beside its words that a second half cannot have.
fn loses_marks(current: &Entry, part: &Part) -> bool {
    let mood = &clean::content(part).mood;
    part.is_hidden_memory
        || part.is_favorite && !current.is_favorite
        || !mood.is_empty() && *mood != current.content.mood
}

fn asked(id: &str, language: Language) -> String {
    questions::text(id, language).unwrap_or(id).to_owned()
}
