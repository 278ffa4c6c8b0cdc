//! Whether a JPEG holds a picture and nothing else, byte by byte.

use super::bits::Bits;
use super::scans::{Frame, HUFFMAN_TABLES, Tables};
use super::{APP0, BASELINE, END_OF_IMAGE, MARKER, QUANTIZATION, START_OF_SCAN, segment};

/// Whether a sequential picture is all that the file holds: no metadata, no comment, no thumbnail, no second table of a kind, and not one byte more
/// than each segment and each scan needs. Our encoder writes no restart intervals.
pub fn is_plain(bytes: &[u8]) -> bool {
    walk(bytes).unwrap_or(false)
}

fn walk(bytes: &[u8]) -> Option<bool> {
    let mut rest = bytes.strip_prefix(&[MARKER, 0xd8])?;
    let (mut tables, mut frame, mut seen) = (Tables::default(), None::<Frame>, Vec::new());
    loop {
        // Nothing is between two segments.
        if !matches!(rest, [MARKER, marker, ..] if !matches!(*marker, 0x00 | 0x01 | 0xd0..=0xd8 | MARKER)) {
            return None;
        }
        let (marker, body, behind) = segment(rest)?;
        let body = body?;
        rest = behind;
        let mut names = vec![0];
        match marker {
            END_OF_IMAGE => return Some(behind.is_empty() && frame?.has_all()),
            APP0 if body.len() == 14 && body.starts_with(b"JFIF\0") && body.ends_with(&[0, 0]) => {}
            QUANTIZATION => names = quantization(body)?,
            HUFFMAN_TABLES => names = tables.read(body)?,
            BASELINE if body.len() == 6 + 3 * usize::from(*body.get(5)?) => frame = Some(Frame::read(body, marker)?),
            START_OF_SCAN if body.len() == 4 + 2 * usize::from(*body.first()?) && body.ends_with(&[0, 63, 0]) => {
                let mut bits = Bits::new(behind);
                frame.as_mut()?.scan(body, &tables, 0, &mut bits)?;
                if !bits.are_read() {
                    return None;
                }
                rest = bits.rest();
                names = body[1..body.len() - 3].iter().copied().step_by(2).collect();
            }
            _ => return None,
        }
        for name in names {
            if seen.contains(&(marker, name)) {
                return None;
            }
            seen.push((marker, name));
        }
    }
}

/// The names of the tables, which fill the segment.
fn quantization(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut names = Vec::new();
    while let Some((head, behind)) = rest.split_first() {
        let (precision, name) = (head >> 4, head & 15);
        if precision > 1 || name > 3 {
            return None;
        }
        rest = behind.split_at_checked(64 * (1 + usize::from(precision)))?.1;
        names.push(name);
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::super::segment;
    use super::is_plain;
    use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

    const PHOTO: &[u8] = include_bytes!("../../../tests/data/coffee_turned_gps.jpg");

    fn picture(change: impl FnOnce(&mut Encoder<&mut Vec<u8>>)) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, 90);
        change(&mut encoder);
        let pixels: Vec<u8> = (0..64 * 48 * 3).map(|n| u8::try_from(n * 31 % 251).unwrap()).collect();
        encoder.encode(&pixels, 64, 48, ColorType::Rgb).unwrap();
        file
    }

    #[test]
    fn a_picture_of_our_encoder_is_plain() {
        assert!(is_plain(&picture(|_| {})));
        assert!(is_plain(&picture(|encoder| encoder.set_sampling_factor(SamplingFactor::R_4_2_0))));
        assert!(is_plain(&picture(|encoder| encoder.set_optimized_huffman_tables(true))));
    }

    #[test]
    fn a_picture_with_anything_besides_is_not_plain() {
        let pixels = picture(|_| {});
        assert!(!is_plain(PHOTO), "metadata");
        assert!(!is_plain(&[&pixels[..], b"x"].concat()), "something behind the end");
        assert!(!is_plain(&pixels[..pixels.len() - 2]), "no end");
        let (_, _, behind) = segment(&pixels[2..]).unwrap();
        let begin = &pixels[..pixels.len() - behind.len()];
        for (block, name) in [
            (&b"\xff\xfe\x00\x06Ort!"[..], "a comment"),
            (b"\xff\xe1\x00\x08Exif\0\0", "metadata"),
            (b"\xff\xe0\x00\x07JFXX\0", "a thumbnail"),
            (b"\xff\xdd\x00\x06\0\0Or", "a restart interval"),
            (b"Ort", "bytes between segments"),
        ] {
            assert!(!is_plain(&[begin, block, behind].concat()), "{name}");
        }
        let end = pixels.len() - 2;
        for hidden in [&b"Ort"[..], b"\0", b"\xff\0", b"\xff\xd0Ort", b"\xff\xff"] {
            assert!(!is_plain(&[&pixels[..end], hidden, &pixels[end..]].concat()), "behind the last pixel: {hidden:?}");
        }
    }

    #[test]
    fn a_segment_that_is_longer_than_its_content_is_not_plain() {
        let pixels = picture(|_| {});
        let (mut at, mut count) = (2, 0);
        while let Some((marker, Some(body), _)) = segment(&pixels[at..]).filter(|(marker, ..)| *marker != 0xd9) {
            let length = u16::try_from(body.len() + 5).unwrap().to_be_bytes();
            let end = at + 4 + body.len();
            let longer = [&pixels[..at + 2], &length, body, b"Ort", &pixels[end..]].concat();
            assert!(!is_plain(&longer), "{marker:x}");
            let twice = [&pixels[..end], &pixels[at..end], &pixels[end..]].concat();
            assert!(!is_plain(&twice), "{marker:x} twice");
            count += 1;
            at = end;
            if marker == 0xda {
                break;
            }
        }
        assert!(count >= 6, "{count}");
    }
}
