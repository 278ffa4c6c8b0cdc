//! The description of all calls: complete, and shown while developing only.

use crate::{
    access::addresses,
    world::{World, world},
};
use http::StatusCode;

const FOLDERS: [&str; 3] = ["/api/", "/media/", "/shared/{token}/"];

#[test]
fn the_router_names_no_call_beside_those_that_are_described() {
    let is_call = |address: &String| {
        let (method, path) = address.split_once(' ').unwrap();
        method != "ANY" && FOLDERS.iter().any(|folder| path.starts_with(folder))
    };
    let not_described: Vec<String> = addresses::of_router().into_iter().filter(is_call).collect();
    assert!(not_described.is_empty(), "{not_described:?}");
}

#[tokio::test]
async fn the_description_is_shown_while_developing() {
    let world = world().await;
    let api = world.get("/api/openapi.json").await.expect(200);
    assert_eq!(api["openapi"], "3.1.0");
    let page = world.get("/api/docs").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains("POST</b> /api/entries</code> Writes the entry of a day."), "{}", page.text());
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; style-src 'nonce-"), "{policy}");
}

#[tokio::test]
async fn production_does_not_show_the_description() {
    let world = World::in_production().await;
    for path in ["/api/openapi.json", "/api/docs"] {
        assert_eq!(world.get(path).await.refusal(), (404, "not_found".into()));
    }
}
