//! Reads the packets of an MP4 with one AAC track, whole or in fragments as browsers record it (ISO/IEC 14496-12 and -14).

use super::{Packet, mp4_table};
use domain::Refusal;

/// Most bytes of `AudioSpecificConfig`. The longest in use has about twenty.
const CONFIG: usize = 64;
/// Samples of a frame.
const FRAME: u64 = 1024;
const RATES: [u32; 13] =
    [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];

/// Times and durations are in ticks; a second has `timescale` ticks.
#[derive(Debug)]
pub struct Track {
    pub id: u32,
    pub timescale: u32,
    /// `AudioSpecificConfig`.
    pub config: Vec<u8>,
    /// Samples per second.
    pub rate: u32,
    pub channels: u16,
    pub packets: Vec<Packet>,
}

impl Track {
    /// Samples of all packets together.
    pub fn samples(&self) -> u64 {
        FRAME * self.packets.len() as u64
    }
}

/// A box's name and its data.
pub type Part<'b> = ([u8; 4], &'b [u8]);

/// The boxes in `bytes`, one after the other. An incomplete box is an error.
pub fn parts(bytes: &[u8]) -> Parts<'_> {
    Parts { rest: bytes }
}

#[derive(Clone, Debug)]
pub struct Parts<'b> {
    rest: &'b [u8],
}

impl<'b> Iterator for Parts<'b> {
    type Item = Result<Part<'b>, Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        // Some writers leave up to seven zero bytes after the last box.
        if self.rest.len() < 8 && self.rest.iter().all(|byte| *byte == 0) {
            return None;
        }
        let part = part(self.rest);
        self.rest = part.as_ref().map_or(&[], |(_, _, after)| after);
        Some(part.map(|(name, data, _)| (name, data)).ok_or(Refusal::AudioDamaged))
    }
}

fn part(bytes: &[u8]) -> Option<([u8; 4], &[u8], &[u8])> {
    let name = bytes.get(4..8)?.try_into().ok()?;
    let (head, size) = match number(bytes, 0)? {
        0 => (8, bytes.len()),
        1 => (16, usize::try_from(u64::from_be_bytes(bytes.get(8..16)?.try_into().ok()?)).ok()?),
        size => (8, size as usize),
    };
    Some((name, bytes.get(head..size)?, &bytes[size..]))
}

/// The data of the first box with that name.
pub fn find(bytes: &[u8], name: [u8; 4]) -> Result<Option<&[u8]>, Refusal> {
    for part in parts(bytes) {
        let (found, data) = part?;
        if found == name {
            return Ok(Some(data));
        }
    }
    Ok(None)
}

pub fn needed(bytes: &[u8], name: [u8; 4]) -> Result<&[u8], Refusal> {
    find(bytes, name)?.ok_or(Refusal::AudioDamaged)
}

/// Four bytes as a number.
pub fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

pub fn read(bytes: &[u8]) -> Result<Track, Refusal> {
    let mut movie = None;
    for part in parts(bytes) {
        match part? {
            (name, data) if name == *b"moov" => movie = Some(data),
            // A HEIF picture uses the same container.
            (name, _) if name == *b"meta" => return Err(Refusal::NotAudio),
            _ => {}
        }
    }
    let movie = movie.ok_or(Refusal::AudioDamaged)?;
    let (mut track, table) = track(movie)?;
    let mut packets = mp4_table::whole(table, bytes.len())?;
    let defaults = mp4_table::defaults(movie, track.id)?;
    // The fragments are read in a second pass. A list of them could take several times the size of a file full of empty ones.
    let mut top = parts(bytes);
    loop {
        let start = bytes.len() - top.rest.len();
        let Some((name, fragment)) = top.next().transpose()? else { break };
        if name == *b"moof" {
            mp4_table::fragment(start..bytes.len(), fragment, track.id, defaults, &mut packets)?;
        }
    }
    let held: usize = packets.0.iter().map(|packet| packet.bytes.len()).sum();
    // Packets that name the same few bytes over and over.
    if held > bytes.len() {
        return Err(Refusal::AudioDamaged);
    }
    track.packets = packets.0;
    Ok(track)
}

/// The only sound track and its sample table. A video is refused.
fn track(movie: &[u8]) -> Result<(Track, &[u8]), Refusal> {
    let mut found = None;
    for part in parts(movie) {
        let (name, track) = part?;
        if name != *b"trak" {
            continue;
        }
        let media = needed(track, *b"mdia")?;
        match needed(media, *b"hdlr")?.get(8..12) {
            Some(b"soun") if found.is_none() => found = Some((track, media)),
            Some(b"soun" | b"vide") => return Err(Refusal::NotAudio),
            // Other tracks, such as chapters, are dropped.
            _ => {}
        }
    }
    let (track, media) = found.ok_or(Refusal::NotAudio)?;
    let damaged = Refusal::AudioDamaged;
    let versioned = |head: &[u8], short, long| number(head, if head.first() == Some(&1) { long } else { short });
    let id = versioned(needed(track, *b"tkhd")?, 12, 20).ok_or(damaged)?;
    let timescale = versioned(needed(media, *b"mdhd")?, 12, 20).filter(|scale| *scale > 0).ok_or(damaged)?;
    let table = needed(needed(media, *b"minf")?, *b"stbl")?;
    let config = config(needed(table, *b"stsd")?)?;
    let (rate, channels) = sound(&config)?;
    Ok((Track { id, timescale, config, rate, channels, packets: Vec::new() }, table))
}

/// Reads `AudioSpecificConfig` from the sample description (`stsd`).
fn config(description: &[u8]) -> Result<Vec<u8>, Refusal> {
    let entries = description.get(8..).ok_or(Refusal::AudioDamaged)?;
    let Some(first) = parts(entries).next() else { return Err(Refusal::AudioDamaged) };
    let (name, entry) = first?;
    if name != *b"mp4a" {
        return Err(Refusal::NotAudio);
    }
    // QuickTime's versions have more fields before the boxes, and may have `esds` inside `wave`.
    let more = match entry.get(8..10) {
        Some([0, 1]) => 16,
        Some([0, 2]) => 36,
        _ => 0,
    };
    let inner = entry.get(28 + more..).ok_or(Refusal::AudioDamaged)?;
    let head = match find(inner, *b"esds")? {
        Some(head) => head,
        None => needed(needed(inner, *b"wave")?, *b"esds")?,
    };
    descriptors(head.get(4..).ok_or(Refusal::AudioDamaged)?)
}

/// `ES_Descriptor` contains the `DecoderConfigDescriptor` of AAC, which contains `DecoderSpecificInfo`.
fn descriptors(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let damaged = Refusal::AudioDamaged;
    let stream = descriptor(bytes, 3).ok_or(damaged)?;
    let flags = *stream.get(2).ok_or(damaged)?;
    if flags & 0xE0 != 0 {
        return Err(Refusal::NotAudio);
    }
    let decoder = descriptor(&stream[3..], 4).ok_or(damaged)?;
    if decoder.first() != Some(&0x40) {
        return Err(Refusal::NotAudio);
    }
    let config = descriptor(decoder.get(13..).ok_or(damaged)?, 5).ok_or(damaged)?;
    if config.len() > CONFIG { Err(damaged) } else { Ok(config.to_vec()) }
}

fn descriptor(bytes: &[u8], tag: u8) -> Option<&[u8]> {
    let (found, mut rest) = bytes.split_first()?;
    let mut size = 0_usize;
    for _ in 0..4 {
        let (byte, after) = rest.split_first()?;
        rest = after;
        size = size << 7 | usize::from(byte & 0x7F);
        if byte & 0x80 == 0 {
            break;
        }
    }
    rest.get(..size).filter(|_| *found == tag)
}

/// The sample rate and the channels of AAC-LC, or of the AAC-LC that HE-AAC extends.
fn sound(config: &[u8]) -> Result<(u32, u16), Refusal> {
    let [first, second, ..] = *config else { return Err(Refusal::AudioDamaged) };
    let bits = u16::from_be_bytes([first, second]);
    // AAC-LC, HE-AAC and HE-AAC v2.
    if !matches!(bits >> 11, 2 | 5 | 29) {
        return Err(Refusal::NotAudio);
    }
    let index = usize::from(bits >> 7 & 0xF);
    let rate = *RATES.get(index).ok_or(Refusal::NotAudio)?;
    let channels = bits >> 3 & 0xF;
    if (1..=2).contains(&channels) { Ok((rate, channels)) } else { Err(Refusal::NotAudio) }
}
