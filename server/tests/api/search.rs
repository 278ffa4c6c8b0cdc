//! Searching one's own entries by call and by page.

use crate::world::{World, form::Form, people::Person, world};
use chrono::TimeDelta;
use http::Method;
use serde_json::json;

async fn write(world: &World, person: &Person, text: &str) {
    world.entry(person, Form::new(text)).await;
    world.backend.clock.advance(TimeDelta::days(1));
}

#[tokio::test]
async fn a_hit_says_what_was_found_where_and_the_next_page_keeps_what_was_asked_for() {
    let world = world().await;
    let anna = world.person("anna").await;
    for day in 1..=21 {
        write(&world, &anna, &format!("Regen über Köln, Tag {day}")).await;
    }
    let first = world.get_as(&anna, "/api/search?q=koeln+regen&year=2026").await;
    let hits = first.expect(200);
    assert_eq!(hits.as_array().unwrap().len(), 20);
    let mut hit = hits[0].clone();
    assert!(hit["id"].take().is_string());
    let snippet = json!([
        { "text": "Regen", "isHit": true },
        { "text": " über ", "isHit": false },
        { "text": "Köln", "isHit": true },
        { "text": ", Tag 21", "isHit": false },
    ]);
    let expected = json!({
        "id": null, "date": "2026-12-10", "hasPhoto": false, "hasVoice": false, "isFavorite": false, "isShared": false,
        "snippet": snippet, "foundIn": "text",
    });
    assert_eq!(hit, expected);
    let link = first.header("link");
    assert_eq!(link, "</api/search?q=koeln%20regen&year=2026&before=2026-11-21>; rel=\"next\"");
    let next = link.split(['<', '>']).nth(1).unwrap();
    let second = world.get_as(&anna, next).await;
    assert_eq!(second.expect(200).as_array().unwrap().len(), 1);
    assert_eq!(second.header("link"), "");
    assert!(first.header("cache-control").contains("no-store"));
}

#[tokio::test]
async fn a_search_that_nobody_could_mean_or_that_a_guest_asks_for_is_refused() {
    let world = world().await;
    let anna = world.person("anna").await;
    for query in ["year=x", "mood=0", "mood=3-1", "feeling=hungry", "photo=1", "before=x", "q=a&q=b"] {
        world.get_as(&anna, &format!("/api/search?{query}")).await.refused(400, "invalid_form");
    }
    let long = "x".repeat(101);
    world.get_as(&anna, &format!("/api/search?q={long}")).await.refused(422, "search_too_long");
    world.get_as(&anna, "/api/search?q=%00").await.refused(422, "invalid_character");
    assert_eq!(world.get_as(&anna, "/api/search?q=&year=&photo=").await.expect(200), json!([]));
    world.get("/api/search?q=regen").await.refused(401, "unauthenticated");
}

#[tokio::test]
async fn results_while_typing_equal_those_of_the_page() {
    let world = world().await;
    let anna = world.person("anna").await;
    write(&world, &anna, "Ein <b>Feiertag</b>").await;
    let found = world.json_as(&anna, Method::POST, "/rpc/search/find", &json!({ "query": "q=feier&year=" })).await;
    let found = found.expect(200).clone();
    assert_eq!((&found["address"], &found["count"]), (&json!("/search?q=feier"), &json!("1 Treffer")));
    assert!(found["html"].as_str().unwrap().contains("<mark>Feiertag"), "{found}");
    let long = json!({ "query": format!("q={}", "x".repeat(101)) });
    world.json_as(&anna, Method::POST, "/rpc/search/find", &long).await.refused(422, "search_too_long");
}
