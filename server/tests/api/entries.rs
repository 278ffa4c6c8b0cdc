//! Writing, changing and reading entries.

use crate::world::{
    form::{Form, PHOTO},
    world,
};
use chrono::TimeDelta;
use http::{Method, StatusCode};
use serde_json::{Value, json};

#[tokio::test]
async fn an_entry_is_written_with_everything_and_read_back() {
    let world = world().await;
    let anna = world.person("anna").await;
    assert_eq!(world.get_as(&anna, "/api/entries/today").await.expect(200), Value::Null);

    let form = Form::new("Ein Tag\r\nmit zwei Zeilen")
        .field("summary", "Kurz")
        .field("topMoment", "Kaffee")
        .field("emojis", "☕ 🌧️ abc")
        .field("mood", r#"{"level":8}"#)
        .field("visibility", "public")
        .field("date", "2026-11-20")
        .field("mainImageIndex", "0")
        .field("existingImages", "[]")
        .field("imageAlts", r#"["Eine Tasse"]"#)
        .field("imageOrder", "[0]")
        .field("attempt", "3f0c-1")
        .image("", b"")
        .image("kaffee.jpg", PHOTO);
    let entry = world.entry(&anna, form).await;
    assert_eq!(entry["text"], "Ein Tag\nmit zwei Zeilen");
    assert_eq!((&entry["summary"], &entry["topMoment"]), (&json!("Kurz"), &json!("Kaffee")));
    assert_eq!((&entry["mood"]["level"], &entry["visibility"]), (&json!(8), &json!("public")));
    assert_eq!((&entry["emojis"], &entry["attempt"]), (&json!("☕🌧️"), &json!("3f0c-1")));
    assert_eq!(entry["imageUrls"].as_array().unwrap().len(), 1);
    assert_eq!(entry["images"][0]["alt"], "Eine Tasse");

    assert_eq!(world.get_as(&anna, "/api/entries/today").await.expect(200), entry);
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    assert_eq!(world.get_as(&anna, &path).await.expect(200), entry);

    let ben = world.person("ben").await;
    let seen = world.get_as(&ben, &path).await.expect(200);
    assert!(["version", "shareToken", "attempt"].iter().all(|name| seen.get(name).is_none()), "{seen}");
    assert_eq!(seen["user"]["firstName"], "anna");
    world.get(&path).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn a_day_begun_without_a_connection_is_written_on_its_date_for_36_hours_and_by_its_person_alone() {
    let world = world().await;
    let anna = world.person("anna").await;
    let kept = world.get_as(&anna, "/api/day-ticket").await.expect(200);
    assert_eq!((&kept["date"], &kept["zone"]), (&json!("2026-11-20"), &json!("Europe/Berlin")));
    assert_eq!((&kept["dayEnd"], &kept["visibility"]), (&json!(0), &json!("private")));
    assert_eq!(kept["ends"], json!("2026-11-20T23:00:00Z"));
    assert_eq!(kept["userId"], world.get_as(&anna, "/api/auth/user").await.expect(200)["id"]);
    world.get("/api/day-ticket").await.refused(401, "unauthenticated");

    world.backend.clock.advance(TimeDelta::hours(35));
    let late = || {
        let form = Form::new("Im Zug").field("date", "2026-11-20");
        form.field("ticket", kept["ticket"].as_str().unwrap())
    };
    let ben = world.person("ben").await;
    world.form_as(&ben, Method::POST, "/api/entries", late()).await.refused(409, "not_today");
    let entry = world.entry(&anna, late()).await;
    assert_eq!(entry["date"], "2026-11-20");
    let again = world.form_as(&anna, Method::POST, "/api/entries", late()).await;
    again.refused(409, "entry_exists");
    assert_eq!(again.json()["detail"], entry);
}

#[tokio::test]
async fn a_second_entry_of_the_day_and_a_stale_change_get_the_current_one() {
    let world = world().await;
    let anna = world.person("anna").await;
    let entry = world.entry(&anna, Form::new("Morgens")).await;
    let again = world.form_as(&anna, Method::POST, "/api/entries", Form::new("Noch einmal")).await;
    again.refused(409, "entry_exists");
    assert_eq!(again.json()["detail"], entry);

    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    let changed =
        world.form_as(&anna, Method::PATCH, &path, Form::new("Abends").field("version", "1")).await.expect(200);
    assert_eq!((&changed["text"], &changed["version"]), (&json!("Abends"), &json!(2)));
    let stale = world.form_as(&anna, Method::PATCH, &path, Form::new("Mittags").field("version", "1")).await;
    stale.refused(409, "stale");
    assert_eq!(stale.json()["detail"], changed);

    let versions = world.get_as(&anna, &format!("{path}/versions")).await.expect(200);
    assert_eq!((&versions[0]["text"], versions.as_array().unwrap().len()), (&json!("Morgens"), 1));
    let ben = world.person("ben").await;
    world.get_as(&ben, &path).await.refused(403, "access_denied");
    world.get_as(&ben, &format!("{path}/versions")).await.refused(403, "access_denied");
    world.form_as(&ben, Method::PATCH, &path, Form::new("Fremd")).await.refused(403, "access_denied");
}

#[tokio::test]
async fn the_list_leads_from_page_to_page() {
    let world = world().await;
    let anna = world.person("anna").await;
    for day in 0..5 {
        world.entry(&anna, Form::new(&format!("Tag {day}"))).await;
        world.backend.clock.advance(TimeDelta::days(1));
    }
    let mut texts = Vec::new();
    let mut path = "/api/entries?limit=2".to_owned();
    loop {
        let reply = world.get_as(&anna, &path).await;
        texts.extend(
            reply.expect(200).as_array().unwrap().iter().map(|entry| entry["text"].as_str().unwrap().to_owned()),
        );
        let Some(next) = reply.header("link").strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\""))
        else {
            break;
        };
        path = next.to_owned();
    }
    assert_eq!(texts, ["Tag 4", "Tag 3", "Tag 2", "Tag 1", "Tag 0"]);
    let all = world.get_as(&anna, "/api/entries?limit=999999").await;
    assert_eq!((all.json().as_array().unwrap().len(), all.header("link")), (5, ""));
    for bad in ["/api/entries?limit=-1", "/api/entries?limit=x", "/api/entries?limit=1&limit=2"] {
        world.get_as(&anna, bad).await.refused(400, "invalid_form");
    }
    let status = world.get_as(&anna, "/api/entries?before=%00nonsense").await.status;
    assert!(status.is_client_error(), "{status}");
}

#[tokio::test]
async fn the_answer_is_compressed_when_it_is_worth_it() {
    let world = world().await;
    let anna = world.person("anna").await;
    let ask =
        |path: &str| anna.request(Method::GET, path).header("accept-encoding", "gzip").body(axum::body::Body::empty());
    let small = world.send(ask("/api/auth/user").unwrap()).await;
    assert_eq!(small.header("content-encoding"), "");
    world.entry(&anna, Form::new(&"Wort ".repeat(500))).await;
    let large = world.send(ask("/api/entries/today").unwrap()).await;
    assert_eq!((large.status, large.header("content-encoding")), (StatusCode::OK, "gzip"));
    assert!(large.bytes.len() < 1000, "{}", large.bytes.len());
}
