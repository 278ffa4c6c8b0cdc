//! Whether browsers show the first frame of a GIF as its decoder does.

const EXTENSION: u8 = 0x21;
const IMAGE: u8 = 0x2c;
/// Most bits of a colour's index.
const INDEX_BITS: u8 = 8;

/// Browsers enlarge the picture for a frame that does not fit into it, and show nothing of one with longer indices. The decoder does neither.
pub fn shows_first_frame(bytes: &[u8]) -> bool {
    first_frame(bytes).unwrap_or(false)
}

fn first_frame(bytes: &[u8]) -> Option<bool> {
    let ([_, _, _, _, _, _, w0, w1, h0, h1, flags, _, _], rest) = bytes.split_first_chunk()?;
    let mut rest = rest.get(table_bytes(*flags)..)?;
    let [most_across, most_down] = [[*w0, *w1], [*h0, *h1]].map(|side| u32::from(u16::from_le_bytes(side)));
    loop {
        match *rest {
            [EXTENSION, _, ref blocks @ ..] => rest = behind(blocks)?,
            [IMAGE, ref frame @ ..] => {
                let (place, frame) = frame.split_first_chunk::<8>()?;
                let [x, y, width, height] =
                    [0, 2, 4, 6].map(|at| u32::from(u16::from_le_bytes([place[at], place[at + 1]])));
                let (flags, data) = frame.split_first()?;
                let bits = data.get(table_bytes(*flags))?;
                return Some(x + width <= most_across && y + height <= most_down && *bits <= INDEX_BITS);
            }
            _ => return None,
        }
    }
}

/// The length of the table of colours that the flags announce.
fn table_bytes(flags: u8) -> usize {
    if flags & 0x80 > 0 { 3 << ((flags & 7) + 1) } else { 0 }
}

/// The bytes behind the blocks of an extension; its last block is empty.
fn behind(mut blocks: &[u8]) -> Option<&[u8]> {
    loop {
        let (length, rest) = blocks.split_first()?;
        blocks = rest.get(usize::from(*length)..)?;
        if *length == 0 {
            return Some(blocks);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shows_first_frame;

    fn gif(place: [u8; 4], index_bits: u8) -> Vec<u8> {
        let [x, y, width, height] = place;
        let comment = [0x21, 0xfe, 2, b'h', b'i', 0];
        let frame = [0x2c, x, 0, y, 0, width, 0, height, 0, 0, index_bits, 1, 0, 0, 0x3b];
        [&b"GIF89a\x08\0\x06\0\x80\0\0"[..], &[0, 0, 0, 255, 255, 255], &comment, &frame].concat()
    }

    #[test]
    fn a_frame_must_fit_into_the_picture_and_have_indices_of_eight_bits() {
        for (place, bits, shown) in [
            ([0, 0, 8, 6], 2, true),
            ([4, 3, 4, 3], 8, true),
            ([0, 0, 9, 6], 2, false),
            ([1, 0, 8, 6], 2, false),
            ([0, 4, 8, 3], 2, false),
            ([0, 0, 8, 6], 9, false),
        ] {
            assert_eq!(shows_first_frame(&gif(place, bits)), shown, "{place:?}, {bits}");
        }
        let whole = gif([0, 0, 8, 6], 2);
        for end in 0..whole.len() - 4 {
            assert!(!shows_first_frame(&whole[..end]), "{end}");
        }
    }
}
