//! Unavailable services, and throttles.

use crate::world::{get, world};
use axum::body::Body;
use http::StatusCode;
use serde_json::json;

#[tokio::test]
async fn the_server_lives_without_its_database_and_says_when_to_retry() {
    let world = world().await;
    let anna = world.person("anna").await;
    world.backend.db.close().await;
    assert_eq!(world.get("/livez").await.status, StatusCode::OK);
    for reply in [world.get("/readyz").await, world.get_as(&anna, "/api/entries").await] {
        reply.refused(503, "unavailable");
        assert_eq!(reply.header("retry-after"), "5");
    }
    let page = anna.request(http::Method::GET, "/dashboard").header("accept", "text/html,*/*");
    let page = world.send(page.body(Body::empty()).unwrap()).await;
    assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(
        page.text().contains("lang=\"de\"") && page.text().contains(page.header("x-request-id")),
        "{}",
        page.text()
    );
    assert_eq!(world.get("/").await.status, StatusCode::OK, "guests still see the landing page");
}

#[tokio::test]
async fn guessing_codes_is_throttled() {
    let world = world().await;
    let guess = json!({ "invitationCode": "AAAA-AAAA-AA" });
    let mut tries = 0;
    let refused = loop {
        let reply = world.post("/api/auth/validate-invitation", &guess).await;
        if reply.status != StatusCode::NOT_FOUND {
            break reply;
        }
        tries += 1;
        assert!(tries < 5000, "no end");
    };
    refused.refused(429, "too_many_requests");
    assert!(refused.header("retry-after").parse::<u64>().is_ok_and(|seconds| seconds > 0));
    let fine = world.send(get("/api/auth/user").body(Body::empty()).unwrap()).await;
    fine.refused(401, "unauthenticated");
}
