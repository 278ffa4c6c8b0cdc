//! The payment sandbox serves this server alone, and forgets.

use crate::world::{World, diary::code};
use axum::{body::Body, http::Request};
use backend::subscription::{cancel, order, sweep};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use tower::ServiceExt;

impl World {
    async fn rows(&self) -> i64 {
        self.backend.db.read("SELECT COUNT(*) FROM payment_sandbox").fetch_one::<(i64,)>().await.unwrap().0
    }

    async fn due_at(&self, id: &str) -> Option<DateTime<Utc>> {
        let statement = self.backend.db.read("SELECT due_at FROM payment_sandbox WHERE id = $1").bind(id.to_owned());
        statement.fetch_one::<(Option<DateTime<Utc>>,)>().await.unwrap().0
    }

    /// Makes a subscription by the sandbox's own calls, as nobody but this server can; answers the status.
    async fn create_by_call(&self, return_url: &str) -> u16 {
        let order = json!({
            "plan_id": "P-SANDBOX",
            "application_context": { "return_url": return_url, "cancel_url": "https://tagesecho.test/subscription" },
        });
        let call = Request::post("/billing/subscriptions").header("content-type", "application/json");
        let call = call.body(Body::from(order.to_string())).unwrap();
        self.sandbox().router().oneshot(call).await.unwrap().status().as_u16()
    }
}

story!(an_approval_leads_to_own_pages_only, |w| async move {
    for foreign in [
        "https://evil.example/",
        "https://tagesecho.test.evil.example/",
        "https://tagesecho.test@evil.example/",
        "//evil.example",
        "",
    ] {
        assert_eq!(w.create_by_call(foreign).await, 400, "{foreign}");
    }
    // A row from before this was checked.
    let anna = w.person("anna").await;
    let url = order(&w.backend, &anna, true).await.unwrap();
    let token = url.split_once("ba_token=").unwrap().1;
    assert!(w.sandbox().approval(token).await.unwrap().is_some());
    let statement =
        "UPDATE payment_sandbox SET document = REPLACE(document, 'https://tagesecho.test/', 'https://evil.example/')";
    w.backend.db.write(statement).execute().await.unwrap();
    assert!(w.sandbox().approval(token).await.unwrap().is_none());
    assert_eq!(w.sandbox().approve(token).await.unwrap(), None);
    assert_eq!(w.sandbox().decline(token).await.unwrap(), None);
});

story!(an_order_of_another_server_is_neither_approved_nor_kept, |w| async move {
    assert_eq!(w.create_by_call("https://tagesecho.test/subscription/success").await, 201);
    let statement = w.backend.db.read("SELECT id FROM payment_sandbox");
    let (id,): (String,) = statement.fetch_one().await.unwrap();
    let token = format!("BA-{}", id.strip_prefix("I-").unwrap());
    assert!(w.sandbox().approval(&token).await.unwrap().is_none());
    assert_eq!(w.sandbox().approve(&token).await.unwrap(), None);
    assert_eq!(w.sandbox().decline(&token).await.unwrap(), None);
    w.later(TimeDelta::hours(2));
    sweep(&w.backend).await.unwrap();
    assert_eq!(w.rows().await, 0);
});

story!(only_what_collects_money_is_looked_at_and_what_rests_is_forgotten, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let id = w.buy(&anna).await;
    let other = w.buy(&ben).await;
    assert_eq!(w.due_at(&id).await, Some("2026-12-20T10:00:00Z".parse().unwrap()));
    cancel(&w.backend, &ben).await.unwrap();
    assert_eq!(w.due_at(&other).await, None);

    w.later(TimeDelta::days(40));
    w.look().await;
    sweep(&w.backend).await.unwrap();
    assert_eq!((w.rows().await, w.payments(&id).await), (2, 2));
    w.later(TimeDelta::days(61));
    w.look().await;
    sweep(&w.backend).await.unwrap();
    assert_eq!((w.rows().await, w.payments(&id).await), (1, 4));
    assert_eq!(code(order(&w.backend, &ben, true).await), "ok");
});
