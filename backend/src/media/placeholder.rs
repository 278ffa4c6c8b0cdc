//! A tiny preview that is part of the page, shown until the picture has loaded.

use super::shrink::shrink;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{ExtendedColorType, ImageEncoder, ImageResult, RgbImage, codecs::png::PngEncoder};
use std::borrow::Cow;

/// The longest edge in pixels. The browser blurs the preview to any size. It is small enough for every card of a list.
const EDGE: u32 = 3;

/// A PNG as a `data:` URL of less than 200 characters.
pub fn of(pixels: &RgbImage) -> ImageResult<String> {
    let tiny = shrink(pixels, EDGE)?.map_or(Cow::Borrowed(pixels), Cow::Owned);
    let mut png = Vec::new();
    PngEncoder::new(&mut png).write_image(&tiny, tiny.width(), tiny.height(), ExtendedColorType::Rgb8)?;
    Ok(format!("data:image/png;base64,{}", STANDARD.encode(png)))
}
