//! Pictures and recordings of an import. What an archive of ours holds keeps its bytes, so that it has the same digest again: a JPEG that is kept is the
//! same when it is kept once more.

use super::{
    Upload,
    audio::{self, StoredRecording},
    decode::Purpose,
    format, room, store_files,
};
use crate::{Backend, Result, sealing::DataKey};
use domain::{Refusal, UserId, media::Image};

/// Stores a picture, and returns the bytes of all its renditions too.
pub(crate) async fn store_picture(
    backend: &Backend,
    (owner, key): (UserId, &DataKey),
    upload: Upload,
) -> Result<(Image, u64)> {
    format::sniff(&upload)?;
    let accepted = backend.decoder.accept(upload).await?;
    let picture = backend.decoder.decode(accepted, Purpose::Entry).await?;
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
