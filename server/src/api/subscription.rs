//! Pro: ordering, coming back from the payment provider, stopping, and the provider's messages (spec 7).

use crate::http::{ApiResult, Context, Json, Saving, body_limit};
use axum::extract::Request;
use backend::{providers::payment::WebhookHeaders, subscription, throttle::Action};
use domain::{Refusal, Subscription};
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize)]
pub struct Subscriptions {
    subscriptions: Vec<Subscription>,
}

pub async fn list(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<Subscriptions>> {
    Ok(axum::Json(Subscriptions { subscriptions: subscription::list(&backend, &viewer).await? }))
}

/// The specification's calls send a reason, which says nothing.
pub async fn cancel(Saving(Context { backend, viewer, .. }): Saving) -> ApiResult<axum::Json<Subscription>> {
    Ok(axum::Json(subscription::cancel(&backend, &viewer).await?))
}

pub async fn reactivate(Saving(Context { backend, viewer, .. }): Saving) -> ApiResult<axum::Json<Subscription>> {
    Ok(axum::Json(subscription::reactivate(&backend, &viewer).await?))
}

/// What the address of the success page had; the tokens say nothing that we need.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Approved {
    subscription_id: String,
}

pub async fn activate(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(approved): Json<Approved>,
) -> ApiResult<axum::Json<Subscription>> {
    Ok(axum::Json(subscription::activate(&backend, &viewer, Some(&approved.subscription_id)).await?))
}

/// Where the provider leads back to; nothing but our own pages is taken.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Returns {
    return_url: Option<String>,
    cancel_url: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Created {
    success: bool,
    approval_url: String,
}

pub async fn create(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(returns): Json<Returns>,
) -> ApiResult<axum::Json<Created>> {
    let origin = &backend.settings.origin;
    for (given, path) in [(returns.return_url, "/subscription/success"), (returns.cancel_url, "/subscription")] {
        if given.is_some_and(|given| given.strip_prefix(origin.as_str()) != Some(path)) {
            return Err(Refusal::ForeignReturn.into());
        }
    }
    let approval_url = subscription::order(&backend, &viewer, false).await?;
    Ok(axum::Json(Created { success: true, approval_url }))
}

/// 200 once it is kept; the provider repeats what gets another answer.
pub async fn webhook(Context { backend, address, .. }: Context, request: Request) -> ApiResult<StatusCode> {
    backend.throttle.take(Action::Webhook, &address)?;
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
