//! The limit of uploads in memory: few per account, and a number of bytes in all.

use backend::per_key::{Counted, PerKey};
use domain::{Error, Refusal, UserId};
use parking_lot::Mutex;
use std::sync::Arc;

/// Forms that one account may send at the same time.
const PER_ACCOUNT: usize = 3;
/// Bytes of all accounts' forms together.
const BYTES: usize = 768 * 1024 * 1024;
/// Seconds until a retry is worthwhile.
const PAUSE: u64 = 10;

#[derive(Clone, Debug, Default)]
pub struct Uploads {
    forms: PerKey<UserId>,
    bytes: Arc<Mutex<usize>>,
}

/// A place for one running upload; given back when dropped.
#[derive(Debug)]
pub struct Slot {
    uploads: Uploads,
    form: Option<Counted<UserId>>,
    bytes: usize,
}

impl Uploads {
    pub fn begin(&self, account: UserId) -> Result<Slot, Error> {
        let Some(form) = self.forms.take(account, PER_ACCOUNT) else {
            return Err(Error::from(Refusal::TooManyRequests).with("seconds", PAUSE).retry_after(PAUSE));
        };
        Ok(Slot { uploads: self.clone(), form: Some(form), bytes: 0 })
    }
}

impl Slot {
    /// Counts bytes that arrived; refused when all memory for uploads is taken.
    pub fn take(&mut self, bytes: usize) -> Result<(), Error> {
        let mut all = self.uploads.bytes.lock();
        if *all + bytes > BYTES {
            return Err(Error::from(Refusal::Unavailable).retry_after(PAUSE));
        }
        *all += bytes;
        self.bytes += bytes;
        Ok(())
    }

    /// The whole form has arrived: the account may send another one, but the memory stays reserved until this is dropped.
    pub fn arrived(&mut self) {
        self.form = None;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *self.uploads.bytes.lock() -= self.bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES, PER_ACCOUNT, Uploads};
    use domain::{Refusal, UserId};

    fn person(n: u128) -> UserId {
        UserId(uuid::Uuid::from_u128(n))
    }

    #[test]
    fn an_account_sends_three_forms_at_once_and_the_next_when_one_ended() {
        let uploads = Uploads::default();
        let mut slots: Vec<_> = (0..PER_ACCOUNT).map(|_| uploads.begin(person(1)).unwrap()).collect();
        assert_eq!(uploads.begin(person(1)).unwrap_err().refusal, Refusal::TooManyRequests);
        assert!(uploads.begin(person(2)).is_ok());
        slots.pop();
        assert!(uploads.begin(person(1)).is_ok());
        drop(slots);
    }

    #[test]
    fn a_form_that_is_all_here_leaves_its_place_and_keeps_its_memory() {
        let uploads = Uploads::default();
        let mut slots: Vec<_> = (0..PER_ACCOUNT).map(|_| uploads.begin(person(1)).unwrap()).collect();
        slots[0].take(BYTES).unwrap();
        slots[0].arrived();
        slots[0].arrived();
        let mut next = uploads.begin(person(1)).unwrap();
        assert!(uploads.begin(person(1)).is_err(), "one place, and not two");
        assert_eq!(next.take(1).unwrap_err().refusal, Refusal::Unavailable);
        drop(slots);
        next.take(1).unwrap();
        drop(next);
        assert_eq!(*uploads.bytes.lock(), 0);
    }

    #[test]
    fn memory_for_uploads_ends_and_comes_back() {
        let uploads = Uploads::default();
        let mut first = uploads.begin(person(1)).unwrap();
        first.take(BYTES).unwrap();
        let mut second = uploads.begin(person(2)).unwrap();
        assert_eq!(second.take(1).unwrap_err().refusal, Refusal::Unavailable);
        drop(first);
        assert!(second.take(1).is_ok());
    }
}
