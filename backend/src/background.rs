//! Work that continues after the response. Its amount is limited, and the server waits for it before it stops.

use std::future::Future;
use tokio_util::task::TaskTracker;

/// Maximum number of tasks at the same time.
const MOST: usize = 1000;

/// Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Background {
    tasks: TaskTracker,
}

impl Background {
    /// False: there are too many tasks, and `work` was dropped.
    pub fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) -> bool {
        let has_room = self.tasks.len() < MOST;
        if has_room {
            self.tasks.spawn(work);
        }
        has_room
    }

    /// Returns when no task is left.
    pub async fn settled(&self) {
        // `wait` only returns for a closed tracker. A closed tracker still accepts tasks.
        self.tasks.close();
        self.tasks.wait().await;
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
