//! Sends a request, and repeats it once after a failed connection, 429 or 5xx.

use super::Trouble;
use crate::providers::http;
use reqwest::{RequestBuilder, Response, StatusCode, header::RETRY_AFTER};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

/// Most bytes of an answer. The longest useful answer has a tenth of that.
const ANSWER: usize = 512 * 1024;
/// The longest pause that a service may ask for. After a longer one the request is not repeated.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(500);

/// How often a call was sent. Cheap to clone. The count is right at any time, even if the call was cancelled.
#[derive(Clone, Debug, Default)]
pub struct Sends(Arc<AtomicU32>);

impl Sends {
    pub fn count(&self) -> u32 {
        self.0.load(Relaxed)
    }
}

/// The rest of a call's retries: one retry for all of its requests together.
#[derive(Debug)]
pub struct Tries {
    spare: bool,
    sends: Sends,
}

impl Tries {
    pub fn counted_by(sends: &Sends) -> Self {
        Self { spare: true, sends: sends.clone() }
    }
}

struct Failed {
    trouble: Trouble,
    /// How long to wait before the retry. None: a retry would not help.
    pause: Option<Duration>,
}

/// Returns the body of the answer.
pub async fn send(tries: &mut Tries, request: impl Fn() -> RequestBuilder) -> Result<Vec<u8>, Trouble> {
    let failed = match send_once(request(), &tries.sends).await {
        Ok(body) => return Ok(body),
        Err(failed) => failed,
    };
    match failed.pause {
        Some(pause) if tries.spare => {
            tries.spare = false;
            tokio::time::sleep(pause).await;
            send_once(request(), &tries.sends).await.map_err(|failed| failed.trouble)
        }
        _ => Err(failed.trouble),
    }
}

async fn send_once(request: RequestBuilder, sends: &Sends) -> Result<Vec<u8>, Failed> {
    // Counted before sending: if the request is cancelled meanwhile, all or a part of it may have arrived.
    sends.0.fetch_add(1, Relaxed);
    let response = match request.send().await {
        Ok(response) => response,
        Err(error) => {
            let is_unsent = error.is_connect() || error.is_builder();
            if is_unsent {
                sends.0.fetch_sub(1, Relaxed);
            }
            let pause = error.is_connect().then_some(PAUSE);
            let trouble = if error.is_timeout() && !error.is_connect() {
                Trouble::TimedOut
            } else {
                Trouble::Away(http::away("connection", error).to_string())
            };
            return Err(Failed { trouble, pause });
        }
    };
    let status = response.status();
    if !status.is_success() {
        let pause = pause(status, &response);
        return Err(Failed { trouble: Trouble::Refused(status.as_u16()), pause });
    }
    http::body(response, ANSWER).await.map_err(|error| Failed {
        trouble: match error.refusal().refusal {
            domain::Refusal::Unavailable => Trouble::Away("the answer broke off".into()),
            _ => Trouble::Unusable("too long"),
        },
        pause: None,
    })
}

fn pause(status: StatusCode, response: &Response) -> Option<Duration> {
    if status != StatusCode::TOO_MANY_REQUESTS && !status.is_server_error() {
        return None;
    }
    // A date in place of seconds is ignored.
    let asked = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok());
    let pause = asked.map_or(PAUSE, Duration::from_secs);
    (pause <= LONGEST_PAUSE).then_some(pause)
}
