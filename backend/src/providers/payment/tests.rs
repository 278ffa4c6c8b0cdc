//! The retries of a call, and when there are none.

use super::{
    Failure,
    call::{Call, Caller},
};
use crate::settings::{PayPalSettings, PayPalTimeouts};
use axum::{
    Json, Router, extract,
    http::StatusCode,
    routing::{any, post},
};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

#[derive(Clone, Default)]
struct Provider(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// The status of each next answer, afterwards always 200; 0: no answer.
    statuses: Vec<u16>,
    calls: usize,
    tokens: usize,
}

async fn token(extract::State(Provider(state)): extract::State<Provider>) -> Json<Value> {
    let mut state = state.lock();
    state.tokens += 1;
    Json(json!({ "access_token": format!("token {}", state.tokens), "expires_in": 32_400 }))
}

async fn call(extract::State(Provider(state)): extract::State<Provider>) -> (StatusCode, Json<Value>) {
    let next = {
        let mut state = state.lock();
        state.calls += 1;
        if state.statuses.is_empty() { 200 } else { state.statuses.remove(0) }
    };
    if next == 0 {
        std::future::pending::<()>().await;
    }
    let refused = match next {
        404 => {
            json!({ "name": "RESOURCE_NOT_FOUND", "debug_id": "b1", "details": [{ "issue": "INVALID_RESOURCE_ID" }] })
        }
        _ => json!({ "details": [{ "issue": "SUBSCRIPTION_STATUS_INVALID" }] }),
    };
    // 904 stands for a proxy's 404.
    (StatusCode::from_u16(if next == 904 { 404 } else { next }).unwrap(), Json(refused))
}

/// The result of a call, the number of its attempts, and the number of tokens it took.
async fn calls(statuses: &[u16], call_: Call) -> (Result<(), Failure>, usize, usize) {
    let provider = Provider::default();
    provider.0.lock().statuses = statuses.to_vec();
    let router =
        Router::new().route("/v1/oauth2/token", post(token)).route("/x", any(call)).with_state(provider.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let timeouts = PayPalTimeouts {
        one_try: Duration::from_millis(500),
        whole: Duration::from_secs(5),
        pause: Duration::from_millis(5),
    };
    let settings = PayPalSettings {
        base_url,
        client_id: "id".into(),
        client_secret: "secret".into(),
        plan_id: String::new(),
        webhook_id: String::new(),
        timeouts,
    };
    let caller = Caller::http(&settings).unwrap();
    let done = caller.done(&call_).await;
    let state = provider.0.lock();
    (done, state.calls, state.tokens)
}

fn tell() -> Call {
    Call::post("/x", &json!({}))
}

#[tokio::test]
async fn a_passing_failure_is_tried_three_times_and_a_refusal_once() {
    assert_eq!(calls(&[503, 429], tell()).await, (Ok(()), 3, 1));
    let (failed, count, _) = calls(&[500, 500, 500, 200], tell()).await;
    assert_eq!((failed, count), (Err(Failure::Away("500 Internal Server Error".into())), 3));
    let (refused, count, _) = calls(&[422], tell()).await;
    assert!(refused.unwrap_err().is_other_status() && count == 1);
    assert_eq!(calls(&[404], Call::get("/x".into())).await.0, Err(Failure::NotFound));
    assert!(matches!(calls(&[904], Call::get("/x".into())).await.0, Err(Failure::Unusable(_))));
}

#[tokio::test]
async fn a_token_that_is_refused_is_made_anew_once() {
    assert_eq!(calls(&[401], tell()).await, (Ok(()), 2, 2));
    let (refused, count, tokens) = calls(&[401, 401, 401], tell()).await;
    assert!(refused.is_err() && count == 2 && tokens == 2, "{refused:?} {count} {tokens}");
}

#[tokio::test]
async fn an_unanswered_call_is_repeated_only_if_that_has_no_further_effect() {
    assert_eq!(calls(&[0], tell()).await, (Err(Failure::Uncertain), 1, 1));
    assert_eq!(calls(&[0], tell().with_id("order 1")).await, (Ok(()), 2, 1));
    assert_eq!(calls(&[0], Call::get("/x".into())).await, (Ok(()), 2, 1));
}

#[tokio::test]
async fn nobody_there_means_that_nothing_happened() {
    let settings = PayPalSettings {
        // Nothing listens on port 1.
        base_url: "http://127.0.0.1:1".into(),
        client_id: "id".into(),
        client_secret: "secret".into(),
        plan_id: String::new(),
        webhook_id: String::new(),
        timeouts: PayPalTimeouts::default(),
    };
    let failed = Caller::http(&settings).unwrap().done(&tell()).await;
    assert!(matches!(failed, Err(Failure::Away(_))), "{failed:?}");
}
