//! What an upload is, by its content and header; nothing is decoded here.

use super::{Upload, jpeg};
use domain::{Error, Refusal, limits};
use image::{ImageDecoder, ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// Bytes of one decoded picture: 50 megapixels with alpha, or fewer with sixteen bits a channel.
const DECODED_BYTES: u64 = limits::IMAGE_PIXELS * 4;
/// Bytes that a decoder may take for everything it holds at once.
const DECODER_BYTES: u64 = 512 * 1024 * 1024;
/// A JPEG cannot be longer or wider.
const EDGE: u32 = 65_535;

/// An upload that may be decoded.
#[derive(Clone, Debug)]
pub struct Accepted {
    pub upload: Upload,
    pub format: ImageFormat,
    /// What its pixels take in memory.
    pub decoded_bytes: u64,
}

/// What only needs the length and the first bytes.
pub fn sniff(upload: &Upload) -> Result<ImageFormat, Error> {
    let refuse = |refusal: Refusal| Error::from(refusal).with("name", upload.shown_name());
    let bytes = &upload.bytes;
    if bytes.len() >= limits::IMAGE_BYTES {
        return Err(refuse(Refusal::ImageTooLarge));
    }
    let unsupported = |format: &str| refuse(Refusal::ImageFormat).with("format", format);
    match infer::get(bytes) {
        Some(kind) if kind.matcher_type() == infer::MatcherType::Image => match kind.mime_type() {
            "image/jpeg" => Ok(ImageFormat::Jpeg),
            "image/png" => Ok(ImageFormat::Png),
            "image/webp" => Ok(ImageFormat::WebP),
            "image/gif" => Ok(ImageFormat::Gif),
            "image/heif" => Err(unsupported("HEIC")),
            _ => Err(unsupported(&kind.extension().to_uppercase())),
        },
        _ if is_svg(bytes) => Err(unsupported("SVG")),
        _ if is_heif(bytes) => Err(unsupported("HEIC")),
        _ => Err(refuse(Refusal::NotAnImage)),
    }
}

/// Reads the header: size in pixels and memory, and for JPEG whether the end is there.
pub fn accept(upload: Upload) -> Result<Accepted, Error> {
    let format = sniff(&upload)?;
    let refuse = |refusal: Refusal| Error::from(refusal).with("name", upload.shown_name());
    let decoder = decoder(&upload, format).map_err(|_| refuse(Refusal::ImageDamaged))?;
    let (width, height) = decoder.dimensions();
    let decoded_bytes = decoder.total_bytes();
    if u64::from(width) * u64::from(height) > limits::IMAGE_PIXELS
        || decoded_bytes > DECODED_BYTES
        || width.max(height) > EDGE
    {
        return Err(refuse(Refusal::ImageTooManyPixels));
    }
    // The decoder fills the missing rest of a JPEG with grey.
    if width.min(height) == 0 || (format == ImageFormat::Jpeg && !jpeg::is_complete(&upload.bytes)) {
        return Err(refuse(Refusal::ImageDamaged));
    }
    drop(decoder);
    Ok(Accepted { upload, format, decoded_bytes })
}

pub fn decoder(upload: &Upload, format: ImageFormat) -> image::ImageResult<impl ImageDecoder + '_> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODER_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(upload.bytes.as_ref()), format);
    reader.limits(limits);
    reader.into_decoder()
}

fn is_svg(bytes: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]);
    let start = start.trim_start_matches('\u{feff}').trim_start();
    start.starts_with("<svg") || ((start.starts_with("<?xml") || start.starts_with("<!")) && start.contains("<svg"))
}

/// HEIF brands that `infer` does not know.
fn is_heif(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(b"ftyp")
        && matches!(
            bytes.get(8..12),
            Some(b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"msf1")
        )
}
