//! Chooses the decoder of a JPEG.

use image::{DynamicImage, ImageError, ImageFormat, ImageResult, RgbImage, error::DecodingError};
use jpeg_decoder::{Decoder, PixelFormat};

/// The decoded pixels of a JPEG.
#[derive(Debug)]
pub enum Pixels {
    Colours(DynamicImage),
    /// Amounts of cyan, magenta, yellow and black.
    Inks {
        width: u32,
        height: u32,
        values: Vec<u8>,
    },
}

/// Decodes the rare kinds that `image` gets wrong: a scan for each colour, and inks, which it converts without their
/// profile. `None` for all others.
pub fn decode_rare(bytes: &[u8]) -> ImageResult<Option<Pixels>> {
    if !super::is_inks(bytes) && !super::is_scan_by_scan(bytes) {
        return Ok(None);
    }
    let mut decoder = Decoder::new(bytes);
    let values = decoder.decode().map_err(failed)?;
    let info = decoder.info().ok_or_else(|| failed("no header"))?;
    let (width, height) = (info.width.into(), info.height.into());
    match info.pixel_format {
        PixelFormat::CMYK32 => Ok(Some(Pixels::Inks { width, height, values })),
        PixelFormat::RGB24 => {
            let pixels = RgbImage::from_raw(width, height, values).ok_or_else(|| failed("too few values"))?;
            Ok(Some(Pixels::Colours(pixels.into())))
        }
        _ => Err(failed("unexpected kind of values")),
    }
}

fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ImageError {
    ImageError::Decoding(DecodingError::new(ImageFormat::Jpeg.into(), error))
}
