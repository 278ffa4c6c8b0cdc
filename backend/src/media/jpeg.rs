//! Whether a JPEG has its end, which decoders do not insist on.

const MARKER: u8 = 0xff;
const START_OF_SCAN: u8 = 0xda;
const END_OF_IMAGE: u8 = 0xd9;

/// Walks from marker to marker (ITU T.81, annex B) and finds the end of the image behind a scan. What follows the end,
/// such as a second picture that some phones append, does not matter.
pub fn is_complete(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(2..).unwrap_or_default();
    let mut scanned = false;
    while let Some(start) = rest.iter().position(|byte| *byte == MARKER) {
        rest = &rest[start..];
        let Some(fill) = rest.iter().position(|byte| *byte != MARKER) else { return false };
        let marker = rest[fill];
        rest = &rest[fill + 1..];
        match marker {
            END_OF_IMAGE => return scanned,
            // A stuffed zero inside a scan, restart markers and others without a length.
            0x00 | 0x01 | 0xd0..=0xd8 => {}
            _ => {
                scanned |= marker == START_OF_SCAN;
                let Some([high, low]) = rest.first_chunk() else { return false };
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                let Some(behind) = rest.get(length.max(2)..) else { return false };
                rest = behind;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_complete;

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
}
