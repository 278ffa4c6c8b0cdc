//! The download of a year.

use crate::world::{form::Form, world};

#[tokio::test]
async fn a_year_is_downloaded_as_a_file_that_no_cache_keeps() {
    let world = world().await;
    let anna = world.person("anna").await;
    let entry = world.entry(&anna, Form::new("Ein Tag")).await;
    let year = &entry["date"].as_str().unwrap()[..4];
    let file = world.get_as(&anna, &format!("/api/archive/{year}")).await;
    assert_eq!(file.status.as_u16(), 200);
    assert_eq!(file.header("content-type"), "application/zip");
    assert_eq!(file.header("content-disposition"), format!("attachment; filename=\"tagesecho-{year}.zip\""));
    assert_eq!(file.header("cache-control"), "private, no-store");
    world.get_as(&anna, "/api/archive/1999").await.expect(404);
    world.get_as(&anna, "/api/archive/x").await.expect(400);
}
