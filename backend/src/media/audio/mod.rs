//! Recognises recordings by their content, computes their length from the packets' times, and writes the packets to a new file. So only
//! sound is stored, and every recording has a length and can be seeked.

mod ebml;
mod mp4;
mod mp4_table;
mod mp4_write;
mod opus;
mod packer;
mod webm;
mod webm_write;

pub use packer::Packer;

use super::Upload;
use crate::{Backend, Result, providers::media::File, sealing::DataKey};
use bytes::Bytes;
use domain::{Plan, RecordingId, Refusal, SoundFormat, limits};
use std::ops::Range;
use uuid::Uuid;

/// Most packets of one recording. An hour of the usual packets of twenty milliseconds has fewer.
const PACKETS: usize = 200_000;

/// A recording that has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sound {
    pub content_type: &'static str,
    /// File extension without the dot.
    pub extension: &'static str,
    pub milliseconds: u32,
    pub format: SoundFormat,
    /// The same packets in a new file, without the tags, names, positions and anything else that the upload contained.
    pub bytes: Bytes,
}

/// A recording as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredRecording {
    pub id: RecordingId,
    pub format: SoundFormat,
    pub milliseconds: u32,
}

impl StoredRecording {
    pub(crate) fn file(self) -> File {
        File::Recording(self.id, self.format)
    }
}

/// One packet of a recording: the place of its bytes, its start time and its duration, in ticks of the format.
#[derive(Clone, Debug)]
struct Packet {
    bytes: Range<usize>,
    time: u64,
    duration: u64,
}

/// Repacks Opus in WebM or AAC in MP4. Anything else is `not_audio` or `audio_damaged`.
fn pack_anew(bytes: &[u8]) -> Result<Sound, Refusal> {
    let (format, (milliseconds, packed)) = if bytes.starts_with(&ebml::MAGIC) {
        (SoundFormat::WebM, webm_write::file(bytes, &webm::read(bytes)?)?)
    } else if bytes.get(4..8) == Some(b"ftyp") {
        (SoundFormat::Mp4, mp4_write::file(bytes, &mp4::read(bytes)?)?)
    } else {
        return Err(Refusal::NotAudio);
    };
    let (content_type, extension) = (format.content_type(), format.extension());
    Ok(Sound { content_type, extension, milliseconds, format, bytes: packed.into() })
}

/// Most seconds of one recording.
pub fn seconds(backend: &Backend, plan: Plan) -> u32 {
    let ours = backend.settings.recording_seconds;
    ours.map_or_else(|| plan.recording_seconds(), |[free, pro]| if plan == Plan::Pro { pro } else { free })
}

/// Checks and repacks an upload. [`store`] then stores it.
pub(crate) async fn accept(backend: &Backend, plan: Plan, upload: &Upload) -> Result<Sound> {
    let sound = backend.packer.pack(&upload.bytes).await?;
    fits(backend, plan, sound.milliseconds)?;
    Ok(sound)
}

/// Refuses a recording that is too long for the plan.
pub(crate) fn fits(backend: &Backend, plan: Plan, milliseconds: u32) -> Result<()> {
    let seconds = seconds(backend, plan);
    if milliseconds > seconds.saturating_mul(1000).saturating_add(limits::RECORDING_GRACE) {
        return Err(domain::Error::from(Refusal::RecordingTooLong).with("n", seconds).into());
    }
    Ok(())
}

pub(super) async fn store(backend: &Backend, key: &DataKey, sound: Sound) -> Result<StoredRecording> {
    let Sound { format, milliseconds, bytes, .. } = sound;
    // Version 4: the id stands in addresses of secret links and must not tell when it was made.
    let recording = StoredRecording { id: RecordingId(Uuid::new_v4()), format, milliseconds };
    if let Err(error) = super::put(backend, key, recording.file(), bytes).await {
        super::removed::discard_later(backend, vec![recording.id.0]).await;
        return Err(error);
    }
    Ok(recording)
}

/// The length of the packets: the longer of the span of their times and the sum of their durations, so that no file hides its length.
fn length(packets: &[Packet]) -> Result<u64, Refusal> {
    let (first, last) = packets.first().zip(packets.last()).ok_or(Refusal::AudioDamaged)?;
    let span = last.time.saturating_add(last.duration) - first.time;
    let held = packets.iter().fold(0_u64, |sum, packet| sum.saturating_add(packet.duration));
    Ok(span.max(held))
}

/// Converts `length` from ticks to milliseconds; a second has `rate` ticks.
fn milliseconds(length: u64, rate: u64) -> u32 {
    let exact = u128::from(length) * 1000 / u128::from(rate.max(1));
    u32::try_from(exact).unwrap_or(u32::MAX)
}

/// Packets in the order of the file. Times never go back, and there are at most [`PACKETS`].
#[derive(Debug, Default)]
struct Packets(Vec<Packet>);

impl Packets {
    fn push(&mut self, bytes: Range<usize>, time: u64, duration: u64) -> Result<(), Refusal> {
        if self.0.len() == PACKETS {
            return Err(Refusal::AudioDamaged);
        }
        let time = self.0.last().map_or(time, |before| before.time.max(time));
        self.0.push(Packet { bytes, time, duration });
        Ok(())
    }
}

/// Converts a number from a file. A number that is too large means damage.
fn small<T: TryFrom<u64>>(number: u64) -> Result<T, Refusal> {
    T::try_from(number).map_err(|_| Refusal::AudioDamaged)
}

#[cfg(test)]
mod tests;
