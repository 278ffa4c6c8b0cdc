//! Decodes a picture once and encodes three new JPEGs: upright, on white, without metadata.

use super::{format::Accepted, jpeg::has_halved_colours, pixels, placeholder};
use bytes::Bytes;
use domain::{Error, ImageId, Refusal, limits, media::Image, media::Rendition};
use fast_image_resize::Resizer;
use image::{
    ImageError, ImageResult, RgbImage,
    error::{ParameterError, ParameterErrorKind},
};
use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, SamplingFactor};
use uuid::Uuid;

/// JPEG quality of the full picture, of the picture on a page, and of the thumbnail.
const QUALITY: [u8; 3] = [90, 82, 80];
/// The same for a picture below [`SMALL_EDGE`]. Drawings are often that small, and fine quality costs few bytes there.
const SMALL_QUALITY: [u8; 3] = [96, 90, 90];

const SMALL_EDGE: u32 = 320;

/// A picture ready to be stored.
#[derive(Debug)]
pub struct Picture {
    pub image: Image,
    pub files: Vec<(Rendition, Bytes)>,
}

impl Picture {
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|(_, bytes)| bytes.len() as u64).sum()
    }
}

/// The use of a picture decides the sizes of its renditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The whole picture, in its original size.
    Entry,
    /// The centre square, in small sizes.
    Portrait,
}

/// Decodes and renders the picture. Call it on a blocking thread: it takes much time and memory.
pub fn decode(accepted: Accepted, purpose: Purpose) -> Result<Picture, Error> {
    let name = accepted.upload.shown_name();
    let refuse = || Error::from(Refusal::ImageDamaged).with("name", &name);
    let pixels = pixels::upright(&accepted).map_err(|_| refuse())?;
    // Colours that came halved stay halved. A small picture would lose too much by halving them again.
    let is_large = pixels.width().min(pixels.height()) >= SMALL_EDGE;
    let colours = match purpose {
        Purpose::Entry if is_large && has_halved_colours(&accepted.upload.bytes) => SamplingFactor::R_4_2_0,
        _ => SamplingFactor::R_4_4_4,
    };
    drop(accepted);
    match purpose {
        Purpose::Entry => render(&pixels, [None, Some(limits::OPTIMIZED_EDGE), Some(limits::THUMBNAIL_EDGE)], colours),
        Purpose::Portrait => render(&square(pixels), limits::PORTRAIT_EDGES.map(Some), colours),
    }
    .map_err(|_| refuse())
}

/// Each rendition is made from the one before. An edge of `None` keeps the size, and `colours` says how finely colours are stored then.
fn render(pixels: &RgbImage, edges: [Option<u32>; 3], colours: SamplingFactor) -> ImageResult<Picture> {
    let mut files = Vec::new();
    let mut shrunk: Option<RgbImage> = None;
    let mut size = pixels.dimensions();
    let qualities = if size.0.min(size.1) < SMALL_EDGE { SMALL_QUALITY } else { QUALITY };
    for ((rendition, edge), quality) in Rendition::ALL.into_iter().zip(edges).zip(qualities) {
        let smaller = edge.map(|edge| shrink(shrunk.as_ref().unwrap_or(pixels), edge)).transpose()?.flatten();
        shrunk = smaller.or(shrunk);
        let now = shrunk.as_ref().unwrap_or(pixels);
        if files.is_empty() {
            size = now.dimensions();
        }
        let colours = if shrunk.is_none() { colours } else { SamplingFactor::R_4_4_4 };
        files.push((rendition, jpeg(now, quality, colours)?));
    }
    let image = Image {
        // Version 4: the id reveals nothing, not even the time at which it was made.
        id: ImageId(Uuid::new_v4()),
        width: size.0,
        height: size.1,
        placeholder: placeholder::of(shrunk.as_ref().unwrap_or(pixels))?,
        alt: String::new(),
    };
    Ok(Picture { image, files })
}

/// Crops to the centre square.
fn square(mut pixels: RgbImage) -> RgbImage {
    let (width, height) = pixels.dimensions();
    let edge = width.min(height);
    if width == height {
        return pixels;
    }
    image::imageops::crop(&mut pixels, (width - edge) / 2, (height - edge) / 2, edge, edge).to_image()
}

/// Scales the picture so that its longest edge is `edge`. `None` if it is not longer.
pub fn shrink(pixels: &RgbImage, edge: u32) -> ImageResult<Option<RgbImage>> {
    let (width, height) = pixels.dimensions();
    let longest = width.max(height);
    if longest <= edge {
        return Ok(None);
    }
    let scaled = |side: u32| {
        let side = (u64::from(side) * u64::from(edge) + u64::from(longest) / 2) / u64::from(longest);
        u32::try_from(side).unwrap_or(edge).max(1)
    };
    let mut target = RgbImage::new(scaled(width), scaled(height));
    Resizer::new().resize(pixels, &mut target, None).map_err(failed)?;
    Ok(Some(target))
}

fn jpeg(pixels: &RgbImage, quality: u8, colours: SamplingFactor) -> ImageResult<Bytes> {
    let edge = |pixels| u16::try_from(pixels).map_err(failed);
    let (width, height) = (edge(pixels.width())?, edge(pixels.height())?);
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, quality);
    encoder.set_sampling_factor(colours);
    encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
    encoder.encode(pixels, width, height, ColorType::Rgb).map_err(failed)?;
    Ok(out.into())
}

pub fn failed(error: impl ToString) -> ImageError {
    ImageError::Parameter(ParameterError::from_kind(ParameterErrorKind::Generic(error.to_string())))
}

#[cfg(test)]
mod tests {
    use super::{super::Upload, super::format::accept, Purpose, SamplingFactor, decode, has_halved_colours, jpeg};
    use domain::Refusal;
    use image::{DynamicImage, ImageFormat, RgbImage};
    use proptest::{collection::vec, prelude::any, prop_assert, proptest, sample::Index};
    use std::io::Cursor;

    const FORMATS: [ImageFormat; 4] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif];

    fn small(format: ImageFormat) -> Vec<u8> {
        let picture = RgbImage::from_fn(24, 16, |x, y| image::Rgb([x, y, x + y].map(|c| u8::try_from(c * 5).unwrap())));
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::ImageRgb8(picture).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn a_portrait_is_the_square_around_the_middle_in_small_sizes() {
        // Red at both ends, blue in the middle.
        let picture = RgbImage::from_fn(900, 600, |x, _| {
            if (150..750).contains(&x) { image::Rgb([0, 0, 250]) } else { image::Rgb([250, 0, 0]) }
        });
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::ImageRgb8(picture).write_to(&mut bytes, ImageFormat::Png).unwrap();
        let upload = Upload { name: "me.png".into(), bytes: bytes.into_inner().into() };
        let made = decode(accept(upload).unwrap(), Purpose::Portrait).unwrap();
        let sizes: Vec<_> = made
            .files
            .iter()
            .map(|(_, bytes)| {
                let pixels = image::load_from_memory(bytes).unwrap().into_rgb8();
                let (w, h) = pixels.dimensions();
                for (x, y) in [(0, 0), (w / 2, h / 2), (w - 1, h - 1)] {
                    let [red, _, blue] = pixels.get_pixel(x, y).0;
                    assert!(blue > 200 && red < 60, "{x} {y}: {red} {blue}");
                }
                (w, h)
            })
            .collect();
        assert_eq!(sizes, [(512, 512), (256, 256), (96, 96)]);
        assert_eq!((made.image.width, made.image.height), (512, 512));
    }

    #[test]
    fn colours_are_stored_as_finely_as_they_came_and_wholly_where_the_picture_was_shrunk() {
        let pixels =
            RgbImage::from_fn(600, 400, |x, y| image::Rgb([x, y, x + y].map(|c| u8::try_from(c % 256).unwrap())));
        for (came, halved) in [(SamplingFactor::R_4_2_0, true), (SamplingFactor::R_4_4_4, false)] {
            let upload = Upload { name: "photo.jpg".into(), bytes: jpeg(&pixels, 90, came).unwrap() };
            let made = decode(accept(upload).unwrap(), Purpose::Entry).unwrap();
            let found: Vec<_> = made.files.iter().map(|(_, bytes)| has_halved_colours(bytes)).collect();
            assert_eq!(found, [halved, halved, false]);
        }
    }

    proptest! {
        #[test]
        fn a_spoilt_picture_is_taken_or_refused_and_never_more(
            format in 0usize..4,
            spoilt in vec((any::<Index>(), any::<u8>()), 1..6),
            end in any::<Index>(),
            cut in any::<bool>(),
        ) {
            let mut bytes = small(FORMATS[format]);
            for (at, byte) in spoilt {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if cut {
                bytes.truncate(end.index(bytes.len()));
            }
            let upload = Upload { name: "spoilt".into(), bytes: bytes.into() };
            let refusal = match accept(upload).and_then(|accepted| decode(accepted, Purpose::Entry)) {
                Ok(picture) => { prop_assert!(picture.files.len() == 3); return Ok(()) }
                Err(error) => error.refusal,
            };
            prop_assert!(matches!(
                refusal,
                Refusal::NotAnImage | Refusal::ImageFormat | Refusal::ImageDamaged | Refusal::ImageTooManyPixels
            ));
        }
    }
}
