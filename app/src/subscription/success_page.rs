//! `/subscription/success`: the way back from PayPal. The address is not trusted; PayPal is asked.

use super::{SandboxBanner, plans::ProBenefits};
use crate::{
    components::{EmptyState, Frame, drawing::Drawing},
    head::Meta,
    request::{PageRequest, t},
};
use backend::{Error, entries, subscription};
use domain::{Key, Refusal, Subscription, SubscriptionStatus};
use leptos::prelude::*;
use std::sync::Arc;

/// The number of times that the page asks again by itself, and the seconds before each.
const TRIES: u32 = 12;
const SECONDS: u32 = 5;

/// A value in the address of `/subscription`: the order that the person came back from can no longer begin.
pub const OVER: &str = "over";

/// The result of the order.
enum Outcome {
    Active,
    /// PayPal has no approval yet, or does not answer. The number counts the attempts.
    Waiting(u32),
    /// The result may take minutes.
    Later,
    /// The order can no longer begin.
    Over,
    /// The viewer has no order at all.
    None,
}

pub async fn success_page(request: Arc<PageRequest>) -> AnyView {
    let id = request.query("subscription_id").filter(|id| is_id(id));
    let of_id = id.as_ref().map(|id| format!("&subscription_id={id}")).unwrap_or_default();
    // The tokens leave the address at once: the page is loaded again without them.
    if ["ba_token", "token"].into_iter().any(|token| request.query(token).is_some()) {
        if entries::admit_save(&request.backend, &request.viewer).await.is_ok() {
            let done = subscription::activate(&request.backend, &request.viewer, id.as_deref()).await;
            if done.as_ref().is_err_and(|error| is(error, Refusal::OrderOver)) {
                return to_plans();
            }
            done.map_or_else(|error| request.log(&error), drop);
        }
        let query = id.map(|id| format!("?subscription_id={id}")).unwrap_or_default();
        leptos_axum::redirect(&format!("/subscription/success{query}"));
        return ().into_any();
    }
    match outcome(&request, id.as_deref()).await {
        Outcome::Active => view! { <Welcome /> }.into_any(),
        Outcome::Waiting(tries) => {
            let again = format!("{SECONDS};url=/subscription/success?wait={tries}{of_id}");
            view! {
                <Meta http_equiv="refresh" content=again />
                <Pending title=Key::SubscriptionSuccessWaiting text=Key::SubscriptionSuccessWaitingText />
            }
            .into_any()
        }
        Outcome::Later => {
            view! { <Pending title=Key::SubscriptionSuccessPaid text=Key::SubscriptionSuccessPaidText /> }.into_any()
        }
        Outcome::Over => to_plans(),
        Outcome::None => {
            leptos_axum::redirect("/subscription");
            ().into_any()
        }
    }
}

/// An id of PayPal's, which stays in the address.
fn is_id(text: &str) -> bool {
    text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Leads to the plans, which say that the order is over.
fn to_plans() -> AnyView {
    leptos_axum::redirect(&format!("/subscription?{OVER}=1"));
    ().into_any()
}

fn is(error: &Error, refusal: Refusal) -> bool {
    matches!(error, Error::Refused(refused) if refused.refusal == refusal)
}

/// `id`: the order that the address names. Only its own success counts (spec 2).
async fn outcome(request: &PageRequest, id: Option<&str>) -> Outcome {
    let PageRequest { backend, viewer, .. } = request;
    let is_named = |one: &Subscription| id.is_none_or(|id| one.paypal_subscription_id.as_deref() == Some(id));
    let is_active = |one: &Subscription| one.status == SubscriptionStatus::Active && is_named(one);
    if subscription::list(backend, viewer).await.is_ok_and(|all| all.iter().any(is_active)) {
        return Outcome::Active;
    }
    let tries = request.query("wait").and_then(|tries| tries.parse().ok()).unwrap_or(0);
    let asked = match entries::admit_save(backend, viewer).await {
        Ok(()) => subscription::activate(backend, viewer, None).await,
        Err(refused) => Err(refused),
    };
    match asked {
        Ok(one) if is_named(&one) => Outcome::Active,
        Ok(_) => Outcome::None,
        Err(error) if is(&error, Refusal::SubscriptionNotFound) => Outcome::None,
        Err(error) if is(&error, Refusal::OrderOver) => Outcome::Over,
        Err(error) => {
            request.log(&error);
            let is_unapproved = is(&error, Refusal::NotApproved);
            if tries == TRIES && is_unapproved {
                return Outcome::None;
            }
            if tries < TRIES { Outcome::Waiting(tries + 1) } else { Outcome::Later }
        }
    }
}

#[component]
fn Welcome() -> impl IntoView {
    view! {
        <Frame title=t(Key::SubscriptionSuccessTitle) class="narrow pro-success">
            <SandboxBanner />
            <h1>{t(Key::SubscriptionSuccessTitle)}</h1>
            <p>{t(Key::SubscriptionSuccessText)}</p>
            <ProBenefits />
            <Ways />
        </Frame>
    }
}

/// Not active yet.
#[component]
fn Pending(title: Key, text: Key) -> impl IntoView {
    view! {
        <Frame title=t(title) class="narrow pro-success">
            <SandboxBanner />
            <div role="status">
                <EmptyState drawing=Drawing::Letter title=t(title) text=t(text)>
                    <Ways />
                </EmptyState>
            </div>
        </Frame>
    }
}

#[component]
fn Ways() -> impl IntoView {
    view! {
        <p class="pro-answers">
            <a class="button button-main" href="/dashboard">
                {t(Key::SubscriptionSuccessDashboard)}
            </a>
            <a class="button" href="/subscription">
                {t(Key::SubscriptionSuccessManage)}
            </a>
        </p>
    }
}
