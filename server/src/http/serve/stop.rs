//! The signal to stop: the first one stops gracefully, the second at once.

use backend::error::StartError;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

#[derive(Clone, Debug, Default)]
pub struct Stop {
    pub asked: CancellationToken,
    pub insisted: CancellationToken,
}

impl Stop {
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
