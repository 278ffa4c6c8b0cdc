//! Pictures and recordings of an import. What an archive of ours holds keeps its bytes, so that it has the same digest again.

use super::{
    Upload,
    audio::{self, StoredRecording},
    decode::Purpose,
    format, jpeg, room, store_files,
};
use crate::{Backend, Result, sealing::DataKey};
use domain::{
    Refusal, UserId,
    media::{Image, Rendition},
};

/// Stores a picture, and returns the bytes of all its renditions too. One of ours is stored as it is, if nothing but a picture is in it.
pub(crate) async fn store_picture(
    backend: &Backend,
    (owner, key): (UserId, &DataKey),
    upload: Upload,
    is_ours: bool,
) -> Result<(Image, u64)> {
    format::sniff(&upload)?;
    let bytes = upload.bytes.clone();
    let is_kept = is_ours && {
        let bytes = bytes.clone();
        tokio::task::spawn_blocking(move || jpeg::is_plain(&bytes)).await?
    };
    let accepted = backend.decoder.accept(upload).await?;
    let mut picture = backend.decoder.decode(accepted, Purpose::Entry).await?;
    if is_kept {
        for (_, file) in picture.files.iter_mut().filter(|(rendition, _)| *rendition == Rendition::Original) {
            *file = bytes.clone();
        }
    }
    let size = picture.bytes();
    room::check(backend, owner, size).await?;
    let images = store_files(backend, key, vec![picture]).await?;
    Ok((images.into_iter().next().ok_or(Refusal::Internal)?, size))
}

/// Stores a recording of any length that a file may have: what somebody has stays, also where their plan would allow less.
pub(crate) async fn store_recording(
    backend: &Backend,
    (owner, key): (UserId, &DataKey),
    upload: Upload,
) -> Result<(StoredRecording, u64)> {
    let sound = backend.packer.pack(&upload.bytes).await?;
    let size = sound.bytes.len() as u64;
    room::check(backend, owner, size).await?;
    Ok((audio::store(backend, key, sound).await?, size))
}
