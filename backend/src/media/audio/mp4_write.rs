//! Writes an MP4 with one AAC track. The table comes before the sound, so that a player has all of it first.

use super::{length, milliseconds, mp4::Track, small};
use domain::Refusal;

/// Ticks per second of the movie header, which gives the length.
const FILM: u32 = 1000;
/// The identity matrix of ISO/IEC 14496-12: no rotation or scaling.
const MATRIX: [u32; 9] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];

/// Returns the length in milliseconds and the file.
pub fn file(bytes: &[u8], track: &Track) -> Result<(u32, Vec<u8>), Refusal> {
    let timescale = u64::from(track.timescale);
    // The length is at least that of the samples, whatever the times say, and a coarse timescale does not shorten it.
    let held = track.samples();
    let ticks = length(&track.packets)?.max(held.saturating_mul(timescale).div_ceil(u64::from(track.rate)));
    let milliseconds = milliseconds(ticks, timescale).max(milliseconds(held, u64::from(track.rate)));
    let kind = part(*b"ftyp", &[b"M4A \0\0\0\0M4A mp42isom"]);
    // The size of `moov` does not depend on the offset in it.
    let movie = |place| movie(track, ticks, milliseconds, place);
    let place = kind.len() + movie(0)?.len() + 8;
    let mut file = kind;
    file.extend_from_slice(&movie(small(place as u64)?)?);
    let held: usize = track.packets.iter().map(|packet| packet.bytes.len()).sum();
    file.reserve(8 + held);
    file.extend_from_slice(&small::<u32>(8 + held as u64)?.to_be_bytes());
    file.extend_from_slice(b"mdat");
    for packet in &track.packets {
        file.extend_from_slice(&bytes[packet.bytes.clone()]);
    }
    Ok((milliseconds, file))
}

fn movie(track: &Track, ticks: u64, milliseconds: u32, place: u32) -> Result<Vec<u8>, Refusal> {
    let film = part(
        *b"mvhd",
        &[
            &numbers(&[0, 0, 0, FILM, milliseconds, 0x1_0000, 0x0100_0000, 0, 0]),
            &numbers(&MATRIX),
            &[0; 24],
            &numbers(&[2]),
        ],
    );
    let head = part(
        *b"tkhd",
        &[
            // Enabled, and used in the movie.
            &numbers(&[3, 0, 0, 1, 0, milliseconds, 0, 0, 0, 0x0100_0000]),
            &numbers(&MATRIX),
            &numbers(&[0, 0]),
        ],
    );
    // The language is undetermined.
    let media = part(*b"mdhd", &[&numbers(&[0, 0, 0, track.timescale, small(ticks)?, 0x55C4_0000])]);
    let handler = part(*b"hdlr", &[&numbers(&[0, 0]), b"soun", &[0; 13]]);
    // The sound is in the same file.
    let here = part(*b"dref", &[&numbers(&[0, 1]), &part(*b"url ", &[&numbers(&[1])])]);
    let information =
        part(*b"minf", &[&part(*b"smhd", &[&numbers(&[0, 0])]), &part(*b"dinf", &[&here]), &table(track, place)?]);
    let media = part(*b"mdia", &[&media, &handler, &information]);
    Ok(part(*b"moov", &[&film, &part(*b"trak", &[&head, &media])]))
}

fn table(track: &Track, place: u32) -> Result<Vec<u8>, Refusal> {
    let packets = &track.packets;
    let count: u32 = small(packets.len() as u64)?;
    let mut runs: Vec<[u32; 2]> = Vec::new();
    for (at, packet) in packets.iter().enumerate() {
        let until = packets.get(at + 1).map_or(packet.time.saturating_add(packet.duration), |next| next.time);
        let duration = small(until - packet.time)?;
        match runs.last_mut() {
            Some([run, same]) if *same == duration => *run += 1,
            _ => runs.push([1, duration]),
        }
    }
    let mut sizes = Vec::with_capacity(packets.len());
    for packet in packets {
        sizes.push(small(packet.bytes.len() as u64)?);
    }
    let times = [&[0, small(runs.len() as u64)?], runs.as_flattened()].concat();
    Ok(part(
        *b"stbl",
        &[
            &part(*b"stsd", &[&numbers(&[0, 1]), &description(track)?]),
            &part(*b"stts", &[&numbers(&times)]),
            &part(*b"stsc", &[&numbers(&[0, 1, 1, count, 1])]),
            &part(*b"stsz", &[&numbers(&[0, 0, count]), &numbers(&sizes)]),
            &part(*b"stco", &[&numbers(&[0, 1, place])]),
        ],
    ))
}

fn description(track: &Track) -> Result<Vec<u8>, Refusal> {
    let decoder = [&[0x40, 0x15, 0, 0, 0][..], &[0; 8], &descriptor(5, &track.config)?].concat();
    let stream = [&[0, 1, 0][..], &descriptor(4, &decoder)?, &descriptor(6, &[2])?].concat();
    let head = part(*b"esds", &[&numbers(&[0]), &descriptor(3, &stream)?]);
    // A rate above sixteen bits does not fit here. Then only `AudioSpecificConfig` gives it.
    let rate = if track.rate > u16::MAX.into() { 0 } else { track.rate << 16 };
    let channels = track.channels.to_be_bytes();
    Ok(part(*b"mp4a", &[&[0, 0, 0, 0, 0, 0, 0, 1], &[0; 8], &channels, &[0, 16, 0, 0, 0, 0], &numbers(&[rate]), &head]))
}

fn descriptor(tag: u8, data: &[u8]) -> Result<Vec<u8>, Refusal> {
    let size = small::<u8>(data.len() as u64).ok().filter(|size| *size < 0x80).ok_or(Refusal::AudioDamaged)?;
    Ok([&[tag, size], data].concat())
}

fn part(name: [u8; 4], data: &[&[u8]]) -> Vec<u8> {
    let data = data.concat();
    // Only the sound itself could be longer, and it is not written by this function.
    let size = u32::try_from(data.len() + 8).unwrap_or(u32::MAX);
    [&size.to_be_bytes(), &name[..], &data].concat()
}

fn numbers(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}
