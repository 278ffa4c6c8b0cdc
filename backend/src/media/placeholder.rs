//! A tiny picture that is in the page before the real one is there.

use super::decode::shrink;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{DynamicImage, ExtendedColorType, ImageEncoder, ImageResult, RgbImage, codecs::png::PngEncoder};
use std::borrow::Cow;

/// `ThumbHash` takes no more than 100 pixels a side.
const HASHED_EDGE: u32 = 100;
/// Blurred by the browser to any size, and short enough for three of them in every card.
const EDGE: u32 = 16;

/// A PNG as a `data:` URL, below 2 kB.
pub fn of(pixels: &RgbImage) -> ImageResult<String> {
    let small = shrink(pixels, HASHED_EDGE)?.map_or(Cow::Borrowed(pixels), Cow::Owned);
    let (width, height) = small.dimensions();
    let rgba = DynamicImage::ImageRgb8(small.into_owned()).into_rgba8();
    let hash = thumbhash::rgba_to_thumb_hash(width as usize, height as usize, &rgba);
    let blurred = thumbhash::thumb_hash_to_rgba(&hash).ok().and_then(|(width, height, rgba)| {
        image::RgbaImage::from_raw(u32::try_from(width).ok()?, u32::try_from(height).ok()?, rgba)
    });
    let Some(blurred) = blurred else { return Ok(String::new()) };
    let blurred = DynamicImage::ImageRgba8(blurred).into_rgb8();
    let tiny = shrink(&blurred, EDGE)?.unwrap_or(blurred);
    let mut png = Vec::new();
    PngEncoder::new(&mut png).write_image(&tiny, tiny.width(), tiny.height(), ExtendedColorType::Rgb8)?;
    Ok(format!("data:image/png;base64,{}", STANDARD.encode(png)))
}
