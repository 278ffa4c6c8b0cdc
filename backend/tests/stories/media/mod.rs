//! Pictures: which are accepted, what is stored, and how they are served.

mod bucket;
mod colour;
mod intake;
mod kept;
mod moved;
mod refused;
mod room;
mod serving;
mod sweep;

use crate::world::{World, diary};
use backend::{
    Viewer, entries,
    media::Upload,
    providers::media::File,
    sealing::{CHUNK, HEADER, Header},
};
use bytes::Bytes;
use domain::{
    Entry, ImageId, UserId,
    media::{Image, Rendition},
};
use image::{DynamicImage, ImageDecoder as _, ImageFormat, RgbImage, codecs::jpeg::JpegDecoder};
use std::{fs, io::Cursor, path::PathBuf};
use uuid::Uuid;

/// The person's entry of today with these pictures.
async fn entry_with(w: &World, owner: &Viewer, photos: Vec<Upload>) -> Entry {
    entries::create(&w.backend, owner, diary::writing("x"), photos).await.unwrap()
}

/// A picture that a program drew.
fn drawn(picture: impl Into<DynamicImage>, format: ImageFormat) -> Upload {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format).unwrap();
    Upload { name: "drawn".into(), bytes: bytes.into_inner().into() }
}

/// Where a file lies, sealed.
fn path(w: &World, id: ImageId, rendition: Rendition) -> PathBuf {
    w.data.path().join("media").join(id.to_string()).join(format!("{}.jpg", rendition.as_str()))
}

/// The bytes of a stored file, opened chunk by chunk.
async fn stored_bytes(w: &World, id: ImageId, rendition: Rendition) -> Bytes {
    let owner = w.backend.db.read("SELECT e.user_id FROM images i JOIN entries e ON e.id = i.entry_id WHERE i.id = $1");
    let (owner,): (Uuid,) = owner.bind(id.0).fetch_one().await.unwrap();
    let key = w.backend.db.data_key(UserId(owner)).await.unwrap();
    let key = key.file(&File::Picture(id, rendition).name()).unwrap();
    let mut sealed = fs::read(path(w, id, rendition)).unwrap();
    let (header, body) = sealed.split_at_mut(HEADER);
    let mut chunks = body.chunks_mut(CHUNK + 16).zip(0..).peekable();
    let mut bytes = Vec::new();
    while let Some((chunk, number)) = chunks.next() {
        let header = Header::try_from(&*header).unwrap();
        bytes.extend_from_slice(key.open(header, number, chunks.peek().is_none(), chunk).unwrap());
    }
    bytes.into()
}

/// The pixels of a stored file, which must be a JPEG, turned as browsers turn them.
async fn stored(w: &World, image: &Image, rendition: Rendition) -> RgbImage {
    let bytes = stored_bytes(w, image.id, rendition).await;
    let mut decoder = JpegDecoder::new(Cursor::new(&bytes)).unwrap();
    let orientation = decoder.orientation().unwrap();
    let mut pixels = DynamicImage::from_decoder(decoder).unwrap();
    pixels.apply_orientation(orientation);
    pixels.into_rgb8()
}

/// Whether two colours look the same.
fn alike(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) < 40)
}
