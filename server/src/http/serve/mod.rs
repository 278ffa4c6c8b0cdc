//! Accepts connections and ends them in good order.

mod address_limit;
mod connection_limit;
mod in_flight;
mod pressure;
mod read_limit;
mod stop;
mod write_timeout;

pub use connection_limit::{is_health_check, layer};
pub use read_limit::ReadLimit;
pub use stop::Stop;

use crate::http::state::AppState;
use axum::{Router, body::Body, extract::ConnectInfo, response::Response};
use connection_limit::{ConnectionLimit, ConnectionPermit, OverLimit};
use futures::future::{Either, ready};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use in_flight::InFlight;
use std::{
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::net::{TcpListener, TcpStream};
use tower::Service;
use write_timeout::WriteTimeout;

const HEADER_BYTES: usize = 64 * 1024;

/// Timeouts for callers, and the limits of their connections.
#[derive(Clone, Debug)]
pub struct Timeouts {
    /// Connections that are served. Those beyond are answered 503, or wait.
    pub connections: usize,
    /// Connections of one address. More are answered 503, or closed.
    pub per_address: usize,
    /// Proxies may have more connections; the requests that they forward are counted for the forwarded address.
    pub trusted_proxies: Vec<IpAddr>,
    /// Timeout for the headers of a request, and for an idle connection.
    pub headers: Duration,
    /// Timeout of a caller who takes nothing of an answer.
    pub stalled: Duration,
    /// How long the server goes on as before when it is told to stop, while `/readyz` answers 503.
    pub drain: Duration,
    /// Time that requests in flight have to finish when the server stops.
    pub grace: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connections: 512,
            per_address: 64,
            trusted_proxies: Vec::new(),
            headers: Duration::from_secs(20),
            stalled: Duration::from_mins(1),
            drain: Duration::ZERO,
            grace: Duration::from_secs(30),
        }
    }
}

/// Returns when every connection has ended, or when the time for that is over.
pub async fn serve(listener: TcpListener, state: AppState, router: Router, timeouts: Timeouts, stop: Stop) {
    let connections = GracefulShutdown::new();
    let trusted_proxies: Arc<[IpAddr]> = timeouts.trusted_proxies.clone().into();
    let in_flight = InFlight::new(timeouts.per_address, trusted_proxies.clone());
    let mut connection_limit = ConnectionLimit::new(timeouts.connections, timeouts.per_address, trusted_proxies);
    let closing = stop.after(timeouts.drain);
    loop {
        let Some(accepted) = closing.run_until_cancelled(listener.accept()).await else { break };
        match accepted {
            Ok((stream, peer)) => {
                let taken = closing.run_until_cancelled(connection_limit.take(peer.ip())).await;
                let Some(permit) = taken else { break };
                let Some(permit) = permit else { continue };
                let requests = Requests {
                    state: state.clone(),
                    router: router.clone(),
                    in_flight: in_flight.clone(),
                    peer,
                    are_over_limit: permit.is_over_limit,
                };
                connect(stream, requests, permit, &timeouts, &connections);
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                // The process is probably out of descriptors: a connection has to end first.
                tracing::error!(%error, "cannot accept");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
    drop(listener);
    tracing::info!("stopping; requests in flight may finish");
    tokio::select! {
        () = connections.shutdown() => {}
        () = tokio::time::sleep(timeouts.grace) => tracing::warn!("some requests did not finish in time"),
        () = stop.insisted.cancelled() => tracing::warn!("stopped at once"),
    }
}

#[derive(Clone, Debug)]
struct Requests {
    state: AppState,
    router: Router,
    in_flight: InFlight,
    peer: SocketAddr,
    /// Whether the connection is beyond the limit.
    are_over_limit: bool,
}

impl Requests {
    fn answer(&self, request: http::Request<Incoming>) -> impl Future<Output = Result<Response, Infallible>> + use<> {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(self.peer));
        if let Some(refused) = self.state.reads.refused(&self.state, &request) {
            return Either::Left(ready(Ok(refused)));
        }
        let place = if self.are_over_limit { None } else { self.in_flight.take(&request) };
        if place.is_none() {
            request.extensions_mut().insert(OverLimit);
        }
        let answer = self.router.clone().call(request);
        Either::Right(async move { Ok(in_flight::keep(place, answer.await?)) })
    }
}

fn connect(
    stream: TcpStream,
    requests: Requests,
    permit: ConnectionPermit,
    timeouts: &Timeouts,
    connections: &GracefulShutdown,
) {
    // Nagle's algorithm would make a streamed page wait for a delayed acknowledgement.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "no TCP_NODELAY");
    }
    let is_over_limit = permit.is_over_limit;
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(if is_over_limit { timeouts.headers / 4 } else { timeouts.headers })
        .keep_alive(!is_over_limit)
        .max_buf_size(HEADER_BYTES)
        .serve_connection(
            TokioIo::new(WriteTimeout::new(stream, timeouts.stalled)),
            service_fn(move |request| requests.answer(request)),
        );
    let connection = connections.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "connection ended early");
        }
        drop(permit);
    });
}

fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
