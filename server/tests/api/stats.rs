//! Figures, the streak and a year of entries, as calls.

use crate::world::{form::Form, world};
use chrono::TimeDelta;
use serde_json::json;

#[tokio::test]
async fn figures_streak_and_year_are_of_oneself() {
    let world = world().await;
    let (anna, ben) = (world.person("anna").await, world.person("ben").await);
    let first = world.entry(&anna, Form::new("Ein Tag mit fünf Wörtern")).await;
    world.backend.clock.advance(TimeDelta::days(1));
    world.entry(&anna, Form::new("Noch einer")).await;
    let stats = world.get_as(&anna, "/api/stats").await;
    let stats = stats.expect(200);
    for (figure, value) in [
        ("totalEntries", json!(2)),
        ("totalWords", json!(7)),
        ("averageWords", json!(4)),
        ("longestEntry", json!(5)),
        ("currentStreak", json!(2)),
        ("bestStreak", json!(2)),
        ("totalPhotos", json!(0)),
        ("favorites", json!(0)),
        ("averageMood", json!(null)),
        ("moodDays", json!(0)),
    ] {
        assert_eq!(stats[figure], value, "{figure}");
    }
    assert!(stats["entriesThisMonth"].is_u64() && stats["mostActiveMonth"].is_string());
    assert_eq!(world.get_as(&anna, "/api/user-streak").await.expect(200)["currentStreak"], 2);
    assert_eq!(world.get_as(&ben, "/api/user-streak").await.expect(200)["currentStreak"], 0);
    let year = first["date"].as_str().unwrap()[..4].to_owned();
    let listed = world.get_as(&anna, &format!("/api/entries/date-range/{year}")).await;
    let listed = listed.expect(200).as_array().unwrap().clone();
    assert!(listed.iter().any(|entry| entry["id"] == first["id"]));
    assert_eq!(world.get_as(&ben, &format!("/api/entries/date-range/{year}")).await.expect(200), json!([]));
    world.get_as(&anna, "/api/entries/date-range/0").await.expect(404);
    world.get_as(&anna, "/api/entries/date-range/heute").await.expect(400);
}
