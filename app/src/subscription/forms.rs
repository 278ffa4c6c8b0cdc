//! The actions of the forms of Pro.

use crate::{
    error::CallError,
    forms::{attempt, change},
    request::PageRequest,
};
use backend::subscription;
use domain::{Key, Refusal};
use leptos::prelude::*;

/// The refusal as the sentence that the specification gives for it (spec 8).
fn said(error: CallError, key: Key) -> CallError {
    let request = PageRequest::current();
    let is_known = error.code != Refusal::Internal.code();
    let why = if is_known { error.message.as_str() } else { request.text(Key::SubscriptionOrderUnknown) };
    let message = request.fill(key, &[("message", why)]);
    CallError { message, ..error }
}

#[server(endpoint = "form/subscribe")]
pub async fn subscribe(confirmed: Option<String>) -> Result<(), CallError> {
    if confirmed.is_none() {
        let refused = attempt(|_| async { Err(Refusal::StartNotConfirmed.into()) });
        return refused.await.map_err(|error| error.of_field("confirmed"));
    }
    let done = change(|request| async move {
        let approval = subscription::order(&request.backend, &request.viewer, true).await?;
        leptos_axum::redirect(&approval);
        Ok(())
    });
    done.await.map_err(|error| said(error, Key::SubscriptionOrderFailed))
}

#[server(endpoint = "form/cancel-subscription")]
pub async fn cancel_subscription() -> Result<(), CallError> {
    let done = change(|request| async move { subscription::cancel(&request.backend, &request.viewer).await.map(drop) });
    done.await.map_err(|error| said(error, Key::SubscriptionCancelFailed))
}

#[server(endpoint = "form/reactivate-subscription")]
pub async fn reactivate_subscription() -> Result<(), CallError> {
    let done =
        change(|request| async move { subscription::reactivate(&request.backend, &request.viewer).await.map(drop) });
    done.await.map_err(|error| said(error, Key::SubscriptionReactivateFailed))
}

/// The decision about a payment in the sandbox. Anybody with the token decides, as at PayPal.
#[server(endpoint = "form/approve-payment")]
pub async fn approve_payment(answer: String) -> Result<(), CallError> {
    attempt(|request| async move {
        let sandbox = request.backend.payment.sandbox().ok_or(Refusal::NotFound)?;
        let token = request.query("ba_token").unwrap_or_default();
        let next = match answer.as_str() {
            "yes" => sandbox.approve(&token).await?,
            _ => sandbox.decline(&token).await?,
        };
        leptos_axum::redirect(&next.ok_or(Refusal::NotFound)?);
        Ok(())
    })
    .await
}
