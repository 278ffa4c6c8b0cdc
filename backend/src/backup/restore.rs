//! Brings a copy back. Everything is laid beside what is there and checked; then the file `restoring` is written, and renames put it in place.
//!
//! Killed before that file is written, a restore has changed nothing. Killed after it, no server starts until a second run has done the rest.

use super::{
    Engine, copies,
    files::{at, copy, digest, is_mounted, new_folder, remove_file, remove_folder, sync_disk, sync_folder, write},
    manifest::{self, Info},
    postgres, store,
};
use crate::{
    Db, Secret, Settings,
    db::{Migrations, environment},
    error::StartError,
    installation, leaving,
    providers::media,
    settings::media::Place,
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use uuid::Uuid;

/// A copy that is in place.
#[derive(Clone, Debug)]
pub struct Restored {
    pub copy: PathBuf,
    /// A restore that was interrupted before was brought to its end.
    pub is_resumed: bool,
    /// Files and folders that were here before, where they lie now.
    pub aside: Vec<PathBuf>,
    /// Pictures and recordings of the copy that are damaged or missing.
    pub damaged: Vec<String>,
    /// The newest day in the list of deleted accounts. None: there was no list, so nobody is deleted anew.
    pub deleted_until: Option<NaiveDate>,
}

/// The rest of a restore, in the file `restoring`.
#[derive(Debug, Serialize, Deserialize)]
struct Plan {
    copy: PathBuf,
    /// Which database it is for: see [`target`].
    target: String,
    installation: Uuid,
    schema: Option<String>,
    /// The end of the names of what was here before.
    aside: String,
}

/// The paths of a restore.
struct Places {
    data: PathBuf,
    /// The database's file, on SQLite.
    database: Option<PathBuf>,
    media: PathBuf,
}

fn failed(error: impl std::fmt::Display) -> StartError {
    StartError(format!("nothing was restored: {error}"))
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

fn staged(path: &Path) -> PathBuf {
    with_end(path, "-restoring")
}

impl Places {
    fn of(settings: &Settings) -> Self {
        let data = settings.data.clone();
        Self { database: Db::file(&settings.database_url), media: media::folder(&data), data }
    }

    fn marker(&self) -> PathBuf {
        self.data.join(installation::restoring::FILE)
    }

    fn unstage(&self) -> io::Result<()> {
        if let Some(database) = &self.database {
            remove_file(&staged(database))?;
        }
        remove_folder(&staged(&self.media))
    }
}

/// Restores the copy in the folder `from`, or the newest copy below it. Nothing else may use the data folder and the database.
///
/// `replaces`: what is here is moved aside. `takes_damaged`: damaged pictures and recordings are restored as they are.
pub async fn restore(
    settings: &Settings,
    from: &Path,
    replaces: bool,
    takes_damaged: bool,
    now: DateTime<Utc>,
) -> Result<Restored, StartError> {
    if settings.media != Place::Folder {
        return Err(failed(
            "a copy holds pictures and recordings for a folder, and TAGESECHO_MEDIA names a bucket. Leave it out, restore, and move them into an \
             empty prefix of the bucket then with `tagesecho media move`",
        ));
    }
    let _alone = installation::alone(settings, &[&settings.database_url]).await?;
    let places = Places::of(settings);
    if let Ok(text) = fs::read(places.marker()) {
        let plan: Plan = serde_json::from_slice(&text).map_err(failed)?;
        let target = target(settings).await?;
        if plan.target != target {
            return Err(StartError(format!(
                "a restore into {} was interrupted, and DATABASE_URL names {target}. Nothing was changed. Name the database from before, and run \
                 this again: it goes on where it ended",
                plan.target
            )));
        }
        return finish(settings, &places, plan, true, Vec::new()).await;
    }
    let copy = chosen(from)?;
    let info = Info::read(&copy).map_err(failed)?;
    check_engine(settings, &info)?;
    if info.migration > Migrations::newest(info.engine == Engine::Sqlite) {
        return Err(failed("a newer program made this copy; restore it with that one"));
    }
    Secret::open(settings, true)?.expect(&info.hash_keys().map_err(failed)?)?;
    check_target(settings, &places, &info, replaces).await?;
    let target = target(settings).await?;
    let damaged = stage(&places, &copy, &info)?;
    if !(damaged.is_empty() || takes_damaged) {
        places.unstage().map_err(failed)?;
        let few: Vec<_> = damaged.iter().take(5).map(String::as_str).collect();
        return Err(failed(format!(
            "{} of the copy's files are damaged ({}). Take another copy, or restore it without them: --with-damaged",
            damaged.len(),
            few.join(", ")
        )));
    }
    let aside = free_end(&places, now);
    // Before the file that cannot be taken back: a list that cannot be read ends the restore.
    if let Some(copies) = copy.parent() {
        leaving::merge_lists(copies, &places.data).map_err(failed)?;
    }
    let plan = Plan { copy, target, installation: info.installation, schema: info.schema, aside };
    let text = serde_json::to_vec(&plan).map_err(failed)?;
    let new = with_end(&places.marker(), ".new");
    remove_file(&new).and_then(|()| write(&new, &text)).map_err(failed)?;
    fs::rename(&new, places.marker()).and_then(|()| sync_folder(&places.data)).map_err(failed)?;
    finish(settings, &places, plan, false, damaged).await
}

/// The database of the settings, without names and passwords: a file, or a schema of a server.
async fn target(settings: &Settings) -> Result<String, StartError> {
    if let Some(file) = Db::file(&settings.database_url) {
        return Ok(std::path::absolute(file).map_err(failed)?.display().to_string());
    }
    let environment = environment(&settings.database_url)?;
    let part = |name| environment.iter().find(|(found, _)| *found == name).map_or("", |(_, value)| value.as_str());
    let db = Db::connect(&settings.database_url).await?;
    let schema = store::schema(&db).await;
    db.close().await;
    let schema = schema.map_err(failed)?.unwrap_or_default();
    Ok(format!("{}:{}/{}, schema {schema}", part("PGHOST"), part("PGPORT"), part("PGDATABASE")))
}

fn chosen(from: &Path) -> Result<PathBuf, StartError> {
    let from = at(from, from.canonicalize()).map_err(failed)?;
    if manifest::is_in(&from) {
        return Ok(from);
    }
    let newest = copies::list(&from).map_err(failed)?.pop();
    newest.ok_or_else(|| failed(format!("{} is no copy of `tagesecho backup`, and holds none", from.display())))
}

fn check_engine(settings: &Settings, info: &Info) -> Result<(), StartError> {
    match (info.engine, Engine::of(&settings.database_url)) {
        (Engine::Sqlite, Engine::Postgres) => Err(failed(
            "the copy is of a SQLite database, and DATABASE_URL names PostgreSQL. Restore it with SQLite, and move it then with \
             `tagesecho move-database`",
        )),
        (Engine::Postgres, Engine::Sqlite) => Err(failed(
            "the copy is of a PostgreSQL database, and DATABASE_URL names a SQLite file. Restore it into an empty PostgreSQL database, and move \
             it then with `tagesecho move-database`",
        )),
        _ => Ok(()),
    }
}

async fn check_target(settings: &Settings, places: &Places, info: &Info, replaces: bool) -> Result<(), StartError> {
    for place in places.database.iter().chain([&places.media]) {
        if is_mounted(place) {
            return Err(failed(format!(
                "{} is a mount of its own and cannot be moved aside. Mount the data folder as a whole, or restore into another one",
                place.display()
            )));
        }
    }
    let has_media = fs::read_dir(&places.media).is_ok_and(|mut files| files.next().is_some());
    let database = places.database.as_ref().filter(|database| database.exists());
    if (has_media || database.is_some()) && !replaces {
        let folder = database.map_or_else(|| places.media.display(), |database| database.display());
        return Err(failed(format!(
            "there is data already ({folder}). With --replace it is moved aside to names that end in '-before-' and the time; nothing is deleted"
        )));
    }
    if places.database.is_none() {
        let db = Db::connect(&settings.database_url).await?;
        let (is_empty, schema) = (store::is_empty(&db).await, store::schema(&db).await);
        db.close().await;
        let schema = schema.map_err(failed)?;
        if schema != info.schema {
            let [there, here] = [&info.schema, &schema].map(|name| name.clone().unwrap_or_default());
            return Err(failed(format!(
                "the copy is of the schema '{there}', and DATABASE_URL opens the schema '{here}'. Make an empty one of that name, and name it as \
                 the search path"
            )));
        }
        if !is_empty.map_err(failed)? {
            return Err(failed(
                "the PostgreSQL database is not empty. Make an empty one (createdb) and name it in DATABASE_URL; the old one stays as it is",
            ));
        }
    }
    Ok(())
}

/// The end of names that nothing has yet: two restores may come within a second.
fn free_end(places: &Places, mut now: DateTime<Utc>) -> String {
    loop {
        let end = now.format("-before-%Y-%m-%d-%H%M%S").to_string();
        if places.database.iter().chain([&places.media]).all(|path| !with_end(path, &end).exists()) {
            return end;
        }
        now += TimeDelta::seconds(1);
    }
}

/// Lays the copy beside what is there. Returns the damaged pictures and recordings; a damaged database is an error.
fn stage(places: &Places, copy_of: &Path, info: &Info) -> Result<Vec<String>, StartError> {
    let work = || {
        places.unstage()?;
        let media = staged(&places.media);
        new_folder(&media)?;
        let mut damaged = Vec::new();
        for (path, expected) in manifest::read(copy_of)? {
            let from = copy_of.join(&path);
            let found = if let Some(inside) = path.strip_prefix("media/") {
                let to = media.join(inside);
                let folder = to.parent().unwrap_or(&media).to_owned();
                if !folder.is_dir() {
                    new_folder(&folder)?;
                }
                copy(&from, &to)
            } else if path == info.engine.file()
                && let Some(database) = &places.database
            {
                copy(&from, &staged(database))
            } else {
                digest(&from)
            };
            match found {
                Ok(found) if found == expected => {}
                // The copy can be read, so it is the target that failed.
                Err(error) if digest(&from).is_ok() => return Err(error),
                _ if path.starts_with("media/") && !path.ends_with("/installation") => damaged.push(path),
                Ok(_) => {
                    return at(
                        &from,
                        Err(io::Error::other("it was changed since the copy was made; take another copy")),
                    );
                }
                Err(error) => return Err(error),
            }
        }
        // The database may lie on another disk.
        for place in places.database.iter().chain([&places.media]) {
            sync_disk(folder_of(place))?;
        }
        Ok(damaged)
    };
    work().map_err(|error: io::Error| {
        drop(places.unstage());
        failed(error)
    })
}

/// Puts everything in its place. Each step may have been done before.
async fn finish(
    settings: &Settings,
    places: &Places,
    plan: Plan,
    is_resumed: bool,
    damaged: Vec<String>,
) -> Result<Restored, StartError> {
    if let Some(schema) = &plan.schema {
        restore_postgres(settings, places, &plan, schema).await?;
    }
    let interrupted =
        |e: io::Error| StartError(format!("the restore was interrupted: {e}. Run it again: it goes on where it ended"));
    let mut aside = Vec::new();
    swap(&places.media, &[""], &plan, &mut aside).map_err(interrupted)?;
    if let Some(database) = &places.database {
        swap(database, &["", "-wal", "-shm"], &plan, &mut aside).map_err(interrupted)?;
    }
    let deleted_until = leaving::newest_day(&places.data).map_err(interrupted)?;
    remove_file(&places.marker()).and_then(|()| sync_folder(&places.data)).map_err(interrupted)?;
    Ok(Restored { copy: plan.copy, is_resumed, aside, damaged, deleted_until })
}

/// Moves what is at the place aside, and what was laid beside it there.
fn swap(place: &Path, ends: &[&str], plan: &Plan, aside: &mut Vec<PathBuf>) -> io::Result<()> {
    let new = staged(place);
    if !new.exists() {
        return Ok(());
    }
    for end in ends {
        let old = with_end(place, end);
        if !old.exists() || fs::remove_dir(&old).is_ok() {
            continue;
        }
        let to = with_end(&with_end(place, &plan.aside), end);
        at(&to, fs::rename(&old, &to))?;
        aside.push(to);
    }
    at(place, fs::rename(&new, place))?;
    sync_folder(folder_of(place))
}

async fn restore_postgres(settings: &Settings, places: &Places, plan: &Plan, schema: &str) -> Result<(), StartError> {
    let db = Db::connect(&settings.database_url).await?;
    let done = async {
        if !store::is_empty(&db).await.map_err(failed)? {
            // The dump comes in one transaction, so one row of it means all of it.
            let found = installation::of_database(&db).await.map_err(failed)?;
            let is_ours = found == Some(plan.installation);
            return if is_ours { Ok(()) } else { Err(failed("the PostgreSQL database is not empty")) };
        }
        postgres::restore(&db, &settings.database_url, schema, &plan.copy.join(Engine::Postgres.file())).await
    };
    let done = done.await;
    // Nothing was moved yet, so nothing has to be finished.
    let is_untouched = done.is_err() && matches!(store::is_empty(&db).await, Ok(true));
    db.close().await;
    if is_untouched {
        remove_file(&places.marker()).and_then(|()| places.unstage()).map_err(failed)?;
    }
    done
}

#[cfg(test)]
mod tests {
    use super::{folder_of, is_mounted};
    use std::path::Path;

    #[test]
    fn a_name_without_a_folder_lies_in_the_current_one() {
        assert_eq!(folder_of(Path::new("tagesecho.db")), Path::new("."));
        assert_eq!(folder_of(Path::new("/data/tagesecho.db")), Path::new("/data"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_mounted_is_known() {
        assert!(is_mounted(Path::new("/proc")) && !is_mounted(Path::new("/proc/self")));
        assert!(!is_mounted(Path::new("/proc/missing")));
    }
}
