//! The state of a subscription (running, cancelled, stopped at PayPal) and what can be done about it.

use super::{day_of, plans::Order};
use crate::{
    forms::{PostForm, Question},
    request::{PageRequest, t},
};
use backend::subscription::Current;
use domain::{Key, SubscriptionStatus};
use leptos::prelude::*;

#[component]
pub fn Status(current: Current) -> impl IntoView {
    let end = current.subscription.ends_at();
    match current.subscription.status {
        SubscriptionStatus::Active => {
            let renews = current.paid_until.map_or_else(
                || t(Key::SubscriptionRenews).to_owned(),
                |date| PageRequest::current().fill(Key::SubscriptionRenewsOn, &[("date", &day_of(date))]),
            );
            view! {
                <Card title=Key::SubscriptionActiveTitle text=Key::SubscriptionActiveText>
                    <Term label=Key::SubscriptionTerm value=renews />
                    <Cancel />
                </Card>
            }
            .into_any()
        }
        SubscriptionStatus::Suspended => view! {
            <Card title=Key::SubscriptionSuspendedTitle text=Key::SubscriptionSuspendedText>
                <Order />
                <Cancel />
            </Card>
        }
        .into_any(),
        _ => {
            let value = end.map_or_else(|| t(Key::SubscriptionTermEnd).to_owned(), day_of);
            view! {
                <Card title=Key::SubscriptionCancelledTitle text=Key::SubscriptionCancelledText>
                    <Term label=Key::SubscriptionCancelledUntil value />
                    {if current.can_reactivate {
                        view! { <Reactivate /> }.into_any()
                    } else {
                        view! {
                            <p>{t(Key::SubscriptionCancelledRenew)}</p>
                            <Order />
                        }
                            .into_any()
                    }}
                </Card>
            }
            .into_any()
        }
    }
}

#[component]
fn Card(title: Key, text: Key, children: Children) -> impl IntoView {
    view! {
        <section class="pro-status" aria-labelledby="pro-status">
            <h2 id="pro-status">{t(title)}</h2>
            <p>{t(text)}</p>
            {children()}
        </section>
    }
}

#[component]
fn Term(label: Key, value: String) -> impl IntoView {
    view! {
        <dl class="pro-term">
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
        </dl>
    }
}

#[component]
fn Cancel() -> impl IntoView {
    view! {
        <PostForm
            name="cancel-subscription"
            done=Key::SubscriptionCancelDone
            busy=Key::FormBusy
            failed=Key::SubscriptionCancelFailed
        >
            <Question
                id="cancel-dialog"
                open=Key::SubscriptionCancelButton
                title=Key::SubscriptionCancelTitle
                text=t(Key::SubscriptionCancelText)
                yes=Key::SubscriptionCancelYes
                no=Key::SubscriptionCancelNo
                yes_class="button button-danger"
            />
        </PostForm>
    }
}

#[component]
fn Reactivate() -> impl IntoView {
    view! {
        <PostForm
            name="reactivate-subscription"
            done=Key::SubscriptionReactivateDone
            busy=Key::FormBusy
            failed=Key::SubscriptionReactivateFailed
        >
            <Question
                id="reactivate-dialog"
                open=Key::SubscriptionReactivateButton
                title=Key::SubscriptionReactivateTitle
                text=t(Key::SubscriptionReactivateText)
                yes=Key::SubscriptionReactivateYes
                no=Key::SubscriptionCancelNo
            />
        </PostForm>
    }
}
