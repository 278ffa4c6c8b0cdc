//! WAV files as the browser makes them for services that accept nothing else: 16 kHz, mono, 16 bits, and no data besides the sound.

use hound::{SampleFormat, WavReader, WavSpec};

const OURS: WavSpec =
    WavSpec { channels: 1, sample_rate: 16_000, bits_per_sample: 16, sample_format: SampleFormat::Int };
/// Bytes of the header of a file that contains only sound.
const HEADER: usize = 44;

/// Whether it is a WAV file, in any encoding.
pub fn is_wav(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE")
}

/// The length of the sound. None: the file has another encoding, contains more than sound, or is truncated.
pub fn milliseconds(bytes: &[u8]) -> Option<u32> {
    let reader = WavReader::new(bytes).ok()?;
    let samples = reader.duration();
    let is_whole = samples > 0 && bytes.len() == HEADER + 2 * usize::try_from(samples).ok()?;
    (is_whole && reader.spec() == OURS).then_some(samples / 16)
}

#[cfg(test)]
mod tests {
    use super::{OURS, is_wav, milliseconds};
    use hound::WavWriter;
    use std::io::Cursor;

    fn wav(samples: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = WavWriter::new(Cursor::new(&mut bytes), OURS).unwrap();
        (0..samples).for_each(|_| writer.write_sample(0_i16).unwrap());
        writer.finalize().unwrap();
        bytes
    }

    #[test]
    fn its_length_is_that_of_its_sound() {
        assert!(is_wav(&wav(1)));
        assert_eq!(milliseconds(&wav(16_000 * 17)), Some(17_000));
    }

    #[test]
    fn a_wav_that_is_cut_off_or_has_more_is_refused() {
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
