//! Runs calculations that take long on threads of its own, which give way to those that make pages.
//!
//! Linux lets a thread that has just woken run on for up to its next tick (4 ms) although another one with a higher priority wants to. So there
//! are few threads for each kind of work, which go from one piece of it to the next without sleeping, and the first thing of each piece is to
//! give way once. docs/performance.md has what that changes.

use std::{
    sync::LazyLock,
    thread::{available_parallelism, yield_now},
};
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinHandle,
};

/// The niceness of these threads (`setpriority(2)`). Where pages leave nothing over they still get a twentieth of a processor, so that
/// signing in does not take longer than somebody waits.
const NICENESS: i32 = 14;
/// The most passwords that are hashed at the same time, and never more than processors but one: pages go on beside them. Each needs 19 MiB.
const PASSWORDS: usize = 4;
/// Imports that are read at the same time, perhaps for minutes. Nothing else waits for them.
const IMPORTS: usize = 2;

/// A kind of work. Each has its own threads, so none waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Passwords,
    /// Pictures, recordings and cards.
    Media,
    /// Files to import, and pages of a book.
    Files,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Passwords, Self::Media, Self::Files];

    /// How much work of this kind is done at the same time. The rest waits in order.
    pub fn at_once(self) -> usize {
        let processors = available_parallelism().map_or(1, usize::from);
        match self {
            Self::Passwords => processors.saturating_sub(1).clamp(1, PASSWORDS),
            Self::Media => processors,
            Self::Files => processors + IMPORTS,
        }
    }

    /// Only its blocking threads are used. `None`: the system does not start it, and the work runs on the usual ones.
    fn start(self) -> Option<Runtime> {
        let threads = Builder::new_current_thread()
            .thread_name("heavy")
            .max_blocking_threads(self.at_once())
            .on_thread_start(begin)
            .build();
        threads.inspect_err(|error| tracing::warn!(%error, "no threads for heavy work")).ok()
    }
}

static THREADS: LazyLock<[Option<Runtime>; 3]> = LazyLock::new(|| Kind::ALL.map(Kind::start));

/// Runs `work` to its end, even if nobody waits for it. How much may wait is for the caller to limit.
/// It calculates, and waits only for tasks of another runtime: a thread that is started in it, such as that of a connection, would give way
/// for ever, too.
pub fn spawn<T: Send + 'static>(kind: Kind, work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    let work = move || {
        yield_now();
        work()
    };
    match THREADS.get(kind as usize) {
        Some(Some(threads)) => threads.spawn_blocking(work),
        _ => tokio::task::spawn_blocking(work),
    }
}

fn begin() {
    // A picture takes so long without optimisation that tests beside each other would run into limits of time.
    if !cfg!(debug_assertions) {
        give_way();
    }
}

/// Lowers the priority of this thread. Where the system does not let it, it stays as it is.
fn give_way() {
    // Only Linux has a niceness for each thread.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "heavy work runs at the usual priority");
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, NICENESS, give_way, spawn};
    use std::{
        sync::{Arc, Barrier},
        thread,
    };

    #[test]
    #[cfg(target_os = "linux")]
    fn a_thread_that_gives_way_leaves_the_others_as_they_are() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let usual = niceness();
        let lower = thread::spawn(move || {
            give_way();
            niceness()
        });
        assert_eq!((lower.join().unwrap(), niceness()), (usual.max(NICENESS), usual));
    }

    #[tokio::test]
    async fn a_kind_of_work_waits_for_its_own_threads_only() {
        let kind = Kind::Files;
        let (begun, end) = (Arc::new(Barrier::new(kind.at_once() + 1)), Arc::new(Barrier::new(kind.at_once() + 1)));
        let busy: Vec<_> = (0..kind.at_once())
            .map(|_| {
                let (begun, end) = (Arc::clone(&begun), Arc::clone(&end));
                spawn(kind, move || {
                    begun.wait();
                    end.wait();
                })
            })
            .collect();
        tokio::task::spawn_blocking(move || begun.wait()).await.unwrap();
        let waits = spawn(kind, || ());
        for other in [Kind::Passwords, Kind::Media] {
            let name = spawn(other, || thread::current().name().map(str::to_owned)).await;
            assert_eq!(name.unwrap().as_deref(), Some("heavy"));
        }
        assert!(!waits.is_finished());
        tokio::task::spawn_blocking(move || end.wait()).await.unwrap();
        for work in busy.into_iter().chain([waits]) {
            work.await.unwrap();
        }
    }
}
