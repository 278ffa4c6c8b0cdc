//! Pictures: taken in safely, stored in three renditions, served to whom the entry's rules allow.

use crate::{Backend, Result, Viewer};
use bytes::Bytes;
use domain::{ImageId, media::Rendition};
use std::ops::Range;

/// A picture as it came in.
#[derive(Clone)]
pub struct Upload {
    /// The file's name, for messages only; never stored.
    pub name: String,
    pub bytes: Bytes,
}

impl std::fmt::Debug for Upload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Upload").field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}

/// A stored file that the viewer may read.
#[derive(Clone, Debug)]
pub struct MediaFile {
    pub content_type: &'static str,
    /// Without quotes.
    pub etag: String,
    pub size: u64,
    pub(crate) path: String,
}

/// Bounds how many pictures are decoded at once.
#[derive(Debug, Default)]
pub struct Decoder {}

/// The file of a picture, if the viewer may see its entry.
pub async fn open(_backend: &Backend, _viewer: &Viewer, _id: ImageId, _rendition: Rendition) -> Result<MediaFile> {
    unimplemented!()
}

impl MediaFile {
    /// The bytes of `range`, streamed.
    pub async fn read(
        &self,
        _backend: &Backend,
        _range: Range<u64>,
    ) -> Result<impl futures::Stream<Item = Result<Bytes>> + Send + use<>> {
        Ok(futures::stream::empty())
    }
}

/// Removes files that no row names and that are older than an hour.
pub async fn sweep(_backend: &Backend) -> Result<()> {
    unimplemented!()
}
