//! The pixels of an upload as a browser shows them: upright, in sRGB and on white.

use super::{colour, format, format::Accepted, jpeg, png};
use image::{
    AnimationDecoder, DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageResult, RgbImage, error::DecodingError,
    metadata::Orientation,
};

pub fn upright(accepted: &Accepted) -> ImageResult<RgbImage> {
    let Accepted { upload, format, .. } = accepted;
    if *format == ImageFormat::Jpeg && !jpeg::are_whole(&upload.bytes) {
        return Err(ImageError::Decoding(DecodingError::new((*format).into(), "data are missing")));
    }
    let mut decoder = format::decoder(upload, *format)?;
    // Damaged metadata leave the picture as it is, not rotated.
    let orientation = match format {
        ImageFormat::Jpeg => jpeg::exif(&upload.bytes).and_then(Orientation::from_exif_chunk),
        _ => decoder.orientation().ok(),
    };
    let mut picture = DynamicImage::ImageRgb8(on_white(in_srgb(accepted, decoder)?));
    picture.apply_orientation(orientation.unwrap_or(Orientation::NoTransforms));
    Ok(picture.into_rgb8())
}

fn in_srgb(accepted: &Accepted, mut decoder: Box<dyn ImageDecoder + '_>) -> ImageResult<DynamicImage> {
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
        return Ok(colour::in_srgb(picture, profile.as_ref()));
    }
    let profile = packed.as_deref().and_then(colour::profile);
    let rare = if accepted.format == ImageFormat::Jpeg { jpeg::decode_rare(bytes)? } else { None };
    match rare {
        Some(jpeg::Pixels::Inks { width, height, values }) => {
            let colours = colour::of_inks(values, profile.as_ref());
            Ok(RgbImage::from_raw(width, height, colours).unwrap_or_default().into())
        }
        Some(jpeg::Pixels::Colours(picture)) => Ok(colour::in_srgb(picture, profile.as_ref())),
        None => Ok(colour::in_srgb(DynamicImage::from_decoder(decoder)?, profile.as_ref())),
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
