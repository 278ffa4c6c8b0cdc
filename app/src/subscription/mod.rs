//! The pages of Pro: plans, order, its state, and the sandbox's approval.

mod approval_page;
mod forms;
mod hint;
mod order_page;
mod plans;
mod status;
mod subscription_page;
mod success_page;

pub use approval_page::approval_page;
pub use hint::ProHint;
pub use order_page::order_page;
pub use subscription_page::{SubscriptionSection, subscription_page};
pub use success_page::success_page;

/// The page whose form leads on to the payment provider.
pub const ORDER_PATH: &str = "/subscription/order";

use crate::request::{PageRequest, t};
use chrono::{DateTime, Utc};
use domain::{Key, date};
use leptos::prelude::*;

/// A moment as a German date, where the viewer lives.
fn day_of(moment: DateTime<Utc>) -> String {
    let zone = PageRequest::current().account().map_or(domain::day::DEFAULT_ZONE, |account| account.zone);
    date::short(moment.with_timezone(&zone).date_naive())
}

/// The sandbox's banner, so that nobody mistakes it for PayPal.
#[component]
fn SandboxBanner() -> impl IntoView {
    let is_sandbox = PageRequest::current().backend.payment.sandbox().is_some();
    is_sandbox.then(|| view! { <p class="notice pro-sandbox">{t(Key::SubscriptionSandbox)}</p> })
}
