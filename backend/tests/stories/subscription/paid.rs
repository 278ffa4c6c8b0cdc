//! Ordering, paying, stopping and coming back.

use crate::world::diary::code;
use backend::{
    Viewer,
    subscription::{activate, cancel, list, order, overview, payments, reactivate},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    Plan::{Free, Pro},
    SubscriptionStatus::{Active, Cancelled, Expired},
};

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

story!(somebody_pays_stops_comes_back_and_pays_again, |w| async move {
    let anna = w.person("anna").await;
    assert_eq!((w.pro(&anna).await, list(&w.backend, &anna).await.unwrap().len()), ((Free, false), 0));
    let id = w.buy(&anna).await;
    assert_eq!((w.pro(&anna).await, w.payments(&id).await), ((Pro, true), 1));
    let mail = w.mail("anna").await.unwrap();
    assert!(mail.contains("3,99") && mail.contains("/widerrufen") && mail.contains("20.11.2026"), "{mail}");
    // Bought at 2026-11-20T10:00Z; every month it renews itself.
    w.later(TimeDelta::days(45));
    w.look().await;
    assert_eq!((w.pro(&anna).await, w.payments(&id).await), ((Pro, true), 2));

    let cancelled = cancel(&w.backend, &anna).await.unwrap();
    assert_eq!((cancelled.status, cancelled.end_date), (Cancelled, Some(at("2027-01-20T10:00:00Z"))));
    let mail = w.mail("anna").await.unwrap();
    assert!(mail.contains("20.01.2027"), "{mail}");
    assert_eq!(w.pro(&anna).await, (Pro, false));
    assert_eq!(code(order(&w.backend, &anna, true).await), "reactivate_instead");
    assert_eq!(cancel(&w.backend, &anna).await.unwrap(), cancelled, "pressed twice");
    let again = reactivate(&w.backend, &anna).await.unwrap();
    assert_eq!((again.status, again.end_date, w.pro(&anna).await), (Active, None, (Pro, true)));
    assert_eq!(reactivate(&w.backend, &anna).await.unwrap(), again, "pressed twice");
    assert_eq!(code(order(&w.backend, &anna, true).await), "already_subscribed");

    cancel(&w.backend, &anna).await.unwrap();
    w.later(at("2027-01-20T10:00:00Z") - w.clock.now() - TimeDelta::seconds(1));
    w.look().await;
    assert_eq!(w.pro(&anna).await, (Pro, false));
    w.later(TimeDelta::seconds(1));
    assert_eq!(w.pro(&anna).await, (Free, false));
    w.look().await;
    assert_eq!((w.newest(&anna).await.status, w.payments(&id).await), (Expired, 2));
    assert_eq!(code(reactivate(&w.backend, &anna).await), "no_subscription");

    let second = w.buy(&anna).await;
    let listed = payments(&w.backend, " Anna@example.org").await.unwrap();
    let counts: Vec<_> = listed
        .iter()
        .map(|(one, paid)| (one.paypal_subscription_id.clone().unwrap(), paid.as_ref().unwrap().len()))
        .collect();
    assert_eq!(counts, [(second.clone(), 1), (id.clone(), 2)]);
    assert_eq!(listed[1].1.as_ref().unwrap()[0].amount_with_breakdown.as_ref().unwrap().gross_amount.value, "3.99");
    assert_eq!((w.pro(&anna).await, w.payments(&id).await, w.payments(&second).await), ((Pro, true), 2, 1));
    w.later(TimeDelta::days(365));
    w.look().await;
    assert_eq!((w.payments(&id).await, w.payments(&second).await), (2, 12 + 1));
});

story!(an_order_that_waits_is_not_made_twice_and_an_old_one_makes_room, |w| async move {
    let anna = w.person("anna").await;
    let (one, other) = tokio::join!(order(&w.backend, &anna, true), order(&w.backend, &anna, true));
    let url = one.or(other).unwrap();
    assert_eq!(order(&w.backend, &anna, true).await.unwrap(), url);
    assert_eq!(list(&w.backend, &anna).await.unwrap().len(), 0, "nothing was bought");
    assert_eq!(code(activate(&w.backend, &anna, None).await), "not_approved");
    w.later(TimeDelta::hours(4));
    let token = url.split_once("ba_token=").unwrap().1;
    assert_eq!(w.sandbox().approve(token).await.unwrap(), None, "its time is over");
    let new = order(&w.backend, &anna, true).await.unwrap();
    assert_ne!(new, url);
    assert_eq!(w.pro(&anna).await, (Free, false));
});

story!(an_id_in_the_address_is_not_trusted, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let url = order(&w.backend, &anna, true).await.unwrap();
    let waiting = format!("I-{}", url.split_once("BA-").unwrap().1);
    // Not approved, and not hers; a guest has none.
    assert_eq!(code(activate(&w.backend, &anna, Some(&waiting)).await), "not_approved");
    for forged in ["I-0000", "", "../I-1", "I-1?x=1"] {
        assert_eq!(code(activate(&w.backend, &anna, Some(forged)).await), "subscription_not_found");
    }
    let id = w.approve(&anna).await;
    assert_eq!(id, waiting);
    assert_eq!(code(activate(&w.backend, &ben, Some(&id)).await), "subscription_not_found");
    assert_eq!(code(activate(&w.backend, &Viewer::Guest, Some(&id)).await), "unauthenticated");
    assert_eq!((w.pro(&anna).await, w.pro(&ben).await), ((Free, false), (Free, false)));
    // Approving and then closing the window counts as approved.
    w.later(TimeDelta::minutes(16));
    w.look().await;
    assert_eq!((w.pro(&anna).await, w.payments(&id).await), ((Pro, true), 1));
});

story!(a_subscription_ended_at_paypal_goes_on_in_a_new_one_that_begins_at_its_end, |w| async move {
    let anna = w.person("anna").await;
    let id = w.buy(&anna).await;
    w.later(TimeDelta::days(10));
    assert!(w.sandbox().cancel_there(&id).await.unwrap());
    w.look().await;
    let ended = w.newest(&anna).await;
    assert_eq!((ended.status, ended.end_date), (Cancelled, Some(at("2026-12-20T10:00:00Z"))));
    assert_eq!(code(reactivate(&w.backend, &anna).await), "ended_at_provider");
    let current = overview(&w.backend, &anna).await.unwrap().current.unwrap();
    assert!(current.can_renew && !current.can_reactivate);
    let next = w.buy(&anna).await;
    assert_eq!((w.payments(&id).await, w.payments(&next).await, w.pro(&anna).await), (1, 0, (Pro, true)));
    w.later(at("2026-12-20T10:00:00Z") - w.clock.now());
    w.look().await;
    assert_eq!((w.payments(&id).await, w.payments(&next).await, w.pro(&anna).await), (1, 1, (Pro, true)));
});

story!(a_payment_that_fails_ends_the_features_and_a_new_order_ends_the_old_one, |w| async move {
    let anna = w.person("anna").await;
    let id = w.buy(&anna).await;
    w.sandbox().fail_payments(&id, true).await.unwrap();
    w.later(TimeDelta::days(31));
    w.look().await;
    assert_eq!((w.newest(&anna).await.status.as_str(), w.pro(&anna).await), ("suspended", (Free, false)));
    let next = w.buy(&anna).await;
    assert_eq!((w.pro(&anna).await, w.payments(&next).await), ((Pro, true), 1));
    // The old one can never be charged again.
    w.sandbox().fail_payments(&id, false).await.unwrap();
    w.later(TimeDelta::days(40));
    w.look().await;
    assert_eq!((w.payments(&id).await, w.payments(&next).await), (1, 2));
});

story!(a_gift_stands_beside_a_subscription, |w| async move {
    let anna = w.person("anna").await;
    let gift =
        backend::subscription::grant(&w.backend, "anna@example.org", "2027-03-31".parse().unwrap()).await.unwrap();
    w.buy(&anna).await;
    cancel(&w.backend, &anna).await.unwrap();
    let seen = overview(&w.backend, &anna).await.unwrap();
    assert_eq!((seen.gift_until, seen.is_sandbox), (Some(gift.until), true));
    w.later(TimeDelta::days(60));
    w.look().await;
    assert_eq!(w.pro(&anna).await, (Pro, true));
});

story!(a_card_that_is_declined_at_the_start_is_never_charged_later_and_another_order_can_be_made, |w| async move {
    let anna = w.person("anna").await;
    let id = w.approve(&anna).await;
    w.sandbox().fail_payments(&id, true).await.unwrap();
    assert_eq!(code(activate(&w.backend, &anna, Some(&id)).await), "order_over");
    w.sandbox().fail_payments(&id, false).await.unwrap();
    w.later(TimeDelta::days(1));
    w.look().await;
    assert_eq!((w.payments(&id).await, w.pro(&anna).await), (0, (Free, false)));
    let next = w.buy(&anna).await;
    assert_eq!((w.payments(&id).await, w.payments(&next).await), (0, 1));
});
