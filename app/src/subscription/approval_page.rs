//! `/sandbox/paypal/approve`: stands in for PayPal's own page where no money is taken.

use super::{SandboxBanner, day_of};
use crate::{
    components::{EmptyState, Frame, drawing::Drawing},
    forms::{FormStatus, PostForm},
    not_found::NotFoundPage,
    request::{PageRequest, set_status, t},
};
use backend::providers::payment::{price, sandbox::Approval};
use domain::Key;
use http::StatusCode;
use leptos::prelude::*;
use std::sync::Arc;

pub async fn approval_page(request: Arc<PageRequest>) -> AnyView {
    let Some(sandbox) = request.backend.payment.sandbox() else { return NotFoundPage().into_any() };
    let token = request.query("ba_token").unwrap_or_default();
    match sandbox.approval(&token).await {
        Ok(Some(approval)) => view! { <Approve approval /> }.into_any(),
        Ok(None) => {
            set_status(StatusCode::GONE);
            view! { <Gone /> }.into_any()
        }
        Err(error) => {
            request.refuse(&error);
            view! { <Gone /> }.into_any()
        }
    }
}

#[component]
fn Approve(approval: Approval) -> impl IntoView {
    let request = PageRequest::current();
    let decimal = if request.language == domain::Language::En { price() } else { price().replace('.', ",") };
    let due = approval.starts_at.map_or_else(
        || t(Key::SubscriptionApproveNow).to_owned(),
        |date| request.fill(Key::SubscriptionApproveLater, &[("date", &day_of(date))]),
    );
    view! {
        <Frame title=t(Key::SubscriptionApproveTitle) class="narrow pro-order">
            <SandboxBanner />
            <h1>{t(Key::SubscriptionApproveTitle)}</h1>
            <p>{t(Key::SubscriptionApproveText)}</p>
            <p class="plan-price">
                <span class="plan-amount">
                    {request.fill(Key::SubscriptionApprovePrice, &[("price", &decimal)])}
                </span>
            </p>
            <p>{due}</p>
            <PostForm name="approve-payment" done=Key::SubscriptionApproveTitle class="stack">
                <FormStatus />
                <button class="button button-main button-wide" name="answer" value="yes">
                    {t(Key::SubscriptionApproveYes)}
                </button>
                <button class="button button-wide" name="answer" value="no">
                    {t(Key::SubscriptionApproveNo)}
                </button>
            </PostForm>
        </Frame>
    }
}

#[component]
fn Gone() -> impl IntoView {
    view! {
        <Frame title=t(Key::SubscriptionApproveGoneTitle) class="narrow">
            <SandboxBanner />
            <EmptyState
                drawing=Drawing::CutThread
                title=t(Key::SubscriptionApproveGoneTitle)
                text=t(Key::SubscriptionApproveGoneText)
            >
                <a class="button" href="/subscription">
                    {t(Key::SubscriptionSuccessManage)}
                </a>
            </EmptyState>
        </Frame>
    }
}
