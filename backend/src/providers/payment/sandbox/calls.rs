//! The sandbox's calls.

use super::{
    Calls, PLAN, Sandbox,
    document::{Document, Events, Issue},
    store,
};
use crate::providers::payment::{webhook, wire::ProviderStatus};
use axum::{
    Json, Router,
    extract::{Path, Query, Request, State},
    http::{HeaderMap, StatusCode},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Relative to `/v1`.
pub fn router(sandbox: &Sandbox) -> Router {
    Router::new()
        .route("/oauth2/token", post(token))
        .route("/catalogs/products", post(product))
        .route("/billing/plans", post(plan))
        .route("/billing/subscriptions", post(create))
        .route("/billing/subscriptions/{id}", get(read))
        .route("/billing/subscriptions/{id}/activate", post(activate))
        .route("/billing/subscriptions/{id}/suspend", post(suspend))
        .route("/billing/subscriptions/{id}/cancel", post(cancel))
        .route("/billing/subscriptions/{id}/transactions", get(transactions))
        .route("/payments/sale/{id}", get(sale))
        .route("/notifications/verify-webhook-signature", post(verify))
        .layer(from_fn_with_state(sandbox.clone(), go_wrong))
        .with_state(sandbox.clone())
}

struct Refused(StatusCode, &'static str);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Self(status, issue) = self;
        let name = if status == StatusCode::UNPROCESSABLE_ENTITY { "UNPROCESSABLE_ENTITY" } else { issue };
        let body = json!({ "name": name, "message": issue, "debug_id": "sandbox", "details": [{ "issue": issue }] });
        (status, Json(body)).into_response()
    }
}

impl From<crate::Error> for Refused {
    fn from(error: crate::Error) -> Self {
        tracing::warn!(%error, "the payment sandbox failed");
        Self(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_SERVER_ERROR")
    }
}

const NOT_FOUND: Refused = Refused(StatusCode::NOT_FOUND, "RESOURCE_NOT_FOUND");
const INVALID: Refused = Refused(StatusCode::BAD_REQUEST, "INVALID_REQUEST");

/// The faults that tests ask for.
async fn go_wrong(State(sandbox): State<Sandbox>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let fault = {
        let mut calls = sandbox.calls.lock();
        match &*calls {
            Calls::SilentAfter(end) | Calls::SilentBefore(end) if path.ends_with(end.as_str()) => {
                std::mem::take(&mut *calls)
            }
            Calls::Away => Calls::Away,
            Calls::Unknown if path.contains("/billing/subscriptions/") => Calls::Unknown,
            Calls::WithoutPayments if path.ends_with("/transactions") => Calls::WithoutPayments,
            _ => Calls::Answer,
        }
    };
    match fault {
        Calls::Answer => next.run(request).await,
        Calls::Away => Refused(StatusCode::SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE").into_response(),
        Calls::Unknown => NOT_FOUND.into_response(),
        Calls::WithoutPayments => Refused(StatusCode::FORBIDDEN, "NOT_AUTHORIZED").into_response(),
        Calls::SilentAfter(_) => {
            next.run(request).await;
            std::future::pending().await
        }
        Calls::SilentBefore(_) => std::future::pending().await,
    }
}

async fn token() -> Json<Value> {
    Json(json!({ "access_token": "sandbox", "token_type": "Bearer", "expires_in": 32_400 }))
}

async fn product() -> (StatusCode, Json<Value>) {
    (StatusCode::CREATED, Json(json!({ "id": "PROD-SANDBOX" })))
}

async fn plan() -> (StatusCode, Json<Value>) {
    (StatusCode::CREATED, Json(json!({ "id": PLAN, "status": "ACTIVE" })))
}

#[derive(Deserialize)]
struct Order {
    plan_id: String,
    #[serde(default)]
    custom_id: String,
    #[serde(default)]
    start_time: Option<DateTime<Utc>>,
    application_context: Context,
}

#[derive(Deserialize)]
struct Context {
    return_url: String,
    cancel_url: String,
}

async fn create(
    State(sandbox): State<Sandbox>,
    headers: HeaderMap,
    Json(order): Json<Order>,
) -> Result<(StatusCode, Json<Value>), Refused> {
    let now = sandbox.clock.now();
    if !order.plan_id.starts_with("P-") {
        return Err(NOT_FOUND);
    }
    if order.start_time.is_some_and(|start| start <= now) {
        return Err(INVALID);
    }
    let Context { return_url, cancel_url } = &order.application_context;
    if ![return_url, cancel_url].iter().all(|url| sandbox.is_own(url)) {
        return Err(INVALID);
    }
    let id = match headers.get("paypal-request-id").and_then(|id| id.to_str().ok()) {
        // The same order again has the same id.
        Some(request_id) => sandbox
            .secret
            .hash("payment sandbox", request_id)
            .iter()
            .take(8)
            .fold(String::from("I-"), |id, byte| format!("{id}{byte:02X}")),
        None => format!("I-{}", sandbox.secret.token(12)?),
    };
    let _alone = sandbox.changing.lock().await;
    if let Some(made) = store::find(&sandbox.db, &id).await? {
        return Ok((StatusCode::OK, Json(made.json(&sandbox.origin))));
    }
    let Order { plan_id, custom_id, start_time, application_context: Context { return_url, cancel_url } } = order;
    let document = Document {
        id,
        plan_id,
        custom_id,
        status: ProviderStatus::ApprovalPending,
        created_at: now,
        start_time,
        next_billing_time: None,
        payments: Vec::new(),
        returned: BTreeMap::new(),
        failed_payments: 0,
        fails: false,
        return_url,
        cancel_url,
    };
    store::save(&sandbox.db, &document, now).await?;
    Ok((StatusCode::CREATED, Json(document.json(&sandbox.origin))))
}

async fn change(
    sandbox: &Sandbox,
    id: &str,
    change: impl FnOnce(&mut Document) -> Result<Events, Issue>,
) -> Result<Document, Refused> {
    let changed = sandbox.change(id, change).await?.ok_or(NOT_FOUND)?;
    changed.map_err(|issue| Refused(StatusCode::UNPROCESSABLE_ENTITY, issue))
}

async fn read(State(sandbox): State<Sandbox>, Path(id): Path<String>) -> Result<Json<Value>, Refused> {
    Ok(Json(change(&sandbox, &id, |_| Ok(vec![])).await?.json(&sandbox.origin)))
}

async fn activate(State(sandbox): State<Sandbox>, Path(id): Path<String>) -> Result<StatusCode, Refused> {
    let now = sandbox.clock.now();
    change(&sandbox, &id, |document| document.activate(now)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn suspend(State(sandbox): State<Sandbox>, Path(id): Path<String>) -> Result<StatusCode, Refused> {
    change(&sandbox, &id, Document::suspend).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn cancel(State(sandbox): State<Sandbox>, Path(id): Path<String>) -> Result<StatusCode, Refused> {
    change(&sandbox, &id, Document::cancel).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
struct Span {
    start_time: DateTime<Utc>,
    end_time: DateTime<Utc>,
}

async fn transactions(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
    Query(span): Query<Span>,
) -> Result<Json<Value>, Refused> {
    let document = change(&sandbox, &id, |_| Ok(vec![])).await?;
    let within = document.transactions().filter(|(time, _)| (span.start_time..=span.end_time).contains(time));
    Ok(Json(json!({ "transactions": within.map(|(_, listed)| listed).collect::<Vec<_>>() })))
}

async fn sale(State(sandbox): State<Sandbox>, Path(sale_id): Path<String>) -> Result<Json<Value>, Refused> {
    let id = sale_id.splitn(3, '-').nth(2).map(|letters| format!("I-{letters}")).ok_or(NOT_FOUND)?;
    let document = store::find(&sandbox.db, &id).await?.ok_or(NOT_FOUND)?;
    Ok(Json(json!({ "id": sale_id, "state": "completed", "billing_agreement_id": document.id })))
}

async fn verify(State(sandbox): State<Sandbox>, Json(question): Json<Value>) -> Result<Json<Value>, Refused> {
    let (signature, event) = webhook::asked(&question).ok_or(INVALID)?;
    let is_ours = signature == sandbox.signature(event);
    Ok(Json(json!({ "verification_status": if is_ours { "SUCCESS" } else { "FAILURE" } })))
}
