//! Subscriptions after refunds and failures.

use super::{Intent, QUIET, Stored};
use crate::providers::payment::{ProviderStatus, Transaction};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{SubscriptionStatus, UserId};
use serde_json::json;
use uuid::Uuid;

fn at(text: &str) -> DateTime<Utc> {
    format!("{text}T10:00:00Z").parse().unwrap()
}

fn payment(day: &str, status: &str) -> Transaction {
    serde_json::from_value(json!({ "status": status, "time": at(day) })).unwrap()
}

/// It was bought on New Year's Day, and was read and paid for on the first of March.
fn running() -> Stored {
    let mut one = Stored::new(Uuid::nil(), UserId(Uuid::nil()), None, at("2026-01-01"), String::new());
    one.provider_status = Some(ProviderStatus::Active);
    (one.synced_at, one.period_end) = (Some(at("2026-03-01")), Some(at("2026-04-01")));
    one.settle(at("2026-03-01"));
    one
}

#[test]
fn only_the_loss_of_the_running_terms_payment_ends_it() {
    let now = at("2026-03-10");
    for (payments, is_over, ends) in [
        (&[("2026-02-01", "COMPLETED"), ("2026-03-01", "COMPLETED")][..], false, false),
        (&[("2026-02-01", "COMPLETED"), ("2026-03-01", "REFUNDED")], false, true),
        (&[("2026-02-01", "COMPLETED"), ("2026-03-01", "REVERSED")], false, true),
        // An earlier month was refunded.
        (&[("2026-02-01", "REFUNDED"), ("2026-03-01", "COMPLETED")], false, false),
        // One month was collected twice and refunded once.
        (&[("2026-02-28", "COMPLETED"), ("2026-03-01", "REFUNDED")], false, false),
        // A partial refund is a courtesy while it runs, and ends it after a withdrawal.
        (&[("2026-03-01", "PARTIALLY_REFUNDED")], false, false),
        (&[("2026-03-01", "PARTIALLY_REFUNDED")], true, true),
        (&[("2026-02-01", "REFUNDED"), ("2026-03-01", "DECLINED")], false, true),
        // The list does not show the payment yet.
        (&[], false, false),
    ] {
        let mut one = running();
        if is_over {
            one.provider_status = Some(ProviderStatus::Cancelled);
            one.settle(now);
        }
        let before = one.paid_until();
        let listed: Vec<_> = payments.iter().map(|(day, status)| payment(day, status)).collect();
        one.apply_payments(&listed, now);
        if ends {
            assert_eq!((one.status, one.end_date), (SubscriptionStatus::Expired, Some(now)), "{payments:?}");
            assert_eq!((one.intent, one.paid_until()), (Intent::EndNow, None), "{payments:?}");
        } else {
            assert_eq!((one.intent, one.paid_until()), (Intent::Run, before), "{payments:?}");
        }
    }
}

#[test]
fn a_payment_that_the_bank_reversed_and_returned_counts() {
    let mut one = running();
    one.apply_payments(&[payment("2026-03-01", "REVERSED")], at("2026-03-10"));
    one.apply_payments(&[payment("2026-03-01", "COMPLETED")], at("2026-03-20"));
    assert_eq!((one.status, one.end_date), (SubscriptionStatus::Cancelled, Some(at("2026-04-01"))));
    // The refund was seen once.
    one.apply_payments(&[payment("2026-03-01", "REFUNDED")], at("2026-03-21"));
    one.apply_payments(&[payment("2026-03-01", "REFUNDED")], at("2026-03-25"));
    assert_eq!(one.refunded_at, Some(at("2026-03-21")));
}

#[test]
fn pauses_after_failures_double_up_to_a_day_and_an_hour_while_a_cancellation_waits() {
    let minutes = |one: &mut Stored| -> Vec<i64> {
        let now = at("2026-03-02");
        let pause = |failures| {
            one.failures = failures;
            one.back_off(now);
            (one.next_check.unwrap() - now).num_minutes()
        };
        [0, 1, 2, 3, 4, 5, 9, 10, 60_000].into_iter().map(pause).collect()
    };
    let mut one = running();
    assert_eq!(minutes(&mut one), [5, 5, 10, 20, 40, 80, 1280, 1440, 1440]);
    one.intent = Intent::End;
    assert_eq!(minutes(&mut one), [5, 5, 10, 20, 40, 60, 60, 60, 60]);
}

#[test]
fn an_unreadable_subscription_rests_after_sixty_days_unless_it_may_cost_money() {
    let now = at("2026-03-01") + QUIET;
    let mut one = running();
    one.back_off(now);
    assert!(one.next_check.is_some());
    one.provider_status = Some(ProviderStatus::Suspended);
    one.back_off(now - TimeDelta::hours(1));
    assert!(one.next_check.is_some());
    one.back_off(now);
    assert_eq!(one.next_check, None);
}
