//! Cancelling and withdrawing: forms without an account or a script, and the stored declarations.

use crate::world::{Reply, World, get, request, world};
use axum::body::Body;
use http::{Method, StatusCode, header};

/// The link for somebody who has Pro.
const DIRECT: &str = "Zum Abonnement";
const WHO: &str = "name=Anna+Berger&email=anna%40example.org&contract=Tagesecho+Pro";

async fn post(world: &World, path: &str, body: &str) -> Reply {
    let form = request(Method::POST, path)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("sec-fetch-site", "same-origin")
        .header("accept", "text/html");
    world.send(form.body(Body::from(body.to_owned())).unwrap()).await
}

async fn open_declarations(world: &World) -> usize {
    backend::declarations::open_declarations(&world.backend).await.unwrap().1
}

#[tokio::test]
async fn a_guest_cancels_on_one_page_and_saves_the_receipt() {
    let world = world().await;
    let page = world.get("/kuendigen").await;
    assert_eq!(page.status, StatusCode::OK);
    for part in ["Verträge hier kündigen", "jetzt kündigen", "Ordentliche Kündigung", "value=\"Tagesecho Pro\""] {
        assert!(page.text().contains(part), "{part}");
    }
    let done = post(&world, "/kuendigen", &format!("form=cancel-contract&kind=ordinary&reason=&end=next&{WHO}")).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text());
    let receipt = done.header(header::LOCATION).to_owned();
    assert!(receipt.starts_with("/beleg/") && receipt.len() > 40, "{receipt}");

    let page = world.get(&receipt).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header("cache-control"), "private, no-store");
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    assert_eq!(page.header("x-robots-tag"), "noindex");
    let file = world.get(&format!("{receipt}/text")).await;
    assert_eq!(file.header("content-type"), "text/plain; charset=utf-8");
    assert!(file.header("content-disposition").starts_with("attachment; filename=\"tagesecho-K-20261120-"));
    assert_eq!(file.header("referrer-policy"), "no-referrer");
    assert_eq!(file.header("x-robots-tag"), "noindex");
    assert_eq!(file.header("cache-control"), "private, no-store");
    for part in ["Anna Berger", "anna@example.org", "20.11.2026, 12:00:00 Uhr", "zum nächstmöglichen Zeitpunkt"] {
        assert!(page.text().contains(part) && file.text().contains(part), "{part}");
    }
    for nowhere in ["/beleg/nonsense", "/beleg/nonsense/text"] {
        let missing = world.send(get(nowhere).header("accept", "text/html").body(Body::empty()).unwrap()).await;
        assert_eq!(missing.status, StatusCode::NOT_FOUND, "{nowhere}");
    }
}

#[tokio::test]
async fn a_refused_cancellation_keeps_what_was_typed() {
    let world = world().await;
    let typed = "form=cancel-contract&kind=extraordinary&reason=%22%3E%3Cb%3Eweil&end=date&end_date=&name=&email=x&contract=Pro";
    let refused = post(&world, "/kuendigen", typed).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let page = refused.text();
    assert!(page.contains("declaration-name-error") && page.contains("&lt;b&gt;weil"), "{page}");
    assert!(page.contains("value=\"extraordinary\" checked") && page.contains("value=\"date\" checked"), "{page}");
    for (body, id) in [
        (format!("form=cancel-contract&kind=extraordinary&reason=&{WHO}"), "declaration-reason-error"),
        (format!("form=cancel-contract&end=date&end_date=2026-02-30&{WHO}"), "declaration-end-error"),
        (format!("form=cancel-contract&{}", WHO.replace("anna%40", "anna")), "declaration-email-error"),
        (format!("form=cancel-contract&{}", WHO.replace("Berger", &"x".repeat(200))), "declaration-name-error"),
    ] {
        let refused = post(&world, "/kuendigen", &body).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert!(refused.text().contains(id), "{id}");
    }
    assert_eq!(post(&world, "/kuendigen", "form=cancel-contract&name=Anna").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(open_declarations(&world).await, 0);
}

#[tokio::test]
async fn a_withdrawal_takes_two_steps_and_can_be_changed_between_them() {
    let world = world().await;
    let first = post(&world, "/widerrufen", &format!("form=withdraw-contract&ordered=2026-11-15&{WHO}")).await;
    assert_eq!(first.status, StatusCode::OK, "{}", first.text());
    assert_eq!(first.header("cache-control"), "private, no-store");
    let page = first.text();
    assert!(page.contains("Widerruf bestätigen") && page.contains("15.11.2026") && !page.contains("role=\"alert\""));
    assert!(page.contains("type=\"hidden\" name=\"name\" value=\"Anna Berger\""), "{page}");
    assert_eq!(open_declarations(&world).await, 0, "nothing is declared yet");

    let change = post(&world, "/widerrufen", &format!("form=withdraw-contract&step=change&ordered=&{WHO}")).await;
    assert_eq!(change.status, StatusCode::OK);
    assert!(!change.text().contains("Widerruf bestätigen") && change.text().contains("value=\"Anna Berger\""));

    let done = post(&world, "/widerrufen", &format!("form=withdraw-contract&step=confirm&ordered=&{WHO}")).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text());
    let receipt = world.get(done.header(header::LOCATION)).await;
    assert!(receipt.text().contains("Bestätigung deines Widerrufs") && receipt.text().contains("W-20261120-"));
    assert_eq!(open_declarations(&world).await, 1);

    let refused = post(&world, "/widerrufen", "form=withdraw-contract&name=&email=&contract=").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains("declaration-name-error"));
}

#[tokio::test]
async fn signed_in_people_find_the_forms_filled_in() {
    let world = world().await;
    let anna = world.person("anna").await;
    for path in ["/kuendigen", "/widerrufen"] {
        let page = world.get_as(&anna, path).await.text();
        assert!(page.contains("value=\"anna@example.org\"") && !page.contains(DIRECT), "{path}");
    }
    let day = "2027-01-01".parse().unwrap();
    backend::subscription::grant(&world.backend, "anna@example.org", day).await.unwrap();
    assert!(world.get_as(&anna, "/kuendigen").await.text().contains(DIRECT));
}

#[tokio::test]
async fn tries_from_one_address_are_counted() {
    let world = World::with_limits().await;
    let mut last = StatusCode::OK;
    for n in 0..11 {
        let who = WHO.replace("anna%40", &format!("anna{n}%40"));
        last = post(&world, "/kuendigen", &format!("form=cancel-contract&{who}")).await.status;
        assert!(n == 10 || last == StatusCode::SEE_OTHER, "{n}: {last}");
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
}
