//! Bounds how many recordings are looked into at once, so that memory stays bounded too.

use super::{Sound, pack_anew};
use crate::{
    Result,
    media::budget::{Budget, UNIT},
};
use bytes::Bytes;
use domain::{Refusal, limits};

/// Megabytes that packing may take altogether: two of the largest recordings at once, or four of the usual ones.
///
/// Measured beside the file itself: 52 MB for 14 MB in as many packets and clusters as there may be, 39 MB for 15 MB in one cluster, 36 MB for 16 MB
/// in one packet, 10 MB for the 3 MB of three minutes of speech, and 30 MB for files of one to four that hold nothing but packets.
const BUDGET: u32 = 160;
/// The new file, and what it grows from.
const TIMES: u64 = 3;
/// Where the packets lie, and the tables of as many as there may be.
const TABLES: u64 = 32 * UNIT;

/// Looks into recordings and packs them anew.
#[derive(Debug)]
pub struct Packer(Budget);

impl Default for Packer {
    fn default() -> Self {
        Self(Budget::new(BUDGET))
    }
}

impl Packer {
    /// Opus in WebM or AAC in MP4; `not_audio`, `audio_damaged` or `audio_too_large` otherwise. Works off the async threads.
    pub async fn pack(&self, bytes: &Bytes) -> Result<Sound> {
        if bytes.len() > limits::AUDIO_BYTES {
            return Err(Refusal::AudioTooLarge.into());
        }
        let bytes = bytes.clone();
        let Some(done) = self.0.run(memory(bytes.len()), 1, move || pack_anew(&bytes)).await? else {
            tracing::warn!("a recording made its reader panic");
            return Err(Refusal::AudioDamaged.into());
        };
        Ok(done?)
    }
}

/// Bytes that packing a file of so many takes at most.
fn memory(bytes: usize) -> u64 {
    bytes as u64 * TIMES + TABLES
}

#[cfg(test)]
mod tests {
    use super::{BUDGET, Packer, UNIT, memory};
    use bytes::Bytes;
    use domain::limits;
    use std::time::Duration;
    use tokio::time::timeout;

    #[tokio::test]
    async fn recordings_wait_for_memory_and_two_of_the_largest_have_room() {
        assert_eq!(memory(limits::AUDIO_BYTES) * 2, u64::from(BUDGET) * UNIT);
        let packer = Packer::default();
        let voice = Bytes::from_static(include_bytes!("../../../tests/data/heute.webm"));
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let all = packer.0.run(u64::from(BUDGET) * UNIT, 1, move || wait.recv());
        let (_, (waited, milliseconds)) = tokio::join!(all, async {
            let early = timeout(Duration::from_millis(50), packer.pack(&voice)).await;
            go.send(()).unwrap();
            (early.is_err(), packer.pack(&voice).await.unwrap().milliseconds)
        });
        assert!(waited && milliseconds > 17_000, "{milliseconds}");
    }
}
