//! WAV as the browser writes it for services that take nothing else: 16 kHz, one channel, 16 bits, and nothing beside the sound.

const HEADER: usize = 44;
const BYTES_PER_SECOND: u64 = 32_000;

/// RIFF, of whatever kind.
pub fn is_wav(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE")
}

/// None: it is written in another way, or cut off.
pub fn milliseconds(bytes: &[u8]) -> Option<u32> {
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let sound = bytes.len().checked_sub(HEADER).filter(|sound| *sound > 0 && sound.is_multiple_of(2))?;
    let is_ours = bytes.get(12..16)? == b"fmt "
        && number(16)? == 16
        // PCM, one channel.
        && number(20)? == 0x0001_0001
        && number(24)? == 16_000
        && number(28)? == 32_000
        // Two bytes a sample, 16 bits.
        && number(32)? == 0x0010_0002
        && bytes.get(36..40)? == b"data"
        && usize::try_from(number(40)?).ok()? == sound;
    let milliseconds = u64::try_from(sound).ok()? * 1000 / BYTES_PER_SECOND;
    is_ours.then(|| u32::try_from(milliseconds).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::{is_wav, milliseconds};

    fn wav(samples: usize) -> Vec<u8> {
        let data = u32::try_from(samples * 2).unwrap();
        let mut bytes = [b"RIFF".as_slice(), &(data + 36).to_le_bytes(), b"WAVEfmt ", &16u32.to_le_bytes()].concat();
        bytes.extend([1, 0, 1, 0]);
        bytes.extend(16_000u32.to_le_bytes());
        bytes.extend(32_000u32.to_le_bytes());
        bytes.extend([2, 0, 16, 0]);
        bytes.extend(b"data");
        bytes.extend(data.to_le_bytes());
        bytes.resize(44 + samples * 2, 0);
        bytes
    }

    #[test]
    fn its_length_is_that_of_its_sound() {
        assert!(is_wav(&wav(1)));
        assert_eq!(milliseconds(&wav(16_000 * 17)), Some(17_000));
    }

    #[test]
    fn what_is_cut_off_or_holds_more_is_not_taken() {
        let whole = wav(16_000);
        assert_eq!(milliseconds(&whole[..whole.len() - 2]), None);
        assert_eq!(milliseconds(&[whole.clone(), b"LIST".to_vec()].concat()), None);
        assert_eq!(milliseconds(&wav(0)), None);
        let mut stereo = whole;
        stereo[22] = 2;
        assert_eq!(milliseconds(&stereo), None);
        for at in 0..44 {
            assert_eq!(milliseconds(&wav(1)[..at]), None);
        }
    }
}
