//! `/test/…`: controls for end-to-end tests (loopback only, refused in production).

use crate::http::{ApiResult, AppState, Json, Params, limits::small};
use axum::{
    Router,
    extract::State,
    middleware::from_fn,
    routing::{get, post},
};
use backend::{
    providers::payment::sandbox::{Calls, Return, Webhooks},
    reminders, subscription,
};
use chrono::TimeDelta;
use domain::Refusal;
use http::StatusCode;
use serde::Deserialize;

pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/test/clock", post(clock).layer(from_fn(small)))
        .route("/test/payment", post(payment).layer(from_fn(small)))
        .route("/test/mail", get(mail))
        .route("/test/static", get(fixed))
        .route("/test/panic", get(panic))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    #[serde(default)]
    days: i64,
    #[serde(default)]
    seconds: i64,
}

/// Moves the clock and answers its new time. Due reminders are sent.
async fn clock(State(state): State<AppState>, Json(by): Json<Move>) -> ApiResult<String> {
    let delta =
        TimeDelta::try_days(by.days).zip(TimeDelta::try_seconds(by.seconds)).and_then(|(d, s)| d.checked_add(&s));
    let delta = delta.filter(|delta| delta.num_days().abs() < 36_500).ok_or(Refusal::InvalidForm)?;
    state.backend.clock.advance(delta);
    reminders::send_due(&state.backend).await?;
    Ok(state.backend.clock.now().to_rfc3339())
}

/// Fault of the payment sandbox from now on.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Fault {
    calls: Option<Calls>,
    webhooks: Option<Webhooks>,
    /// The subscription that the next ones are about, as the provider names it.
    id: Option<String>,
    fails: Option<bool>,
    #[serde(default)]
    cancel: bool,
    /// The last payment goes back.
    gives_back: Option<Return>,
}

/// Answers how often money was collected for the subscription.
async fn payment(State(state): State<AppState>, Json(fault): Json<Fault>) -> ApiResult<String> {
    let sandbox = state.backend.payment.sandbox().ok_or(Refusal::NotFound)?;
    fault.calls.into_iter().for_each(|calls| sandbox.set_calls(calls));
    fault.webhooks.into_iter().for_each(|mode| sandbox.set_webhooks(mode));
    let Some(id) = fault.id else { return Ok("0".into()) };
    if let Some(fails) = fault.fails {
        sandbox.fail_payments(&id, fails).await?;
    }
    if fault.cancel {
        sandbox.cancel_there(&id).await?;
    }
    if fault.gives_back.is_some() {
        sandbox.give_back(&id, fault.gives_back).await?;
    }
    subscription::look(&state.backend).await?;
    Ok(sandbox.payments(&id).await?.len().to_string())
}

#[derive(Deserialize)]
struct Recipient {
    to: String,
}

/// The text of the newest mail to somebody.
async fn mail(State(state): State<AppState>, Params(Recipient { to }): Params<Recipient>) -> ApiResult<String> {
    Ok(state.backend.mail.newest(&to).await?.ok_or(Refusal::NotFound)?)
}

#[derive(Deserialize)]
struct Size {
    bytes: usize,
}

/// Answers with a given number of bytes and no work, as a baseline for measurements.
async fn fixed(
    Params(Size { bytes }): Params<Size>,
) -> ApiResult<(StatusCode, [(http::HeaderName, &'static str); 1], Vec<u8>)> {
    if bytes > 10_000_000 {
        return Err(Refusal::InvalidForm.into());
    }
    Ok((StatusCode::OK, [(http::header::CONTENT_TYPE, "text/html; charset=utf-8")], vec![b'.'; bytes]))
}

#[expect(clippy::panic, reason = "its purpose")]
async fn panic() -> StatusCode {
    panic!("on purpose")
}
