//! The page for searching one's own entries.

use crate::world::{World, text};
use chrono::TimeDelta;
use domain::{EntryForm, Mood};
use http::StatusCode;

#[tokio::test]
async fn without_script_the_address_names_words_and_filters_and_hits_are_marked() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let form = EntryForm { mood: Some(Mood::at(8)), ..text("Die <b>Geburtstagsfeier</b> im Garten.") };
    let entry = world.write_with_photo(&anna, form).await;
    world.clock.advance(TimeDelta::days(1));
    world.write(&anna, text("Noch eine Feier")).await;

    let page = world.get(&anna, "/search?q=feier").await;
    assert!(page.has("value=\"feier\"") && page.has("<mark>Geburtstagsfeier<"));
    assert_eq!(page.html.matches("Geburtstagsfeier").count(), 1, "the island gets the results only once");
    assert!(page.has("2 Treffer"));
    assert!(page.has("&lt;b&gt;") && page.has(&format!("href=\"/entry/{}\"", entry.id)));
    assert!(page.has("Freitag, 20. November 2026") && page.has("Stimmung 8 von 10 · Foto"));
    assert!(page.has("data-search-field") && page.has("<details class=\"search-filters\">"));

    let filtered = world.get(&anna, "/search?q=feier&mood=7-8&photo=true").await;
    assert!(filtered.has("1 Treffer") && filtered.has("<details open class=\"search-filters\">"));
    assert!(filtered.has("value=\"7-8\" selected") && filtered.has("checked"));
    let none = world.get(&anna, "/search?q=nirgends").await;
    assert!(none.has("Nichts gefunden") && none.has("class=\"drawing\"") && none.status == StatusCode::OK);
}

#[tokio::test]
async fn the_page_begins_with_a_hint_and_says_beside_the_form_what_it_refuses() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    world.write(&anna, text("Ein Tag")).await;
    let start = world.get(&anna, "/search").await;
    assert!(start.has("Was möchtest du wiederfinden?") && !start.has("Ein Tag") && !start.has("Treffer<"));
    assert!(start.has("aria-label=\"Suche\"") && start.has("aria-current=\"page\""));
    let long = world.get(&anna, &format!("/search?q={}", "x".repeat(101))).await;
    assert_eq!(long.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(long.has("role=\"alert\"") && long.has("höchstens 100 Zeichen") && long.has("data-search-field"));
    let broken = world.get(&anna, "/search?year=bald").await;
    assert_eq!(broken.status, StatusCode::BAD_REQUEST);
    assert_eq!(world.get(&backend::Viewer::Guest, "/search?q=Tag").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn older_results_have_a_page_of_their_own_with_a_way_back() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for day in 1..=21 {
        world.clock.advance(TimeDelta::days(1));
        world.write(&anna, text(&format!("Tag Nummer {day}."))).await;
    }
    let first = world.get(&anna, "/search?q=nummer").await;
    assert!(first.has("Mehr als 20 Treffer") && first.has("href=\"/search?q=nummer&amp;before=2026-11-22\""));
    let older = world.get(&anna, "/search?q=nummer&before=2026-11-22").await;
    assert!(older.has("1 älterer Treffer") && older.has("href=\"/search?q=nummer\""));
    assert_eq!(older.html.matches("class=\"search-line\"").count(), 1);
}

#[tokio::test]
async fn a_typed_day_is_offered_above_the_results_and_emojis_are_found() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let form = EntryForm { emojis: Some("☕".into()), ..text("Am 28. **Oktober** geschrieben") };
    let entry = world.write(&anna, form).await;
    let offered = format!("<p class=\"search-day\"><a href=\"/entry/{}\">", entry.id);

    let day = world.get(&anna, "/search?q=20.11.").await;
    assert!(day.has(&offered) && day.has("Freitag, 20. November 2026") && !day.has("Nichts gefunden"));
    let both = world.get(&anna, "/search?q=28.+Oktober").await;
    assert!(both.has("<a href=\"/calendar?day=2026-10-28\">") && both.has("kein Eintrag") && both.has("1 Treffer"));
    assert!(both.has("<mark>Oktober<") && !both.has("**"), "no stars");
    assert!(both.has("href=\"/calendar?month=2026-11\"") && both.has("Im Kalender"));
    assert!(!world.get(&anna, "/search?q=28.10.&before=2026-11-01").await.has("search-day"), "only once");

    let emoji = world.get(&anna, "/search?q=%E2%98%95").await;
    assert!(emoji.has("1 Treffer") && emoji.has("<span class=\"emojis\"><mark>☕<"), "the hit is marked");
    assert!(!both.has("<mark>☕"), "nothing but what was looked for");
    assert!(world.get(&anna, "/search?q=%F0%9F%8C%A7").await.has("Nichts gefunden"));
}
