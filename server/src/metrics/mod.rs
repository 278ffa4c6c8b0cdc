//! The metrics listener (`TAGESECHO_METRICS`): figures about the server, in Prometheus' text format.

mod gauges;
mod process;

use axum::{Router, response::IntoResponse, routing::get};
use backend::{
    Backend, db,
    error::StartError,
    metrics::{self, Kind},
};
use http::header;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use std::{net::SocketAddr, time::Duration};
use tokio::net::TcpListener;
use tower::limit::GlobalConcurrencyLimitLayer;

/// The exporter collects times in memory until somebody reads them, or until this has passed.
const COLLECT: Duration = Duration::from_secs(5);
/// Answers at the same time. A further caller waits.
const AT_ONCE: usize = 2;
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

#[derive(derive_more::Debug)]
#[debug("Metrics")]
pub struct Metrics {
    listener: TcpListener,
    handle: PrometheusHandle,
}

impl Metrics {
    /// Listens, and begins to count.
    pub async fn open(address: SocketAddr) -> Result<Self, StartError> {
        let fail =
            |e: &dyn std::fmt::Display| StartError(format!("cannot listen on {address} (TAGESECHO_METRICS): {e}"));
        let listener = TcpListener::bind(address).await.map_err(|e| fail(&e))?;
        let recorder = builder().map_err(|e| fail(&e))?.build_recorder();
        let handle = recorder.handle();
        ::metrics::set_global_recorder(recorder).map_err(|e| fail(&e))?;
        metrics::switch_on();
        db::begin_to_count();
        Ok(Self { listener, handle })
    }

    /// Answers until it is aborted.
    pub async fn serve(self, backend: Backend) {
        let Self { listener, handle } = self;
        let collected = handle.clone();
        let collecting = async {
            let mut clock = tokio::time::interval(COLLECT);
            loop {
                clock.tick().await;
                collected.run_upkeep();
            }
        };
        let page = async move || {
            Box::pin(gauges::read(&backend)).await;
            ([(header::CONTENT_TYPE, TEXT)], handle.render()).into_response()
        };
        let router = Router::new().route("/metrics", get(page)).layer(GlobalConcurrencyLimitLayer::new(AT_ONCE));
        tokio::select! {
            served = axum::serve(listener, router).into_future() => {
                if let Err(error) = served {
                    tracing::error!(%error, "the metrics listener ended");
                }
            }
            () = collecting => {}
        }
    }
}

fn builder() -> Result<PrometheusBuilder, BuildError> {
    metrics::ALL.iter().try_fold(PrometheusBuilder::new(), |builder, metric| match metric.kind {
        Kind::Histogram(bounds) => builder.set_buckets_for_metric(Matcher::Full(metric.name.to_owned()), bounds),
        Kind::Counter | Kind::Gauge => Ok(builder),
    })
}
