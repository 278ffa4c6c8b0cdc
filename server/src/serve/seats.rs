//! How many connections there are at once: a bounded number, and some more that only hear that it is full.

use crate::error::Failure;
use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::Refusal;
use http::{HeaderValue, header};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Connections beyond the bound. Those beyond these wait for the next that ends.
const STANDING: usize = 64;

/// In the extensions of every request that came over a connection beyond the bound.
#[derive(Clone, Copy, Debug)]
pub struct Standing;

#[derive(Debug)]
pub struct Seats {
    sitting: Arc<Semaphore>,
    standing: Arc<Semaphore>,
    full: bool,
}

/// Held as long as the connection lives.
#[derive(Debug)]
pub struct Seat {
    pub standing: bool,
    _permit: OwnedSemaphorePermit,
}

impl Seats {
    pub fn new(count: usize) -> Self {
        Self { sitting: Arc::new(Semaphore::new(count)), standing: Arc::new(Semaphore::new(STANDING)), full: false }
    }

    /// Waits for whatever becomes free first. `None` never comes: nobody closes the semaphores.
    pub async fn take(&mut self) -> Option<Seat> {
        let (sitting, standing) = (Arc::clone(&self.sitting), Arc::clone(&self.standing));
        let (permit, stands) = tokio::select! {
            biased;
            permit = sitting.acquire_owned() => (permit.ok()?, false),
            permit = standing.acquire_owned() => (permit.ok()?, true),
        };
        if stands && !self.full {
            tracing::warn!("as many connections as TAGESECHO_CONNECTIONS allows; others are told to come back");
        }
        self.full = stands;
        Some(Seat { standing: stands, _permit: permit })
    }
}

/// Who stands is answered `/livez`, so that nobody takes a full server for a dead one, and else asked to come back.
pub async fn layer(request: Request, next: Next) -> Response {
    if request.extensions().get::<Standing>().is_none() || request.uri().path() == "/livez" {
        return next.run(request).await;
    }
    let mut response = Failure::from(Refusal::Unavailable).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}
