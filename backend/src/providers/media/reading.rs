//! Reads sealed files, chunk by chunk.

use super::{File, MediaStore};
use crate::{
    Error, Result,
    sealing::{CHUNK, FileKey, HEADER, Header, Layout, Unreadable},
};
use bytes::Bytes;
use domain::Refusal;
use futures::{Stream, StreamExt, TryStreamExt, stream, stream::BoxStream};
use object_store::{GetOptions, GetRange, GetResult, GetResultPayload, ObjectStore, ObjectStoreExt, path::Path};
use std::{
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    task::spawn_blocking,
};
use tokio_util::io::StreamReader;

/// The bytes of a file that are read at once. Each connection may hold as many.
const PIECE: u64 = CHUNK as u64;

impl MediaStore {
    /// Plain bytes of the file; `None` if it is not there.
    pub async fn size(&self, file: File) -> Result<Option<u64>> {
        match self.files.head(&file.path()).await {
            Ok(found) => Ok(Some(layout(file, found.size)?.size())),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Streams a part of the file, chunk by chunk. The first chunk is opened before this returns; [`Unreadable`] inside a broken error, here or
    /// in the stream, if one does not open.
    pub async fn read(
        &self,
        file: File,
        key: FileKey,
        range: Range<u64>,
    ) -> Result<impl Stream<Item = Result<Bytes>> + Send + use<>> {
        let Some(last) = range.end.checked_sub(1).filter(|last| *last >= range.start) else {
            return Ok(stream::empty().right_stream());
        };
        let (number, last) = (Layout::chunk_of(range.start), Layout::chunk_of(last));
        let path = file.path();
        // A file's first chunk comes with the header in one request.
        let (header, found) = if number == 0 {
            (None, self.get(&path, 0..Layout::end(last)).await?)
        } else {
            let header = self.get(&path, 0..HEADER as u64).await?.bytes().await?;
            (Some(header), self.get(&path, Layout::begin(number)..Layout::end(last)).await?)
        };
        let layout = layout(file, found.meta.size)?;
        let mut sealed = StreamReader::new(pieces(found));
        let mut begin = Header::default();
        match header {
            Some(header) => begin = header.as_ref().try_into().map_err(|_| unreadable(file))?,
            None => drop(sealed.read_exact(&mut begin).await.map_err(|e| broken_off(file, e))?),
        }
        let mut chunks = Chunks { sealed, file, key, header: begin, layout, number, last, range };
        let first = chunks.next().await?;
        let rest = stream::try_unfold(chunks, async |mut chunks| Ok(chunks.next().await?.map(|chunk| (chunk, chunks))));
        Ok(stream::iter(first.map(Ok)).chain(rest).left_stream())
    }

    async fn get(&self, path: &Path, range: Range<u64>) -> Result<GetResult> {
        let options = GetOptions { range: Some(GetRange::Bounded(range)), ..GetOptions::default() };
        match self.files.get_opts(path, options).await {
            // The file was removed meanwhile.
            Err(object_store::Error::NotFound { .. }) => Err(Refusal::MediaNotFound.into()),
            found => Ok(found?),
        }
    }
}

/// The bytes that were found. `object_store` would read a file in pieces of 8 KiB, each on a thread that has to wake first.
fn pieces(found: GetResult) -> BoxStream<'static, io::Result<Bytes>> {
    let range = found.range.clone();
    match found.payload {
        GetResultPayload::File(file, _) => stream::try_unfold((file, range), async |(mut file, range)| {
            let length = (range.end - range.start).min(PIECE);
            if length == 0 {
                return Ok(None);
            }
            let read = spawn_blocking(move || {
                let mut piece = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
                file.seek(SeekFrom::Start(range.start))?;
                (&file).take(length).read_to_end(&mut piece)?;
                io::Result::Ok((file, piece))
            });
            let (file, piece) = read.await??;
            // A file that ends early: the reader notices.
            let rest =
                if piece.is_empty() { range.end..range.end } else { range.start + piece.len() as u64..range.end };
            Ok(Some((Bytes::from(piece), (file, rest))))
        })
        .boxed(),
        GetResultPayload::Stream(stream) => stream.map_err(io::Error::from).boxed(),
    }
}

fn unreadable(file: File) -> Error {
    Error::broken("sealed file", Unreadable(format!("file {}", file.name())))
}

fn layout(file: File, sealed: u64) -> Result<Layout> {
    Layout::of(sealed).ok_or_else(|| unreadable(file))
}

fn broken_off(file: File, error: io::Error) -> Error {
    // A file never changes, so one that ends early was cut off.
    if error.kind() == io::ErrorKind::UnexpectedEof { unreadable(file) } else { Error::unavailable("media", error) }
}

/// The chunks that are left of a range.
struct Chunks<R> {
    sealed: R,
    file: File,
    key: FileKey,
    header: Header,
    layout: Layout,
    number: u32,
    /// The last chunk of the range.
    last: u32,
    range: Range<u64>,
}

impl<R: AsyncRead + Unpin> Chunks<R> {
    /// The plain bytes of the next chunk that are in the range.
    async fn next(&mut self) -> Result<Option<Bytes>> {
        let number = self.number;
        if number > self.last {
            return Ok(None);
        }
        self.number += 1;
        let mut chunk = vec![0; self.layout.length(number)];
        self.sealed.read_exact(&mut chunk).await.map_err(|e| broken_off(self.file, e))?;
        let opened = self.key.open(self.header, number, self.layout.is_last(number), &mut chunk);
        let length = opened.ok_or_else(|| unreadable(self.file))?.len();
        let begin = u64::from(number) * CHUNK as u64;
        let within = |at: u64| usize::try_from(at.saturating_sub(begin)).unwrap_or(length).min(length);
        let (from, to) = (within(self.range.start), within(self.range.end));
        Ok(Some(Bytes::from(chunk).slice(from..to)))
    }
}

#[cfg(test)]
mod tests {
    use super::{PIECE, pieces};
    use futures::TryStreamExt;
    use object_store::{Attributes, GetResult, GetResultPayload, ObjectMeta, path::Path};
    use std::{fs::File, io::Write, ops::Range};

    #[tokio::test]
    async fn a_file_comes_in_large_pieces_up_to_where_it_ends() {
        let long = 2 * PIECE + 5;
        let bytes: Vec<u8> = (0..long).map(|n| u8::try_from(n % 251).unwrap()).collect();
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&bytes).unwrap();
        let read = async |range: Range<u64>| {
            let meta = ObjectMeta {
                location: Path::from("a"),
                last_modified: chrono::DateTime::UNIX_EPOCH,
                size: long,
                e_tag: None,
                version: None,
            };
            let payload = GetResultPayload::File(File::open(file.path()).unwrap(), file.path().into());
            pieces(GetResult {
                payload,
                meta,
                range,
                attributes: Attributes::default(),
                extensions: object_store::Extensions::default(),
            })
            .try_collect::<Vec<_>>()
            .await
            .unwrap()
        };
        for (range, in_pieces) in [(0..long, 3), (0..PIECE, 1), (7..PIECE + 8, 2), (long - 1..long, 1), (5..5, 0)] {
            let found = read(range.clone()).await;
            assert_eq!(found.len(), in_pieces, "{range:?}");
            let [begin, end] = [range.start, range.end].map(|at| usize::try_from(at).unwrap());
            assert!(found.concat() == bytes[begin..end], "{range:?}");
        }
        // It was cut off since its size was read.
        assert!(read(PIECE..long + PIECE).await.concat() == bytes[usize::try_from(PIECE).unwrap()..]);
    }
}
