//! Runs calculations that take long on threads of its own, which give way to those that make pages.

use std::sync::LazyLock;
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinHandle,
};

/// The niceness of these threads (`setpriority(2)`). Where pages leave nothing over they still get a twentieth of a processor, so that
/// signing in does not take longer than somebody waits.
const NICENESS: i32 = 14;

/// Only its blocking threads are used. `None`: the system does not start it, and the work runs on the usual ones.
static THREADS: LazyLock<Option<Runtime>> = LazyLock::new(|| {
    let threads = Builder::new_current_thread().thread_name("heavy").on_thread_start(begin).build();
    threads.inspect_err(|error| tracing::warn!(%error, "no threads for heavy work")).ok()
});

/// Runs `work` to its end, even if nobody waits for it. How much runs at once is for the caller to limit.
/// It calculates, and waits only for tasks of another runtime: a thread that is started in it, such as that of a connection, would give way
/// for ever, too.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    match &*THREADS {
        Some(threads) => threads.spawn_blocking(work),
        None => tokio::task::spawn_blocking(work),
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
    use super::{NICENESS, give_way, spawn};
    use std::thread;

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
    async fn work_runs_on_a_thread_of_its_own() {
        assert_eq!(spawn(|| thread::current().name().map(str::to_owned)).await.unwrap().as_deref(), Some("heavy"));
    }
}
