//! Copies of what belongs together: database and media, without the secret (`tagesecho backup` and `restore`).
//!
//! A row is written after its files, and removed before them. While the media folder is held, no file is removed. So the database is copied
//! first, and each file that it names is there when the folder is copied. A file that came in between is a leftover, which the sweep removes.

mod copies;
mod files;
mod manifest;
mod postgres;
mod restore;
mod store;

pub use restore::{Restored, restore};

use crate::{Backend, error::StartError, installation, leaving, providers::media::MediaStore, secret};
use copies::Copies;
use files::{at, copy, digest, new_folder, remove_file, remove_folder};
use manifest::{Engine, Info, Sums};
use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};
use uuid::Uuid;

/// Each copy proves one in so many of the files that it links.
const PARTS: u32 = 14;

/// A copy that was made.
#[derive(Clone, Debug)]
pub struct Made {
    pub folder: PathBuf,
    /// Files of pictures and recordings.
    pub media: usize,
    /// How many of them the copy before this one did not have.
    pub new: usize,
    /// Files that were proved anew and are damaged, here and in the copy before.
    pub damaged: Vec<String>,
    /// Copies that were removed because there are newer ones.
    pub forgotten: usize,
}

fn failed(error: impl std::fmt::Display) -> StartError {
    StartError(format!("no copy was made: {error}"))
}

/// A copy of a bucket is the bucket's own matter: it can keep what is deleted, and be copied to another place.
fn in_bucket(media: &MediaStore) -> String {
    format!(
        "pictures and recordings lie in {media}. Let the bucket keep versions, and copy the database with its own tools (pg_dump) before the \
         bucket; docs/deployment.md has the order. `tagesecho media move folder` brings them back into a folder, which this command can copy"
    )
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T, StartError> {
    tokio::task::spawn_blocking(work).await.map_err(failed)?.map_err(failed)
}

/// Makes a copy while servers run, and removes copies so that `keep` stay. It has its name when all of it is on the disk.
pub async fn backup(backend: &Backend, copies: &Path, keep: usize) -> Result<Made, StartError> {
    let media = backend.media.folder().ok_or_else(|| failed(in_bucket(&backend.media)))?.to_owned();
    let id = installation::of_database(&backend.db).await.map_err(failed)?;
    let id = id.ok_or_else(|| failed("no server was started with this database yet"))?;
    let (folder, of) = (copies.to_owned(), media.clone());
    let (copies, previous) = blocking(move || open(&folder, &of, id)).await?;
    let now = backend.clock.now();
    let (copies, (new, last)) = blocking(move || copies.begin(now).map(|names| (copies, names))).await?;
    let filled = match fill(backend, id, &media, &new, previous).await {
        Ok(filled) => filled,
        Err(error) => {
            // The next backup would do it, and the disk may be full.
            blocking(move || remove_folder(&new)).await?;
            return Err(error);
        }
    };
    let data = backend.settings.data.clone();
    blocking(move || {
        // Not in the copy: a restore needs the newest list.
        leaving::merge_lists(&data, &copies.folder)?;
        copies.finish(&new, &last)?;
        let forgotten = copies.forget(keep.max(1), &last)?;
        let Copied { media, new, damaged } = filled;
        Ok(Made { folder: last, media, new, damaged, forgotten })
    })
    .await
}

/// The files of media in a copy, as in [`Made`].
#[derive(Debug, Default)]
struct Copied {
    media: usize,
    new: usize,
    damaged: Vec<String>,
}

/// Writes all files of a copy.
async fn fill(
    backend: &Backend,
    id: Uuid,
    media: &Path,
    new: &Path,
    previous: Option<PathBuf>,
) -> Result<Copied, StartError> {
    let held = backend.media.hold().await.map_err(failed)?;
    let url = &backend.settings.database_url;
    let engine = Engine::of(url);
    let keys = secret::settled_hash_keys(&backend.db).await?;
    let migration = store::migration(&backend.db).await.map_err(failed)?;
    let schema = store::schema(&backend.db).await.map_err(failed)?;
    let database = new.join(engine.file());
    match &schema {
        Some(schema) => postgres::dump(&backend.db, url, schema, &database).await?,
        None => copy_sqlite(backend, &database).await?,
    }
    if secret::settled_hash_keys(&backend.db).await? != keys {
        return Err(failed("the secret was changed meanwhile. Run this again"));
    }
    let info = Info::new(backend.clock.now(), engine, schema, id, migration, &keys);
    let (media, new) = (media.to_owned(), new.to_owned());
    blocking(move || {
        let mut sums = Sums::from([(engine.file().to_owned(), proved(&database)?)]);
        let round = previous.as_deref().and_then(|previous| Info::read(previous).ok()).map_or(0, |info| info.round);
        let mut info = info;
        info.round = round.wrapping_add(1);
        let copied = copy_media(&media, &new, previous.as_deref(), info.round, &mut sums)?;
        drop(held);
        manifest::seal(&new, &info, sums)?;
        Ok(copied)
    })
    .await
}

/// The folder of copies, and the newest copy in it.
fn open(folder: &Path, media: &Path, id: Uuid) -> io::Result<(Copies, Option<PathBuf>)> {
    let copies = Copies::open(folder)?;
    let is_inside = copies.folder.starts_with(at(media, media.canonicalize())?);
    if is_inside {
        return at(folder, Err(io::Error::other("the media folder is no place for copies of it")));
    }
    let previous = copies::list(&copies.folder)?.pop();
    // A copy that is damaged by now keeps nobody from making a new one.
    if let Some(info) = previous.as_ref().and_then(|previous| Info::read(previous).ok())
        && info.installation != id
    {
        return at(folder, Err(io::Error::other("the copies in this folder are of another installation")));
    }
    Ok((copies, previous))
}

async fn copy_sqlite(backend: &Backend, file: &Path) -> Result<(), StartError> {
    backend.db.copy_to(file).await.map_err(failed)?;
    match crate::Db::fault(file).await.map_err(failed)? {
        None => Ok(()),
        Some(fault) => Err(failed(format!("the database is damaged: {fault}"))),
    }
}

/// The digest of a file that another program wrote. From now on it is for its owner alone.
fn proved(path: &Path) -> io::Result<String> {
    let file = at(path, fs::File::options().write(true).open(path))?;
    #[cfg(unix)]
    at(path, file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600)))?;
    drop(file);
    digest(path)
}

/// Copies all files, and links those that the copy before has: a file never changes. A part of the links is read anew each time, else a file
/// that the disk has damaged would go into every copy.
fn copy_media(media: &Path, new: &Path, previous: Option<&Path>, round: u32, sums: &mut Sums) -> io::Result<Copied> {
    let known = previous.and_then(|previous| manifest::read(previous).ok()).unwrap_or_default();
    let target = new.join("media");
    new_folder(&target)?;
    sums.insert(
        format!("media/{}", MediaStore::MARK),
        copy(&media.join(MediaStore::MARK), &target.join(MediaStore::MARK))?,
    );
    let mut copied = Copied::default();
    for folder in at(media, fs::read_dir(media))? {
        let folder = at(media, folder)?.path();
        let Some(id) = folder.file_name().and_then(OsStr::to_str) else { continue };
        let Ok(number) = id.parse::<Uuid>() else { continue };
        let is_proved = u32::from(number.as_bytes()[15]).wrapping_add(round).is_multiple_of(PARTS);
        new_folder(&target.join(id))?;
        for file in at(&folder, fs::read_dir(&folder))? {
            let file = at(&folder, file)?.path();
            // A name with '#' is an upload that is not finished.
            let Some(name) = file.file_name().and_then(OsStr::to_str).filter(|name| !name.contains('#')) else {
                continue;
            };
            let path = format!("media/{id}/{name}");
            copied.media += 1;
            let to = new.join(&path);
            let expected = known.get(&path);
            let linked = previous.zip(expected).is_some_and(|(previous, _)| link(&previous.join(&path), &file, &to));
            if let Some(expected) = expected.filter(|_| linked) {
                if is_proved && digest(&to).ok().as_ref() != Some(expected) {
                    remove_file(&to)?;
                    match copy(&file, &to) {
                        Ok(found) if found == *expected => {}
                        // The file in use can be read, so it is the copy's disk that failed.
                        Err(error) if digest(&file).is_ok() => return Err(error),
                        _ => copied.damaged.push(path.clone()),
                    }
                }
                sums.insert(path, expected.clone());
            } else {
                copied.new += 1;
                sums.insert(path, copy(&file, &to)?);
            }
        }
    }
    Ok(copied)
}

/// Links a file of the copy before, if it is as long as the one in use. Not every file system can.
fn link(before: &Path, now: &Path, new: &Path) -> bool {
    let length = |path: &Path| Some(fs::metadata(path).ok()?.len());
    length(before).is_some() && length(before) == length(now) && fs::hard_link(before, new).is_ok()
}
