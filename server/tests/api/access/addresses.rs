//! Checks that the table has every address of the router, of the pages and of the server functions. A new address fails
//! here until its access rule is written down.

use super::table::TABLE;
use app::{request::Caching, routes::ROUTES};
use serde_json::Value;

const ROUTER: &str = include_str!("../../../src/router.rs");
const METHODS: [&str; 6] = ["get", "post", "put", "patch", "delete", "any"];

/// The content of the parentheses that `text` begins in.
fn inside(text: &str) -> &str {
    let mut depth = 1;
    let end = text.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    &text[..end.unwrap()]
}

fn is_called(text: &str, name: &str) -> bool {
    let call = format!("{name}(");
    text.match_indices(&call)
        .any(|(at, _)| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':'))
}

/// Such as `GET /api/entries`: every call, by its description, which comes from the router.
pub fn of_calls() -> Vec<String> {
    let api: Value = serde_json::from_str(&server::description()).unwrap();
    let paths = api["paths"].as_object().unwrap().iter();
    let methods = paths.flat_map(|(path, calls)| calls.as_object().unwrap().keys().map(move |method| (method, path)));
    methods.map(|(method, path)| format!("{} {path}", method.to_uppercase())).collect()
}

/// Addresses of the router besides the calls.
pub fn of_router() -> Vec<String> {
    let routes = ROUTER.split(".route(").skip(1).map(inside);
    routes
        .flat_map(|route| {
            let path = route.split('"').nth(1).unwrap();
            let methods: Vec<_> = METHODS.into_iter().filter(|method| is_called(route, method)).collect();
            assert!(!methods.is_empty(), "{route}");
            methods.into_iter().map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect()
}

/// Addresses of pages. The page of a secret link is in the router itself, which counts its visitors.
fn of_pages() -> Vec<String> {
    let routes = ROUTES.iter().filter(|route| route.caching != Caching::Link);
    let addresses = routes.flat_map(|route| {
        let post = route.has_forms.then(|| format!("POST {}", route.path));
        [Some(format!("GET {}", route.path)), post].into_iter().flatten()
    });
    addresses.chain(["GET /{*path}".to_owned()]).collect()
}

/// Server functions answer below `/rpc`, each at its own address.
fn of_functions() -> Vec<String> {
    app::calls().map(|(path, method)| format!("{method} {path}")).collect()
}

#[test]
fn the_table_has_every_address_of_the_router_and_every_server_function_and_nothing_else() {
    let known: Vec<&str> = TABLE.iter().map(|(address, _)| *address).collect();
    let (calls, routes, pages, functions) = (of_calls(), of_router(), of_pages(), of_functions());
    assert!(calls.len() > 80 && routes.len() > 10 && functions.len() > 3, "{calls:?} {routes:?} {functions:?}");
    let all: Vec<&str> = [&calls, &routes, &pages, &functions].into_iter().flatten().map(String::as_str).collect();
    let missing: Vec<_> = all.iter().filter(|address| !known.contains(address)).collect();
    assert!(missing.is_empty(), "who may see what these show? {missing:?}");
    let stale: Vec<_> = known.iter().filter(|address| !all.contains(address)).collect();
    assert!(stale.is_empty(), "these are no more: {stale:?}");
}
