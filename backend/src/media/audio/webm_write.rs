//! Writes a WebM with one Opus track, with its length and with cues, so that a player can seek.

use super::{
    ebml::{head, put, put_number},
    length, milliseconds,
    opus::RATE,
    small,
    webm::Track,
};
use domain::Refusal;

const SECOND: u64 = 1_000_000_000;
const MILLISECOND: u64 = 1_000_000;
/// Milliseconds of one cluster; each has a cue.
const CLUSTER: u64 = 5_000;
/// Nanoseconds that a decoder has to decode before the position from which it plays (RFC 7845 4.6).
const PRE_ROLL: u32 = 80_000_000;

/// Returns the length in milliseconds and the file.
pub fn file(bytes: &[u8], track: &Track) -> Result<(u32, Vec<u8>), Refusal> {
    let milliseconds = milliseconds(length(&track.packets)?, SECOND);
    let (clusters, starts) = clusters(bytes, track)?;
    let (info, tracks) = (info(milliseconds), tracks(track));
    // The size of the cues does not depend on the clusters' positions.
    let before = info.len() + tracks.len() + cues(&starts, 0)?.len();
    let cues = cues(&starts, before)?;
    let mut file = header();
    head(&mut file, 0x1853_8067, before + clusters.len());
    file.extend_from_slice(&info);
    file.extend_from_slice(&tracks);
    file.extend_from_slice(&cues);
    file.extend_from_slice(&clusters);
    Ok((milliseconds, file))
}

fn header() -> Vec<u8> {
    let mut inner = Vec::new();
    for (id, number) in [(0x4286, 1), (0x42F7, 1), (0x42F2, 4), (0x42F3, 8)] {
        put(&mut inner, id, &[number]);
    }
    put(&mut inner, 0x4282, b"webm");
    put(&mut inner, 0x4287, &[4]);
    put(&mut inner, 0x4285, &[2]);
    let mut header = Vec::new();
    put(&mut header, 0x1A45_DFA3, &inner);
    header
}

/// The length of a tick (a millisecond), and the length of the recording.
fn info(milliseconds: u32) -> Vec<u8> {
    let mut inner = Vec::new();
    put_number(&mut inner, 0x002A_D7B1, 1_000_000);
    put(&mut inner, 0x4489, &f64::from(milliseconds).to_be_bytes());
    put(&mut inner, 0x4D80, b"Tagesecho");
    put(&mut inner, 0x5741, b"Tagesecho");
    let mut info = Vec::new();
    put(&mut info, 0x1549_A966, &inner);
    info
}

fn tracks(track: &Track) -> Vec<u8> {
    let mut audio = Vec::new();
    put(&mut audio, 0xB5, &48_000_f64.to_be_bytes());
    put(&mut audio, 0x9F, &[track.head.channels()]);
    let delay = u64::from(track.head.pre_skip()) * SECOND / RATE;
    let mut entry = Vec::new();
    for (id, number) in [(0xD7, 1), (0x73C5, 1), (0x83, 2), (0x9C, 0)] {
        put(&mut entry, id, &[number]);
    }
    put(&mut entry, 0x86, b"A_OPUS");
    put(&mut entry, 0x63A2, &track.head.0);
    put(&mut entry, 0x56AA, &delay.to_be_bytes());
    put_number(&mut entry, 0x56BB, PRE_ROLL);
    put(&mut entry, 0xE1, &audio);
    let mut inner = Vec::new();
    put(&mut inner, 0xAE, &entry);
    let mut tracks = Vec::new();
    put(&mut tracks, 0x1654_AE6B, &inner);
    tracks
}

/// The position of each cluster in the segment, if the first one begins at `before`.
fn cues(starts: &[(u32, usize)], before: usize) -> Result<Vec<u8>, Refusal> {
    let mut inner = Vec::new();
    for (time, start) in starts {
        let mut place = Vec::new();
        put(&mut place, 0xF7, &[1]);
        put_number(&mut place, 0xF1, small((before + start) as u64)?);
        let mut point = Vec::new();
        put_number(&mut point, 0xB3, *time);
        put(&mut point, 0xB7, &place);
        put(&mut inner, 0xBB, &point);
    }
    let mut cues = Vec::new();
    put(&mut cues, 0x1C53_BB6B, &inner);
    Ok(cues)
}

/// The time of a cluster and its position.
type Start = (u32, usize);

/// All clusters, and the time and position of each.
fn clusters(bytes: &[u8], track: &Track) -> Result<(Vec<u8>, Vec<Start>), Refusal> {
    let zero = track.packets.first().map_or(0, |packet| packet.time);
    let time = |packet: &super::Packet| (packet.time - zero) / MILLISECOND;
    let (mut all, mut starts) = (Vec::with_capacity(bytes.len()), Vec::new());
    let mut rest = track.packets.as_slice();
    while let Some(first) = rest.first() {
        let start = time(first);
        let count = rest.iter().take_while(|packet| time(packet) - start < CLUSTER).count();
        let (together, others) = rest.split_at(count);
        rest = others;
        let mut cluster = Vec::new();
        put_number(&mut cluster, 0xE7, small(start)?);
        for packet in together {
            let after: i16 = small(time(packet) - start)?;
            let [high, low] = after.to_be_bytes();
            let sound = &bytes[packet.bytes.clone()];
            head(&mut cluster, 0xA3, 4 + sound.len());
            // Track 1, key frame.
            cluster.extend_from_slice(&[0x81, high, low, 0x80]);
            cluster.extend_from_slice(sound);
        }
        starts.push((small(start)?, all.len()));
        put(&mut all, 0x1F43_B675, &cluster);
    }
    Ok((all, starts))
}
