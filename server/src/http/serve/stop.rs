//! The signal to stop: the first one stops gracefully, the second at once.

use backend::error::StartError;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

#[derive(Clone, Debug, Default)]
pub struct Stop {
    pub asked: CancellationToken,
    pub insisted: CancellationToken,
}

impl Stop {
    /// Cancelled `pause` after the first signal, or at the second one.
    pub fn after(&self, pause: Duration) -> CancellationToken {
        if pause.is_zero() {
            return self.asked.clone();
        }
        let (over, stop) = (CancellationToken::new(), self.clone());
        let cancelled = over.clone();
        tokio::spawn(async move {
            stop.asked.cancelled().await;
            tracing::info!("told to stop; /readyz answers 503 from now on");
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = stop.insisted.cancelled() => {}
            }
            cancelled.cancel();
        });
        over
    }

    /// Stops on SIGTERM and SIGINT. A second signal stops at once.
    pub fn on_signals() -> Result<Self, StartError> {
        let listen = |kind| signal(kind).map_err(|e| StartError(format!("cannot listen for signals: {e}")));
        let (mut term, mut int) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
        let stop = Self::default();
        let Self { asked, insisted } = stop.clone();
        tokio::spawn(async move {
            for step in [asked, insisted] {
                tokio::select! {
                    _ = term.recv() => {}
                    _ = int.recv() => {}
                }
                step.cancel();
            }
        });
        Ok(stop)
    }
}
