//! Real recordings, and files that only claim to be some.

use super::{
    Packer, Sound,
    ebml::{self, Reader},
    mp4, pack_anew, webm,
};
use bytes::Bytes;
use domain::{Refusal, SoundFormat, limits};
use proptest::prelude::*;

/// Seventeen seconds of speech with tags, made with ffmpeg.
const WEBM: &[u8] = include_bytes!("../../../tests/data/heute.webm");
const M4A: &[u8] = include_bytes!("../../../tests/data/heute.m4a");
/// Length of both in milliseconds.
const SPOKEN: u32 = 17_700;
/// The first four seconds of them, written by ffmpeg in fragments of one second, as recorders do.
const FRAGMENTS: &[u8] = include_bytes!("../../../tests/data/heute_fragments.m4a");

fn packed(bytes: &[u8]) -> Sound {
    pack_anew(bytes).unwrap()
}

fn refused(bytes: &[u8]) -> Refusal {
    pack_anew(bytes).unwrap_err()
}

fn holds(bytes: &[u8], words: &[u8]) -> bool {
    bytes.windows(words.len()).any(|window| window == words)
}

#[test]
fn recordings_of_browsers_are_recognised_by_content_with_their_length() {
    for (bytes, format) in [(WEBM, SoundFormat::WebM), (M4A, SoundFormat::Mp4)] {
        let sound = packed(bytes);
        assert_eq!(
            (sound.format, sound.content_type, sound.extension),
            (format, format.content_type(), format.extension())
        );
        assert!(sound.milliseconds.abs_diff(SPOKEN) < 100, "{}", sound.milliseconds);
        let again = packed(&sound.bytes);
        assert_eq!((again.milliseconds, again.bytes.len()), (sound.milliseconds, sound.bytes.len()));
    }
}

#[test]
fn every_packet_survives_and_nothing_else() {
    assert!(holds(WEBM, b"Lavf") && holds(M4A, b"Lavf"));
    for bytes in [WEBM, M4A] {
        let sound = packed(bytes);
        assert!(!holds(&sound.bytes, b"Lavf") && !holds(&sound.bytes, b"udta") && !holds(&sound.bytes, b"ENCODER"));
    }
    let heard = |bytes: &[u8]| {
        let packets = webm::read(bytes).unwrap().packets;
        packets.into_iter().map(|packet| bytes[packet.bytes].to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(heard(WEBM), heard(&packed(WEBM).bytes));
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_damaged() {
    for bytes in [WEBM, M4A] {
        for part in [13, 40, 100, 1000, bytes.len() / 2, bytes.len() - 1] {
            assert_eq!(refused(&bytes[..part]), Refusal::AudioDamaged, "{part} bytes");
        }
    }
}

#[test]
fn other_files_are_not_audio() {
    let wav = b"RIFF\x24\x00\x00\x00WAVEfmt ";
    let ogg = b"OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00OpusHead";
    let heic = b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic\x00\x00\x00\x08meta";
    let matroska = [&ebml::MAGIC[..], b"\x8B\x42\x82\x88matroska"].concat();
    for bytes in [&b""[..], b"x", b"<!doctype html><script>alert(1)</script>", wav, ogg, heic, &matroska, &[0; 4096]] {
        assert_eq!(refused(bytes), Refusal::NotAudio, "{bytes:?}");
    }
}

/// A WebM with these elements in its segment. The segment has no size, as recorders write it.
fn recorded(elements: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    ebml::put(&mut bytes, 0x1A45_DFA3, b"\x42\x82\x84webm");
    bytes.extend_from_slice(b"\x18\x53\x80\x67\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
    for (id, data) in elements {
        ebml::put(&mut bytes, *id, data);
    }
    bytes
}

fn opus_track() -> (u32, Vec<u8>) {
    let mut entry = b"\xD7\x81\x01\x83\x81\x02\x86\x86A_OPUS".to_vec();
    ebml::put(&mut entry, 0x63A2, b"OpusHead\x01\x01\x38\x01\x80\xbb\x00\x00\x00\x00\x00");
    let mut tracks = Vec::new();
    ebml::put(&mut tracks, 0xAE, &entry);
    (0x1654_AE6B, tracks)
}

/// A packet of twenty milliseconds, `after` ticks after the start of its cluster.
fn block(after: i16) -> (u32, Vec<u8>) {
    let [high, low] = after.to_be_bytes();
    (0xA3, vec![0x81, high, low, 0x80, 0b1111_1000, 1, 2, 3])
}

fn cluster(start: u32) -> Vec<(u32, Vec<u8>)> {
    vec![(0x1F43_B675, Vec::new()), (0xE7, start.to_be_bytes().to_vec())]
}

#[test]
fn a_recording_without_sizes_gets_a_length_and_cues() {
    let mut elements = vec![opus_track()];
    for second in 0..12_u32 {
        elements.extend(cluster(40_000 + second * 1000));
        elements.extend((0..50).map(|n| block(n * 20)));
    }
    let sound = packed(&recorded(&elements));
    assert_eq!(sound.milliseconds, 12_000);
    let mut reader = Reader::new(&sound.bytes);
    let mut seen = Vec::new();
    while let Some((id, size)) = reader.next().unwrap() {
        seen.push(id);
        if id != 0x1853_8067 {
            reader.data(size).unwrap();
        }
    }
    let (cues, cluster) = (0x1C53_BB6B, 0x1F43_B675);
    assert_eq!(seen, [0x1A45_DFA3, 0x1853_8067, 0x1549_A966, 0x1654_AE6B, cues, cluster, cluster, cluster]);
}

#[test]
fn times_that_hide_the_length_do_not_hide_it() {
    let all_at_once = |time: i16| {
        let blocks = (0..4000).map(|_| block(time));
        recorded(&[vec![opus_track()], cluster(0), blocks.collect()].concat())
    };
    assert_eq!(packed(&all_at_once(0)).milliseconds, 80_000);
    let far = recorded(&[vec![opus_track()], cluster(0), vec![block(0)], cluster(u32::MAX), vec![block(0)]].concat());
    assert_eq!(pack_anew(&far).map(|sound| sound.milliseconds), Ok(u32::MAX));
    let backwards = [vec![opus_track()], cluster(0), vec![block(500), block(0), block(20)]].concat();
    assert_eq!(packed(&recorded(&backwards)).milliseconds, 60);
}

#[test]
fn a_webm_that_lies_about_itself_is_refused() {
    let track = opus_track;
    let with = |block: Vec<u8>| recorded(&[vec![track()], cluster(0), vec![(0xA3, block)]].concat());
    let mut video = Vec::new();
    ebml::put(&mut video, 0xAE, b"\xD7\x81\x02\x83\x81\x01\x86\x85V_VP8");
    let mut two = track();
    two.1.extend_from_slice(&track().1);
    let mut beyond = recorded(&[vec![track()], cluster(0)].concat());
    beyond.extend_from_slice(b"\xA3\x08\x00\x00\x00\x01");
    for (bytes, expected) in [
        (recorded(&[]), Refusal::AudioDamaged),
        (recorded(&[track()]), Refusal::AudioDamaged),
        (recorded(&[cluster(0), vec![block(0)]].concat()), Refusal::AudioDamaged),
        (recorded(&[(0x1654_AE6B, video)]), Refusal::NotAudio),
        (recorded(&[two]), Refusal::NotAudio),
        (with(vec![0x82, 0, 0, 0x80, 0xF8]), Refusal::AudioDamaged),
        (with(vec![0x81, 0xFF, 0, 0x80, 0xF8]), Refusal::AudioDamaged),
        (with(vec![0x81, 0, 0, 0x80]), Refusal::AudioDamaged),
        (with(vec![0x81, 0, 0, 0x84, 0xF8]), Refusal::NotAudio),
        (beyond, Refusal::AudioDamaged),
    ] {
        assert_eq!(refused(&bytes), expected, "{bytes:?}");
    }
    let scale = |ns: &[u8]| {
        let mut info = Vec::new();
        ebml::put(&mut info, 0x002A_D7B1, ns);
        refused(&recorded(&[vec![(0x1549_A966, info), track()], cluster(9), vec![block(0)]].concat()))
    };
    assert_eq!(scale(&[0]), Refusal::AudioDamaged);
    assert_eq!(scale(&[0xFF; 8]), Refusal::AudioDamaged, "a time beyond every number");
}

#[test]
fn packets_without_end_are_not_counted_to_the_end() {
    let tiny = (0xA3, vec![0x81, 0, 0, 0x80, 0b1110_0000]);
    let elements = [vec![opus_track()], cluster(0), vec![tiny; super::PACKETS + 1]].concat();
    assert_eq!(refused(&recorded(&elements)), Refusal::AudioDamaged);
}

/// `bytes` with a number of four bytes written `at` bytes after the name of the first such box.
fn with_number(bytes: &[u8], name: [u8; 4], at: usize, number: u32) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    let start = changed.windows(4).position(|window| window == name).unwrap() + 4 + at;
    changed[start..start + 4].copy_from_slice(&number.to_be_bytes());
    changed
}

#[test]
fn empty_fragments_are_passed_over_and_not_remembered() {
    let filled = [M4A.to_vec(), part(*b"moof", &[]).repeat((limits::AUDIO_BYTES - M4A.len()) / 8)].concat();
    assert_eq!(packed(&filled), packed(M4A));
}

#[test]
fn an_mp4_that_lies_about_itself_is_damaged() {
    for (name, at, number) in [
        (b"stsz", 8, u32::MAX),
        (b"stsz", 12, u32::MAX),
        (b"stts", 4, u32::MAX),
        (b"stts", 8, 1),
        (b"stsc", 4, u32::MAX),
        (b"stco", 4, u32::MAX),
        (b"stco", 8, u32::MAX - 8),
        (b"mdhd", 12, 0),
    ] {
        let lie = with_number(M4A, *name, at, number);
        assert_eq!(refused(&lie), Refusal::AudioDamaged, "{} {at} {number}", String::from_utf8_lossy(name));
    }
    // The largest possible number of samples, all of one size and without a table.
    let endless = with_number(&with_number(M4A, *b"stsz", 4, 1), *b"stsz", 8, u32::MAX);
    assert_eq!(refused(&endless), Refusal::AudioDamaged);
    // Box sizes that point beyond the end or back.
    for size in [0, 1, 7, u32::MAX] {
        let mut bytes = M4A.to_vec();
        bytes[..4].copy_from_slice(&size.to_be_bytes());
        assert_eq!(refused(&bytes), Refusal::AudioDamaged, "{size}");
    }
}

fn part(name: [u8; 4], data: &[&[u8]]) -> Vec<u8> {
    let data = data.concat();
    [&u32::try_from(data.len() + 8).unwrap().to_be_bytes()[..], &name[..], &data].concat()
}

fn numbers(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

/// A recording as Safari makes it: a movie without samples, then fragments of fifty frames each.
fn fragmented(samples: impl Fn(u32) -> Vec<u8>) -> Vec<u8> {
    let whole = packed(M4A).bytes;
    let start = whole.windows(4).position(|window| window == b"stts").unwrap() - 4;
    let end = whole.windows(4).position(|window| window == b"mdat").unwrap() - 4;
    let empty = [
        part(*b"stts", &[&numbers(&[0, 0])]),
        part(*b"stsc", &[&numbers(&[0, 0])]),
        part(*b"stsz", &[&numbers(&[0, 0, 0])]),
        part(*b"stco", &[&numbers(&[0, 0])]),
    ]
    .concat();
    let mut bytes = whole[..start].to_vec();
    let removed = u32::try_from(end - start - empty.len()).unwrap();
    for name in [b"moov", b"trak", b"mdia", b"minf", b"stbl"] {
        let at = bytes.windows(4).position(|window| window == name).unwrap() - 4;
        let size = u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) - removed;
        bytes[at..at + 4].copy_from_slice(&size.to_be_bytes());
    }
    bytes.extend_from_slice(&empty);
    for fragment in 0..3 {
        let run = part(*b"trun", &[&samples(fragment)]);
        let head = part(*b"tfhd", &[&numbers(&[0x0002_0018, 1, 1024, 4])]);
        let time = part(*b"tfdt", &[&numbers(&[0, fragment * 51_200])]);
        bytes.extend(part(
            *b"moof",
            &[&part(*b"mfhd", &[&numbers(&[0, fragment])]), &part(*b"traf", &[&head, &time, &run])],
        ));
        bytes.extend(part(*b"mdat", &[&[7; 200]]));
    }
    bytes
}

#[test]
fn fragments_are_put_together() {
    // Version, flags (the data offset is given), fifty frames, and the data offset: after this `moof` and the header of the next box.
    let place = 8 + 16 + 8 + 24 + 16 + 20 + 8;
    let sound = packed(&fragmented(|_| numbers(&[1, 50, place])));
    let rate = 22_050;
    assert_eq!(sound.milliseconds, 150 * 1024 * 1000 / rate);
    assert!(holds(&sound.bytes, &[7; 600]) && !holds(&sound.bytes, b"moof"));
    for samples in [[1, 51, place + 200], [1, u32::MAX, place], [1, 50, 0x7FFF_FFFF], [0x301, 50, place]] {
        assert_eq!(refused(&fragmented(|_| numbers(&samples))), Refusal::AudioDamaged, "{samples:?}");
    }
    // Every sample names the same few bytes.
    assert_eq!(refused(&fragmented(|_| numbers(&[0x201, 50, place]))), Refusal::AudioDamaged);
}

#[test]
fn fragments_of_another_encoder_are_put_together() {
    let sound = packed(FRAGMENTS);
    // 63 packets of 1024 samples and the encoder's first packet, which is silent, at 16 kHz.
    assert_eq!((sound.format, sound.milliseconds), (SoundFormat::Mp4, 64 * 1024 / 16));
    let spoken = |bytes| {
        let parts = mp4::parts(bytes).map(Result::unwrap);
        parts.filter(|(name, _)| name == b"mdat").flat_map(|(_, data)| data.to_vec()).collect::<Vec<_>>()
    };
    assert!(holds(FRAGMENTS, b"moof") && !holds(&sound.bytes, b"moof"));
    assert_eq!(spoken(FRAGMENTS), spoken(&sound.bytes));
    for end in [FRAGMENTS.len() / 2, FRAGMENTS.len() - 1] {
        assert_eq!(refused(&FRAGMENTS[..end]), Refusal::AudioDamaged, "{end}");
    }
}

#[tokio::test]
async fn a_file_that_is_too_large_is_not_read() {
    let error = Packer::default().pack(&Bytes::from(vec![0; limits::AUDIO_BYTES + 1])).await.unwrap_err().refusal();
    assert_eq!(error.refusal, Refusal::AudioTooLarge);
    assert_eq!(
        Packer::default().pack(&Bytes::from_static(b"x")).await.unwrap_err().refusal().refusal,
        Refusal::NotAudio
    );
    assert_eq!(Packer::default().pack(&Bytes::from_static(WEBM)).await.unwrap().format, SoundFormat::WebM);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn nothing_breaks_the_reader(is_webm in any::<bool>(), changes in prop::collection::vec((0..3000_usize, any::<u8>()), 1..6)) {
        let mut bytes = if is_webm { WEBM.to_vec() } else { M4A.to_vec() };
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        if let Ok(sound) = pack_anew(&bytes) {
            prop_assert!(sound.bytes.len() < 2 * bytes.len());
            prop_assert!(pack_anew(&sound.bytes).is_ok());
        }
    }
}
