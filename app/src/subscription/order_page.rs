//! `/subscription/order`: what is ordered, and the button that names the duty to pay (§ 312j BGB).

use super::{SandboxBanner, day_of};
use crate::{
    components::{Frame, price_line, refused::refused},
    forms::{FormStatus, PostForm},
    request::{PageRequest, t},
};
use backend::subscription;
use chrono::{DateTime, Utc};
use domain::{Key, SubscriptionStatus};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn order_page(request: Arc<PageRequest>) -> AnyView {
    match subscription::overview(&request.backend, &request.viewer).await {
        // No order is possible now; the page of the subscription says what is. A refused form is shown with its refusal.
        Ok(overview)
            if request.refused.is_none() && overview.current.as_ref().is_some_and(|current| !current.can_renew) =>
        {
            leptos_axum::redirect("/subscription");
            ().into_any()
        }
        Ok(overview) => {
            // The same rule as in `subscription::order`: the new term starts after the paid one.
            let paid = overview.current.filter(|one| one.can_renew).and_then(|one| match one.subscription.status {
                SubscriptionStatus::Suspended => one.paid_until,
                _ => one.subscription.ends_at(),
            });
            let starts_at = paid.filter(|end| *end > request.backend.clock.now());
            view! { <Order starts_at /> }.into_any()
        }
        Err(error) => refused(&request, &error, "/subscription".into(), Key::SubscriptionOrderBack),
    }
}

#[component]
fn Order(starts_at: Option<DateTime<Utc>>) -> impl IntoView {
    let begins = starts_at.map_or_else(
        || t(Key::SubscriptionOrderStartNow).to_owned(),
        |date| PageRequest::current().fill(Key::SubscriptionOrderStartOn, &[("date", &day_of(date))]),
    );
    let rows = [
        (Key::SubscriptionOrderServiceLabel, t(Key::SubscriptionOrderService).to_owned()),
        (Key::SubscriptionOrderPriceLabel, price_line()),
        (Key::SubscriptionOrderTermLabel, t(Key::SubscriptionOrderTerm).to_owned()),
        (Key::SubscriptionOrderCancelLabel, t(Key::SubscriptionOrderCancel).to_owned()),
        (Key::SubscriptionOrderStartLabel, begins),
    ]
    .map(|(label, value)| view! { <div><dt>{t(label)}</dt><dd>{value}</dd></div> });
    view! {
        <Frame title=t(Key::SubscriptionOrderTitle) class="narrow pro-order">
            <SandboxBanner />
            <h1>{t(Key::SubscriptionOrderTitle)}</h1>
            <dl class="pro-rows">{rows.collect_view()}</dl>
            <PostForm
                name="subscribe"
                done=Key::SubscriptionOrderTitle
                busy=Key::SubscriptionOrderBusy
                failed=Key::SubscriptionOrderError
                class="stack"
            >
                <Confirmation />
                <p class="plan-line">
                    {t(Key::SubscriptionOrderLegal)} " " <a href="/agb">{t(Key::SubscriptionOrderTerms)}</a> " · "
                    <a href="/widerrufen">{t(Key::SubscriptionOrderWithdraw)}</a> " · "
                    <a href="/datenschutz">{t(Key::SubscriptionOrderPrivacy)}</a>
                </p>
                <FormStatus />
                <button class="button button-main button-wide">{t(Key::SubscriptionOrderButton)}</button>
            </PostForm>
            <p class="narrow-more">
                <a href="/subscription">{t(Key::SubscriptionOrderBack)}</a>
            </p>
        </Frame>
    }
}

/// The checkbox that asks for Pro at once. Without it, Pro could begin only after the fourteen days of withdrawal.
#[component]
fn Confirmation() -> impl IntoView {
    let request = PageRequest::current();
    let is_typed = request.typed("subscribe", "confirmed").is_some();
    let refused =
        request.refused.as_deref().filter(|refused| refused.form == "subscribe" && refused.field == "confirmed");
    let error = refused.map(|refused| refused.message.clone());
    let described = error.is_some().then_some("confirmed-error");
    view! {
        <div class="field">
            <label class="pro-confirm">
                <input
                    type="checkbox"
                    name="confirmed"
                    value="1"
                    required
                    checked=is_typed
                    autofocus=error.is_some()
                    aria-invalid=error.is_some().then_some("true")
                    aria-describedby=described
                />
                <span>{t(Key::SubscriptionOrderConfirm)}</span>
            </label>
            {error
                .map(|error| {
                    view! {
                        <p class="field-error" id="confirmed-error" role="alert">
                            {error}
                        </p>
                    }
                })}
        </div>
    }
}
