//! What a recording is, by its content: its length from the packets' times, and the same sound packed anew, so that nothing
//! but sound is kept and every recording has a length and can be seeked.

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
use crate::{Backend, Result, providers::media::File};
use bytes::Bytes;
use domain::{Plan, RecordingId, Refusal, SoundFormat, limits};
use std::ops::Range;

/// Packets of one recording; an hour of the usual twenty milliseconds each has fewer.
const PACKETS: usize = 200_000;

/// A recording that was looked into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sound {
    pub content_type: &'static str,
    /// Without the dot.
    pub extension: &'static str,
    pub milliseconds: u32,
    pub format: SoundFormat,
    /// The same packets in a file of our own: without tags, names, positions and whatever else the first one held.
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

/// One packet of a recording: where its bytes lie, when it begins and how long it sounds, in ticks of the format's own.
#[derive(Clone, Debug)]
struct Packet {
    bytes: Range<usize>,
    time: u64,
    duration: u64,
}

/// Opus in WebM or AAC in MP4; `not_audio` or `audio_damaged` otherwise.
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

/// Seconds of one recording.
pub fn seconds(backend: &Backend, plan: Plan) -> u32 {
    let ours = backend.settings.recording_seconds;
    ours.map_or_else(|| plan.recording_seconds(), |[free, pro]| if plan == Plan::Pro { pro } else { free })
}

/// Looks into what was uploaded; [`store`] then keeps it.
pub(crate) async fn accept(backend: &Backend, plan: Plan, upload: &Upload) -> Result<Sound> {
    let sound = backend.packer.pack(&upload.bytes).await?;
    fits(backend, plan, sound.milliseconds)?;
    Ok(sound)
}

/// Whether the plan takes a recording of this length.
pub(crate) fn fits(backend: &Backend, plan: Plan, milliseconds: u32) -> Result<()> {
    let seconds = seconds(backend, plan);
    if milliseconds > seconds.saturating_mul(1000).saturating_add(limits::RECORDING_GRACE) {
        return Err(domain::Error::from(Refusal::RecordingTooLong).with("n", seconds).into());
    }
    Ok(())
}

pub(super) async fn store(backend: &Backend, sound: Sound) -> Result<StoredRecording> {
    let Sound { format, milliseconds, bytes, .. } = sound;
    let recording = StoredRecording { id: RecordingId(backend.clock.id()), format, milliseconds };
    if let Err(error) = backend.media.put(recording.file(), bytes).await {
        super::remove_files(backend, recording.id.0).await;
        return Err(error);
    }
    Ok(recording)
}

/// How long packets sound: as long as their times say or as they hold, whichever is more, so that no file hides its length.
fn length(packets: &[Packet]) -> Result<u64, Refusal> {
    let (first, last) = packets.first().zip(packets.last()).ok_or(Refusal::AudioDamaged)?;
    let span = last.time.saturating_add(last.duration) - first.time;
    let held = packets.iter().fold(0_u64, |sum, packet| sum.saturating_add(packet.duration));
    Ok(span.max(held))
}

/// `length` in ticks of which a second has `rate`.
fn milliseconds(length: u64, rate: u64) -> u32 {
    let exact = u128::from(length) * 1000 / u128::from(rate.max(1));
    u32::try_from(exact).unwrap_or(u32::MAX)
}

/// Packets in the order of the file. Times never go back, and there are so many at most.
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

/// A number that a file holds; one that is too large for us is damage.
fn small<T: TryFrom<u64>>(number: u64) -> Result<T, Refusal> {
    T::try_from(number).map_err(|_| Refusal::AudioDamaged)
}

#[cfg(test)]
mod tests;
