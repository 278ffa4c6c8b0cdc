//! The description of all calls: complete, and shown while developing only.

use crate::{
    access::addresses,
    world::{World, world},
};
use http::StatusCode;
use serde_json::Value;
use std::collections::BTreeSet;

const FOLDERS: [&str; 3] = ["/api/", "/media/", "/shared/{token}/"];

#[test]
fn it_has_every_call_of_the_router_and_nothing_else() {
    let api: Value = serde_json::from_str(&server::description()).unwrap();
    let paths = api["paths"].as_object().unwrap().iter();
    let described: BTreeSet<String> = paths
        .flat_map(|(path, calls)| {
            calls.as_object().unwrap().keys().map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    let is_call = |address: &String| {
        let (method, path) = address.split_once(' ').unwrap();
        method != "ANY" && FOLDERS.iter().any(|folder| path.starts_with(folder))
    };
    let routes: BTreeSet<String> = addresses::of_router().into_iter().filter(is_call).collect();
    assert!(routes.len() > 80);
    assert_eq!(described, routes);
}

#[tokio::test]
async fn it_is_shown_while_developing() {
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
async fn production_does_not_show_it() {
    let world = World::in_production().await;
    for path in ["/api/openapi.json", "/api/docs"] {
        assert_eq!(world.get(path).await.refusal(), (404, "not_found".into()));
    }
}
