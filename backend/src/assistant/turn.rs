//! One transcription of a person at a time: each holds a recording in memory for as long as the service takes.

use crate::Result;
use domain::{Error, Refusal, UserId};
use parking_lot::Mutex;
use std::{collections::HashSet, sync::Arc};

/// Seconds after which trying again is worth it.
const PAUSE: u64 = 10;

/// Who has one running in this process.
#[derive(Clone, Debug, Default)]
pub struct Turns(Arc<Mutex<HashSet<UserId>>>);

/// One that runs; over when it is dropped, also when nobody waits for the answer any more.
#[derive(Debug)]
pub struct Turn {
    turns: Turns,
    user: UserId,
}

impl Turns {
    pub fn begin(&self, user: UserId) -> Result<Turn> {
        if !self.0.lock().insert(user) {
            return Err(Error::from(Refusal::TranscriptionRunning).retry_after(PAUSE).into());
        }
        Ok(Turn { turns: self.clone(), user })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.0.lock().remove(&self.user);
    }
}
