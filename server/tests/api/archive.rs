//! The download of everything, and of a year.

use crate::world::{form::Form, world};
use axum::body::Body;
use http::Method;
use tower::ServiceExt;

#[tokio::test]
async fn everything_and_a_year_are_downloaded_as_files_that_no_cache_keeps() {
    let world = world().await;
    let anna = world.person("anna").await;
    let entry = world.entry(&anna, Form::new("Ein Tag")).await;
    let year = &entry["date"].as_str().unwrap()[..4];
    for (path, name) in [
        ("/api/archive".to_owned(), format!("tagesecho-{}.zip", entry["date"].as_str().unwrap())),
        (format!("/api/archive/{year}"), format!("tagesecho-{year}.zip")),
    ] {
        let file = world.get_as(&anna, &path).await;
        assert_eq!(file.status.as_u16(), 200);
        assert_eq!(file.header("content-type"), "application/zip");
        assert_eq!(file.header("content-disposition"), format!("attachment; filename=\"{name}\""));
        assert_eq!(file.header("cache-control"), "private, no-store");
        assert_eq!(file.header("accept-ranges"), "none");
    }
    // No part can be named, so a broken download begins anew.
    let again = anna.request(Method::GET, "/api/archive").header("range", "bytes=100-").body(Body::empty()).unwrap();
    let again = world.send(again).await;
    assert_eq!(again.status.as_u16(), 200);
    assert!(again.bytes.starts_with(b"PK"));
    world.get_as(&anna, "/api/archive/1999").await.expect(404);
    world.get_as(&anna, "/api/archive/x").await.expect(400);
    // A browser that opens the address is shown a page. The description of the call is about programs.
    let opened = anna.request(Method::GET, "/api/archive/1999").header("accept", "text/html");
    let page = world.router.clone().oneshot(opened.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(page.status().as_u16(), 404);
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
}

#[tokio::test]
async fn a_year_is_downloaded_as_an_e_book_of_the_person_alone() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let entry = world.entry(&anna, Form::new("Ein Tag")).await;
    let year = &entry["date"].as_str().unwrap()[..4];
    let path = format!("/api/archive/{year}/book");
    let book = world.get_as(&anna, &path).await;
    assert_eq!(book.status.as_u16(), 200);
    assert_eq!(book.header("content-type"), "application/epub+zip");
    assert_eq!(book.header("content-disposition"), format!("attachment; filename=\"tagesecho-{year}.epub\""));
    assert_eq!(book.header("cache-control"), "private, no-store");
    // The kind of an e-book is at a fixed place (OCF 3.3, 4.2.2): version 1.0, no flags, stored, sizes in front.
    assert_eq!(book.bytes[..10], *b"PK\x03\x04\x0a\x00\x00\x00\x00\x00");
    assert_eq!(book.bytes[30..58], *b"mimetypeapplication/epub+zip");
    world.get_as(&ben, &path).await.expect(404);
    world.get(&path).await.expect(401);
    world.get_as(&anna, "/api/archive/1999/book").await.expect(404);
    world.get_as(&anna, "/api/archive/x/book").await.expect(400);
    let opened = anna.request(Method::GET, "/api/archive/1999/book").header("accept", "text/html");
    let page = world.router.clone().oneshot(opened.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(
        (page.status().as_u16(), &page.headers()["content-type"]),
        (404, &"text/html; charset=utf-8".parse().unwrap())
    );
}
