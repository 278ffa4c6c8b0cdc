//! JPEG: its segments, and what its decoders do not tell of it (ITU T.81).

mod bits;
mod kept;
mod pixels;
mod scans;

pub use kept::Parts;
pub use pixels::{Pixels, decode_rare};
pub use scans::are_whole;

use image::metadata::Orientation;

const MARKER: u8 = 0xff;
const START_OF_SCAN: u8 = 0xda;
const END_OF_IMAGE: u8 = 0xd9;
const BASELINE: u8 = 0xc0;
const EXTENDED: u8 = 0xc1;
const PROGRESSIVE: u8 = 0xc2;
const APP0: u8 = 0xe0;
const APP1: u8 = 0xe1;
const APP2: u8 = 0xe2;
const APP14: u8 = 0xee;
const APP15: u8 = 0xef;
const COMMENT: u8 = 0xfe;
const QUANTIZATION: u8 = 0xdb;

/// A marker, its segment (`None`: incomplete), and what follows.
type Segment<'b> = (u8, Option<&'b [u8]>, &'b [u8]);

/// The next segment (annex B).
fn segment(mut rest: &[u8]) -> Option<Segment<'_>> {
    loop {
        let start = rest.iter().position(|byte| *byte == MARKER)?;
        rest = &rest[start..];
        let fill = rest.iter().position(|byte| *byte != MARKER)?;
        let marker = rest[fill];
        rest = &rest[fill + 1..];
        match marker {
            // A stuffed zero inside a scan, restart markers, and other markers without a length.
            0x00 | 0x01 | 0xd0..=0xd8 => {}
            END_OF_IMAGE => return Some((marker, Some(&[]), rest)),
            _ => {
                let length = rest.first_chunk().map(|length| usize::from(u16::from_be_bytes(*length)).max(2));
                return Some(match length.and_then(|length| rest.split_at_checked(length)) {
                    Some((body, behind)) => (marker, Some(&body[2..]), behind),
                    None => (marker, None, &[]),
                });
            }
        }
    }
}

/// The segments before the first scan, and its own.
fn head(bytes: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut rest = bytes.get(2..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (marker, body, behind) = segment(rest)?;
        rest = if marker == START_OF_SCAN { &[] } else { behind };
        Some((marker, body?))
    })
}

fn frame(bytes: &[u8]) -> Option<(u8, &[u8])> {
    head(bytes).find(|(marker, _)| matches!(*marker, BASELINE | EXTENDED | PROGRESSIVE))
}

/// Whether one value of colour stands for two by two pixels (4:2:0), as phones and most cameras write.
pub fn has_halved_colours(bytes: &[u8]) -> bool {
    let frame = frame(bytes).map(|(_, frame)| frame).unwrap_or_default();
    matches!(frame, [_, _, _, _, _, 3, _, 0x22, _, _, 0x11, _, _, 0x11, _])
}

/// The metadata of the camera. If there are several, the first ones count, as in browsers.
fn exif(bytes: &[u8]) -> Option<&[u8]> {
    let mut blocks = head(bytes).filter(|(marker, _)| *marker == APP1);
    blocks.find_map(|(_, block)| block.strip_prefix(b"Exif\0")?.get(1..))
}

/// Whether a sequential picture has a scan for each colour, or some other part of its colours.
fn is_scan_by_scan(bytes: &[u8]) -> bool {
    let colours = frame(bytes).filter(|(kind, _)| *kind != PROGRESSIVE).and_then(|(_, frame)| frame.get(5));
    let scanned = head(bytes).find(|(marker, _)| *marker == START_OF_SCAN).and_then(|(_, scan)| scan.first());
    colours.is_some_and(|colours| scanned != Some(colours))
}

/// How the picture has to be turned. Damaged metadata leave it as it is.
pub fn orientation(bytes: &[u8]) -> Orientation {
    exif(bytes).and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms)
}

pub fn is_grey(bytes: &[u8]) -> bool {
    frame(bytes).is_some_and(|(_, frame)| frame.get(5) == Some(&1))
}

/// Whether the picture is stored as amounts of four inks.
fn is_inks(bytes: &[u8]) -> bool {
    frame(bytes).is_some_and(|(_, frame)| frame.get(5) == Some(&4))
}

/// Bytes that decoding takes besides the pixels: two for each coefficient where all scans are read first, and one for each value in the decoder of the
/// rare kinds.
pub fn working_bytes(bytes: &[u8]) -> u64 {
    let Some((kind, frame)) = frame(bytes) else { return 0 };
    let Some(([_, h1, h0, w1, w0, _], components)) = frame.split_first_chunk() else { return 0 };
    let [height, width] = [[*h1, *h0], [*w1, *w0]].map(|side| u64::from(u16::from_be_bytes(side)));
    let samples =
        || components.chunks_exact(3).map(|component| u64::from(component[1] >> 4) * u64::from(component[1] & 15));
    let values = width * height * samples().sum::<u64>() / samples().max().unwrap_or(1).max(1);
    let is_rare = is_inks(bytes) || is_scan_by_scan(bytes);
    values * (if kind == PROGRESSIVE || is_rare { 2 } else { 0 } + u64::from(is_rare))
}

#[cfg(test)]
mod tests {
    use super::{are_whole, decode_rare, exif, has_halved_colours, working_bytes};

    const PHOTO: &[u8] = include_bytes!("../../../tests/data/coffee_turned_gps.jpg");
    const SCAN_FOR_EACH_COLOUR: &[u8] = include_bytes!("../../../tests/data/pictures/non_interleaved_420.jpg");

    #[test]
    fn a_photo_is_whole_until_a_pixel_is_missing() {
        let photo = |end: usize| [&PHOTO[..end], &[0xff, 0xd9]].concat();
        assert!(are_whole(PHOTO));
        assert!(are_whole(&[PHOTO, b"appended"].concat()));
        assert!(are_whole(&PHOTO[..PHOTO.len() - 1]) && are_whole(&PHOTO[..PHOTO.len() - 2]), "the end itself");
        for end in [0, 1, 2, 3, 10, 1000, PHOTO.len() / 2, PHOTO.len() - 12] {
            assert!(!are_whole(&PHOTO[..end]), "{end}");
            assert!(!are_whole(&photo(end)), "{end}, with an end");
        }
    }

    #[test]
    fn an_end_inside_metadata_does_not_count() {
        let thumbnail_with_end = [0xff, 0xd8, 0xff, 0xe1, 0x00, 0x06, 0xff, 0xd9, 0xff, 0xd9];
        assert!(!are_whole(&thumbnail_with_end));
        assert!(!are_whole(&[&thumbnail_with_end[..], &[0xff, 0xd9]].concat()), "an end without a picture");
    }

    #[test]
    fn the_first_metadata_count() {
        let block = |byte: u8| [&[0xff, 0xe1, 0, 9][..], b"Exif\0\0", &[byte]].concat();
        let other = [&[0xff, 0xe1, 0, 6][..], b"http"].concat();
        let two = [&[0xff, 0xd8][..], &other, &block(1), &block(2), &[0xff, 0xda, 0, 2]].concat();
        assert_eq!(exif(&two), Some(&[1][..]));
        let behind = [&[0xff, 0xd8, 0xff, 0xda, 0, 2][..], &block(1)].concat();
        assert_eq!(exif(&behind), None, "behind the pixels");
    }

    #[test]
    fn only_rare_kinds_have_another_decoder() {
        assert!(decode_rare(PHOTO).unwrap().is_none());
        assert!(decode_rare(SCAN_FOR_EACH_COLOUR).unwrap().is_some());
    }

    #[test]
    fn memory_is_counted_as_colours_are_sampled() {
        let picture = |kind: u8, samples: [u8; 3], scanned: u8| {
            let [a, b, c] = samples;
            let frame = [0xff, kind, 0, 17, 8, 0, 100, 0, 200, 3, 1, a, 0, 2, b, 0, 3, c, 0];
            working_bytes(&[&[0xff, 0xd8][..], &frame, &[0xff, 0xda, 0, 3, scanned]].concat())
        };
        assert_eq!(picture(0xc2, [0x11; 3], 3), 100 * 200 * 6);
        assert_eq!(picture(0xc2, [0x22, 0x11, 0x11], 3), 100 * 200 * 3);
        assert_eq!(picture(0xc2, [0; 3], 3), 0);
        assert_eq!(picture(0xc0, [0x11; 3], 3), 0, "this one is decoded row by row");
        assert_eq!(picture(0xc0, [0x11; 3], 1), 100 * 200 * 9, "a scan for each colour");
        assert_eq!(working_bytes(&PHOTO[..3]), 0);
    }

    #[test]
    fn how_finely_colours_are_stored_is_read_from_the_frame() {
        let frame = |kind: u8, samples: [u8; 3]| {
            let [a, b, c] = samples;
            [0xff, 0xd8, 0xff, kind, 0, 17, 8, 0, 100, 0, 200, 3, 1, a, 0, 2, b, 0, 3, c, 0].to_vec()
        };
        for kind in [0xc0, 0xc1, 0xc2] {
            assert!(has_halved_colours(&frame(kind, [0x22, 0x11, 0x11])));
            assert!(!has_halved_colours(&frame(kind, [0x11; 3])));
            assert!(!has_halved_colours(&frame(kind, [0x21, 0x11, 0x11])), "in one direction only");
        }
        assert!(!has_halved_colours(&frame(0xc0, [0x22, 0x11, 0x11])[..15]));
        assert!(!has_halved_colours(b""));
    }
}
