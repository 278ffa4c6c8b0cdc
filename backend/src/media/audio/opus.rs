//! The parts of Opus that a container has to know (RFC 6716, RFC 7845).

use domain::Refusal;

/// Samples per second of decoded Opus, whatever the recording's rate was.
pub const RATE: u64 = 48_000;
/// Bytes of `OpusHead` for mono or stereo.
const HEAD: usize = 19;
/// Most samples of one packet.
const LONGEST: u64 = 5_760;

/// The header of an Opus stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head(pub [u8; HEAD]);

impl Head {
    /// Reads a header with one or two channels in the default mapping. Anything after it is dropped.
    pub fn read(private: &[u8]) -> Result<Self, Refusal> {
        let head: [u8; HEAD] =
            private.get(..HEAD).and_then(|head| head.try_into().ok()).ok_or(Refusal::AudioDamaged)?;
        if !head.starts_with(b"OpusHead") {
            return Err(Refusal::AudioDamaged);
        }
        let (version, channels, family) = (head[8], head[9], head[18]);
        if version > 15 || !(1..=2).contains(&channels) || family != 0 {
            return Err(Refusal::NotAudio);
        }
        Ok(Self(head))
    }

    pub fn channels(&self) -> u8 {
        self.0[9]
    }

    /// Number of samples at the start that a player skips.
    pub fn pre_skip(&self) -> u16 {
        u16::from_le_bytes([self.0[10], self.0[11]])
    }
}

/// Number of samples in a packet (RFC 6716 3.1).
pub fn samples(packet: &[u8]) -> Option<u64> {
    let toc = *packet.first()?;
    let frame = match toc >> 3 {
        config @ 0..=11 => [480, 960, 1920, 2880][usize::from(config % 4)],
        config @ 12..=15 => [480, 960][usize::from(config % 2)],
        config => [120, 240, 480, 960][usize::from(config % 4)],
    };
    let frames = match toc & 3 {
        0 => 1,
        1 | 2 => 2,
        _ => u64::from(packet.get(1)? & 0x3F),
    };
    Some(frame * frames).filter(|samples| (1..=LONGEST).contains(samples))
}

#[cfg(test)]
mod tests {
    use super::{Head, samples};
    use domain::Refusal;

    #[test]
    fn a_packet_says_how_long_it_sounds() {
        for (packet, expected) in [
            (&[0b1111_1000_u8][..], Some(960)),
            (&[0b1110_0001], Some(240)),
            (&[0b0001_1000], Some(2880)),
            (&[0b0110_1010], Some(1920)),
            (&[0b1111_1011, 6], Some(5760)),
            (&[0b1111_1011, 7], None),
            (&[0b1111_1011, 0], None),
            (&[0b1111_1011], None),
            (&[], None),
        ] {
            assert_eq!(samples(packet), expected, "{packet:?}");
        }
    }

    #[test]
    fn only_mono_and_stereo_have_a_head_that_is_read() {
        let mut head = *b"OpusHead\x01\x02\x38\x01\x80\xbb\x00\x00\x00\x00\x00";
        let read = Head::read(&[&head[..], b"and more"].concat()).unwrap();
        assert_eq!((read.channels(), read.pre_skip(), read.0), (2, 312, head));
        assert_eq!(Head::read(&head[..18]), Err(Refusal::AudioDamaged));
        head[9] = 6;
        assert_eq!(Head::read(&head), Err(Refusal::NotAudio));
    }
}
