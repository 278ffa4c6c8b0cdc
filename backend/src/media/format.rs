//! Recognises uploads by their content and header. No pixels are computed here.

use super::{Upload, colour, decode::Purpose, gif, jpeg, png, webp};
use bytes::Bytes;
use domain::{Error, Refusal, limits};
use image::{ImageDecoder, ImageFormat, ImageReader, ImageResult, Limits, codecs::png::PngDecoder};
use std::io::Cursor;

/// Most bytes of one decoded picture: 50 megapixels with alpha, or fewer with sixteen bits per channel.
const DECODED_BYTES: u64 = limits::IMAGE_PIXELS * 4;
/// Most bytes that a decoder may allocate at once.
const DECODER_BYTES: u64 = 512 * 1024 * 1024;
/// Most bytes of a PNG's unpacked metadata: a few packed bytes can unpack to very many.
const PNG_METADATA_BYTES: u64 = 2 * limits::IMAGE_BYTES as u64;
/// Bytes for the smaller renditions.
const SMALLER_BYTES: u64 = 10 * 1024 * 1024;
/// The largest width and height of a JPEG.
const EDGE: u32 = 65_535;

/// An upload that may be decoded.
#[derive(Clone, Debug)]
pub struct Accepted {
    pub upload: Upload,
    pub format: ImageFormat,
    /// `None`: the original is encoded anew.
    pub original: Option<Original>,
    /// Bytes of the decoded pixels, and what the decoder needs besides.
    pixels: u64,
    beside: u64,
}

impl Accepted {
    /// Bytes for decoding: the pixels, and the larger of what the decoder needs besides and of a rotated copy. Those of a kept JPEG are turned when they are
    /// few, and its decoder copies the file.
    pub fn memory(&self, purpose: Purpose) -> u64 {
        if purpose == Purpose::Entry && self.original.is_some() {
            self.pixels + self.beside + self.upload.bytes.len() as u64 + SMALLER_BYTES
        } else {
            self.pixels + self.beside.max(self.pixels)
        }
    }
}

/// A JPEG whose own compressed pixels are kept.
#[derive(Clone, Debug)]
pub struct Original {
    parts: jpeg::Parts,
    space: colour::Space,
}

impl Original {
    fn of(upload: &Upload, profile: Option<&[u8]>) -> Option<Self> {
        let parts = jpeg::Parts::of(&upload.bytes)?;
        let profile = profile.and_then(colour::profile);
        Some(Self { parts, space: colour::Space::of(profile.as_ref(), jpeg::is_grey(&upload.bytes))? })
    }

    /// The compressed pixels with nothing but our own words on how they are shown. `None`: `upload` is another file.
    pub fn file(&self, upload: &[u8]) -> Option<Bytes> {
        self.parts.file(upload, jpeg::orientation(upload).to_exif(), self.space.profile())
    }
}

/// The checks that only need the length and the first bytes.
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

/// Reads the header: the size in pixels, the memory, and whether the file is complete (WebP). Reads the codes of a JPEG too.
pub fn accept(mut upload: Upload) -> Result<Accepted, Error> {
    let format = sniff(&upload)?;
    if format == ImageFormat::Png {
        upload.bytes = png::with_end(upload.bytes);
    }
    let refuse = |refusal: Refusal| Error::from(refusal).with("name", upload.shown_name());
    let mut decoder = decoder(&upload, format).map_err(|_| refuse(Refusal::ImageDamaged))?;
    let (width, height) = decoder.dimensions();
    let decoded_bytes = decoder.total_bytes();
    if u64::from(width) * u64::from(height) > limits::IMAGE_PIXELS
        || decoded_bytes > DECODED_BYTES
        || width.max(height) > EDGE
    {
        return Err(refuse(Refusal::ImageTooManyPixels));
    }
    if format == ImageFormat::Png && png::is_hdr(&upload.bytes) {
        return Err(refuse(Refusal::ImageFormat).with("format", "HDR-PNG"));
    }
    let usable = match format {
        // The decoder allocates whatever the metadata claim to need.
        ImageFormat::WebP => webp::is_complete(&upload.bytes),
        ImageFormat::Gif => gif::shows_first_frame(&upload.bytes),
        _ => true,
    };
    if width.min(height) == 0 || !usable {
        return Err(refuse(Refusal::ImageDamaged));
    }
    let (original, beside) = if format == ImageFormat::Jpeg {
        let profile = decoder.icc_profile().ok().flatten();
        (Original::of(&upload, profile.as_deref()), jpeg::working_bytes(&upload.bytes))
    } else {
        (None, 0)
    };
    drop(decoder);
    // Greys become colours.
    let colours = u64::from(width) * u64::from(height) * 3;
    let pixels = if decoded_bytes < colours { decoded_bytes + colours } else { decoded_bytes };
    Ok(Accepted { upload, format, original, pixels, beside })
}

pub fn decoder(upload: &Upload, format: ImageFormat) -> ImageResult<Box<dyn ImageDecoder + '_>> {
    if format == ImageFormat::Png {
        return Ok(Box::new(png_decoder(&upload.bytes)?));
    }
    let mut reader = ImageReader::with_format(Cursor::new(upload.bytes.as_ref()), format);
    reader.limits(at_most(DECODER_BYTES));
    Ok(Box::new(reader.into_decoder()?))
}

pub fn png_decoder(bytes: &[u8]) -> ImageResult<PngDecoder<Cursor<&[u8]>>> {
    let mut decoder = PngDecoder::with_limits(Cursor::new(bytes), at_most(PNG_METADATA_BYTES))?;
    decoder.set_limits(at_most(DECODER_BYTES))?;
    Ok(decoder)
}

fn at_most(bytes: u64) -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(bytes);
    limits
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

#[cfg(test)]
mod tests {
    use super::{PNG_METADATA_BYTES, Upload, decoder};
    use image::{ExtendedColorType, ImageDecoder, ImageEncoder, ImageFormat, codecs::png::PngEncoder};

    #[test]
    fn a_profile_that_unpacks_to_very_much_is_left_packed() {
        let picture = |length: u64| {
            let mut bytes = Vec::new();
            let mut encoder = PngEncoder::new(&mut bytes);
            encoder.set_icc_profile(vec![0; usize::try_from(length).unwrap()]).unwrap();
            encoder.write_image(&[0; 3], 1, 1, ExtendedColorType::Rgb8).unwrap();
            Upload { name: "packed.png".into(), bytes: bytes.into() }
        };
        let profile = |upload: &Upload| decoder(upload, ImageFormat::Png).unwrap().icc_profile().unwrap();
        assert!(profile(&picture(4096)).is_some());
        let bomb = picture(PNG_METADATA_BYTES + 1);
        assert!(bomb.bytes.len() < 100_000);
        assert_eq!(profile(&bomb), None);
    }
}
