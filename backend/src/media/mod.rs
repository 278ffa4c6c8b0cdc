//! Pictures and recordings: checked on upload, stored without metadata, and served to those whom the entry's visibility allows.

pub mod audio;
pub(crate) mod budget;
mod colour;
mod decode;
mod decoder;
mod format;
mod gif;
mod imported;
mod jpeg;
mod pixels;
mod placeholder;
mod png;
mod removed;
mod room;
#[cfg(test)]
mod shown;
mod shrink;
mod store;
mod sweep;
mod webp;

pub use audio::{Packer, StoredRecording};
pub use decode::{Picture, Purpose};
pub use decoder::Decoder;
pub(crate) use imported::{store_picture, store_recording};
pub(crate) use removed::{discard, ids, remove};
pub(crate) use room::{Sizes, check_texts, count, count_texts, texts_were_deleted};
pub(crate) use store::{RecordingRow, note_removed, recording_columns};
pub use sweep::sweep;
pub(crate) use sweep::{is_named, left_over};

use crate::{
    Account, Backend, Result, Viewer, authorization,
    providers::media::File,
    sealing::{DataKey, FileKey},
};
use bytes::Bytes;
use domain::{
    EntryId, ImageId, Refusal, UserId, limits,
    media::{Image, Rendition},
};
use futures::{TryStreamExt, future::try_join_all};
use std::ops::Range;

/// Most characters of a file name in a message.
const NAME_LENGTH: usize = 80;

/// An uploaded file.
#[derive(Clone, derive_more::Debug)]
#[debug("Upload {{ bytes: {:?}, .. }}", bytes.len())]
pub struct Upload {
    /// The file's name, for messages only; never stored.
    pub name: String,
    pub bytes: Bytes,
}

/// The uploads of an entry's form.
#[derive(Clone, Debug, Default)]
pub struct Uploads {
    pub images: Vec<Upload>,
    pub recording: Option<Upload>,
}

impl From<Vec<Upload>> for Uploads {
    fn from(images: Vec<Upload>) -> Self {
        Self { images, recording: None }
    }
}

impl Upload {
    fn shown_name(&self) -> String {
        self.name.chars().filter(|c| !c.is_control()).take(NAME_LENGTH).collect()
    }
}

/// The stored files of an entry's uploads.
#[derive(Debug)]
pub(crate) struct Taken {
    pub images: Vec<Image>,
    pub recording: Option<StoredRecording>,
    /// Sizes of the stored files, for [`count`].
    pub sizes: Sizes,
}

/// Checks all files and stores them. The caller inserts the rows that name them, or removes the files again.
pub(crate) async fn store_uploads(backend: &Backend, account: &Account, uploads: Uploads) -> Result<Taken> {
    let Uploads { images, recording } = uploads;
    let sound = match recording {
        Some(recording) => Some(audio::accept(backend, account.plan, &recording).await?),
        None => None,
    };
    let pictures = decoded(backend, images, Purpose::Entry).await?;
    let mut sizes: Sizes = pictures.iter().map(|picture| (picture.image.id.0, picture.bytes())).collect();
    let sound_bytes = sound.as_ref().map_or(0, |sound| sound.bytes.len() as u64);
    if sound.is_some() || !sizes.is_empty() {
        let new = sizes.iter().map(|(_, bytes)| bytes).sum::<u64>() + sound_bytes;
        room::check(backend, account.user.id, new).await?;
    }
    let key = backend.db.data_key(account.user.id).await?;
    let images = store_files(backend, &key, pictures).await?;
    let Some(sound) = sound else { return Ok(Taken { images, recording: None, sizes }) };
    match audio::store(backend, &key, sound).await {
        Ok(recording) => {
            sizes.push((recording.id.0, sound_bytes));
            Ok(Taken { images, recording: Some(recording), sizes })
        }
        Err(error) => {
            removed::discard_later(backend, ids(&images, None)).await;
            Err(error)
        }
    }
}

/// Like [`store_uploads`], for a profile picture: a square, in small sizes.
pub(crate) async fn store_portrait(backend: &Backend, person: UserId, upload: Upload) -> Result<ImageId> {
    if upload.bytes.len() > limits::PORTRAIT_BYTES {
        return Err(domain::Error::from(Refusal::PortraitTooLarge).with("name", upload.shown_name()).into());
    }
    let pictures = decoded(backend, vec![upload], Purpose::Portrait).await?;
    let images = store_files(backend, &backend.db.data_key(person).await?, pictures).await?;
    images.first().map(|image| image.id).ok_or_else(|| Refusal::Internal.into())
}

async fn decoded(backend: &Backend, uploads: Vec<Upload>, purpose: Purpose) -> Result<Vec<Picture>> {
    for upload in &uploads {
        format::sniff(upload)?;
    }
    let accepted = try_join_all(uploads.into_iter().map(|upload| backend.decoder.accept(upload))).await?;
    try_join_all(accepted.into_iter().map(|one| backend.decoder.decode(one, purpose))).await
}

async fn store_files(backend: &Backend, key: &DataKey, pictures: Vec<Picture>) -> Result<Vec<Image>> {
    let (images, files): (Vec<_>, Vec<_>) = pictures.into_iter().map(|picture| (picture.image, picture.files)).unzip();
    let puts = images.iter().zip(files).flat_map(|(image, files)| {
        files.into_iter().map(|(rendition, bytes)| put(backend, key, File::Picture(image.id, rendition), bytes))
    });
    // Wait for every write, so that no file is still being written when they are removed.
    let written: Result<Vec<()>> = futures::future::join_all(puts).await.into_iter().collect();
    if let Err(error) = written {
        removed::discard_later(backend, ids(&images, None)).await;
        return Err(error);
    }
    Ok(images)
}

async fn put(backend: &Backend, key: &DataKey, file: File, bytes: Bytes) -> Result<()> {
    backend.media.put(file, key.file(&file.name())?, bytes).await
}

/// A stored file that the viewer may read.
#[derive(Clone, Debug)]
pub struct MediaFile {
    pub content_type: &'static str,
    /// The tag without quotes.
    pub etag: String,
    pub size: u64,
    /// The link has a PIN: no cache may store the file.
    pub is_guarded: bool,
    file: File,
    key: FileKey,
}

/// Bytes of all pictures and recordings that entries name. Reads a row of each.
pub async fn stored_bytes(backend: &Backend) -> Result<i64> {
    store::all_bytes(&backend.db).await
}

/// The file of a picture, if the viewer may see its entry. Everybody who is signed in may see a profile picture, except after a block
/// between the two.
pub async fn open(backend: &Backend, viewer: &Viewer, id: ImageId, rendition: Rendition) -> Result<MediaFile> {
    let account = viewer.account()?;
    let (owner, data_key) = if let Some(shown) = store::find(&backend.db, id).await? {
        authorization::require(backend, account, shown.owner, shown.visibility).await?;
        (shown.owner, shown.data_key)
    } else {
        let found = store::person_of_portrait(&backend.db, id).await?.ok_or(Refusal::MediaNotFound)?;
        if !authorization::knows(backend, account, found.0).await? {
            return Err(Refusal::MediaNotFound.into());
        }
        found
    };
    file(backend, &unwrap(backend, owner, &data_key)?, File::Picture(id, rendition)).await
}

fn unwrap(backend: &Backend, owner: UserId, data_key: &[u8]) -> Result<DataKey> {
    let keyring = backend.db.keyring();
    keyring.unwrap(owner, data_key).map_err(|error| keyring.refused(error))
}

/// The recording of an entry, if the viewer may see the entry.
pub async fn open_audio(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<MediaFile> {
    let account = viewer.account()?;
    let (shown, recording) = store::find_recording(&backend.db, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require(backend, account, shown.owner, shown.visibility).await?;
    let key = unwrap(backend, shown.owner, &shown.data_key)?;
    file(backend, &key, recording.ok_or(Refusal::MediaNotFound)?.file()).await
}

/// The file of a picture or recording, with its owner's key. The caller has checked that the viewer may read it.
pub(crate) async fn file(backend: &Backend, key: &DataKey, file: File) -> Result<MediaFile> {
    let size = backend.media.size(file).await.map_err(|error| backend.db.keyring().refused(error))?;
    let (size, key) = (size.ok_or(Refusal::MediaNotFound)?, key.file(&file.name())?);
    let content_type = match file {
        File::Picture(..) => "image/jpeg",
        File::Recording(_, format) => format.content_type(),
    };
    // A file never changes, so its name and size identify its content.
    let etag = format!("{}-{size:x}", file.name());
    Ok(MediaFile { content_type, etag, size, is_guarded: false, file, key })
}

/// All bytes of a file. The caller has checked that the viewer may read it.
pub(crate) async fn bytes(backend: &Backend, key: &DataKey, of: File) -> Result<Bytes> {
    let file = file(backend, key, of).await?;
    let parts: Vec<Bytes> = file.read(backend, 0..file.size).await?.try_collect().await?;
    Ok(parts.concat().into())
}

impl MediaFile {
    /// Streams the bytes of `range`. `entry_unreadable`, also within the stream, if the file was changed.
    pub async fn read(
        &self,
        backend: &Backend,
        range: Range<u64>,
    ) -> Result<impl futures::Stream<Item = Result<Bytes>> + Send + use<>> {
        let keyring = backend.db.keyring().clone();
        let content = backend.media.read(self.file, self.key.clone(), range).await;
        let content = content.map_err(|error| keyring.refused(error))?;
        Ok(content.map_err(move |error| keyring.refused(error)))
    }
}
