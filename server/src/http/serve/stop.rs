//! Being told to stop: once in good order, twice at once.

use backend::error::StartError;
use tokio::{
    signal::unix::{SignalKind, signal},
    sync::watch,
};

#[derive(Clone, Debug)]
pub struct Stop(watch::Receiver<u8>);

impl Stop {
    /// Counts SIGTERM and SIGINT.
    pub fn on_signals() -> Result<Self, StartError> {
        let listen = |kind| signal(kind).map_err(|e| StartError(format!("cannot listen for signals: {e}")));
        let (mut term, mut int) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
        let (sender, stop) = Self::by_hand();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = term.recv() => {}
                    _ = int.recv() => {}
                }
                sender.send_modify(|times| *times = times.saturating_add(1));
            }
        });
        Ok(stop)
    }

    /// For tests: the sender holds how often a stop was asked for.
    pub fn by_hand() -> (watch::Sender<u8>, Self) {
        let (sender, receiver) = watch::channel(0);
        (sender, Self(receiver))
    }

    pub async fn asked(&mut self) {
        drop(self.0.wait_for(|times| *times >= 1).await);
    }

    pub async fn insisted(&mut self) {
        if self.0.wait_for(|times| *times >= 2).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
