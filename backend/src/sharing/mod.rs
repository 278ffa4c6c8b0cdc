//! Secret links: made, changed and ended by the owner; opened by whoever holds one.

use crate::{Backend, Result, Viewer, media::MediaFile};
use domain::{EntryId, ImageId, ShareOptions, SharedEntry, media::Rendition};

/// The entry's link; an existing one keeps its token and takes the options.
pub async fn create(_backend: &Backend, _viewer: &Viewer, _id: EntryId, _options: ShareOptions) -> Result<String> {
    unimplemented!()
}

pub async fn update_options(_backend: &Backend, _viewer: &Viewer, _id: EntryId, _options: ShareOptions) -> Result<()> {
    unimplemented!()
}

/// The link is dead at the next request; removing twice is no error.
pub async fn remove(_backend: &Backend, _viewer: &Viewer, _id: EntryId) -> Result<()> {
    unimplemented!()
}

/// What the link shows; `address` is the caller's, for throttling wrong tokens.
pub async fn open(_backend: &Backend, _viewer: &Viewer, _token: &str, _address: &str) -> Result<SharedEntry> {
    unimplemented!()
}

/// A picture that the link releases.
pub async fn open_media(
    _backend: &Backend,
    _viewer: &Viewer,
    _token: &str,
    _id: ImageId,
    _rendition: Rendition,
    _address: &str,
) -> Result<MediaFile> {
    unimplemented!()
}
