//! Limits how many pictures are decoded at once, to limit the memory.

use super::{
    Upload,
    budget::Budget,
    decode::{self, Picture, Purpose},
    format::{self, Accepted},
};
use crate::Result;
use domain::Refusal;
use std::thread;

/// Most megabytes for all decoding together. A picture that needs more is decoded alone.
const BUDGET: u32 = 320;

/// Decodes two or three pictures at once, fewer if they are large.
#[derive(Debug)]
pub struct Decoder {
    budget: Budget,
    /// The least that a picture takes, in megabytes.
    share: u32,
}

impl Default for Decoder {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let share = if cores > 2 { BUDGET / 3 } else { BUDGET / 2 };
        Self { budget: Budget::new(BUDGET), share }
    }
}

impl Decoder {
    pub async fn accept(&self, upload: Upload) -> Result<Accepted> {
        let name = upload.shown_name();
        self.run(0, name, move || format::accept(upload)).await
    }

    /// Bytes of memory that are taken for decoding, and the most.
    pub fn usage(&self) -> (u64, u64) {
        self.budget.usage()
    }

    pub async fn decode(&self, accepted: Accepted, purpose: Purpose) -> Result<Picture> {
        let name = accepted.upload.shown_name();
        self.run(accepted.memory(purpose), name, move || decode::decode(accepted, purpose)).await
    }

    /// A panic of the decoder means that the file is damaged.
    async fn run<T: Send + 'static>(
        &self,
        memory: u64,
        name: String,
        work: impl FnOnce() -> Result<T, domain::Error> + Send + 'static,
    ) -> Result<T> {
        let Some(done) = self.budget.run(memory, self.share, work).await? else {
            tracing::warn!("a picture made its decoder panic");
            return Err(domain::Error::from(Refusal::ImageDamaged).with("name", name).into());
        };
        Ok(done?)
    }
}

#[cfg(test)]
mod tests {
    use super::{BUDGET, Decoder};
    use crate::media::budget::UNIT;
    use futures::future::try_join_all;
    use std::{
        sync::{
            Arc, Barrier,
            atomic::{AtomicUsize, Ordering},
        },
        thread,
    };

    #[tokio::test]
    async fn small_pictures_are_decoded_beside_each_other_and_large_ones_alone() {
        let decoder = Decoder::default();
        let both = Arc::new(Barrier::new(2));
        let small = (0..2).map(|_| {
            let both = Arc::clone(&both);
            decoder.run(10 * UNIT, String::new(), move || Ok(both.wait().is_leader()))
        });
        assert_eq!(try_join_all(small).await.unwrap().into_iter().filter(|leader| *leader).count(), 1);

        let inside = Arc::new(AtomicUsize::new(0));
        // Two of the first size exceed the budget together. The last one exceeds it alone, and runs all the same.
        let large = [200, 200, 10, u64::from(BUDGET) * 2].map(|memory| {
            let inside = Arc::clone(&inside);
            decoder.run(memory * UNIT, String::new(), move || {
                let weight = if memory > 100 { 2 } else { 1 };
                let most = inside.fetch_add(weight, Ordering::SeqCst) + weight;
                (0..100).for_each(|_| thread::yield_now());
                inside.fetch_sub(weight, Ordering::SeqCst);
                Ok(most)
            })
        });
        let most = try_join_all(large).await.unwrap();
        assert!(most.iter().all(|most| *most <= 3), "{most:?}");
    }
}
