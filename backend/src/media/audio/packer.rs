//! Limits how many recordings are repacked at once, to limit the memory.

use super::{Sound, pack_anew};
use crate::{
    Result,
    media::budget::{Budget, UNIT},
};
use bytes::Bytes;
use domain::{Refusal, limits};

/// Most megabytes for all repacking together: two of the largest recordings at once, or four usual ones.
///
/// Measured, not counting the file itself: 52 MB for 14 MB with the most packets and clusters, 39 MB for 15 MB in one cluster, 36 MB for 16 MB
/// in one packet, 10 MB for 3 MB (three minutes of speech), and 30 MB for files of 1 to 4 MB that contain only packets.
const BUDGET: u32 = 160;
/// Memory for the new file while it grows, as a multiple of the upload's size.
const TIMES: u64 = 3;
/// Bytes for the packets' places and the tables, for the most packets.
const TABLES: u64 = 32 * UNIT;

/// Checks recordings and repacks them.
#[derive(Debug)]
pub struct Packer(Budget);

impl Default for Packer {
    fn default() -> Self {
        Self(Budget::new(BUDGET))
    }
}

impl Packer {
    /// Bytes of memory that are taken for repacking, and the most.
    pub fn usage(&self) -> (u64, u64) {
        self.0.usage()
    }

    /// Repacks Opus in WebM or AAC in MP4; otherwise `not_audio`, `audio_damaged` or `audio_too_large`. Works on a blocking thread.
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

/// Most bytes of memory for repacking a file of `bytes` bytes.
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
