//! Pictures: which are accepted, what is stored, and how they are served.

mod colour;
mod intake;
mod refused;
mod room;
mod serving;
mod sweep;

use crate::world::{World, diary};
use backend::{Viewer, entries, media::Upload};
use bytes::Bytes;
use domain::{
    Entry, ImageId,
    media::{Image, Rendition},
};
use image::{DynamicImage, ImageFormat, RgbImage};
use std::{fs, io::Cursor};

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

fn stored_bytes(w: &World, id: ImageId, rendition: Rendition) -> Bytes {
    fs::read(w.data.path().join("media").join(id.to_string()).join(format!("{}.jpg", rendition.as_str())))
        .unwrap()
        .into()
}

/// The pixels of a stored file, which must be a JPEG.
fn stored(w: &World, image: &Image, rendition: Rendition) -> RgbImage {
    let bytes = stored_bytes(w, image.id, rendition);
    image::load_from_memory_with_format(&bytes, ImageFormat::Jpeg).unwrap().into_rgb8()
}

/// Whether two colours look the same.
fn alike(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) < 40)
}
