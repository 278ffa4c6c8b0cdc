//! EBML (RFC 8794): reads elements in sequence, and writes them with known sizes.

use domain::Refusal;

pub const MAGIC: [u8; 4] = [0x1A, 0x45, 0xDF, 0xA3];

/// An element's id and the length of its data. `None`: it ends where its parent ends.
pub type Element = (u32, Option<usize>);

/// Reads elements. Each step advances, whatever the file contains.
#[derive(Clone, Debug)]
pub struct Reader<'b> {
    pub bytes: &'b [u8],
    pub at: usize,
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Reads the header of the next element. Its data begin at `at` and are complete.
    pub fn next(&mut self) -> Result<Option<Element>, Refusal> {
        if self.at == self.bytes.len() {
            return Ok(None);
        }
        let (id, _) = self.number(4, true).ok_or(Refusal::AudioDamaged)?;
        let (size, is_unknown) = self.number(8, false).ok_or(Refusal::AudioDamaged)?;
        let id = super::small(id)?;
        if is_unknown {
            return Ok(Some((id, None)));
        }
        let size: usize = super::small(size)?;
        if size > self.bytes.len() - self.at { Err(Refusal::AudioDamaged) } else { Ok(Some((id, Some(size)))) }
    }

    /// The data of an element whose header [`Reader::next`] has read.
    pub fn data(&mut self, size: Option<usize>) -> Result<&'b [u8], Refusal> {
        let data = size.and_then(|size| self.bytes.get(self.at..self.at.checked_add(size)?));
        let data = data.ok_or(Refusal::AudioDamaged)?;
        self.at += data.len();
        Ok(data)
    }

    /// A number whose first byte tells its length, and whether all its bits are set. With `keep` the length marker stays, as in ids.
    pub fn number(&mut self, longest: usize, keep: bool) -> Option<(u64, bool)> {
        let first = *self.bytes.get(self.at)?;
        let length = first.leading_zeros() as usize + 1;
        if length > longest {
            return None;
        }
        let bytes = self.bytes.get(self.at..self.at + length)?;
        self.at += length;
        let value = bytes.iter().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
        let mask = (1_u64 << (7 * length)) - 1;
        Some((if keep { value } else { value & mask }, value & mask == mask))
    }
}

/// An unsigned number of up to eight bytes.
pub fn unsigned(data: &[u8]) -> Result<u64, Refusal> {
    if data.len() > 8 {
        return Err(Refusal::AudioDamaged);
    }
    Ok(data.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

/// Appends an element.
pub fn put(to: &mut Vec<u8>, id: u32, data: &[u8]) {
    head(to, id, data.len());
    to.extend_from_slice(data);
}

/// Like [`put`], for a number that always takes four bytes.
pub fn put_number(to: &mut Vec<u8>, id: u32, number: u32) {
    put(to, id, &number.to_be_bytes());
}

/// Appends an element's id and the size of its data.
pub fn head(to: &mut Vec<u8>, id: u32, size: usize) {
    to.extend(id.to_be_bytes().into_iter().skip_while(|byte| *byte == 0));
    // The size takes one, two or eight bytes. All bits set would mean an unknown size.
    let (bits, length) = match size {
        0..0x7F => (0x80, 1),
        0x7F..0x3FFF => (0x4000, 2),
        _ => (0x0100_0000_0000_0000, 8),
    };
    let size = (bits | size as u64).to_be_bytes();
    to.extend_from_slice(&size[8 - length..]);
}

#[cfg(test)]
mod tests {
    use super::{Reader, head, put};
    use domain::Refusal;

    #[test]
    fn written_elements_are_read_back() {
        let mut bytes = Vec::new();
        put(&mut bytes, 0xA3, b"sound");
        for size in [0x7E, 0x7F, 0x3FFE, 0x3FFF] {
            put(&mut bytes, 0xEC, &vec![0; size]);
        }
        put(&mut bytes, 0x1F43_B675, &[]);
        let mut reader = Reader::new(&bytes);
        assert_eq!(reader.next(), Ok(Some((0xA3, Some(5)))));
        assert_eq!(reader.data(Some(5)), Ok(&b"sound"[..]));
        for size in [0x7E, 0x7F, 0x3FFE, 0x3FFF] {
            assert_eq!(reader.next(), Ok(Some((0xEC, Some(size)))));
            assert_eq!(reader.data(Some(size)).unwrap().len(), size);
        }
        assert_eq!(reader.next(), Ok(Some((0x1F43_B675, Some(0)))));
        assert_eq!(reader.next(), Ok(None));
    }

    #[test]
    fn sizes_beyond_the_end_and_nonsense_are_damage() {
        let mut beyond = Vec::new();
        head(&mut beyond, 0xA3, 1 << 50);
        for bytes in
            [&beyond[..], &[0xA3, 0x82, 0], &[0xA3], &[0x00, 0x81, 0], &[0x08, 1, 1, 1, 1, 0x81, 0], &[0xA3, 0]]
        {
            assert_eq!(Reader::new(bytes).next(), Err(Refusal::AudioDamaged), "{bytes:?}");
        }
        assert_eq!(Reader::new(&[0xA3, 0xFF]).next(), Ok(Some((0xA3, None))), "of unknown size");
    }
}
