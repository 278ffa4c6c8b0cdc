//! What decoders do not tell about a JPEG: whether it is complete, how finely its colours are stored, and how much memory its decoding takes.

const MARKER: u8 = 0xff;
const START_OF_SCAN: u8 = 0xda;
const END_OF_IMAGE: u8 = 0xd9;
const BASELINE: u8 = 0xc0;
const EXTENDED: u8 = 0xc1;
const PROGRESSIVE: u8 = 0xc2;

/// The markers with their segments (ITU T.81, annex B). `None`: the segment is incomplete.
fn segments(bytes: &[u8]) -> impl Iterator<Item = Option<(u8, &[u8])>> {
    let mut rest = bytes.get(2..).unwrap_or_default();
    std::iter::from_fn(move || {
        loop {
            let start = rest.iter().position(|byte| *byte == MARKER)?;
            rest = &rest[start..];
            let fill = rest.iter().position(|byte| *byte != MARKER)?;
            let marker = rest[fill];
            rest = &rest[fill + 1..];
            match marker {
                // A stuffed zero inside a scan, restart markers, and other markers without a length.
                0x00 | 0x01 | 0xd0..=0xd8 => {}
                END_OF_IMAGE => return Some(Some((marker, &[][..]))),
                _ => {
                    let length = rest.first_chunk().map(|length| usize::from(u16::from_be_bytes(*length)).max(2));
                    let whole = length.and_then(|length| rest.split_at_checked(length));
                    rest = whole.map_or(&[], |(_, behind)| behind);
                    return Some(whole.map(|(segment, _)| (marker, &segment[2..])));
                }
            }
        }
    })
}

/// Whether the end of the image follows a scan. Anything after it is ignored, such as a second picture that some phones append.
pub fn is_complete(bytes: &[u8]) -> bool {
    let mut scanned = false;
    for segment in segments(bytes) {
        match segment {
            None => return false,
            Some((END_OF_IMAGE, _)) => return scanned,
            Some((marker, _)) => scanned |= marker == START_OF_SCAN,
        }
    }
    false
}

/// The segment of the first of these frames, before any scan.
fn frame<'a>(bytes: &'a [u8], kinds: &[u8]) -> Option<&'a [u8]> {
    let head = segments(bytes).map_while(|segment| segment).take_while(|(marker, _)| *marker != START_OF_SCAN);
    head.filter(|(marker, _)| kinds.contains(marker)).map(|(_, frame)| frame).next()
}

/// Whether one value of colour stands for two by two pixels (4:2:0), as phones and most cameras write.
pub fn has_halved_colours(bytes: &[u8]) -> bool {
    let frame = frame(bytes, &[BASELINE, EXTENDED, PROGRESSIVE]).unwrap_or_default();
    matches!(frame, [_, _, _, _, _, 3, _, 0x22, _, _, 0x11, _, _, 0x11, _])
}

/// Bytes that a progressive JPEG takes besides its pixels: two for each value, until the last scan is read.
pub fn coefficient_bytes(bytes: &[u8]) -> u64 {
    let frame = frame(bytes, &[PROGRESSIVE]);
    let Some(([_, h1, h0, w1, w0, _], components)) = frame.and_then(|frame| frame.split_first_chunk()) else {
        return 0;
    };
    let [height, width] = [[*h1, *h0], [*w1, *w0]].map(|side| u64::from(u16::from_be_bytes(side)));
    let samples =
        || components.chunks_exact(3).map(|component| u64::from(component[1] >> 4) * u64::from(component[1] & 15));
    width * height * 2 * samples().sum::<u64>() / samples().max().unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::{coefficient_bytes, has_halved_colours, is_complete};

    const PHOTO: &[u8] = include_bytes!("../../tests/data/coffee_turned_gps.jpg");

    #[test]
    fn a_photo_is_complete_until_its_last_byte_is_missing() {
        assert!(is_complete(PHOTO));
        assert!(is_complete(&[PHOTO, b"appended"].concat()));
        for end in [0, 1, 2, 3, 10, 1000, PHOTO.len() / 2, PHOTO.len() - 1] {
            assert!(!is_complete(&PHOTO[..end]), "{end}");
        }
    }

    #[test]
    fn an_end_inside_metadata_does_not_count() {
        let thumbnail_with_end = [0xff, 0xd8, 0xff, 0xe1, 0x00, 0x06, 0xff, 0xd9, 0xff, 0xd9];
        assert!(!is_complete(&thumbnail_with_end));
        assert!(!is_complete(&[&thumbnail_with_end[..], &[0xff, 0xd9]].concat()), "an end without a picture");
    }

    #[test]
    fn progressive_pictures_take_what_their_colours_are_sampled_with() {
        let progressive = |samples: [u8; 3]| {
            let [a, b, c] = samples;
            let frame = [0xff, 0xc2, 0, 17, 8, 0, 100, 0, 200, 3, 1, a, 0, 2, b, 0, 3, c, 0];
            coefficient_bytes(&[&[0xff, 0xd8][..], &frame, &[0xff, 0xda, 0, 2, 0, 0]].concat())
        };
        assert_eq!(progressive([0x11; 3]), 100 * 200 * 6);
        assert_eq!(progressive([0x22, 0x11, 0x11]), 100 * 200 * 3);
        assert_eq!(progressive([0; 3]), 0);
        assert_eq!(coefficient_bytes(PHOTO), 0, "this one is decoded row by row");
        assert_eq!(coefficient_bytes(&PHOTO[..3]), 0);
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
