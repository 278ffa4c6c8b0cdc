//! Work that goes on after the answer: bounded, and waited for when the server stops.

use std::future::Future;
use tokio::sync::watch;

/// Pieces of work that may wait or run at the same time.
const MOST: usize = 1000;

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct Background {
    pending: watch::Sender<usize>,
}

impl Default for Background {
    fn default() -> Self {
        Self { pending: watch::Sender::new(0) }
    }
}

/// Counts for as long as it lives, also when the work panics.
struct Place(watch::Sender<usize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.send_modify(|pending| *pending -= 1);
    }
}

impl Background {
    /// False: too much is waiting, and `work` was dropped.
    pub fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) -> bool {
        let is_taken = self.pending.send_if_modified(|pending| {
            let has_room = *pending < MOST;
            *pending += usize::from(has_room);
            has_room
        });
        if is_taken {
            let place = Place(self.pending.clone());
            tokio::spawn(async move {
                let _place = place;
                work.await;
            });
        }
        is_taken
    }

    /// Returns once nothing is waiting or running.
    pub async fn settled(&self) {
        // It cannot close while we hold a sender.
        drop(self.pending.subscribe().wait_for(|pending| *pending == 0).await);
    }
}

#[cfg(test)]
mod tests {
    use super::{Background, MOST};
    use tokio::sync::oneshot;

    #[tokio::test]
    async fn work_is_bounded_and_waited_for_even_if_it_panics() {
        let background = Background::default();
        background.settled().await;
        let mut ends = Vec::new();
        for _ in 0..MOST {
            let (end, ended) = oneshot::channel::<()>();
            ends.push(end);
            assert!(background.spawn(async move { ended.await.expect("its sender is dropped") }));
        }
        assert!(!background.spawn(async {}));
        drop(ends);
        background.settled().await;
        assert!(background.spawn(async {}));
    }
}
