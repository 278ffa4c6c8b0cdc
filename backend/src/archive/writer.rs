//! Writes an archive, a few entries at a time. The days are read once for pages and files, once for the readable page and once for the data.

use super::{
    account,
    bag::{Bag, failed},
    download::Pieces,
    files::{self, Files},
    format::{self, Day},
    page,
    store::{self, Entry, Extent, Next},
};
use crate::{Backend, Error, Result, providers::media::File, sealing::DataKey};
use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use domain::{EntryId, Key, Language, UserId, day::Zone, media::Rendition};
use serde::Serialize;
use std::{
    collections::{BTreeSet, HashSet},
    io::Write,
};
use tokio::runtime::Handle;
use uuid::Uuid;

/// The path of the profile's picture below `data/`.
const PORTRAIT: &str = "fotos/profil.jpg";

/// An archive of one person, and what is needed to write it.
pub struct Writer {
    pub backend: Backend,
    pub runtime: Handle,
    pub owner: UserId,
    /// `None`: everything.
    pub year: Option<i32>,
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub extent: Extent,
    pub language: Language,
    pub now: DateTime<Utc>,
    pub zone: Zone,
}

/// What is known once the files are written.
#[derive(Default)]
struct State {
    files: Files,
    /// The paths of what could not be read.
    lost: BTreeSet<String>,
    portrait: Option<String>,
}

impl Writer {
    /// The folder in the ZIP file, and the name of the ZIP file without its ending.
    pub fn name(&self) -> String {
        match self.year {
            Some(year) => format!("tagesecho-{year}"),
            None => format!("tagesecho-{}", self.today()),
        }
    }

    fn today(&self) -> NaiveDate {
        self.now.with_timezone(&self.zone).date_naive()
    }

    pub fn write(self, pieces: Pieces) -> Result<()> {
        let local = self.now.with_timezone(&self.zone).naive_local();
        let mut bag = Bag::begin(pieces, self.name(), self.now, local)?;
        bag.text("LIESMICH.md", &self.readme())?;
        // The download begins before any text is read.
        bag.flush().map_err(failed)?;
        let mut state = State::default();
        self.write_days(&mut bag, &mut state)?;
        self.write_page(&mut bag, &state)?;
        self.write_data(&mut bag, &mut state)?;
        if !state.lost.is_empty() {
            let lost: Vec<_> = state.lost.into_iter().collect();
            let missing = format!("{}\n\n- {}\n", self.language.text(Key::ArchiveMissing), lost.join("\n- "));
            bag.text("FEHLT.md", &missing)?;
        }
        bag.finish()
    }

    fn title(&self) -> String {
        match self.year {
            Some(year) => self.language.fill(Key::ArchiveTitleYear, &[("year", &year.to_string())]),
            None => self.language.text(Key::ArchiveTitle).to_owned(),
        }
    }

    fn readme(&self) -> String {
        let (days, photos) = (self.extent.days.to_string(), self.extent.photos.to_string());
        let params = [("title", self.title()), ("n", days), ("photos", photos)];
        self.language.fill(Key::ArchiveReadme, &params.each_ref().map(|(name, value)| (*name, value.as_str())))
    }

    /// The pages in Markdown, with photos and recordings.
    fn write_days(&self, bag: &mut Bag, state: &mut State) -> Result<()> {
        let key = self.runtime.block_on(self.backend.db.data_key(self.owner));
        // Without it no file opens, and no entry either.
        let key = self.backend.db.keyring().or_skip(key)?;
        let mut unreadable = BTreeSet::new();
        let days = self.each(self.days(), |entry| {
            self.write_files(bag, state, key.as_ref(), files::of(&entry.stored))?;
            let day = Day::of(&entry, &state.files, Vec::new(), self.language)?;
            let name = format!("tage/{}.md", day.date);
            if entry.answers.iter().any(Option::is_none) {
                unreadable.insert(name.clone());
            }
            bag.text(&name, &day.markdown(self.language))
        })?;
        unreadable.extend(days.iter().map(|date| format!("tage/{date}.md")));
        if self.year.is_none() {
            let bin =
                self.each(Next::BIN, |entry| self.write_files(bag, state, key.as_ref(), files::of(&entry.stored)))?;
            unreadable.extend(bin.iter().map(|date| format!("papierkorb/{date}")));
            let portrait = self.runtime.block_on(account::portrait(&self.backend.db, self.owner))?;
            if let Some(id) = portrait {
                let file = File::Picture(id, Rendition::Optimized);
                self.write_files(bag, state, key.as_ref(), [(id.0, PORTRAIT.to_owned(), file)])?;
                state.portrait = (!state.lost.contains(PORTRAIT)).then(|| PORTRAIT.to_owned());
            }
        }
        state.lost.extend(unreadable);
        Ok(())
    }

    fn write_files(
        &self,
        bag: &mut Bag,
        state: &mut State,
        key: Option<&DataKey>,
        files: impl IntoIterator<Item = (Uuid, String, File)>,
    ) -> Result<()> {
        for (id, name, file) in files {
            let content = key.map(|key| self.runtime.block_on(files::content(&self.backend, key, file))).transpose()?;
            match content.flatten() {
                Some(parts) => {
                    let digest = bag.media(&name, &parts)?;
                    state.files.insert(id, name, digest);
                }
                None => {
                    state.lost.insert(name);
                }
            }
        }
        Ok(())
    }

    fn write_page(&self, bag: &mut Bag, state: &State) -> Result<()> {
        let dates = self.runtime.block_on(store::list_dates(&self.backend.db, self.owner, self.first, self.last))?;
        bag.file("index.html")?;
        let mut page = page::Page::new(self.language);
        page.begin(&self.title(), &dates, self.extent, self.today());
        self.each(self.days(), |entry| {
            let day = Day::of(&entry, &state.files, Vec::new(), self.language)?;
            page.push_day(&day, &entry.stored.images);
            bag.write_all(page.take().as_bytes()).map_err(failed)
        })?;
        page.finish();
        bag.write_all(page.take().as_bytes()).map_err(failed)?;
        bag.end("index.html");
        Ok(())
    }

    /// Everything as JSON, entry by entry: [`format::Archive`].
    fn write_data(&self, bag: &mut Bag, state: &mut State) -> Result<()> {
        const NAME: &str = "eintraege.json";
        bag.file(NAME)?;
        // None of these needs an escape.
        let (name, version, language) = (format::NAME, format::VERSION, self.language.as_str());
        let exported_at = self.now.to_rfc3339_opts(SecondsFormat::Millis, true);
        put(
            bag,
            &format!(r#"{{"format":"{name}","version":{version},"exportedAt":"{exported_at}","language":"{language}""#),
        )?;
        if let Some(year) = self.year {
            put(bag, &format!(",\"year\":{year}"))?;
        } else {
            let gathered = account::gather(&self.backend, self.owner, self.language, state.portrait.clone());
            put(bag, ",\"account\":")?;
            put_json(bag, &self.runtime.block_on(gathered)?)?;
        }
        let changed = self.runtime.block_on(store::list_changed(&self.backend.db, self.owner))?;
        self.write_list(bag, state, "days", self.days(), &changed)?;
        if self.year.is_none() {
            self.write_list(bag, state, "bin", Next::BIN, &changed)?;
        }
        put(bag, "}\n")?;
        bag.end(NAME);
        Ok(())
    }

    fn write_list(
        &self,
        bag: &mut Bag,
        state: &mut State,
        name: &str,
        from: Next,
        changed: &HashSet<EntryId>,
    ) -> Result<()> {
        put(bag, &format!(",\n\"{name}\":["))?;
        let mut between = "\n";
        self.each(from, |entry| {
            let id = entry.stored.id;
            let versions = if changed.contains(&id) {
                self.runtime.block_on(store::list_versions(&self.backend.db, self.owner, id))?
            } else {
                Vec::new()
            };
            let day = Day::of(&entry, &state.files, versions, self.language)?;
            let files = day.photos.iter().map(|photo| (&photo.file, &photo.sha256));
            let files = files.chain(day.recording.iter().map(|sound| (&sound.file, &sound.sha256)));
            state.lost.extend(files.filter(|(_, digest)| digest.is_none()).map(|(file, _)| file.clone()));
            put(bag, std::mem::replace(&mut between, ",\n"))?;
            put_json(bag, &day)
        })?;
        put(bag, "]")
    }

    fn days(&self) -> Next {
        Next::Days(self.first, self.last)
    }

    /// Calls `write` for each entry, and returns the dates of those that do not open.
    fn each(&self, mut next: Next, mut write: impl FnMut(Entry) -> Result<()>) -> Result<Vec<NaiveDate>> {
        let mut unreadable = Vec::new();
        while let Some(part) = self.runtime.block_on(store::part(&self.backend.db, self.owner, next))? {
            part.entries.into_iter().try_for_each(&mut write)?;
            unreadable.extend(part.unreadable);
            next = part.next;
        }
        Ok(unreadable)
    }
}

fn put(bag: &mut Bag, text: &str) -> Result<()> {
    bag.write_all(text.as_bytes()).map_err(failed)
}

fn put_json(bag: &mut Bag, value: &impl Serialize) -> Result<()> {
    put(bag, &serde_json::to_string(value).map_err(|e| Error::broken("archive as JSON", e))?)
}
