//! The calls of Pro (spec 7).

use crate::world::{ORIGIN, World, people::Person, reply::cookie, request, world};
use axum::{Json, Router, body::Body, extract::State, routing::post as on_post};
use backend::providers::payment::{VERIFICATIONS, WebhookHeaders, sandbox::Sandbox};
use chrono::TimeDelta;
use http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use server::Options;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tokio::{sync::Semaphore, task::JoinSet};

fn sandbox(world: &World) -> &Sandbox {
    world.backend.payment.sandbox().unwrap()
}

async fn create(world: &World, person: &Person) -> String {
    let returns =
        json!({ "returnUrl": format!("{ORIGIN}/subscription/success"), "cancelUrl": format!("{ORIGIN}/subscription") });
    let made = world.json_as(person, Method::POST, "/api/paypal/create-subscription", &returns).await.expect(200);
    assert_eq!(made["success"], true);
    let url = made["approvalUrl"].as_str().unwrap().to_owned();
    assert!(url.starts_with(&format!("{ORIGIN}/sandbox/paypal/approve?ba_token=BA-")), "{url}");
    url.split_once("ba_token=").unwrap().1.to_owned()
}

async fn post(world: &World, person: &Person, path: &str, body: &Value) -> crate::world::Reply {
    world.json_as(person, Method::POST, path, body).await
}

#[tokio::test]
async fn pro_is_bought_cancelled_and_taken_back_by_the_calls_of_the_specification() {
    let world = world().await;
    let anna = world.person("anna").await;
    assert_eq!(world.get_as(&anna, "/api/subscriptions").await.expect(200), json!({ "subscriptions": [] }));
    let token = create(&world, &anna).await;
    let id = token.replace("BA-", "I-");
    let back = json!({ "subscriptionId": id, "baToken": token, "token": token });
    post(&world, &anna, "/api/subscriptions/activate", &back).await.refused(409, "not_approved");
    sandbox(&world).approve(&token).await.unwrap().unwrap();
    let ben = world.person("ben").await;
    post(&world, &ben, "/api/subscriptions/activate", &back).await.refused(404, "subscription_not_found");
    post(&world, &anna, "/api/subscriptions/activate", &json!({ "baToken": token }))
        .await
        .refused(400, "missing_field");
    post(&world, &anna, "/api/subscriptions/activate", &back).await.expect(200);
    let all = world.get_as(&anna, "/api/subscriptions").await.expect(200);
    let first = &all["subscriptions"][0];
    assert_eq!((&first["status"], &first["endDate"]), (&json!("active"), &Value::Null));
    assert_eq!(first["paypalSubscriptionId"], json!(id));
    assert_eq!(world.get_as(&anna, "/api/auth/user").await.expect(200)["proAccount"], true);
    let reason = json!({ "reason": "User requested cancellation" });
    let cancelled = post(&world, &anna, "/api/subscriptions/cancel", &reason).await.expect(200);
    assert_eq!((&cancelled["status"], &cancelled["endDate"]), (&json!("cancelled"), &json!("2026-12-20T11:00:00Z")));
    assert_eq!(world.get_as(&anna, "/api/auth/user").await.expect(200)["proAccount"], false);
    let nothing = anna.request(Method::POST, "/api/subscriptions/reactivate").body(Body::empty()).unwrap();
    assert_eq!(world.send(nothing).await.expect(200)["status"], "active");
    post(&world, &anna, "/api/paypal/create-subscription", &json!({})).await.refused(409, "already_subscribed");
}

#[tokio::test]
async fn a_refused_form_says_what_failed_and_why() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let token = create(&world, &ben).await;
    sandbox(&world).approve(&token).await.unwrap().unwrap();
    let back = json!({ "subscriptionId": token.replace("BA-", "I-"), "baToken": token, "token": token });
    post(&world, &ben, "/api/subscriptions/activate", &back).await.expect(200);
    for (person, page, form, words) in [
        (&anna, "/subscription", "form=cancel-subscription", "Fehler beim Kündigen: "),
        (&anna, "/subscription", "form=reactivate-subscription", "Fehler bei der Reaktivierung: "),
        (&ben, "/subscription/order", "form=subscribe&confirmed=1", "Fehler beim Erstellen des Abonnements: "),
    ] {
        let post = request(Method::POST, page)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("accept", "text/html")
            .header("sec-fetch-site", "same-origin")
            .header("cookie", &person.cookie);
        let refused = world.send(post.body(Body::from(form)).unwrap()).await;
        assert!(refused.text().contains(words), "{form}: {} {}", refused.status, refused.text());
    }
}

#[tokio::test]
async fn cancelling_and_taking_it_back_are_confirmed_and_a_failure_of_ours_is_called_unknown() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let token = create(&world, &anna).await;
    sandbox(&world).approve(&token).await.unwrap().unwrap();
    post(&world, &anna, "/api/subscriptions/activate", &json!({ "subscriptionId": token.replace("BA-", "I-") }))
        .await
        .expect(200);
    for (form, title, text) in [
        ("cancel-subscription", "Abonnement gekündigt", "Ihr Pro-Abonnement wurde erfolgreich gekündigt."),
        ("reactivate-subscription", "Abonnement reaktiviert", "Ihr Pro-Abonnement wurde erfolgreich reaktiviert."),
    ] {
        let done = world.press(&anna, "/subscription", &format!("form={form}")).await;
        let cookies = format!("{}; {}", anna.cookie, cookie(&done));
        let page = request(Method::GET, "/subscription").header("accept", "text/html").header("cookie", cookies);
        let page = world.send(page.body(Body::empty()).unwrap()).await.text();
        assert!(page.contains(&format!("<strong>{title}")) && page.contains(text), "{page}");
    }
    let broken = "ALTER TABLE subscriptions RENAME COLUMN start_confirmed_at TO away";
    world.backend.db.write(broken).execute().await.unwrap();
    let failed = world.press(&ben, "/subscription/order", "form=subscribe&confirmed=1").await.text();
    assert!(failed.contains("Fehler beim Erstellen des Abonnements: Unbekannter Fehler"), "{failed}");
}

#[tokio::test]
async fn the_way_back_leads_to_our_own_pages_only() {
    let world = world().await;
    let anna = world.person("anna").await;
    for foreign in [
        "https://evil.example/subscription/success",
        "http://localhost.evil.example/subscription/success",
        "/x",
        "http://localhost/subscription",
    ] {
        let returns = json!({ "returnUrl": foreign });
        post(&world, &anna, "/api/paypal/create-subscription", &returns).await.refused(422, "foreign_return");
    }
}

#[tokio::test]
async fn guests_have_no_subscription_and_pay_nothing() {
    let world = world().await;
    for path in ["cancel", "reactivate", "activate"].map(|call| format!("/api/subscriptions/{call}")) {
        let call = request(Method::POST, &path).header("content-type", "application/json");
        let call = call.body(Body::from(json!({ "subscriptionId": "I-1" }).to_string())).unwrap();
        world.send(call).await.refused(401, "unauthenticated");
    }
}

#[tokio::test]
async fn a_message_counts_only_when_it_is_genuine() {
    let world = world().await;
    let anna = world.person("anna").await;
    let token = create(&world, &anna).await;
    let id = token.replace("BA-", "I-");
    sandbox(&world).approve(&token).await.unwrap().unwrap();
    post(&world, &anna, "/api/subscriptions/activate", &json!({ "subscriptionId": id })).await.expect(200);
    drop(sandbox(&world).take_messages());
    world.backend.clock.advance(TimeDelta::days(3));
    sandbox(&world).cancel_there(&id).await.unwrap();
    let (headers, body) = sandbox(&world).take_messages().remove(0);
    let send = |signature: &str| {
        world.send(message(&WebhookHeaders { transmission_sig: signature.into(), ..headers.clone() }, body.clone()))
    };
    send("forged").await.refused(400, "webhook_forged");
    assert_eq!(world.get_as(&anna, "/api/subscriptions").await.expect(200)["subscriptions"][0]["status"], "active");
    assert_eq!(send(&headers.transmission_sig).await.status, StatusCode::OK);
    assert_eq!(send(&headers.transmission_sig).await.status, StatusCode::OK);
    world.backend.background.settled().await;
    let all = world.get_as(&anna, "/api/subscriptions").await.expect(200);
    assert_eq!(
        (&all["subscriptions"][0]["status"], all["subscriptions"].as_array().unwrap().len()),
        (&json!("cancelled"), 1)
    );
}

fn message(headers: &WebhookHeaders, body: Vec<u8>) -> Request<Body> {
    request(Method::POST, "/api/paypal/webhook")
        .header("content-type", "application/json")
        .header("paypal-auth-algo", &headers.auth_algo)
        .header("paypal-cert-url", &headers.cert_url)
        .header("paypal-transmission-id", &headers.transmission_id)
        .header("paypal-transmission-sig", &headers.transmission_sig)
        .header("paypal-transmission-time", &headers.transmission_time)
        .body(Body::from(body))
        .unwrap()
}

/// A PayPal that is asked about messages, and answers each question only when the test says so.
#[derive(Clone)]
struct SlowPayPal {
    asked: Arc<AtomicUsize>,
    answers: Arc<Semaphore>,
}

impl SlowPayPal {
    /// Answers its address too.
    async fn start() -> (Self, String) {
        let paypal = Self { asked: Arc::default(), answers: Arc::new(Semaphore::new(0)) };
        let router = Router::new()
            .route("/v1/oauth2/token", on_post(async || Json(json!({ "access_token": "t", "expires_in": 32_400 }))))
            .route("/v1/notifications/verify-webhook-signature", on_post(Self::verify))
            .with_state(paypal.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        (paypal, base_url)
    }

    async fn verify(State(paypal): State<Self>) -> Json<Value> {
        paypal.asked.fetch_add(1, Ordering::SeqCst);
        paypal.answers.acquire().await.unwrap().forget();
        Json(json!({ "verification_status": "FAILURE" }))
    }
}

#[tokio::test]
async fn a_flood_of_messages_makes_paypal_be_asked_four_times_at_once() {
    let (paypal, base_url) = SlowPayPal::start().await;
    let world = Arc::new(World::with_paypal(base_url).await);
    let plausible = WebhookHeaders {
        auth_algo: "SHA256withRSA".into(),
        cert_url: "https://api.paypal.com/cert".into(),
        transmission_id: "1".into(),
        transmission_sig: "forged".into(),
        transmission_time: "2026-11-20T11:00:00Z".into(),
    };
    let body = |n: usize| json!({ "id": format!("WH-{n}"), "event_type": "PAYMENT.SALE.COMPLETED", "resource": {} });
    // A message that cannot be genuine is refused without asking.
    for wrong in [
        WebhookHeaders { cert_url: "https://evil.example/cert".into(), ..plausible.clone() },
        WebhookHeaders { transmission_time: "2026-11-01T11:00:00Z".into(), ..plausible.clone() },
        WebhookHeaders { transmission_sig: String::new(), ..plausible.clone() },
    ] {
        world.send(message(&wrong, body(0).to_string().into())).await.refused(400, "webhook_forged");
    }
    assert_eq!(paypal.asked.load(Ordering::SeqCst), 0);

    let mut flood = JoinSet::new();
    for n in 0..60 {
        let (world, sent) = (world.clone(), message(&plausible, body(n).to_string().into()));
        flood.spawn(async move { world.send(sent).await });
    }
    for _ in 0..60 - VERIFICATIONS {
        let reply = flood.join_next().await.unwrap().unwrap();
        assert_eq!((reply.status.as_u16(), reply.header("retry-after")), (503, "30"));
    }
    paypal.answers.add_permits(VERIFICATIONS);
    while let Some(reply) = flood.join_next().await {
        reply.unwrap().refused(400, "webhook_forged");
    }
    assert_eq!(paypal.asked.load(Ordering::SeqCst), VERIFICATIONS);
}

#[tokio::test]
async fn the_sandbox_has_an_address_under_test_controls_only() {
    let token = |world: World| async move {
        let call = request(Method::POST, "/sandbox/paypal/v1/oauth2/token").body(Body::empty()).unwrap();
        world.send(call).await.status.as_u16()
    };
    assert_eq!(token(world().await).await, 200);
    assert_eq!(
        token(World::with(ORIGIN, Options::default(), app::Assets::default()).await).await,
        405,
        "as for any address that is none"
    );
}
