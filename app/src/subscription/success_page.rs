//! `/subscription/success`: back from PayPal. What the address says is believed nothing; PayPal is asked.

use super::{SandboxBanner, plans::ProBenefits};
use crate::{
    components::{EmptyState, Page, drawing::Drawing},
    request::{PageRequest, t},
};
use backend::{Error, entries, subscription};
use domain::{Key, Refusal};
use leptos::prelude::*;

/// How often the page asks again by itself, and after how many seconds each.
const TRIES: u32 = 12;
const SECONDS: u32 = 5;

/// In the address of `/subscription`: the order that somebody came back from can no longer begin.
pub const OVER: &str = "over";

/// What came of the order.
enum Outcome {
    Active,
    /// PayPal has no approval yet, or does not answer; so many times it was asked.
    Waiting(u32),
    /// It may take minutes.
    Later,
    /// The order can no longer begin.
    Over,
    /// The viewer has no order at all.
    None,
}

pub async fn success_page(request: PageRequest) -> AnyView {
    // The tokens of the address leave it at once: the page is asked for anew without them.
    if let Some(id) = request.query("subscription_id") {
        if entries::admit_save(&request.backend, &request.viewer).is_ok() {
            let done = subscription::activate(&request.backend, &request.viewer, Some(&id)).await;
            if done.as_ref().is_err_and(|error| is(error, Refusal::OrderOver)) {
                return to_plans();
            }
            done.map_or_else(|error| request.log(&error), drop);
        }
        leptos_axum::redirect("/subscription/success");
        return ().into_any();
    }
    match outcome(&request).await {
        Outcome::Active => view! { <Welcome /> }.into_any(),
        Outcome::Waiting(tries) => {
            let again = format!("{SECONDS};url=/subscription/success?wait={tries}");
            view! {
                <leptos_meta::Meta http_equiv="refresh" content=again />
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

/// The plans say that the order is over.
fn to_plans() -> AnyView {
    leptos_axum::redirect(&format!("/subscription?{OVER}=1"));
    ().into_any()
}

fn is(error: &Error, refusal: Refusal) -> bool {
    matches!(error, Error::Refused(refused) if refused.refusal == refusal)
}

async fn outcome(request: &PageRequest) -> Outcome {
    let PageRequest { backend, viewer, .. } = request;
    let is_active = async || subscription::overview(backend, viewer).await.is_ok_and(|overview| overview.is_active());
    if is_active().await {
        return Outcome::Active;
    }
    let tries = request.query("wait").and_then(|tries| tries.parse().ok()).unwrap_or(0);
    let asked = match entries::admit_save(backend, viewer) {
        Ok(()) => subscription::activate(backend, viewer, None).await,
        Err(refused) => Err(refused),
    };
    match asked {
        Ok(_) => Outcome::Active,
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
        <Page title=t(Key::SubscriptionSuccessTitle) class="narrow pro-success">
            <SandboxBanner />
            <h1>{t(Key::SubscriptionSuccessTitle)}</h1>
            <p>{t(Key::SubscriptionSuccessText)}</p>
            <ProBenefits />
            <Ways />
        </Page>
    }
}

/// Not active yet.
#[component]
fn Pending(title: Key, text: Key) -> impl IntoView {
    view! {
        <Page title=t(title) class="narrow pro-success">
            <SandboxBanner />
            <div role="status">
                <EmptyState drawing=Drawing::Letter title=t(title) text=t(text)>
                    <Ways />
                </EmptyState>
            </div>
        </Page>
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
