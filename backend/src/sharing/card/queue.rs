//! Limits how many cards are drawn at once, queues a few more, and caches the last ones.

use crate::{Error, Result};
use bytes::Bytes;
use domain::Refusal;
use parking_lot::Mutex;
use std::{collections::VecDeque, num::NonZero, sync::Arc, thread};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Most cards that are being drawn or wait for it. Further requests are refused with `unavailable`.
const QUEUE: usize = 32;
/// Most bytes of cached cards; about fifty cards.
const KEPT: usize = 4 * 1024 * 1024;

#[derive(Debug)]
pub struct Cards {
    places: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    kept: Mutex<CardCache>,
}

/// Permission to draw a card. Held until it is drawn.
#[derive(Debug)]
pub struct Turn {
    _turn: OwnedSemaphorePermit,
    _place: OwnedSemaphorePermit,
}

impl Default for Cards {
    /// Uses at most half of the cores, so that other requests are served first.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Self::new((cores / 2).max(1), QUEUE)
    }
}

impl Cards {
    fn new(turns: usize, places: usize) -> Self {
        let [places, turns] = [places, turns].map(|permits| Arc::new(Semaphore::new(permits)));
        Self { places, turns, kept: Mutex::default() }
    }

    /// Waits until a card may be drawn. `unavailable` if too many wait already. A cancelled request frees its place.
    pub async fn turn(&self) -> Result<Turn> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Error::from(Refusal::Unavailable))?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|e| Error::broken("turn of a card", e))?;
        Ok(Turn { _turn: turn, _place: place })
    }

    /// The cached card. The caller has checked that the viewer may see it.
    pub fn kept(&self, tag: &str) -> Option<Bytes> {
        self.kept.lock().find(tag)
    }

    /// Forgets all cards, when somebody leaves: they are drawn anew where they may be seen.
    pub fn forget(&self) {
        *self.kept.lock() = CardCache::default();
    }

    pub fn keep(&self, tag: String, card: Bytes) {
        self.kept.lock().put(tag, card, KEPT);
    }
}

/// The cached cards by their tags, the most recently requested at the end.
#[derive(Debug, Default)]
struct CardCache {
    cards: VecDeque<(String, Bytes)>,
    bytes: usize,
}

impl CardCache {
    fn find(&mut self, tag: &str) -> Option<Bytes> {
        let at = self.cards.iter().position(|(known, _)| known == tag)?;
        let found = self.cards.remove(at)?;
        let card = found.1.clone();
        self.cards.push_back(found);
        Some(card)
    }

    /// Removes the least recently requested cards to make room.
    fn put(&mut self, tag: String, card: Bytes, room: usize) {
        if self.find(&tag).is_some() {
            return;
        }
        self.bytes += card.len();
        self.cards.push_back((tag, card));
        while self.bytes > room {
            let Some((_, gone)) = self.cards.pop_front() else { break };
            self.bytes -= gone.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CardCache, Cards};
    use bytes::Bytes;
    use domain::Refusal;
    use std::time::Duration;
    use tokio::time::timeout;

    #[tokio::test]
    async fn a_full_queue_refuses_until_somebody_leaves() {
        let cards = Cards::new(1, 2);
        let drawing = cards.turn().await.unwrap();
        let mut waits = Box::pin(cards.turn());
        assert!(timeout(Duration::from_millis(20), &mut waits).await.is_err(), "one at a time");
        assert_eq!(cards.turn().await.unwrap_err().refusal().refusal, Refusal::Unavailable);
        drop(waits);
        let waits = cards.turn();
        drop(drawing);
        drop(waits.await.unwrap());
        assert_eq!((cards.places.available_permits(), cards.turns.available_permits()), (2, 1));
    }

    #[test]
    fn the_cards_that_are_kept_have_a_bound() {
        let mut kept = CardCache::default();
        let card = |bytes: usize| Bytes::from(vec![0; bytes]);
        for tag in ["a", "b", "c"] {
            kept.put(tag.into(), card(30), 100);
        }
        kept.put("c".into(), card(30), 100);
        assert_eq!((kept.find("a"), kept.bytes), (Some(card(30)), 90));
        kept.put("d".into(), card(30), 100);
        assert_eq!((kept.find("b"), kept.bytes), (None, 90), "nobody asked for it since");
        assert!(kept.find("a").is_some() && kept.find("c").is_some() && kept.find("d").is_some());
        kept.put("large".into(), card(101), 100);
        assert_eq!((kept.find("large"), kept.bytes, kept.cards.len()), (None, 0, 0));
    }
}
