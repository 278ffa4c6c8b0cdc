//! The pixels of an upload, and as a browser shows them: upright, in sRGB and on white.

use super::{colour, format, format::Accepted, jpeg, png, shrink};
use image::{
    AnimationDecoder, DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageResult, RgbImage, error::DecodingError,
    metadata::Orientation,
};
use moxcms::ColorProfile;

/// Decoded pixels, and how they are shown.
#[derive(Debug)]
pub struct Pixels {
    picture: DynamicImage,
    profile: Option<ColorProfile>,
    orientation: Orientation,
}

impl Pixels {
    pub fn upright_size(&self) -> (u32, u32) {
        let (width, height) = (self.picture.width(), self.picture.height());
        match self.orientation {
            Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH => (height, width),
            _ => (width, height),
        }
    }

    /// The same without transparency, with a longest edge of at most `edge`.
    pub fn at_most(self, edge: u32) -> ImageResult<Self> {
        let picture = shrink::at_most(self.picture.into_rgb8(), edge)?.into();
        Ok(Self { picture, ..self })
    }

    pub fn shown(self) -> RgbImage {
        let mut picture = DynamicImage::ImageRgb8(on_white(colour::in_srgb(self.picture, self.profile.as_ref())));
        picture.apply_orientation(self.orientation);
        picture.into_rgb8()
    }
}

pub fn decode(accepted: &Accepted) -> ImageResult<Pixels> {
    let Accepted { upload, format, original, .. } = accepted;
    if *format == ImageFormat::Jpeg && original.is_none() && !jpeg::are_whole(&upload.bytes) {
        return Err(ImageError::Decoding(DecodingError::new((*format).into(), "data are missing")));
    }
    let mut decoder = format::decoder(upload, *format)?;
    let orientation = match format {
        ImageFormat::Jpeg => jpeg::orientation(&upload.bytes),
        // Damaged metadata leave the picture as it is, not rotated.
        _ => decoder.orientation().unwrap_or(Orientation::NoTransforms),
    };
    let (picture, profile) = stored(accepted, decoder)?;
    Ok(Pixels { picture, profile, orientation })
}

/// The pixels with their profile.
fn stored(
    accepted: &Accepted,
    mut decoder: Box<dyn ImageDecoder + '_>,
) -> ImageResult<(DynamicImage, Option<ColorProfile>)> {
    let bytes = &accepted.upload.bytes;
    let packed = decoder.icc_profile().ok().flatten();
    if accepted.format == ImageFormat::Png {
        let profile = png::profile(bytes, packed.as_deref());
        let first = if png::hides_first_frame(bytes) {
            format::png_decoder(bytes)?.apng()?.into_frames().next().transpose()?
        } else {
            None
        };
        let picture = match first {
            Some(frame) => frame.into_buffer().into(),
            None => DynamicImage::from_decoder(decoder)?,
        };
        return Ok((picture, profile));
    }
    let profile = packed.as_deref().and_then(colour::profile);
    let rare = if accepted.format == ImageFormat::Jpeg { jpeg::decode_rare(bytes)? } else { None };
    match rare {
        Some(jpeg::Pixels::Inks { width, height, values }) => {
            let colours = colour::of_inks(values, profile.as_ref());
            Ok((RgbImage::from_raw(width, height, colours).unwrap_or_default().into(), None))
        }
        Some(jpeg::Pixels::Colours(picture)) => Ok((picture, profile)),
        None => Ok((DynamicImage::from_decoder(decoder)?, profile)),
    }
}

fn on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let (width, height) = (picture.width(), picture.height());
    let mut values = picture.into_rgba8().into_raw();
    // Works in place, because a second copy of a large picture would take much memory.
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
