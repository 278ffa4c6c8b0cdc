//! Writing, changing and reading entries.

use crate::world::{
    World,
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
        .field("idempotencyKey", "3f0c-1")
        .image("", b"")
        .image("kaffee.jpg", PHOTO);
    let entry = world.entry(&anna, form).await;
    assert_eq!(entry["text"], "Ein Tag\nmit zwei Zeilen");
    assert_eq!((&entry["summary"], &entry["topMoment"]), (&json!("Kurz"), &json!("Kaffee")));
    assert_eq!((&entry["mood"]["level"], &entry["visibility"]), (&json!(8), &json!("public")));
    assert_eq!(entry["emojis"], "☕🌧️");
    assert_eq!(entry["imageUrls"].as_array().unwrap().len(), 1);
    assert_eq!(entry["images"][0]["alt"], "Eine Tasse");

    assert_eq!(world.get_as(&anna, "/api/entries/today").await.expect(200), entry);
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    assert_eq!(world.get_as(&anna, &path).await.expect(200), entry);

    let ben = world.person("ben").await;
    let seen = world.get_as(&ben, &path).await.expect(200);
    assert!(["version", "shareToken"].iter().all(|name| seen.get(name).is_none()), "{seen}");
    assert_eq!(seen["user"]["firstName"], "anna");
    world.get(&path).await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn a_save_that_names_another_person_is_refused_before_anything_is_written() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let id = world.get_as(&anna, "/api/auth/user").await.expect(200)["id"].as_str().unwrap().to_owned();
    let form = || Form::new("Nur meins").field("idempotencyKey", "3f0c-2").image("kaffee.jpg", PHOTO);
    let named = || form().field("userId", &id);
    world.form_as(&ben, Method::POST, "/api/entries", named()).await.refused(401, "account_mismatch");
    // Before the files are counted: a plan with fewer photos is no reason.
    let many = (0..12).fold(Form::new("Viele").field("userId", &id), |form, _| form.image("kaffee.jpg", PHOTO));
    world.form_as(&ben, Method::POST, "/api/entries", many).await.refused(401, "account_mismatch");
    assert_eq!(world.get_as(&ben, "/api/entries/today").await.expect(200), Value::Null);
    let none = form().field("userId", "");
    world.form_as(&anna, Method::POST, "/api/entries", none).await.refused(400, "invalid_form");
    let odd = form().field("userId", "anna");
    world.form_as(&anna, Method::POST, "/api/entries", odd).await.refused(400, "invalid_form");

    let entry = world.form_as(&anna, Method::POST, "/api/entries", named()).await.expect(201);
    // An older page sends the same save without the name.
    assert_eq!(world.form_as(&anna, Method::POST, "/api/entries", form()).await.expect(201), entry);
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    let change = || Form::new("Anders").field("userId", &id);
    world.form_as(&ben, Method::PATCH, &path, change()).await.refused(401, "account_mismatch");
    assert_eq!(world.get_as(&anna, &path).await.expect(200), entry);
    assert_eq!(world.form_as(&anna, Method::PATCH, &path, change()).await.expect(200)["text"], "Anders");
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
async fn a_missed_day_is_written_with_the_ticket_of_its_page_and_marked_to_its_owner() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let page = world.get_as(&anna, "/create?date=2026-11-17").await;
    let ticket = page.text().split("data-ticket=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
    let dated = || Form::new("Später geschrieben").field("date", "2026-11-17").field("visibility", "public");
    let late = || dated().field("ticket", &ticket);
    world.form_as(&anna, Method::POST, "/api/entries", dated()).await.refused(409, "not_today");
    world.form_as(&ben, Method::POST, "/api/entries", late()).await.refused(409, "not_today");
    let entry = world.entry(&anna, late()).await;
    assert_eq!((&entry["date"], &entry["isBackfilled"]), (&json!("2026-11-17"), &json!(true)));

    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    assert_eq!(world.get_as(&ben, &path).await.expect(200)["isBackfilled"], json!(false));
    world.form_as(&anna, Method::PATCH, &path, Form::new("Geändert")).await.expect(200);
    world.backend.clock.advance(TimeDelta::days(1));
    world.form_as(&anna, Method::PATCH, &path, Form::new("Zu spät")).await.refused(403, "edit_closed");
    assert_eq!(world.get_as(&anna, "/create?date=2026-11-13").await.status, StatusCode::FORBIDDEN);
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

#[tokio::test]
async fn unnamed_fields_stay_and_emptied_fields_are_empty() {
    let world = world().await;
    let anna = world.person("anna").await;
    let form = Form::new("Ein Tag")
        .field("summary", "Kurz")
        .field("summarySource", "local")
        .field("topMoment", "Kaffee")
        .field("emojis", "☕")
        .field("mood", r#"{"level":8}"#)
        .field("audioTranscript", "Gesagt")
        .field("imageAlts", r#"["Eine Tasse"]"#)
        .image("kaffee.jpg", PHOTO);
    let mut expected = world.entry(&anna, form).await;
    let path = format!("/api/entries/{}", expected["id"].as_str().unwrap());
    for (name, value, field, now) in [
        ("visibility", "public", "visibility", json!("public")),
        ("emojis", "🌧️", "emojis", json!("🌧️")),
        ("emojis", "", "emojis", json!("")),
        ("summary", "", "summary", json!("")),
        ("topMoment", "", "topMoment", json!("")),
        ("audioTranscript", "", "audioTranscript", json!("")),
        ("text", "", "text", json!("")),
    ] {
        let changed = world.form_as(&anna, Method::PATCH, &path, Form::default().field(name, value)).await.expect(200);
        expected[field] = now;
        if name == "summary" {
            expected["summarySource"] = json!("");
        }
        for ours in ["version", "updatedAt"] {
            expected[ours] = changed[ours].clone();
        }
        assert_eq!(changed, expected, "{name}={value}");
    }
    let nothing = Form::default().field("existingImages", "[]");
    world.form_as(&anna, Method::PATCH, &path, nothing).await.refused(422, "empty_entry");

    world.backend.clock.advance(TimeDelta::days(1));
    let fewer = Form::default().field("visibility", "private");
    let changed = world.form_as(&anna, Method::PATCH, &path, fewer).await.expect(200);
    assert_eq!(changed["visibility"], "private", "fewer readers are possible at any age, however little is named");
    let mood = Form::default().field("mood", r#"{"level":2}"#);
    world.form_as(&anna, Method::PATCH, &path, mood).await.refused(403, "edit_closed");
}

#[tokio::test]
async fn a_mood_that_nobody_chose_is_shown_to_nobody() {
    let world = world().await;
    let anna = world.person("anna").await;
    let entry = world.entry(&anna, Form::new("Nur Text")).await;
    assert_eq!((&entry["mood"]["level"], &entry["mood"]["isSet"]), (&json!(5), &json!(false)));
    let id = entry["id"].as_str().unwrap();
    let (path, page) = (format!("/api/entries/{id}"), format!("/entry/{id}"));
    let share = format!("{path}/generate-share-token");
    world.json_as(&anna, Method::POST, &share, &json!({})).await.refused(422, "nothing_shared");
    assert!(!world.get_as(&anna, &page).await.text().contains("5 von 10"));

    let choose = async |mood: &str| {
        world.form_as(&anna, Method::PATCH, &path, Form::default().field("mood", mood)).await.expect(200)["mood"]
            .clone()
    };
    assert_eq!(choose(r#"{"level":5}"#).await["isSet"], true, "five is a mood, where somebody says so");
    assert!(world.get_as(&anna, &page).await.text().contains("5 von 10"));
    let link = world.json_as(&anna, Method::POST, &share, &json!({})).await.expect(200);
    let shared = format!("/shared/{}", link["shareToken"].as_str().unwrap());
    assert!(world.get(&shared).await.text().contains("5 von 10"));
    // The editor removes a mood this way, and an empty field does too.
    for none in [r#"{"level":9,"isSet":false}"#, ""] {
        choose(r#"{"level":9}"#).await;
        let mood = choose(none).await;
        assert_eq!((&mood["level"], &mood["isSet"]), (&json!(5), &json!(false)), "{none}");
        assert!(!world.get(&shared).await.text().contains("von 10"));
        assert!(world.get(&format!("/api{shared}")).await.expect(200).get("mood").is_none());
    }
}

#[tokio::test]
async fn an_earlier_text_stands_on_the_entrys_page_and_is_put_back_without_a_script() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let first = Form::new("Morgens war Nebel").field("summary", "Früh").field("visibility", "public");
    let entry = world.entry(&anna, first).await;
    let page = format!("/entry/{}", entry["id"].as_str().unwrap());
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    let change = Form::new("Abends").field("summary", "").field("topMoment", "Suppe");
    world.form_as(&anna, Method::PATCH, &path, change).await.expect(200);
    let shown = world.get_as(&anna, &page).await.text();
    assert!(shown.contains("Morgens war Nebel") && shown.contains("name=\"from\" value=\"2\""), "{shown}");
    assert!(!world.get_as(&ben, &page).await.text().contains("Morgens war Nebel"));

    let put_back = async |version: u8, from: u8| {
        let id = entry["id"].as_str().unwrap();
        world.press(&anna, &page, &format!("form=put-back&id={id}&version={version}&from={from}")).await
    };
    let stale = put_back(1, 1).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    assert!(stale.text().contains("inzwischen") && stale.text().contains("Abends"), "nothing was overwritten");
    let done = put_back(1, 2).await;
    assert_eq!((done.status, done.header("location")), (StatusCode::SEE_OTHER, &*format!("{page}#form-put-back")));
    let now = world.get_as(&anna, &path).await.expect(200);
    assert_eq!(
        (&now["text"], &now["summary"], &now["topMoment"]),
        (&json!("Morgens war Nebel"), &json!("Früh"), &json!(""))
    );
    assert!(world.get_as(&anna, &page).await.text().contains("Abends"), "what was replaced is kept");

    world.backend.clock.advance(TimeDelta::days(1));
    let later = world.get_as(&anna, &page).await.text();
    assert!(later.contains("Abends") && !later.contains("name=\"from\""), "to read and copy, as long as it is kept");
    let closed = put_back(2, 3).await;
    assert_eq!(closed.status, StatusCode::FORBIDDEN);
    assert!(closed.text().contains("nur bis zum Ende seines Tages bearbeiten"), "{}", closed.text());
}

#[tokio::test]
async fn a_version_shows_the_words_that_the_next_save_changed() {
    let world = world().await;
    let anna = world.person("anna").await;
    let day = "Ein langer Tag am See. ".repeat(40);
    let entry = world.entry(&anna, Form::new(&format!("{day}Abends im Saal."))).await;
    let id = entry["id"].as_str().unwrap();
    let path = format!("/api/entries/{id}");
    let now = Form::new(&format!("{day}Abends im Park."));
    world.form_as(&anna, Method::PATCH, &path, now.clone()).await.expect(200);
    world.form_as(&anna, Method::PATCH, &path, now.field("topMoment", "Tee")).await.expect(200);

    let versions = world.get_as(&anna, &format!("{path}/versions")).await.expect(200);
    assert_eq!(versions[0]["changes"], json!({ "topMoment": [{ "kind": "added", "text": "Tee" }] }));
    let parts = versions[1]["changes"]["text"].as_array().unwrap();
    assert_eq!(parts[0], json!({ "kind": "folded", "text": "" }));
    assert!(parts[1]["text"].as_str().unwrap().ends_with("am See. Abends im "), "{}", parts[1]);
    let changed = [json!({ "kind": "removed", "text": "Saal" }), json!({ "kind": "added", "text": "Park" })];
    assert_eq!(parts[2..4], changed);
    let older = world.get_as(&anna, &format!("{path}/versions?before=2")).await.expect(200);
    assert_eq!(older[0]["changes"], versions[1]["changes"], "the newer version is on another page");

    let page = format!("/entry/{id}");
    let shown = world.get_as(&anna, &page).await.text();
    let marked = |page: &str, label: &str, word: &str| {
        page.contains(&format!("data-label=\"{label}\" class=\"difference\">{word}"))
    };
    assert!(marked(&shown, "Vorher", "Saal") && marked(&shown, "Danach", "Park"), "{shown}");
    let whole = world.get_as(&anna, &format!("{page}?version=1")).await.text();
    assert!(whole.contains("Abends im Saal.") && !marked(&whole, "Vorher", "Saal"), "{whole}");
    assert!(whole.contains(&format!("href=\"{page}?version=#version-1\"")), "a way back");
    assert!(world.get_as(&anna, &format!("{page}?version=")).await.text().contains("<details id=\"versions\" open"));
}

#[tokio::test]
async fn the_newest_fifty_versions_and_one_an_hour_are_kept_and_listed_without_their_texts() {
    let world = world().await;
    let anna = world.person("anna").await;
    let words = "Wort ".repeat(500);
    let entry = world.entry(&anna, Form::new(&words)).await;
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    // Three changes an hour from 12:05 on: six are older than the newest fifty, of two hours.
    world.backend.clock.advance(TimeDelta::minutes(5));
    for n in 0..56 {
        world.form_as(&anna, Method::PATCH, &path, Form::new(&format!("{n} {words}"))).await.expect(200);
        world.backend.clock.advance(TimeDelta::minutes(if n < 6 { 20 } else { 1 }));
    }
    let numbers =
        |page: &Value| page.as_array().unwrap().iter().map(|v| v["version"].as_i64().unwrap()).collect::<Vec<_>>();
    let first = world.get_as(&anna, &format!("{path}/versions?limit=40")).await;
    let link = first.header("link").strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\"")).unwrap();
    let second = world.get_as(&anna, link).await;
    assert_eq!(second.header("link"), "");
    let all = [numbers(&first.json()), numbers(&second.json())].concat();
    let expected: Vec<i64> = (7..=56).rev().chain([4, 1]).collect();
    assert_eq!(all, expected);
    assert!(first.bytes.len() < 40 * 900, "{}", first.bytes.len());
    let whole = world.get_as(&anna, &format!("{path}/versions/1")).await.expect(200);
    assert_eq!(whole["text"], words.as_str());
    world.get_as(&anna, &format!("{path}/versions/2")).await.refused(404, "version_not_found");
    let ben = world.person("ben").await;
    world.get_as(&ben, &format!("{path}/versions/1")).await.refused(403, "access_denied");
}

#[tokio::test]
async fn too_many_saves_are_throttled_with_a_note_that_the_text_is_safe() {
    let world = World::with_limits().await;
    let anna = world.person("anna").await;
    let entry = world.entry(&anna, Form::new("Eins")).await;
    let path = format!("/api/entries/{}", entry["id"].as_str().unwrap());
    let (made, ended) = (format!("{path}/generate-share-token"), format!("{path}/remove-share-token"));
    let link = json!({ "shareOptions": { "originalText": true } });
    world.json_as(&anna, Method::POST, &made, &link).await.expect(200);
    let save = async || world.form_as(&anna, Method::PATCH, &path, Form::new("Zwei")).await;
    let mut saves = 0;
    let refused = loop {
        let reply = save().await;
        if reply.status != StatusCode::OK {
            break reply;
        }
        saves += 1;
        assert!(saves < 100, "somebody could go on without end");
    };
    assert!(saves >= 50, "{saves}: whoever saves once a second is not held up");
    refused.refused(429, "too_many_requests");
    assert!(!refused.header("retry-after").is_empty() && refused.text().contains("Verloren ist nichts"));
    let heart = json!({ "isFavorite": true });
    world.json_as(&anna, Method::PUT, &format!("{path}/favorite"), &heart).await.refused(429, "too_many_requests");
    world.json_as(&anna, Method::POST, &made, &link).await.refused(429, "too_many_requests");
    world.json_as(&anna, Method::DELETE, &ended, &json!({})).await.expect(204);
    world.backend.clock.advance(TimeDelta::seconds(2));
    save().await.expect(200);
}
