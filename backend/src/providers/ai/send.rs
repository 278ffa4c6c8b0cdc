//! One call and, where that can help, one more: after a failed connection, 429 and 5xx.

use super::Trouble;
use crate::providers::http;
use reqwest::{RequestBuilder, Response, StatusCode, header::RETRY_AFTER};
use std::time::Duration;

/// Bytes of an answer; the longest that is of use has a tenth of it.
const ANSWER: usize = 512 * 1024;
/// A service that wants to be left alone for longer is not waited for.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(500);

/// The second try that a call may have, however many requests it is made of.
#[derive(Debug)]
pub struct Spare(bool);

impl Spare {
    pub fn one() -> Self {
        Self(true)
    }
}

struct Failed {
    trouble: Trouble,
    /// How long to wait before trying once more; none: it would not help.
    pause: Option<Duration>,
}

/// The answer's body.
pub async fn send(spare: &mut Spare, request: impl Fn() -> RequestBuilder) -> Result<Vec<u8>, Trouble> {
    let failed = match once(request()).await {
        Ok(body) => return Ok(body),
        Err(failed) => failed,
    };
    match failed.pause {
        Some(pause) if spare.0 => {
            spare.0 = false;
            tokio::time::sleep(pause).await;
            once(request()).await.map_err(|failed| failed.trouble)
        }
        _ => Err(failed.trouble),
    }
}

async fn once(request: RequestBuilder) -> Result<Vec<u8>, Failed> {
    let response = match request.send().await {
        Ok(response) => response,
        Err(error) => {
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
    // A date in its place is as good as nothing said.
    let asked = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok());
    let pause = asked.map_or(PAUSE, Duration::from_secs);
    (pause <= LONGEST_PAUSE).then_some(pause)
}
