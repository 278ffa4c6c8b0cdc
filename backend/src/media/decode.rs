//! Decodes a picture once and encodes three new JPEGs: upright, on white, without metadata.

use super::{colour, format::Accepted, format::decoder, jpeg::has_halved_colours, placeholder};
use bytes::Bytes;
use domain::{Error, ImageId, Refusal, limits, media::Image, media::Rendition};
use fast_image_resize::Resizer;
use image::{
    DynamicImage, ImageDecoder, ImageError, ImageResult, RgbImage,
    error::{ParameterError, ParameterErrorKind},
};
use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, SamplingFactor};
use uuid::Uuid;

/// JPEG quality of the full picture, of the picture on a page, and of the thumbnail.
const QUALITY: [u8; 3] = [90, 82, 80];

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

/// What a picture is for. This decides the sizes of its renditions.
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
    let pixels = upright(&accepted).map_err(|_| refuse())?;
    // What was stored for four pixels at once is not stored four times.
    let colours = match purpose {
        Purpose::Entry if has_halved_colours(&accepted.upload.bytes) => SamplingFactor::R_4_2_0,
        _ => SamplingFactor::R_4_4_4,
    };
    drop(accepted);
    match purpose {
        Purpose::Entry => render(&pixels, [None, Some(limits::OPTIMIZED_EDGE), Some(limits::THUMBNAIL_EDGE)], colours),
        Purpose::Portrait => render(&square(pixels), limits::PORTRAIT_EDGES.map(Some), colours),
    }
    .map_err(|_| refuse())
}

fn upright(accepted: &Accepted) -> ImageResult<RgbImage> {
    let mut decoder = decoder(&accepted.upload, accepted.format)?;
    // If the metadata are damaged, the picture is not rotated.
    let orientation = decoder.orientation().unwrap_or(image::metadata::Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let picture = colour::in_srgb(DynamicImage::from_decoder(decoder)?, profile.as_deref());
    let mut picture = DynamicImage::ImageRgb8(on_white(picture));
    picture.apply_orientation(orientation);
    Ok(picture.into_rgb8())
}

fn on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let (width, height) = (picture.width(), picture.height());
    let mut values = picture.into_rgba8().into_raw();
    // In place: a second copy of a large picture would take much memory.
    let pixels = values.len() / 4;
    for at in 0..pixels {
        let alpha = u32::from(values[at * 4 + 3]);
        for channel in 0..3 {
            let value = (u32::from(values[at * 4 + channel]) * alpha + 255 * (255 - alpha) + 127) / 255;
            values[at * 3 + channel] = u8::try_from(value).unwrap_or(u8::MAX);
        }
    }
    values.truncate(pixels * 3);
    values.shrink_to_fit();
    RgbImage::from_raw(width, height, values).unwrap_or_default()
}

/// Each rendition is made from the one before. An edge of `None` keeps the size, and `colours` says how finely colours are stored then.
fn render(pixels: &RgbImage, edges: [Option<u32>; 3], colours: SamplingFactor) -> ImageResult<Picture> {
    let mut files = Vec::new();
    let mut shrunk: Option<RgbImage> = None;
    let mut size = pixels.dimensions();
    for ((rendition, edge), quality) in Rendition::ALL.into_iter().zip(edges).zip(QUALITY) {
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

fn failed(error: impl ToString) -> ImageError {
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
