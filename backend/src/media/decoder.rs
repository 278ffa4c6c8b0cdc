//! Bounds how many pictures are decoded at once, so that memory stays bounded too.

use super::{
    Upload,
    decode::{self, Picture, Purpose},
    format::{self, Accepted},
};
use crate::Result;
use domain::Refusal;
use std::{sync::Arc, thread};
use tokio::{sync::Semaphore, task::spawn_blocking};

/// A picture of more decoded bytes than this (about 22 megapixels) is decoded alone.
const LARGE: u64 = 64 * 1024 * 1024;

/// Decodes two or three pictures at once.
#[derive(Debug)]
pub struct Decoder {
    slots: Arc<Semaphore>,
    count: u32,
}

impl Default for Decoder {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let count = if cores > 2 { 3 } else { 2 };
        Self { slots: Arc::new(Semaphore::new(count as usize)), count }
    }
}

impl Decoder {
    pub async fn accept(&self, upload: Upload) -> Result<Accepted> {
        let name = upload.shown_name();
        self.run(1, name, move || format::accept(upload)).await
    }

    pub async fn decode(&self, accepted: Accepted, purpose: Purpose) -> Result<Picture> {
        let slots = if accepted.decoded_bytes > LARGE { self.count } else { 1 };
        let name = accepted.upload.shown_name();
        self.run(slots, name, move || decode::decode(&accepted, purpose)).await
    }

    /// A decoder that panics met a damaged file.
    async fn run<T: Send + 'static>(
        &self,
        slots: u32,
        name: String,
        work: impl FnOnce() -> Result<T, domain::Error> + Send + 'static,
    ) -> Result<T> {
        let slots =
            Arc::clone(&self.slots).acquire_many_owned(slots).await.map_err(|e| crate::Error::broken("decoder", e))?;
        let work = move || {
            // Held to the end of the work, also when nobody waits for it any more.
            let _slots = slots;
            work()
        };
        match spawn_blocking(work).await {
            Ok(done) => Ok(done?),
            Err(error) if error.is_panic() => {
                tracing::warn!("a picture made its decoder panic");
                Err(domain::Error::from(Refusal::ImageDamaged).with("name", name).into())
            }
            Err(error) => Err(error.into()),
        }
    }
}
