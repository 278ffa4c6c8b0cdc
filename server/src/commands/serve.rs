//! `tagesecho serve`: answers requests until it is stopped.

use super::{failed, open, say};
use crate::{
    commands::sweeps,
    config::Config,
    http::{
        serve::{self, Stop, Timeouts},
        state::AppState,
    },
    metrics::Metrics,
    pages::assets::Site,
    router::{Options, router},
};
use backend::{Clock, error::StartError, imports::Work, invitation_codes};
use std::time::Duration;
use tokio::net::TcpListener;

/// Longest wait at the end for background work and for mails that are being sent.
const LAST_WORK: Duration = Duration::from_secs(10);
/// The workers of this server for imports.
const IMPORTS: [Work; 3] = [Work::All, Work::All, Work::Looks];

pub async fn run(config: Config) -> Result<(), StartError> {
    let (site, assets) = Site::open(&config.site)?;
    let metrics = match config.network.metrics() {
        Some(address) => Some(Metrics::open(address).await?),
        None => None,
    };
    let backend = open(&config, Clock::system()).await?;
    let address = (config.host.as_str(), config.port);
    let listener = TcpListener::bind(address)
        .await
        .map_err(|e| StartError(format!("cannot listen on {}:{} (HOST, PORT): {e}", config.host, config.port)))?;

    for line in config.running() {
        tracing::info!("{line}");
    }
    for line in config.warnings() {
        tracing::warn!("{line}");
    }
    let mail = backend.mail.clone();
    backend.background.spawn(async move { mail.check().await });
    let origin = &config.settings.origin;
    say(&format!("Tagesecho answers on {origin}"))?;
    if let Some(code) = invitation_codes::first_invitation(&backend).await.map_err(failed("the first invitation"))? {
        say(&format!("Nobody has an account yet. Make the first one here: {origin}/?invite={code}"))?;
    }

    let stop = Stop::on_signals()?;
    let state = AppState::new(backend.clone(), assets, config.trusted_proxies.clone(), stop.asked.clone());
    let metrics = metrics.map(|metrics| tokio::spawn(metrics.serve(backend.clone())));
    // Pages of `xtask dev` wait for the end of the server, so it cannot wait for them.
    let grace = if config.dev { Duration::ZERO } else { Timeouts::default().grace };
    let options = Options { site: Some(site), test_controls: config.test_controls, dev: config.dev };
    let sweeping = tokio::spawn(sweeps::run(backend.clone(), stop.clone()));
    let sending = tokio::spawn(sweeps::send_mails(backend.clone(), stop.clone()));
    let looking = tokio::spawn(sweeps::look_at_payments(backend.clone(), stop.clone()));
    let importing = IMPORTS.map(|work| tokio::spawn(sweeps::work_on_imports(backend.clone(), work, stop.clone())));
    let reminding = tokio::spawn(sweeps::remind(backend.clone(), stop.clone()));
    let timeouts = Timeouts {
        grace,
        drain: config.network.drain(),
        connections: config.connections,
        per_address: config.connections_per_address,
        trusted_proxies: config.trusted_proxies,
        ..Timeouts::default()
    };
    let router = router(&state, &options);
    serve::serve(listener, state, router, timeouts, stop).await;
    drop(sweeping.await);
    drop(sending.await);
    drop(looking.await);
    drop(reminding.await);
    for worker in importing {
        drop(worker.await);
    }
    if tokio::time::timeout(LAST_WORK, backend.background.settled()).await.is_err() {
        tracing::warn!("some work was not done before the end; mails go out after the next start");
    }
    if let Some(metrics) = metrics {
        metrics.abort();
    }
    backend.db.close().await;
    tracing::info!("stopped");
    Ok(())
}
