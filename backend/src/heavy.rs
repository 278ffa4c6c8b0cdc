//! Runs calculations that take long on threads of its own, which give way to those that make pages.

use std::sync::LazyLock;
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinHandle,
};

/// The niceness of these threads (`setpriority(2)`). Where pages leave nothing over they still get a sixteenth of a processor, so that
/// signing in does not take longer than somebody waits.
const NICENESS: i32 = 12;

/// Only its blocking threads are used. `None`: the system does not start it, and the work runs on the usual ones.
static THREADS: LazyLock<Option<Runtime>> = LazyLock::new(|| {
    let threads = Builder::new_current_thread().thread_name("heavy").on_thread_start(give_way).build();
    threads.inspect_err(|error| tracing::warn!(%error, "no threads for heavy work")).ok()
});

/// Runs `work` to its end, even if nobody waits for it. How much runs at once is for the caller to limit.
/// It must only calculate: a thread that is started in it, such as that of a connection, would give way for ever, too.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    match &*THREADS {
        Some(threads) => threads.spawn_blocking(work),
        None => tokio::task::spawn_blocking(work),
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
    use super::spawn;

    #[tokio::test]
    #[cfg(target_os = "linux")]
    async fn heavy_work_gives_way_and_other_threads_do_not() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let usual = niceness();
        assert_eq!(spawn(niceness).await.unwrap(), usual.max(super::NICENESS));
        assert_eq!(tokio::task::spawn_blocking(niceness).await.unwrap(), usual);
    }
}
