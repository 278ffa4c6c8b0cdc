//! The feed and its pages.

use crate::world::{ORIGIN, Reply, World, form::Form, people::Person, world};
use axum::body::Body;
use chrono::TimeDelta;
use http::Method;
use serde_json::{Value, json};

async fn write(world: &World, person: &Person, text: &str, visibility: &str) -> Value {
    let entry = world.entry(person, Form::new(text).field("visibility", visibility)).await;
    world.backend.clock.advance(TimeDelta::minutes(1));
    entry
}

fn texts(reply: &Reply) -> Vec<String> {
    let entries = reply.expect(200);
    entries.as_array().unwrap().iter().map(|entry| entry["text"].as_str().unwrap().to_owned()).collect()
}

/// The address in the `Link` header.
fn next(reply: &Reply) -> Option<String> {
    let (address, relation) = reply.header("link").split_once(';')?;
    assert_eq!(relation.trim(), "rel=\"next\"");
    Some(address.trim_matches(['<', '>']).to_owned())
}

#[tokio::test]
async fn the_feed_shows_ones_own_entries_unless_told_otherwise_and_each_page_names_the_next() {
    let world = world().await;
    let (anna, ben, carla) = (world.person("anna").await, world.person("ben").await, world.person("carla").await);
    write(&world, &anna, "Anna, privat", "private").await;
    write(&world, &ben, "Ben, für Freunde", "friends").await;
    write(&world, &carla, "Carla, für alle", "public").await;

    let own = world.get_as(&anna, "/api/feed").await;
    assert_eq!((texts(&own), next(&own)), (vec!["Anna, privat".to_owned()], None));
    assert_eq!(texts(&world.get_as(&anna, "/api/feed?own=false").await), [""; 0]);
    assert_eq!(texts(&world.get_as(&anna, "/api/feed/friends").await), [""; 0]);
    assert_eq!(texts(&world.get_as(&anna, "/api/feed/public").await), ["Carla, für alle"]);
    assert_eq!(texts(&world.get_as(&ben, "/api/feed/public?limit=100").await), ["Carla, für alle"]);

    let first = world.get_as(&anna, "/api/feed?public=true&friends=true&limit=1").await;
    assert_eq!(texts(&first), ["Carla, für alle"]);
    let entry = &first.json()[0];
    assert_eq!((&entry["user"]["firstName"], &entry["isFavorite"]), (&"carla".into(), &false.into()));
    assert!(["version", "shareToken"].iter().all(|name| entry.get(name).is_none()), "{entry}");
    let second = world.get_as(&anna, &next(&first).unwrap()).await;
    assert_eq!((texts(&second), next(&second)), (vec!["Anna, privat".to_owned()], None));
    assert!(first.header("cache-control").contains("no-store"));
}

#[tokio::test]
async fn a_part_of_ones_own_entries_goes_on_under_its_own_address() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    for n in 1..=3 {
        let entry = write(&world, &anna, &format!("Anna {n}"), "public").await;
        if n != 2 {
            let path = format!("/api/entries/{}/favorite", entry["id"].as_str().unwrap());
            world.json_as(&anna, Method::PUT, &path, &json!({ "isFavorite": true })).await.expect(200);
        }
        world.backend.clock.advance(TimeDelta::days(1));
    }
    write(&world, &ben, "Ben", "public").await;
    let first = world.get_as(&anna, "/api/feed?only=favorites&public=true&limit=1").await;
    assert_eq!(texts(&first), ["Anna 3"]);
    let address = next(&first).unwrap();
    assert!(address.starts_with("/api/feed?only=favorites&before="), "{address}");
    let second = world.get_as(&anna, &address).await;
    assert_eq!((texts(&second), next(&second)), (vec!["Anna 1".to_owned()], None));
    assert_eq!(texts(&world.get_as(&anna, "/api/feed?only=links").await), [""; 0]);
}

#[tokio::test]
async fn the_page_that_led_to_an_entry_counts_only_if_it_is_one_of_ours() {
    let world = world().await;
    let anna = world.person("anna").await;
    let entry = write(&world, &anna, "Anna", "private").await;
    let path = format!("/entry/{}", entry["id"].as_str().unwrap());
    for (referrer, is_ours) in [
        (format!("{ORIGIN}/dashboard?until=abc"), true),
        ("https://elsewhere.example/dashboard?until=abc".to_owned(), false),
        (format!("{ORIGIN}.example/dashboard?until=abc"), false),
    ] {
        let request = anna.request(Method::GET, &path).header("referer", &referrer);
        let page = world.send(request.body(Body::empty()).unwrap()).await.text();
        assert_eq!(page.contains("href=\"/dashboard?until=abc#e-"), is_ours, "{referrer}");
    }
}

#[tokio::test]
async fn a_feed_that_nobody_could_mean_is_refused() {
    let world = world().await;
    let anna = world.person("anna").await;
    for query in [
        "own=1",
        "own=",
        "friends=yes",
        "public=TRUE",
        "before=x",
        "before=",
        "limit=-1",
        "limit=many",
        "own=true&own=false",
        "only=",
        "only=own",
        "only=favorites&only=links",
    ] {
        world.get_as(&anna, &format!("/api/feed?{query}")).await.refused(400, "invalid_form");
    }
    for path in ["/api/feed/friends?before=x", "/api/feed/public?limit=x"] {
        world.get_as(&anna, path).await.refused(400, "invalid_form");
    }
    for path in ["/api/feed", "/api/feed/friends", "/api/feed/public"] {
        world.get(path).await.refused(401, "unauthenticated");
    }
}

#[tokio::test]
async fn the_first_paint_has_the_filters_that_the_cookie_keeps_and_a_broken_one_is_the_default() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    write(&world, &anna, "Von Anna", "private").await;
    write(&world, &ben, "Von Ben", "public").await;
    for (cookie, has_own, has_public) in [
        ("own", true, false),
        ("public", false, true),
        ("own.public", true, true),
        ("none", false, false),
        ("", true, false),
        ("public.own", true, false),
        ("%22%3Cscript%3E", true, false),
    ] {
        let person = Person { cookie: format!("{}; feed={cookie}", anna.cookie), ..anna.clone() };
        let page = world.get_as(&person, "/dashboard").await.text();
        assert_eq!((page.contains("Von Anna"), page.contains("Von Ben")), (has_own, has_public), "{cookie}");
        assert_eq!(page.contains("Keine Filter ausgewählt"), cookie == "none", "{cookie}");
    }
}

#[tokio::test]
async fn a_page_that_is_passed_over_as_a_whole_says_so_and_leads_on() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let user = world.get_as(&ben, "/api/auth/user").await.expect(200);
    let (his, mut day) = (user["id"].as_str().unwrap().to_owned(), world.backend.clock.now());
    let mut tx = world.backend.db.begin().await.unwrap();
    // One more than twice the number of entries that a page looks through.
    for _ in 0..2001 {
        day -= TimeDelta::days(1);
        tx.query(
            "INSERT INTO entries (id, user_id, date, words, signs, word_count, photos, mood_level, visibility, \
             main_image_index, is_favorite, version, created_at, updated_at) \
             VALUES ($1, $2, $3, $5, $5, 2, 0, 5, 'public', 0, FALSE, 1, $4, $4)",
        )
        .bind(world.backend.clock.id())
        .bind(his.parse::<domain::UserId>().unwrap().0)
        .bind(day.date_naive())
        .bind(day)
        // Nobody opens them: a page passes them over.
        .bind(Vec::<u8>::new())
        .execute()
        .await
        .unwrap();
    }
    tx.commit().await.unwrap();
    world.json_as(&anna, Method::POST, "/api/blocks", &json!({ "userId": his })).await.expect(204);

    let page = world.get_as(&anna, "/dashboard?feed=public").await.text();
    let words = "Hier ist nichts für dich dabei.";
    assert!(page.contains(words) && page.contains("Ältere Einträge") && !page.contains("Von Ben"), "{page}");
    let filters = json!({ "own": false, "friends": false, "public": true });
    let mut before = Value::Null;
    let mut parts = Vec::new();
    for _ in 0..3 {
        let asked = json!({ "filters": filters, "before": before });
        let part = world.json_as(&anna, Method::POST, "/rpc/feed/page", &asked).await.expect(200);
        assert_eq!(part["count"], 0);
        before = part["next"]["cursor"].clone();
        parts.push(part["html"].as_str().unwrap().to_owned());
    }
    assert_eq!(before, Value::Null);
    assert_eq!(parts[..2], ["", ""], "nothing to read, and others behind it");
    assert!(parts[2].contains("Keine Einträge gefunden"), "{}", parts[2]);
}
