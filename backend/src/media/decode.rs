//! Decodes a picture once and makes its three files: without metadata, and all but a kept JPEG upright, in sRGB and on white.

use super::{
    format::Accepted,
    jpeg::has_halved_colours,
    pixels::{self, Pixels},
    placeholder,
    shrink::{at_most, failed},
};
use bytes::Bytes;
use domain::{Error, ImageId, Refusal, limits, media::Image, media::Rendition};
use image::{ImageResult, RgbImage};
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
    let refuse = Error::from(Refusal::ImageDamaged).with("name", accepted.upload.shown_name());
    let made = pixels::decode(&accepted).and_then(|pixels| match purpose {
        Purpose::Entry => of_entry(accepted, pixels),
        Purpose::Portrait => portrait(pixels),
    });
    made.map_err(|_| refuse)
}

fn of_entry(accepted: Accepted, pixels: Pixels) -> ImageResult<Picture> {
    let size = pixels.upright_size();
    // Colours that came halved stay halved. A small picture would lose too much by halving them again.
    let is_large = size.0.min(size.1) >= SMALL_EDGE;
    let colours = if is_large && has_halved_colours(&accepted.upload.bytes) {
        SamplingFactor::R_4_2_0
    } else {
        SamplingFactor::R_4_4_4
    };
    let smaller = [(Rendition::Optimized, limits::OPTIMIZED_EDGE), (Rendition::Thumbnail, limits::THUMBNAIL_EDGE)];
    if let Some(original) = &accepted.original {
        // Turned and converted when it is small, which takes less time and no second copy of all pixels.
        let pixels = pixels.at_most(limits::OPTIMIZED_EDGE)?.shown();
        let file = original.file(&accepted.upload.bytes).ok_or_else(|| failed("no file"))?;
        render(vec![(Rendition::Original, file)], &smaller, pixels, size, colours)
    } else {
        drop(accepted);
        let pixels = pixels.shown();
        let file = jpeg(&pixels, qualities(size)[0], colours)?;
        render(vec![(Rendition::Original, file)], &smaller, pixels, size, colours)
    }
}

fn portrait(pixels: Pixels) -> ImageResult<Picture> {
    let pixels = square(pixels.shown());
    let edges: Vec<_> = Rendition::ALL.into_iter().zip(limits::PORTRAIT_EDGES).collect();
    let size = pixels.dimensions();
    let mut picture = render(vec![], &edges, pixels, size, SamplingFactor::R_4_4_4)?;
    let largest = limits::PORTRAIT_EDGES[0];
    (picture.image.width, picture.image.height) = (size.0.min(largest), size.1.min(largest));
    Ok(picture)
}

/// Adds the renditions of these edges, each made from the one before. `colours` says how finely colours are stored where `pixels` have their full `size`.
fn render(
    mut files: Vec<(Rendition, Bytes)>,
    edges: &[(Rendition, u32)],
    mut pixels: RgbImage,
    size: (u32, u32),
    colours: SamplingFactor,
) -> ImageResult<Picture> {
    let qualities = qualities(size);
    for (rendition, edge) in edges {
        pixels = at_most(pixels, *edge)?;
        let colours = if pixels.dimensions() == size { colours } else { SamplingFactor::R_4_4_4 };
        files.push((*rendition, jpeg(&pixels, qualities[files.len()], colours)?));
    }
    let image = Image {
        // Version 4: the id reveals nothing, not even the time at which it was made.
        id: ImageId(Uuid::new_v4()),
        width: size.0,
        height: size.1,
        placeholder: placeholder::of(&pixels)?,
        alt: String::new(),
    };
    Ok(Picture { image, files })
}

fn qualities(size: (u32, u32)) -> [u8; 3] {
    if size.0.min(size.1) < SMALL_EDGE { SMALL_QUALITY } else { QUALITY }
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
