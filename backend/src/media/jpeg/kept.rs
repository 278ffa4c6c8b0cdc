//! The file that is kept of a JPEG: its own compressed pixels without anything else.

use super::bits::Bits;
use super::scans::{Frame, HUFFMAN_TABLES, RESTART_INTERVAL, Tables};
use super::{
    APP0, APP2, APP14, APP15, BASELINE, COMMENT, END_OF_IMAGE, MARKER, PROGRESSIVE, QUANTIZATION, START_OF_SCAN,
    segment,
};
use bytes::Bytes;
use std::ops::Range;

/// The header that our encoder writes, too.
const BEGIN: &[u8] = b"\xff\xd8\xff\xe0\x00\x10JFIF\0\x01\x02\0\0\x01\0\x01\0\0";
const END: &[u8] = b"\xff\xd9";
/// Metadata of a camera that only say how the picture is turned. The value and two bytes follow, then the end.
const TURNED: &[u8] = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0";
const TURNED_END: &[u8] = &[0; 6];
/// Begins a colour profile. Its length, this mark, and that it is the first of one part.
const PROFILE: &[u8] = b"ICC_PROFILE\0\x01\x01";
/// Markers of colours that are stored as they are, not as brightness and two differences.
const PLAIN_COLOURS: [u8; 3] = *b"RGB";

/// Where the tables and the compressed pixels of a file are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts(Vec<Range<usize>>);

impl Parts {
    /// `None` if the file is not whole, or unusual: whatever stands between two segments, a table of a kind twice before a scan, bytes that a segment or a
    /// scan does not need, colours other than grey or brightness with two differences, a scan for each colour of a sequential picture.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(&[MARKER, 0xd8])?;
        let (mut tables, mut frame, mut seen, mut parts) = (Tables::default(), None::<Frame>, Vec::new(), Vec::new());
        let (mut restart, mut scanned, mut has_end) = (0, 0, false);
        let is_end = |rest: &[u8]| matches!(rest, [] | [MARKER]);
        while !is_end(rest) && !frame.as_ref().is_some_and(Frame::ends_here) {
            if !matches!(rest, [MARKER, marker, ..] if !matches!(*marker, 0x00 | 0x01 | 0xd0..=0xd8 | MARKER)) {
                return None;
            }
            let (marker, body, behind) = segment(rest)?;
            let body = body?;
            let start = bytes.len() - rest.len();
            rest = behind;
            let names = match marker {
                END_OF_IMAGE => {
                    has_end = true;
                    break;
                }
                APP14 if body.starts_with(b"Adobe") && body.get(11) != Some(&1) => return None,
                APP0..=APP15 | COMMENT => continue,
                QUANTIZATION if !body.is_empty() => quantization(body)?,
                HUFFMAN_TABLES if !body.is_empty() => tables.read(body)?,
                RESTART_INTERVAL => {
                    restart = usize::from(u16::from_be_bytes(body.try_into().ok()?));
                    vec![0]
                }
                BASELINE | PROGRESSIVE if frame.is_none() && is_usual(body) => {
                    frame = Some(Frame::read(body, marker)?);
                    vec![0]
                }
                START_OF_SCAN if body.len() == 4 + 2 * usize::from(*body.first()?) => {
                    let mut bits = Bits::new(behind);
                    let frame = frame.as_mut()?;
                    frame.next_scan(body, &tables, restart, &mut bits)?;
                    if !bits.are_exact() {
                        return None;
                    }
                    rest = bits.rest();
                    scanned = parts.len() + 1;
                    // Later scans may have codes of their own.
                    seen.retain(|(marker, _)| *marker != HUFFMAN_TABLES);
                    vec![]
                }
                _ => return None,
            };
            parts.push(start..bytes.len() - rest.len());
            for name in names {
                if seen.contains(&(marker, name)) {
                    return None;
                }
                seen.push((marker, name));
            }
        }
        let frame = frame?;
        // Tables that no scan follows are needed by none.
        parts.truncate(scanned);
        (frame.is_complete() || (has_end && frame.has_all())).then_some(Self(parts))
    }

    /// The file of these parts of `bytes`, shown as the orientation (1 to 8) and the profile of colours say. It consists of the same parts again.
    pub fn file(&self, bytes: &[u8], orientation: u8, profile: Option<&[u8]>) -> Option<Bytes> {
        let mut file = BEGIN.to_vec();
        if orientation > 1 {
            file.extend([TURNED, &[orientation], TURNED_END].concat());
        }
        if let Some(profile) = profile {
            let length = u16::try_from(2 + PROFILE.len() + profile.len()).ok()?;
            file.extend([&[MARKER, APP2][..], &length.to_be_bytes(), PROFILE, profile].concat());
        }
        file.reserve_exact(self.0.iter().map(Range::len).sum::<usize>() + END.len());
        for part in &self.0 {
            file.extend_from_slice(bytes.get(part.clone())?);
        }
        file.extend_from_slice(END);
        Some(file.into())
    }
}

/// Whether a frame holds nothing but grey, or brightness and two differences.
fn is_usual(frame: &[u8]) -> bool {
    let components = frame.get(6..).unwrap_or_default();
    let names: Vec<u8> = components.iter().copied().step_by(3).collect();
    frame.get(5).is_some_and(|count| components.len() == 3 * usize::from(*count))
        && matches!(names.len(), 1 | 3)
        && names != PLAIN_COLOURS
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
    use super::{BEGIN, Parts};
    use bytes::Bytes;
    use image::{ImageDecoder as _, ImageFormat};
    use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
    use proptest::{collection::vec, prelude::any, prop_assert_eq, proptest, sample::Index};

    const PHOTO: &[u8] = include_bytes!("../../../tests/data/coffee_turned_gps.jpg");
    const PROGRESSIVE: &[u8] = include_bytes!("../../../tests/data/pictures/progressive.jpg");
    const RESTARTS: &[u8] = include_bytes!("../../../tests/data/pictures/restarts.jpg");
    const NO_END: &[u8] = include_bytes!("../../../tests/data/pictures/progressive_no_end.jpg");

    fn picture(change: impl FnOnce(&mut Encoder<&mut Vec<u8>>)) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, 90);
        change(&mut encoder);
        let pixels: Vec<u8> = (0..64 * 48 * 3).map(|n| u8::try_from(n * 31 % 251).unwrap()).collect();
        encoder.encode(&pixels, 64, 48, ColorType::Rgb).unwrap();
        file
    }

    fn kept(file: &[u8]) -> Option<Bytes> {
        Parts::of(file)?.file(file, 1, None)
    }

    fn pixels(file: &[u8]) -> Vec<u8> {
        image::load_from_memory_with_format(file, ImageFormat::Jpeg).unwrap().into_bytes()
    }

    /// A segment with the length of its body.
    fn block(marker: u8, body: &[u8]) -> Vec<u8> {
        let length = u16::try_from(body.len() + 2).unwrap().to_be_bytes();
        [&[0xff, marker], &length[..], body].concat()
    }

    #[test]
    fn a_picture_of_our_encoder_stays_byte_by_byte() {
        for (file, name) in [
            (picture(|_| {}), "as it is"),
            (picture(|encoder| encoder.set_sampling_factor(SamplingFactor::R_4_2_0)), "colours halved"),
            (picture(|encoder| encoder.set_restart_interval(4)), "restarts"),
            (picture(|encoder| encoder.set_progressive(true)), "progressive"),
        ] {
            assert!(kept(&file).is_some_and(|kept| kept == file), "{name}");
        }
    }

    #[test]
    fn nothing_but_the_pixels_stays_and_they_are_the_same() {
        let plain = picture(|_| {});
        for file in [PHOTO, PROGRESSIVE, RESTARTS, NO_END, &plain] {
            let found = kept(file).unwrap();
            assert_eq!(pixels(&found), pixels(file));
            assert_eq!(kept(&found).unwrap(), found, "once more");
        }
        let begin = &plain[..BEGIN.len()];
        let behind = &plain[BEGIN.len()..];
        for (marker, body) in [
            (0xfe, &b"Ort!"[..]),
            (0xe0, b"JFXX\0Ort"),
            (0xe1, b"Exif\0\0Ort"),
            (0xe1, b"http://ns.adobe.com/xap/1.0/\0Ort"),
            (0xe2, b"MPF\0Ort"),
            (0xed, b"Photoshop 3.0\0Ort"),
            (0xee, b"Adobe\0\x64\0\0\0\0\x01"),
        ] {
            let planted = [begin, &block(marker, body), behind, b"Ort", &plain].concat();
            assert!(kept(&planted).unwrap() == plain, "{marker:x}");
            let instead = [&plain[..2], &block(marker, body), behind].concat();
            assert!(kept(&instead).unwrap() == plain, "{marker:x} instead of the header");
        }
        assert!(kept(&plain[..plain.len() - 2]).unwrap() == plain, "no end");
        let tables = block(0xc4, &[&[0x10], &[0; 16][..]].concat());
        let at = PROGRESSIVE.len() - 2;
        let unused = [&PROGRESSIVE[..at], &tables, &PROGRESSIVE[at..]].concat();
        assert_eq!(kept(&unused), kept(PROGRESSIVE), "tables behind the last scan");
    }

    #[test]
    fn an_unusual_file_is_not_kept() {
        let plain = picture(|_| {});
        let (begin, behind) = plain.split_at(BEGIN.len());
        for (block, name) in [
            (&b"\xff\xdd\x00\x06\0\0Or"[..], "a restart interval with more"),
            (b"Ort", "bytes between segments"),
            (b"\xff", "bytes that fill"),
            (b"\xff\xee\x00\x0eAdobe\0\x64\0\0\0\0\0", "colours that are stored as they are"),
            (b"\xff\xcc\x00\x03O", "arithmetic codes"),
            (b"\xff\xc4\x00\x02", "no table in a segment of tables"),
        ] {
            assert!(kept(&[begin, block, behind].concat()).is_none(), "{name}");
        }
        let end = plain.len() - 2;
        for hidden in [&b"Ort"[..], b"\0", b"\xff\0", b"\xff\xff"] {
            let file = [&plain[..end], hidden, &plain[end..]].concat();
            assert!(kept(&file).is_none(), "behind the last pixel: {hidden:?}");
        }
        let scans = picture(|encoder| encoder.set_optimized_huffman_tables(true));
        assert!(kept(&scans).is_none(), "a scan for each colour");
        let restarts = picture(|encoder| encoder.set_restart_interval(4));
        let at = restarts.windows(2).position(|pair| pair == b"\xff\xd0").unwrap();
        assert!(kept(&[&restarts[..at], b"Ort", &restarts[at..]].concat()).is_none(), "before a restart");
        let mut named = plain.clone();
        for (marker, step) in [(b"\xff\xc0", 3), (b"\xff\xda", 2)] {
            let at = named.windows(2).position(|pair| pair == marker).unwrap();
            let first = at + if step == 3 { 10 } else { 5 };
            for (name, place) in b"RGB".iter().zip((first..).step_by(step)) {
                named[place] = *name;
            }
        }
        assert!(kept(&named).is_none(), "colours named red, green and blue");
        for cut in [0, 2, 100, plain.len() - 9] {
            assert!(kept(&plain[..cut]).is_none(), "{cut}");
        }
    }

    #[test]
    fn a_segment_that_is_longer_than_its_content_or_there_twice_is_not_kept() {
        let plain = picture(|_| {});
        let (mut at, mut count) = (BEGIN.len(), 0);
        while let Some((marker, Some(body), _)) = segment(&plain[at..]).filter(|(marker, ..)| *marker != 0xd9) {
            let end = at + 4 + body.len();
            let longer = [&plain[..at], &block(marker, &[body, b"Ort"].concat()), &plain[end..]].concat();
            assert!(kept(&longer).is_none(), "{marker:x}");
            let twice = [&plain[..end], &plain[at..end], &plain[end..]].concat();
            assert!(kept(&twice).is_none(), "{marker:x} twice");
            count += 1;
            at = end;
            if marker == 0xda {
                break;
            }
        }
        assert!(count >= 5, "{count}");
    }

    #[test]
    fn how_the_picture_is_shown_is_said_in_our_own_words() {
        let profile = &[7; 500][..];
        let parts = Parts::of(PHOTO).unwrap();
        for orientation in 1..=8 {
            let file = parts.file(PHOTO, orientation, Some(profile)).unwrap();
            assert_eq!(super::super::orientation(&file).to_exif(), orientation);
            let mut decoder = image::codecs::jpeg::JpegDecoder::new(std::io::Cursor::new(&file)).unwrap();
            assert_eq!(decoder.icc_profile().unwrap().unwrap(), profile);
            let found = exif::Reader::new().read_from_container(&mut std::io::Cursor::new(&file));
            let fields: Vec<_> = found.iter().flat_map(exif::Exif::fields).map(|field| field.tag).collect();
            assert_eq!(fields, if orientation > 1 { vec![exif::Tag::Orientation] } else { vec![] });
            assert_eq!(Parts::of(&file).unwrap().file(&file, orientation, Some(profile)).unwrap(), file);
        }
        assert!(parts.file(&PHOTO[..PHOTO.len() / 2], 1, None).is_none(), "another file");
    }

    proptest! {
        #[test]
        fn what_is_kept_of_a_spoilt_file_has_its_pixels(
            chosen in 0usize..4,
            spoilt in vec((any::<Index>(), any::<u8>()), 1..4),
        ) {
            let mut bytes = [PROGRESSIVE, RESTARTS, NO_END, &picture(|_| {})][chosen].to_vec();
            for (at, byte) in spoilt {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some(file) = kept(&bytes) {
                prop_assert_eq!(kept(&file), Some(file.clone()));
                if let Ok(shown) = image::load_from_memory_with_format(&bytes, ImageFormat::Jpeg) {
                    prop_assert_eq!(pixels(&file), shown.into_bytes());
                }
            }
        }
    }
}
