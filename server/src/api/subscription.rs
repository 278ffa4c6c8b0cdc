//! Pro: ordering, coming back from the payment provider, stopping, and the provider's messages (spec 7).

use super::openapi::{Conflict, Invalid, TooMany};
use crate::http::{ApiResult, Context, Failure, Json, Saving, answer::SaysSuccess, body_limit};
use axum::{
    extract::Request,
    response::{IntoResponse, Response},
};
use backend::{Backend, Viewer, providers::payment::WebhookHeaders, subscription, throttle::Action};
use domain::{Refusal, Subscription};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Subscriptions {
    subscriptions: Vec<Subscription>,
}

/// The own subscriptions.
#[utoipa::path(get, path = "/api/subscriptions", responses((status = 200, body = Subscriptions)))]
pub async fn list(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<Subscriptions>> {
    Ok(axum::Json(Subscriptions { subscriptions: subscription::list(&backend, &viewer).await? }))
}

/// Cancels the subscription to the end of its term.
///
/// The specification's calls send a reason, which says nothing.
#[utoipa::path(
    post, path = "/api/subscriptions/cancel",
    responses((status = 200, body = Subscription), Conflict, TooMany),
)]
pub async fn cancel(Saving(Context { backend, viewer, .. }): Saving) -> ApiResult<axum::Json<Subscription>> {
    Ok(axum::Json(subscription::cancel(&backend, &viewer).await?))
}

/// Takes a cancellation back.
#[utoipa::path(
    post, path = "/api/subscriptions/reactivate",
    responses((status = 200, body = Subscription), Conflict, TooMany),
)]
pub async fn reactivate(Saving(Context { backend, viewer, .. }): Saving) -> ApiResult<axum::Json<Subscription>> {
    Ok(axum::Json(subscription::reactivate(&backend, &viewer).await?))
}

/// Query of the success page. PayPal's other tokens are not needed.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Approved {
    subscription_id: String,
}

/// Looks whether an order was approved.
#[utoipa::path(
    post, path = "/api/subscriptions/activate",
    responses((status = 200, body = Subscription), Conflict, TooMany),
)]
pub async fn activate(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(approved): Json<Approved>,
) -> ApiResult<axum::Json<Subscription>> {
    Ok(axum::Json(subscription::activate(&backend, &viewer, Some(&approved.subscription_id)).await?))
}

/// Address to which the provider leads back. Other origins than ours are refused.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Returns {
    return_url: Option<String>,
    cancel_url: Option<String>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Created {
    success: bool,
    approval_url: String,
}

/// Orders Pro and says where to approve it.
#[utoipa::path(
    post, path = "/api/paypal/create-subscription",
    responses((status = 200, body = Created), Conflict, Invalid, TooMany),
)]
pub async fn create(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(returns): Json<Returns>,
) -> Result<axum::Json<Created>, Unordered> {
    let approval_url = order(&backend, &viewer, returns).await.map_err(Unordered)?;
    Ok(axum::Json(Created { success: true, approval_url }))
}

async fn order(backend: &Backend, viewer: &Viewer, returns: Returns) -> Result<String, backend::Error> {
    let origin = &backend.settings.origin;
    for (given, path) in [(returns.return_url, "/subscription/success"), (returns.cancel_url, "/subscription")] {
        if given.is_some_and(|given| given.strip_prefix(origin.as_str()) != Some(path)) {
            return Err(Refusal::ForeignReturn.into());
        }
    }
    subscription::order(backend, viewer, false).await
}

/// A refused order. Its JSON also has the specification's `success` and `error` (spec 7).
pub struct Unordered(backend::Error);

impl IntoResponse for Unordered {
    fn into_response(self) -> Response {
        let mut response = Failure::from(self.0).into_response();
        response.extensions_mut().insert(SaysSuccess);
        response
    }
}

/// Takes a message of the payment provider.
///
/// 200 once it is kept; the provider repeats what gets another answer.
#[utoipa::path(
    post, path = "/api/paypal/webhook",
    request_body = serde_json::Value, security(()),
    responses((status = 200), TooMany),
)]
pub async fn webhook(Context { backend, address, .. }: Context, request: Request) -> ApiResult<StatusCode> {
    backend.throttle.take(Action::Webhook, &address).await?;
    let headers = webhook_headers(request.headers());
    let body = body_limit::collect(request.into_body()).await?;
    subscription::receive(&backend, &headers, &body).await?;
    Ok(StatusCode::OK)
}

fn webhook_headers(headers: &HeaderMap) -> WebhookHeaders {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    WebhookHeaders {
        auth_algo: text("paypal-auth-algo"),
        cert_url: text("paypal-cert-url"),
        transmission_id: text("paypal-transmission-id"),
        transmission_sig: text("paypal-transmission-sig"),
        transmission_time: text("paypal-transmission-time"),
    }
}
