//! Reads the packets of a WebM with one Opus track, as browsers record it (RFC 9559).

use super::{
    Packet, Packets,
    ebml::{Reader, unsigned},
    opus,
};
use domain::Refusal;

const HEADER: u32 = 0x1A45_DFA3;
const DOC_TYPE: u32 = 0x4282;
const SEGMENT: u32 = 0x1853_8067;
const INFO: u32 = 0x1549_A966;
const TIMESTAMP_SCALE: u32 = 0x002A_D7B1;
const TRACKS: u32 = 0x1654_AE6B;
const TRACK_ENTRY: u32 = 0xAE;
const TRACK_NUMBER: u32 = 0xD7;
const TRACK_TYPE: u32 = 0x83;
const CODEC_ID: u32 = 0x86;
const CODEC_PRIVATE: u32 = 0x63A2;
const CONTENT_ENCODINGS: u32 = 0x6D80;
const CLUSTER: u32 = 0x1F43_B675;
const CLUSTER_TIMESTAMP: u32 = 0xE7;
const SIMPLE_BLOCK: u32 = 0xA3;
const BLOCK_GROUP: u32 = 0xA0;
const BLOCK: u32 = 0xA1;

const AUDIO: u64 = 2;
/// Nanoseconds per tick, unless the file gives another number.
const SCALE: u64 = 1_000_000;
const SECOND: u64 = 1_000_000_000;
/// The flags for more than one packet in a block. No browser writes them.
const LACING: u8 = 0x06;

/// Times and durations in nanoseconds.
#[derive(Debug)]
pub struct Track {
    pub head: opus::Head,
    pub packets: Vec<Packet>,
}

pub fn read(bytes: &[u8]) -> Result<Track, Refusal> {
    let mut reader = Reader::new(bytes);
    header(&mut reader)?;
    let (mut scale, mut track, mut start) = (SCALE, None, 0);
    let mut packets = Packets::default();
    // Segments and clusters are not read as a whole, because recorders do not write their sizes.
    while let Some((id, size)) = reader.next()? {
        match id {
            SEGMENT | CLUSTER => {}
            INFO => scale = timestamp_scale(reader.data(size)?)?,
            TRACKS => track = Some(tracks(reader.data(size)?)?),
            CLUSTER_TIMESTAMP => start = unsigned(reader.data(size)?)?,
            SIMPLE_BLOCK => {
                let data = reader.data(size)?;
                block(data, reader.at - data.len(), start, scale, track.as_ref(), &mut packets)?;
            }
            BLOCK_GROUP => {
                let data = reader.data(size)?;
                let offset = reader.at - data.len();
                let mut group = Reader::new(data);
                while let Some((id, size)) = group.next()? {
                    let inner = group.data(size)?;
                    if id == BLOCK {
                        let at = offset + group.at - inner.len();
                        block(inner, at, start, scale, track.as_ref(), &mut packets)?;
                    }
                }
            }
            _ => drop(reader.data(size)?),
        }
    }
    let (_, head) = track.ok_or(Refusal::AudioDamaged)?;
    Ok(Track { head, packets: packets.0 })
}

/// Accepts only WebM: Matroska in general can contain anything.
fn header(reader: &mut Reader) -> Result<(), Refusal> {
    let Some((HEADER, size)) = reader.next()? else { return Err(Refusal::NotAudio) };
    let mut header = Reader::new(reader.data(size)?);
    while let Some((id, size)) = header.next()? {
        let data = header.data(size)?;
        if id == DOC_TYPE && data.split(|byte| *byte == 0).next() == Some(b"webm") {
            return Ok(());
        }
    }
    Err(Refusal::NotAudio)
}

fn timestamp_scale(info: &[u8]) -> Result<u64, Refusal> {
    let mut reader = Reader::new(info);
    let mut scale = SCALE;
    while let Some((id, size)) = reader.next()? {
        let data = reader.data(size)?;
        if id == TIMESTAMP_SCALE {
            scale = unsigned(data)?;
        }
    }
    if scale == 0 { Err(Refusal::AudioDamaged) } else { Ok(scale) }
}

/// The number of the only track, and its Opus header.
fn tracks(data: &[u8]) -> Result<(u64, opus::Head), Refusal> {
    let mut reader = Reader::new(data);
    let mut found = None;
    while let Some((id, size)) = reader.next()? {
        let data = reader.data(size)?;
        if id == TRACK_ENTRY && found.replace(track(data)?).is_some() {
            return Err(Refusal::NotAudio);
        }
    }
    found.ok_or(Refusal::AudioDamaged)
}

fn track(data: &[u8]) -> Result<(u64, opus::Head), Refusal> {
    let mut reader = Reader::new(data);
    let (mut number, mut kind, mut codec, mut private) = (1, 0, &b""[..], &b""[..]);
    while let Some((id, size)) = reader.next()? {
        let data = reader.data(size)?;
        match id {
            TRACK_NUMBER => number = unsigned(data)?,
            TRACK_TYPE => kind = unsigned(data)?,
            CODEC_ID => codec = data,
            CODEC_PRIVATE => private = data,
            CONTENT_ENCODINGS => return Err(Refusal::NotAudio),
            _ => {}
        }
    }
    if kind != AUDIO || codec.split(|byte| *byte == 0).next() != Some(b"A_OPUS") {
        return Err(Refusal::NotAudio);
    }
    Ok((number, opus::Head::read(private)?))
}

/// Appends the packet of a block. The block's data begin at `offset` in the file.
fn block(
    data: &[u8],
    offset: usize,
    start: u64,
    scale: u64,
    track: Option<&(u64, opus::Head)>,
    packets: &mut Packets,
) -> Result<(), Refusal> {
    let damaged = Refusal::AudioDamaged;
    let (expected, _) = track.ok_or(damaged)?;
    let mut reader = Reader::new(data);
    let (number, _) = reader.number(8, false).ok_or(damaged)?;
    let [high, low, flags] = *data.get(reader.at..reader.at + 3).ok_or(damaged)? else { return Err(damaged) };
    if number != *expected {
        return Err(damaged);
    }
    if flags & LACING != 0 {
        return Err(Refusal::NotAudio);
    }
    let sound = reader.at + 3;
    let samples = opus::samples(&data[sound..]).ok_or(damaged)?;
    let ticks = start.checked_add_signed(i16::from_be_bytes([high, low]).into()).ok_or(damaged)?;
    let time = ticks.checked_mul(scale).ok_or(damaged)?;
    packets.push(offset + sound..offset + data.len(), time, samples * SECOND / opus::RATE)
}
