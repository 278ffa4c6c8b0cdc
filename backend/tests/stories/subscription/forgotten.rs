//! Subscriptions that PayPal does not know, cannot read, or does not sell any more.

use crate::world::{World, diary::code};
use backend::{
    Backend, Settings, Viewer,
    providers::payment::sandbox::{self, Calls},
    settings::{PayPalSettings, PayPalTimeouts},
    subscription::{activate, cancel, look, order, overview},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    Plan::{Free, Pro},
    SubscriptionStatus::{Active, Cancelled, Expired},
};
use std::time::Duration;

fn impatient(settings: &mut Settings) {
    let timeouts = &mut settings.sandbox_timeouts;
    (timeouts.one_try, timeouts.whole, timeouts.pause) =
        (Duration::from_secs(1), Duration::from_secs(4), Duration::from_millis(1));
}

impl World {
    /// The times at which a person's subscriptions will be read again.
    pub(super) async fn due(&self, viewer: &Viewer) -> Vec<DateTime<Utc>> {
        let statement =
            self.backend.db.read("SELECT next_check FROM subscriptions WHERE user_id = $1 AND next_check IS NOT NULL");
        let due: Vec<(DateTime<Utc>,)> = statement.bind(viewer.user_id().unwrap().0).fetch_all().await.unwrap();
        due.into_iter().map(|(at,)| at).collect()
    }

    async fn failures(&self) -> i64 {
        let statement = self.backend.db.read("SELECT MAX(failures) FROM subscriptions");
        statement.fetch_one::<(i64,)>().await.unwrap().0
    }
}

story!(a_subscription_unknown_to_paypal_keeps_its_paid_time_and_is_forgotten_later, |w| async move {
    let anna = w.person("anna").await;
    let id = w.buy(&anna).await;
    w.later(TimeDelta::days(2));
    w.look().await;
    w.sandbox().set_calls(Calls::Unknown);
    // The first such answer may be a mistake.
    w.later(TimeDelta::days(2));
    w.look().await;
    assert_eq!((w.newest(&anna).await.status, w.pro(&anna).await), (Active, (Pro, true)));
    w.later(TimeDelta::days(3));
    w.look().await;
    let lost = w.newest(&anna).await;
    assert_eq!((lost.status, lost.end_date), (Cancelled, Some("2026-12-20T10:00:00Z".parse().unwrap())));
    assert_eq!(w.pro(&anna).await, (Pro, false));
    assert!(overview(&w.backend, &anna).await.unwrap().current.unwrap().can_renew);
    w.later(TimeDelta::days(23));
    w.look().await;
    assert_eq!((w.newest(&anna).await.status, w.pro(&anna).await), (Expired, (Free, false)));
    w.later(TimeDelta::days(60));
    w.look().await;
    assert_eq!((w.due(&anna).await, w.payments(&id).await > 0), (vec![], true));
});

story!(credentials_of_another_account_end_nothing_that_is_found_again, |w| async move {
    let anna = w.person("anna").await;
    w.buy(&anna).await;
    w.later(TimeDelta::days(1));
    w.look().await;
    w.sandbox().set_calls(Calls::Unknown);
    for _ in 0..10 {
        w.later(TimeDelta::days(1));
        w.look().await;
        assert_eq!(w.pro(&anna).await.0, Pro);
    }
    assert_eq!(w.newest(&anna).await.status, Cancelled);
    w.sandbox().set_calls(Calls::Answer);
    w.later(TimeDelta::days(1));
    w.look().await;
    assert_eq!((w.newest(&anna).await.status, w.pro(&anna).await), (Active, (Pro, true)));
});

story!(a_paypal_that_does_not_answer_is_asked_less_and_less_often, impatient, |w| async move {
    let anna = w.person("anna").await;
    w.buy(&anna).await;
    w.later(TimeDelta::days(1));
    w.look().await;
    w.sandbox().set_calls(Calls::Away);
    for _ in 0..(4 * 24 * 12) {
        w.later(TimeDelta::minutes(5));
        look(&w.backend).await.unwrap();
    }
    let failures = w.failures().await;
    assert!((8..=12).contains(&failures), "{failures} in four days");
    w.sandbox().set_calls(Calls::Answer);
    w.later(TimeDelta::days(1));
    w.look().await;
    assert_eq!((w.failures().await, w.pro(&anna).await), (0, (Pro, true)));
});

story!(a_cancellation_reaches_paypal_within_an_hour_of_its_return, impatient, |w| async move {
    let anna = w.person("anna").await;
    let id = w.buy(&anna).await;
    w.later(TimeDelta::days(27));
    w.look().await;
    w.sandbox().set_calls(Calls::Away);
    cancel(&w.backend, &anna).await.unwrap();
    for _ in 0..(60 * 2) {
        w.later(TimeDelta::minutes(30));
        look(&w.backend).await.unwrap();
    }
    w.sandbox().set_calls(Calls::Answer);
    w.later(TimeDelta::hours(1));
    w.look().await;
    w.later(TimeDelta::days(20));
    w.look().await;
    assert_eq!((w.payments(&id).await, w.pro(&anna).await), (1, (Free, false)));
});

story!(an_order_for_a_plan_of_before_makes_room_for_a_new_one, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let old = w.approve(&anna).await;
    let url = order(&w.backend, &ben, true).await.unwrap();

    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    let calls = axum::Router::new().nest("/v1", w.sandbox().router());
    tokio::spawn(async move { axum::serve(listener, calls).await.unwrap() });
    let paypal = PayPalSettings {
        base_url,
        client_id: "id".into(),
        client_secret: "secret".into(),
        plan_id: "P-DEARER".into(),
        webhook_id: sandbox::WEBHOOK.into(),
        timeouts: PayPalTimeouts::default(),
    };
    let changed =
        Backend::open(Settings { paypal: Some(paypal), ..w.settings.clone() }, w.clock.clone()).await.unwrap();
    // Approved under the plan of before: it is never charged.
    assert_eq!(code(activate(&changed, &anna, Some(&old)).await), "order_over");
    for (person, before) in [(&anna, old.replace("I-", "BA-")), (&ben, url)] {
        let new = order(&changed, person, true).await.unwrap();
        assert!(!new.ends_with(&before), "{new}");
        let token = new.split_once("ba_token=").unwrap().1;
        w.sandbox().approve(token).await.unwrap().unwrap();
        assert_eq!(activate(&changed, person, None).await.unwrap().status, Active);
    }
    assert_eq!(w.payments(&old).await, 0);
    changed.background.settled().await;
    changed.db.close().await;
});
