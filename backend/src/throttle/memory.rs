//! Counters in the memory of this process. Their number is bounded.

use super::counter::Counter;
use parking_lot::Mutex;
use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher,
};

/// Maximum number of keys. If it is reached, keys with no attempts to wait for are removed, and if that is not enough, the half that
/// recovers soonest.
const KEYS: usize = 50_000;

/// Times in milliseconds of [`crate::Clock::running`], by a hash of the counter's name.
#[derive(Debug, Default)]
pub(super) struct Memory {
    hasher: RandomState,
    times: Mutex<HashMap<u64, i64>>,
}

impl Memory {
    /// Takes one attempt of each counter, or none. The error: milliseconds to wait.
    pub fn take(&self, counters: &[Counter], now: i64) -> Result<(), i64> {
        let mut times = self.times.lock();
        let next = counters.iter().map(|counter| {
            let key = self.key(counter);
            let full_at = times.get(&key).copied().unwrap_or(now).max(now).saturating_add(counter.step);
            (key, full_at, full_at.saturating_sub(now).saturating_sub(counter.period))
        });
        let next: Vec<_> = next.collect();
        match next.iter().map(|(_, _, wait)| *wait).max() {
            Some(wait) if wait > 0 => return Err(wait),
            _ => {}
        }
        make_room(&mut times, now);
        times.extend(next.into_iter().map(|(key, full_at, _)| (key, full_at)));
        Ok(())
    }

    pub fn give_back(&self, counters: &[Counter]) {
        let mut times = self.times.lock();
        for counter in counters {
            if let Some(full_at) = times.get_mut(&self.key(counter)) {
                *full_at -= counter.step;
            }
        }
    }

    pub fn forget(&self, counters: &[Counter]) {
        let mut times = self.times.lock();
        for counter in counters {
            times.remove(&self.key(counter));
        }
    }

    fn key(&self, counter: &Counter) -> u64 {
        self.hasher.hash_one(&counter.name)
    }
}

fn make_room(times: &mut HashMap<u64, i64>, now: i64) {
    if times.len() < KEYS {
        return;
    }
    times.retain(|_, at| *at > now);
    if times.len() < KEYS {
        return;
    }
    let mut all: Vec<i64> = times.values().copied().collect();
    let middle = all.len() / 2;
    let (_, median, _) = all.select_nth_unstable(middle);
    let median = *median;
    times.retain(|_, at| *at > median);
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            action::{Action, Rate},
            counter::{Counter, counters},
        },
        KEYS, Memory,
    };
    use chrono::TimeDelta;

    /// Ten attempts at once, and one more every six seconds.
    fn of(key: &str) -> Vec<Counter> {
        counters("test", Action::Invitation, Rate::per(10, TimeDelta::minutes(1)), key).collect()
    }

    #[test]
    fn ten_at_once_then_one_every_six_seconds() {
        let memory = Memory::default();
        let take = |address: &str, now: i64| memory.take(&of(address), now);
        for _ in 0..10 {
            take("192.0.2.1", 0).unwrap();
        }
        assert_eq!(take("192.0.2.1", 0), Err(6000));
        take("192.0.2.2", 0).unwrap();
        take("192.0.2.1", 6000).unwrap();
        assert_eq!(take("192.0.2.1", 6001), Err(5999));
        for _ in 0..10 {
            take("192.0.2.1", 90_000_000).unwrap();
        }
        take("192.0.2.1", 90_000_000).unwrap_err();
    }

    #[test]
    fn a_returned_attempt_can_be_taken_again() {
        let memory = Memory::default();
        for _ in 0..30 {
            memory.take(&of("anna"), 0).unwrap();
            memory.give_back(&of("anna"));
        }
    }

    #[test]
    fn one_ipv6_network_counts_as_one_address() {
        let memory = Memory::default();
        let take = |address: &str| memory.take(&of(address), 0);
        for n in 0..10 {
            take(&format!("2001:db8:1:2::{n}")).unwrap();
        }
        take("2001:db8:1:2:ffff::1").unwrap_err();
        take("2001:db8:1:3::1").unwrap();
        let taken = (4..200).filter(|n| take(&format!("2001:db8:1:{n:x}::1")).is_ok());
        assert_eq!(taken.count(), 100 - 11, "ten times as many for all networks of one site");
        take("2001:db8:2:1::1").unwrap();
        for _ in 0..10 {
            take("::ffff:192.0.2.1").unwrap();
        }
        take("192.0.2.1").unwrap_err();
    }

    #[test]
    fn a_flood_of_addresses_neither_grows_memory_nor_frees_a_refused_one() {
        let memory = Memory::default();
        while memory.take(&of("192.0.2.1"), 0).is_ok() {}
        for n in 0..KEYS * 3 {
            memory.take(&of(&format!("account {n}")), 0).unwrap();
        }
        assert!(memory.times.lock().len() <= KEYS);
        memory.take(&of("192.0.2.1"), 0).unwrap_err();
    }
}
