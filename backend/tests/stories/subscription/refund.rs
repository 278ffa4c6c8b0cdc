//! A payment that goes back ends Pro when PayPal says so.

use crate::world::diary::code;
use backend::{
    providers::payment::sandbox::{Return, Webhooks},
    subscription::{cancel, look, order, overview, reactivate},
};
use chrono::TimeDelta;
use domain::{
    Plan::{Free, Pro},
    SubscriptionStatus::{Active, Cancelled, Expired},
};

story!(a_refund_and_a_chargeback_end_pro_at_once_and_nothing_more_is_collected, |w| async move {
    for how in [Return::Refunded, Return::Reversed] {
        let name = format!("{how:?}").to_lowercase();
        let person = w.person(&name).await;
        let id = w.buy(&person).await;
        w.later(TimeDelta::days(10));
        w.look().await;
        assert_eq!(w.pro(&person).await, (Pro, true));

        assert!(w.sandbox().give_back(&id, Some(how)).await.unwrap());
        w.look().await;
        assert_eq!((w.newest(&person).await.status, w.pro(&person).await), (Expired, (Free, false)), "{how:?}");
        let seen = overview(&w.backend, &person).await.unwrap();
        assert_eq!((seen.refunded_at, seen.current.is_none()), (Some(w.clock.now()), true));
        let mail = w.mail(&name).await.unwrap();
        let today = w.clock.now().format("%d.%m.%Y").to_string();
        assert!(mail.contains("zurück") && mail.contains("nichts mehr abgebucht") && mail.contains(&today), "{mail}");
        assert_eq!(code(reactivate(&w.backend, &person).await), "no_subscription");
        w.later(TimeDelta::days(60));
        w.look().await;
        assert_eq!((w.payments(&id).await, w.pro(&person).await), (1, (Free, false)), "{how:?}");

        w.buy(&person).await;
        let seen = overview(&w.backend, &person).await.unwrap();
        assert_eq!((w.pro(&person).await, seen.refunded_at), ((Pro, true), None));
    }
});

story!(a_refund_whose_message_is_lost_is_seen_within_a_day, |w| async move {
    let anna = w.person("anna").await;
    let id = w.buy(&anna).await;
    w.later(TimeDelta::days(5));
    w.look().await;
    w.sandbox().set_webhooks(Webhooks::Lose);
    w.sandbox().give_back(&id, Some(Return::Refunded)).await.unwrap();
    w.look().await;
    assert_eq!(w.pro(&anna).await, (Pro, true), "nobody said so yet");
    w.later(TimeDelta::hours(25));
    w.look().await;
    assert_eq!(w.pro(&anna).await, (Free, false));
});

story!(a_part_that_goes_back_ends_only_what_was_ended_at_paypal, |w| async move {
    let anna = w.person("anna").await;
    let id = w.buy(&anna).await;
    w.later(TimeDelta::days(5));
    w.sandbox().give_back(&id, Some(Return::PartiallyRefunded)).await.unwrap();
    w.look().await;
    assert_eq!((w.newest(&anna).await.status, w.pro(&anna).await), (Active, (Pro, true)));
    w.sandbox().cancel_there(&id).await.unwrap();
    w.look().await;
    assert_eq!((w.newest(&anna).await.status, w.pro(&anna).await), (Expired, (Free, false)));
});

story!(a_cancelled_one_ends_with_its_payment_and_a_reversal_in_vain_takes_nothing, |w| async move {
    let anna = w.person("anna").await;
    let id = w.buy(&anna).await;
    w.later(TimeDelta::days(5));
    let end = cancel(&w.backend, &anna).await.unwrap().end_date;
    w.sandbox().give_back(&id, Some(Return::Reversed)).await.unwrap();
    w.look().await;
    assert_eq!((w.newest(&anna).await.status, w.pro(&anna).await), (Expired, (Free, false)));
    w.later(TimeDelta::days(10));
    w.sandbox().give_back(&id, None).await.unwrap();
    w.look().await;
    let newest = w.newest(&anna).await;
    assert_eq!((newest.status, newest.end_date, w.pro(&anna).await), (Cancelled, end, (Pro, false)));
});

story!(a_refund_ends_pro_before_a_new_subscription_begins, |w| async move {
    let anna = w.person("anna").await;
    let id = w.buy(&anna).await;
    w.later(TimeDelta::days(5));
    w.sandbox().cancel_there(&id).await.unwrap();
    w.look().await;
    let next = w.buy(&anna).await;
    assert_eq!((w.payments(&next).await, w.pro(&anna).await), (0, (Pro, true)));
    w.sandbox().give_back(&id, Some(Return::Refunded)).await.unwrap();
    w.look().await;
    assert_eq!(w.pro(&anna).await.0, Free);
    w.later(TimeDelta::days(30));
    w.look().await;
    assert_eq!((w.payments(&next).await, w.pro(&anna).await), (1, (Pro, true)));
    assert_eq!(code(order(&w.backend, &anna, true).await), "already_subscribed");
});

story!(a_refund_holds_when_its_person_cancels_at_the_same_moment, |w| async move {
    for round in 0..4 {
        let person = w.person(&format!("anna{round}")).await;
        let id = w.buy(&person).await;
        w.later(TimeDelta::days(5));
        w.look().await;
        w.sandbox().give_back(&id, Some(Return::Refunded)).await.unwrap();
        let other = w.another_server().await;
        let (cancelled, looked) = tokio::join!(cancel(&w.backend, &person), look(&other));
        looked.unwrap();
        assert!(["ok", "no_subscription"].contains(&code(cancelled)));
        w.look().await;
        assert_eq!((w.newest(&person).await.status, w.pro(&person).await), (Expired, (Free, false)));
        assert!(overview(&w.backend, &person).await.unwrap().refunded_at.is_some());
        w.later(TimeDelta::days(60));
        w.look().await;
        assert_eq!(w.payments(&id).await, 1);
        other.db.close().await;
    }
});
