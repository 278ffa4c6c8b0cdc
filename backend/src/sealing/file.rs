//! Files, in chunks of 64 KiB that are encrypted and proved one by one (STREAM), so that a part is read without the rest.
//!
//! | bytes | what they are |
//! |---|---|
//! | 7 | random, the beginning of each chunk's nonce; then its number, and whether it is the last one |
//! | 64 KiB and 16, as often as needed | a chunk, and what proves it |
//! | up to 64 KiB and 16 | the last chunk, and what proves it |

use super::cipher::TAG;
use crate::{Error, Result};
use ring::{
    aead::{Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    error::Unspecified,
    rand::{SecureRandom, SystemRandom},
};

/// Plain bytes of each chunk but the last one.
pub const CHUNK: usize = 64 * 1024;
/// Length of what a file begins with.
pub const HEADER: usize = 7;

pub type Header = [u8; HEADER];

/// The key of one file. A file is written once, so no two files are sealed with the same key.
#[derive(Clone, derive_more::Debug)]
#[debug("FileKey(..)")]
pub struct FileKey(LessSafeKey);

impl From<UnboundKey> for FileKey {
    fn from(key: UnboundKey) -> Self {
        Self(LessSafeKey::new(key))
    }
}

/// The number and the end of the file keep chunks from being moved, left out, or cut off.
fn nonce(header: Header, number: u32, is_last: bool) -> Nonce {
    let mut nonce = [0; NONCE_LEN];
    nonce[..HEADER].copy_from_slice(&header);
    nonce[HEADER..NONCE_LEN - 1].copy_from_slice(&number.to_be_bytes());
    nonce[NONCE_LEN - 1] = u8::from(is_last);
    Nonce::assume_unique_for_key(nonce)
}

impl FileKey {
    pub fn seal(&self, plain: &[u8]) -> Result<Vec<u8>> {
        let failed = |e: Unspecified| Error::broken("encrypt a file", e.to_string());
        let mut header = Header::default();
        SystemRandom::new().fill(&mut header).map_err(failed)?;
        // A file without bytes has a chunk, too.
        let last = plain.len().saturating_sub(1) / CHUNK;
        let mut sealed = Vec::with_capacity(HEADER + plain.len() + (last + 1) * TAG);
        sealed.extend_from_slice(&header);
        for number in 0..=last {
            let (from, to) = (number * CHUNK, plain.len().min((number + 1) * CHUNK));
            let begin = sealed.len();
            sealed.extend_from_slice(&plain[from..to]);
            let position = u32::try_from(number).map_err(|e| Error::broken("encrypt a file", e))?;
            let nonce = nonce(header, position, number == last);
            let proof = self.0.seal_in_place_separate_tag(nonce, Aad::empty(), &mut sealed[begin..]).map_err(failed)?;
            sealed.extend_from_slice(proof.as_ref());
        }
        Ok(sealed)
    }

    /// Opens a chunk with its proof, in place. `None` if it was changed, or is not this chunk of this file.
    pub fn open<'c>(&self, header: Header, number: u32, is_last: bool, chunk: &'c mut [u8]) -> Option<&'c mut [u8]> {
        self.0.open_in_place(nonce(header, number, is_last), Aad::empty(), chunk).ok()
    }
}

/// Seals a file while it comes in: the same bytes as [`FileKey::seal`] makes of the whole.
#[derive(Debug)]
pub struct Sealer {
    key: FileKey,
    header: Header,
    /// The number of the next chunk.
    number: u32,
    /// Plain bytes of it.
    held: Vec<u8>,
}

impl Sealer {
    pub fn new(key: FileKey) -> Result<Self> {
        let mut header = Header::default();
        SystemRandom::new().fill(&mut header).map_err(|e| Error::broken("encrypt a file", e.to_string()))?;
        Ok(Self { key, header, number: 0, held: Vec::with_capacity(CHUNK + TAG) })
    }

    /// What can be written after these plain bytes. A whole chunk is held back until it is known not to be the last one.
    pub fn push(&mut self, mut plain: &[u8]) -> Result<Vec<u8>> {
        let mut sealed = Vec::new();
        while self.held.len() + plain.len() > CHUNK {
            let (now, later) = plain.split_at(CHUNK - self.held.len());
            self.held.extend_from_slice(now);
            plain = later;
            self.seal(&mut sealed, false)?;
        }
        self.held.extend_from_slice(plain);
        Ok(sealed)
    }

    /// The last chunk.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        let mut sealed = Vec::new();
        self.seal(&mut sealed, true)?;
        Ok(sealed)
    }

    fn seal(&mut self, sealed: &mut Vec<u8>, is_last: bool) -> Result<()> {
        if self.number == 0 {
            sealed.extend_from_slice(&self.header);
        }
        let nonce = nonce(self.header, self.number, is_last);
        let proof = self.key.0.seal_in_place_separate_tag(nonce, Aad::empty(), &mut self.held);
        sealed.append(&mut self.held);
        sealed.extend_from_slice(proof.map_err(|e| Error::broken("encrypt a file", e.to_string()))?.as_ref());
        self.number = self.number.checked_add(1).ok_or_else(|| Error::broken("encrypt a file", "too long"))?;
        Ok(())
    }
}

/// The places of the chunks in a sealed file.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    sealed: u64,
    chunks: u32,
}

impl Layout {
    /// `None`: no sealed file has this many bytes.
    pub fn of(sealed: u64) -> Option<Self> {
        let body = sealed.checked_sub(HEADER as u64)?;
        let chunks = u32::try_from(body.div_ceil((CHUNK + TAG) as u64)).ok()?;
        let rest = body - u64::from(chunks.checked_sub(1)?) * (CHUNK + TAG) as u64;
        let has_last = if chunks == 1 { rest >= TAG as u64 } else { rest > TAG as u64 };
        has_last.then_some(Self { sealed, chunks })
    }

    /// Plain bytes of the whole file.
    pub fn size(self) -> u64 {
        self.sealed - HEADER as u64 - u64::from(self.chunks) * TAG as u64
    }

    /// The number of the chunk that has the plain byte `at`.
    pub fn chunk_of(at: u64) -> u32 {
        u32::try_from(at / CHUNK as u64).unwrap_or(u32::MAX)
    }

    pub fn last(self) -> u32 {
        self.chunks.saturating_sub(1)
    }

    pub fn is_last(self, number: u32) -> bool {
        number.checked_add(1) == Some(self.chunks)
    }

    /// Where the chunk begins in a sealed file.
    pub fn begin(number: u32) -> u64 {
        HEADER as u64 + u64::from(number) * (CHUNK + TAG) as u64
    }

    /// Where the chunk ends in a sealed file that goes on after it.
    pub fn end(number: u32) -> u64 {
        Self::begin(number) + (CHUNK + TAG) as u64
    }

    /// Bytes of the chunk with its proof.
    pub fn length(self, number: u32) -> usize {
        let length = Self::end(number).min(self.sealed).saturating_sub(Self::begin(number));
        usize::try_from(length).unwrap_or(CHUNK + TAG)
    }
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, FileKey, HEADER, Header, Layout, Sealer, TAG};
    use aead_stream::{DecryptorBE32, EncryptorBE32, aead::KeyInit};
    use chacha20poly1305::ChaCha20Poly1305;
    use ring::aead::{CHACHA20_POLY1305, UnboundKey};

    const SIZES: [usize; 7] = [0, 1, 5000, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK];

    fn key(byte: u8) -> FileKey {
        UnboundKey::new(&CHACHA20_POLY1305, &[byte; 32]).unwrap().into()
    }

    fn plain(size: usize) -> Vec<u8> {
        (0_u8..=250).cycle().take(size).collect()
    }

    fn open(key: &FileKey, sealed: &[u8]) -> Option<Vec<u8>> {
        let layout = Layout::of(sealed.len() as u64)?;
        let header = Header::try_from(&sealed[..HEADER]).unwrap();
        let mut opened = Vec::new();
        for number in 0..layout.chunks {
            let from = usize::try_from(Layout::begin(number)).unwrap();
            let mut chunk = sealed[from..from + layout.length(number)].to_vec();
            opened.extend_from_slice(key.open(header, number, layout.is_last(number), &mut chunk)?);
        }
        assert_eq!(opened.len() as u64, layout.size());
        Some(opened)
    }

    #[test]
    fn a_file_opens_with_its_key_and_has_the_size_that_its_layout_says() {
        for size in SIZES {
            let sealed = key(1).seal(&plain(size)).unwrap();
            assert_eq!(open(&key(1), &sealed), Some(plain(size)), "{size}");
            assert_eq!(open(&key(2), &sealed), None, "{size}");
        }
    }

    #[test]
    fn a_file_that_is_sealed_while_it_comes_in_opens_like_any_other() {
        for size in SIZES {
            for piece in [1000, CHUNK, CHUNK + 5, 10 * CHUNK] {
                let (mut sealer, mut file) = (Sealer::new(key(1)).unwrap(), Vec::new());
                for part in plain(size).chunks(piece) {
                    file.extend(sealer.push(part).unwrap());
                }
                file.extend(sealer.finish().unwrap());
                assert_eq!(open(&key(1), &file), Some(plain(size)), "{size} in pieces of {piece}");
            }
        }
    }

    #[test]
    fn another_implementation_of_stream_opens_our_files_and_makes_files_that_we_open() {
        for size in SIZES {
            let (plain, sealed) = (plain(size), key(1).seal(&plain(size)).unwrap());
            let (header, body) = sealed.split_at(HEADER);
            let cipher = || ChaCha20Poly1305::new(&[1; 32].into());
            let header: aead_stream::Nonce<_, aead_stream::StreamBE32<ChaCha20Poly1305>> = header.try_into().unwrap();
            let mut decryptor = DecryptorBE32::from_aead(cipher(), &header);
            let mut encryptor = EncryptorBE32::from_aead(cipher(), &header);
            let (mut opened, mut made) = (Vec::new(), header.to_vec());
            let (mut chunks, mut parts) = (body.chunks(CHUNK + TAG).peekable(), plain.chunks(CHUNK).peekable());
            let (last, last_part) = loop {
                let (chunk, part) = (chunks.next().unwrap(), parts.next().unwrap_or_default());
                if chunks.peek().is_none() {
                    break (chunk, part);
                }
                opened.extend(decryptor.decrypt_next(chunk).unwrap());
                made.extend(encryptor.encrypt_next(part).unwrap());
            };
            opened.extend(decryptor.decrypt_last(last).unwrap());
            made.extend(encryptor.encrypt_last(last_part).unwrap());
            assert!(opened == plain && made == sealed, "{size}");
        }
    }

    #[test]
    fn a_chunk_that_is_changed_moved_left_out_or_cut_off_does_not_open() {
        let sealed = key(1).seal(&plain(3 * CHUNK + 100)).unwrap();
        let chunk = |number: usize| sealed[HEADER..].chunks(CHUNK + TAG).nth(number).unwrap();
        let file = |numbers: &[usize]| {
            [&sealed[..HEADER], &numbers.iter().map(|n| chunk(*n)).collect::<Vec<_>>().concat()].concat()
        };
        assert!(open(&key(1), &file(&[0, 1, 2, 3])).is_some());
        for numbers in [&[0, 1, 2][..], &[0, 2, 1, 3], &[0, 1, 3], &[0, 0, 2, 3], &[1, 2, 3], &[3], &[0]] {
            assert_eq!(open(&key(1), &file(numbers)), None, "{numbers:?}");
        }
        for at in [0, HEADER, HEADER + CHUNK + TAG - 1, sealed.len() - 1] {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(open(&key(1), &changed), None, "{at}");
        }
        for length in [0, HEADER, HEADER + TAG - 1, HEADER + CHUNK + TAG + 1, sealed.len() - 1] {
            assert_eq!(open(&key(1), &sealed[..length]), None, "{length}");
        }
        let other = key(1).seal(&plain(3 * CHUNK + 100)).unwrap();
        let mixed = [&sealed[..HEADER + CHUNK + TAG], &other[HEADER + CHUNK + TAG..]].concat();
        assert_eq!(open(&key(1), &mixed), None, "two files of one name");
    }
}
