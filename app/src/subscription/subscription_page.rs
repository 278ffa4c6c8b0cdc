//! `/subscription`: the plans, or what the viewer has of Pro.

use super::{
    SandboxBanner, day_of,
    plans::{Highlights, Plans, Questions},
    status::Status,
    success_page::OVER,
};
use crate::{
    components::{Frame, SettingsSection, refused::refused},
    forms::CloseNotice,
    request::{PageRequest, t},
};
use backend::subscription::{self, Overview};
use domain::{Key, Refusal};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn subscription_page(request: Arc<PageRequest>) -> AnyView {
    match subscription::overview(&request.backend, &request.viewer).await {
        Ok(overview) => view! { <Content overview /> }.into_any(),
        Err(error) => refused(&request, &error, "/dashboard".into(), Key::SubscriptionSuccessDashboard),
    }
}

#[component]
fn Content(overview: Overview) -> impl IntoView {
    let Overview { current, refunded_at, gift_until, is_offered, .. } = overview;
    let is_free = gift_until.is_none();
    let gift = gift_until.map(|until| {
        // The subscription's last day is the one that ends at that moment.
        let last = day_of(until - chrono::TimeDelta::milliseconds(1));
        PageRequest::current().fill(Key::SubscriptionGift, &[("date", &last)])
    });
    view! {
        <Frame title=t(Key::SubscriptionTitle) class="subscription">
            <SandboxBanner />
            <h1>{t(Key::SubscriptionTitle)}</h1>
            <FormStatusNotice />
            {refunded_at
                .map(|date| {
                    let text = PageRequest::current().fill(Key::SubscriptionRefunded, &[("date", &day_of(date))]);
                    view! { <p class="notice">{text}</p> }
                })}
            {gift.map(|gift| view! { <p class="notice">{gift}</p> })}
            {match current {
                Some(current) => view! { <Status current /> }.into_any(),
                None => {
                    view! {
                        <p class="pro-intro">{t(Key::SubscriptionIntro)}</p>
                        <Plans is_free is_offered />
                    }
                        .into_any()
                }
            }}
            <Highlights />
            <Questions />
        </Frame>
    }
}

/// A form's result. It stands outside the forms, because the page may show another one afterwards.
#[component]
fn FormStatusNotice() -> impl IntoView {
    let request = PageRequest::current();
    if let Some(refused) = request.refused.as_deref() {
        return view! {
            <p class="alert" role="alert">
                {refused.message.clone()}
            </p>
        }
        .into_any();
    }
    if request.query(OVER).is_some() {
        let over = request.language.error_text(&Refusal::OrderOver.into());
        return view! {
            <p class="alert" role="alert">
                {over}
            </p>
        }
        .into_any();
    }
    let (title, text) = match request.form_done.as_deref() {
        Some("cancel-subscription") => (Key::SubscriptionCancelDoneTitle, Key::SubscriptionCancelDone),
        Some("reactivate-subscription") => (Key::SubscriptionReactivateDoneTitle, Key::SubscriptionReactivateDone),
        _ => return ().into_any(),
    };
    view! {
        <div class="notice" role="status">
            <p>
                <strong>{t(title)}</strong>
            </p>
            <p>{t(text)}</p>
            <CloseNotice />
        </div>
    }
    .into_any()
}

/// The section of the settings with the link to this page.
#[component]
pub fn SubscriptionSection() -> impl IntoView {
    view! {
        <SettingsSection id="subscription" title=t(Key::SubscriptionTitle) text=t(Key::SubscriptionSectionText)>
            <p>
                <a href="/subscription">{t(Key::SubscriptionSectionOpen)}</a>
            </p>
        </SettingsSection>
    }
}
