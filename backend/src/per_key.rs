//! Limits how many of something exist per key at the same time, such as uploads per account or connections per client address.

use parking_lot::Mutex;
use std::{collections::HashMap, hash::Hash, sync::Arc};

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct PerKey<K: Eq + Hash>(Arc<Mutex<HashMap<K, usize>>>);

/// One use of a key. It counts until it is dropped.
#[derive(Debug)]
pub struct Counted<K: Eq + Hash> {
    all: PerKey<K>,
    key: K,
}

impl<K: Eq + Hash> Default for PerKey<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K: Clone + Eq + Hash> PerKey<K> {
    /// `None`: the key already has `most`.
    pub fn take(&self, key: K, most: usize) -> Option<Counted<K>> {
        let mut counts = self.0.lock();
        let count = counts.get(&key).copied().unwrap_or_default();
        if count >= most {
            return None;
        }
        counts.insert(key.clone(), count + 1);
        Some(Counted { all: self.clone(), key })
    }
}

impl<K: Eq + Hash> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.all.0.lock();
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PerKey;

    #[test]
    fn a_key_has_a_limit_and_leaves_nothing_behind() {
        let all = PerKey::default();
        let held = [all.take("a", 2), all.take("a", 2), all.take("b", 1)];
        assert!(held.iter().all(Option::is_some));
        assert!(all.take("a", 2).is_none() && all.take("b", 1).is_none());
        drop(held);
        assert!(all.0.lock().is_empty());
        assert!(all.take("a", 1).is_some());
    }
}
