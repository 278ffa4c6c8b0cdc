//! Rules of every address: headers, wrong paths and methods, panics.

use crate::world::{get, request, world};
use axum::body::Body;
use http::{Method, StatusCode};

#[tokio::test]
async fn an_unknown_call_is_404_in_json_and_in_the_callers_language() {
    let world = world().await;
    let reply = world.get("/api/nothing/here").await;
    assert_eq!(reply.refusal(), (404, "not_found".into()));
    assert_eq!(reply.json()["message"], "Diese Adresse gibt es nicht.");
    let french = get("/api/nothing").header("cookie", "language=fr").body(Body::empty()).unwrap();
    let french = world.send(french).await;
    assert_ne!(french.json()["message"], reply.json()["message"]);
    for path in ["/api", "/api/", "/rpc/nothing", "/media/nothing"] {
        assert_eq!(world.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_wrong_method_is_405_in_json_and_says_which_are_right() {
    let world = world().await;
    let reply = world.send(request(Method::DELETE, "/api/entries").body(Body::empty()).unwrap()).await;
    assert_eq!(reply.refusal(), (405, "method_not_allowed".into()));
    assert_eq!(reply.header("allow"), "GET,HEAD,POST");
    let page = world.send(request(Method::POST, "/yearly").body(Body::empty()).unwrap()).await;
    assert_eq!(page.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_share_without_a_service_worker_leads_to_the_editor() {
    let world = world().await;
    let share = async |from: &str| {
        let shared = request(Method::POST, "/share-target").header("sec-fetch-site", from).body(Body::from("text=x"));
        world.send(shared.unwrap()).await
    };
    let reply = share("none").await;
    assert_eq!((reply.status, reply.header("location")), (StatusCode::SEE_OTHER, "/create"));
    for from in ["cross-site", "same-site"] {
        share(from).await.refused(403, "cross_site");
    }
}

#[tokio::test]
async fn a_panic_answers_500_with_an_id_and_the_server_lives() {
    let world = world().await;
    let reply = world.get("/test/panic").await;
    assert_eq!(reply.refusal(), (500, "internal".into()));
    let id = reply.header("x-request-id");
    assert!(id.len() == 12 && reply.json()["message"].as_str().unwrap().ends_with(&format!(" ({id})")), "{id}");
    assert!(!reply.text().contains("on purpose"));
    let page = world.send(get("/test/panic").header("accept", "text/html").body(Body::empty()).unwrap()).await;
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(page.text().contains(page.header("x-request-id")), "the page names the id: {}", page.text());
    assert_eq!(world.get("/livez").await.status, StatusCode::OK);
    assert_eq!(world.get("/readyz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_landing_page_comes_with_a_policy_whose_nonce_its_scripts_have() {
    let world = world().await;
    let reply = world.get("/").await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    assert!(reply.text().contains("lang=\"de\""), "{}", reply.text());
    let policy = reply.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'self' 'nonce-"), "{policy}");
    let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap();
    assert!(nonce.len() >= 16);
    for script in reply.text().split("<script").skip(1) {
        let tag = script.split('>').next().unwrap();
        assert!(tag.contains(nonce) || tag.contains("src=\"/"), "{tag}");
    }
}
