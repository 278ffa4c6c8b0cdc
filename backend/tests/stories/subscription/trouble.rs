//! Failures between us and the payment provider.

use crate::world::diary::code;
use backend::{
    Backend, Settings,
    providers::payment::{
        WebhookHeaders,
        sandbox::{self, Calls, Webhooks},
    },
    settings::{PayPalSettings, PayPalTimeouts},
    subscription::{activate, cancel, look, order, reactivate, receive},
};
use chrono::TimeDelta;
use domain::{
    Plan::{Free, Pro},
    SubscriptionStatus::{Active, Cancelled},
};
use std::time::Duration;

fn impatient(settings: &mut Settings) {
    let timeouts = &mut settings.sandbox_timeouts;
    (timeouts.one_try, timeouts.whole, timeouts.pause) =
        (Duration::from_secs(1), Duration::from_secs(4), Duration::from_millis(5));
}

story!(an_answer_that_never_comes_charges_once_and_ends_right, impatient, |w| async move {
    let anna = w.person("anna").await;
    for silent in ["/activate", "/suspend", "/subscriptions"] {
        w.sandbox().set_calls(Calls::SilentAfter(silent.into()));
        let id = w.buy(&anna).await;
        assert_eq!(w.payments(&id).await, 1);
        assert_eq!(cancel(&w.backend, &anna).await.unwrap().status, Cancelled);
        w.sandbox().set_calls(Calls::SilentAfter("/activate".into()));
        assert_eq!(reactivate(&w.backend, &anna).await.unwrap().status, Active);
        w.sandbox().set_calls(Calls::SilentBefore("/suspend".into()));
        cancel(&w.backend, &anna).await.unwrap();
        w.later(TimeDelta::days(40));
        w.look().await;
        assert_eq!((w.payments(&id).await, w.pro(&anna).await), (1, (Free, false)));
    }
});

story!(while_paypal_is_away_a_cancellation_holds_and_nothing_else_is_promised, impatient, |w| async move {
    let anna = w.person("anna").await;
    let id = w.buy(&anna).await;
    w.sandbox().set_calls(Calls::Away);
    assert_eq!(cancel(&w.backend, &anna).await.unwrap().status, Cancelled);
    assert_eq!(w.pro(&anna).await, (Pro, false));
    assert_eq!(code(reactivate(&w.backend, &anna).await), "payment_unavailable");
    assert_eq!(code(order(&w.backend, &w.person("ben").await, true).await), "payment_unavailable");
    look(&w.backend).await.unwrap();
    w.later(TimeDelta::hours(1));
    w.sandbox().set_calls(Calls::Answer);
    w.look().await;
    w.later(TimeDelta::days(40));
    w.look().await;
    assert_eq!((w.payments(&id).await, w.pro(&anna).await), (1, (Free, false)));
});

story!(a_cancellation_is_told_even_where_the_list_of_payments_is_refused, impatient, |w| async move {
    let anna = w.person("anna").await;
    let id = w.buy(&anna).await;
    w.sandbox().set_calls(Calls::Away);
    cancel(&w.backend, &anna).await.unwrap();
    w.sandbox().set_calls(Calls::WithoutPayments);
    w.later(TimeDelta::hours(1));
    w.look().await;
    w.later(TimeDelta::days(40));
    w.look().await;
    assert_eq!((w.payments(&id).await, w.pro(&anna).await), (1, (Free, false)));
});

story!(pro_outlasts_a_provider_that_is_away_for_an_hour_but_not_for_ever, impatient, |w| async move {
    let anna = w.person("anna").await;
    w.buy(&anna).await;
    w.later(TimeDelta::days(30) + TimeDelta::minutes(30));
    w.sandbox().set_calls(Calls::Away);
    look(&w.backend).await.unwrap();
    assert_eq!(w.pro(&anna).await, (Pro, true));
    w.later(TimeDelta::days(4));
    look(&w.backend).await.unwrap();
    assert_eq!(w.pro(&anna).await, (Free, false));
    w.sandbox().set_calls(Calls::Answer);
    w.later(TimeDelta::minutes(11));
    w.look().await;
    assert_eq!(w.pro(&anna).await, (Pro, true));
});

story!(messages_that_are_lost_doubled_or_late_change_nothing_in_the_end, |w| async move {
    for mode in [Webhooks::Lose, Webhooks::Double, Webhooks::Hold, Webhooks::Deliver] {
        let name = format!("{mode:?}").to_lowercase();
        let person = w.person(&name).await;
        w.sandbox().set_webhooks(mode);
        let id = w.buy(&person).await;
        w.later(TimeDelta::days(35));
        w.look().await;
        assert!(w.sandbox().cancel_there(&id).await.unwrap());
        w.later(TimeDelta::days(1));
        w.look().await;
        w.sandbox().set_webhooks(Webhooks::Deliver);
        w.look().await;
        assert_eq!((w.newest(&person).await.status, w.pro(&person).await), (Cancelled, (Pro, false)), "{mode:?}");
        assert_eq!(w.payments(&id).await, 2);
        w.later(TimeDelta::days(30));
        w.look().await;
        assert_eq!(w.pro(&person).await, (Free, false));
    }
});

story!(a_message_that_paypal_did_not_send_is_refused, |w| async move {
    let anna = w.person("anna").await;
    let id = w.buy(&anna).await;
    let forged = format!(r#"{{"id":"WH-1","event_type":"BILLING.SUBSCRIPTION.CANCELLED","resource":{{"id":"{id}"}}}}"#);
    let headers = |cert_url: &str, signature: &str| WebhookHeaders {
        auth_algo: "SHA256withRSA".into(),
        cert_url: cert_url.into(),
        transmission_id: "1".into(),
        transmission_sig: signature.into(),
        transmission_time: w.clock.now().to_rfc3339(),
    };
    for cert_url in ["https://api.paypal.com/cert", "https://evil.example/cert", ""] {
        for signature in ["", "x", "e30.e30"] {
            let taken = receive(&w.backend, &headers(cert_url, signature), forged.as_bytes()).await;
            assert_eq!(code(taken), "webhook_forged");
        }
    }
    for body in ["", "{}", "[]", "\u{0}"] {
        assert_eq!(code(receive(&w.backend, &WebhookHeaders::default(), body.as_bytes()).await), "webhook_forged");
    }
    // A genuine one, with another body behind its signature; and twice as it is.
    w.sandbox().cancel_there(&id).await.unwrap();
    let (headers, body) = w.sandbox().take_messages().remove(0);
    let changed = String::from_utf8(body.clone()).unwrap().replace("EUR", "USD");
    assert_eq!(code(receive(&w.backend, &headers, changed.as_bytes()).await), "webhook_forged");
    for _ in 0..2 {
        assert_eq!(code(receive(&w.backend, &headers, &body).await), "ok");
        w.backend.background.settled().await;
    }
    assert_eq!(w.newest(&anna).await.status, Cancelled);
});

story!(two_servers_do_not_do_the_same_work, |w| async move {
    let anna = w.person("anna").await;
    let other = w.another_server().await;
    let id = w.approve(&anna).await;
    // The other server's sandbox reads the same rows.
    let (one, two) = tokio::join!(activate(&w.backend, &anna, Some(&id)), activate(&other, &anna, Some(&id)));
    assert!(one.is_ok() && two.is_ok(), "{one:?} {two:?}");
    assert_eq!(w.payments(&id).await, 1);
    let (one, two) = tokio::join!(cancel(&w.backend, &anna), cancel(&other, &anna));
    assert!(one.is_ok() || two.is_ok(), "{one:?} {two:?}");
    assert_eq!(w.newest(&anna).await.status, Cancelled);
    w.later(TimeDelta::days(40));
    let (one, two) = tokio::join!(look(&w.backend), look(&other));
    one.and(two).unwrap();
    w.look().await;
    assert_eq!((w.payments(&id).await, w.pro(&anna).await), (1, (Free, false)));
    other.db.close().await;
});

story!(paypal_is_spoken_to_over_http_as_the_sandbox_is, |w| async move {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    let calls = axum::Router::new().nest("/v1", w.sandbox().router());
    tokio::spawn(async move { axum::serve(listener, calls).await.unwrap() });
    let paypal = PayPalSettings {
        base_url,
        client_id: "id".into(),
        client_secret: "secret".into(),
        plan_id: sandbox::PLAN.into(),
        webhook_id: sandbox::WEBHOOK.into(),
        timeouts: PayPalTimeouts::default(),
    };
    let anna = w.person("anna").await;
    let backend =
        Backend::open(Settings { paypal: Some(paypal), ..w.settings.clone() }, w.clock.clone()).await.unwrap();
    assert!(backend.payment.sandbox().is_none());
    let url = order(&backend, &anna, true).await.unwrap();
    let token = url.split_once("ba_token=").unwrap().1;
    w.sandbox().approve(token).await.unwrap().unwrap();
    let bought = activate(&backend, &anna, None).await.unwrap();
    assert_eq!((bought.status, w.pro(&anna).await), (Active, (Pro, true)));
    for (headers, body) in w.sandbox().take_messages() {
        receive(&backend, &headers, &body).await.unwrap();
    }
    assert_eq!(cancel(&backend, &anna).await.unwrap().status, Cancelled);
    assert_eq!(reactivate(&backend, &anna).await.unwrap().status, Active);
    backend.background.settled().await;
    backend.db.close().await;
});
