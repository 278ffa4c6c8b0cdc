//! The year as a book.

use crate::world::{World, text};
use backend::Viewer;
use chrono::TimeDelta;
use domain::{EntryForm, Mood};
use http::StatusCode;

const BOOK: &str = "/yearly/2026/book";

fn full_day() -> EntryForm {
    EntryForm {
        summary: Some("Kurz gesagt".into()),
        top_moment: Some("Ein <Umweg>".into()),
        audio_transcript: Some("Gesprochenes".into()),
        emojis: Some("🌧️".into()),
        mood: Some(Mood::at(8)),
        image_alts: Some(vec!["Eine <Rakete>".into()]),
        ..text("Schifffahrtsgesellschaften sind *wunderbar* & <b>\nhttps://example.org/wunderbarerweise")
    }
}

#[tokio::test]
async fn a_book_has_a_cover_contents_and_each_month_with_its_days_in_order() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write_with_photo(&anna, full_day()).await;
    for (days, words) in [(1, "Der zweite Tag"), (12, "Der dritte Tag")] {
        world.clock.advance(TimeDelta::days(days));
        world.write(&anna, text(words)).await;
    }
    let page = world.get(&anna, BOOK).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header("content-length"), None, "its months are made while it is sent");
    let photo = format!("src=\"/media/{}/optimized\" alt=\"Eine &lt;Rakete&gt;\"", entry.images[0].id);
    let mut rest = page.html.as_str();
    for part in [
        "<title>Mein Jahr 2026 – Tagesecho</title>",
        "@page { size: A5;",
        "@page book-11 { @top-center { content: \"November 2026\" } }",
        "href=\"/yearly?year=2026\"",
        "Als PDF sichern",
        "href=\"/api/archive/2026/book\"",
        &photo,
        "<h1>Mein Jahr 2026<",
        "Anna Berger",
        "3 Tage, 1 Foto",
        "href=\"#month-11\">November<",
        "2 Tage",
        "href=\"#month-12\">Dezember<",
        "id=\"month-11\"",
        "href=\"#d2026-11-20\" aria-label=\"Freitag, 20. November, Stimmung 8 von 10\"",
        "<article class=\"book-day\" id=\"d2026-11-20\">",
        "datetime=\"2026-11-20\">Freitag, 20.\u{a0}November</time>",
        "8 von 10 · 🌧️",
        "Schiff\u{ad}fahrts\u{ad}ge\u{ad}sell\u{ad}schaf\u{ad}ten sind <em>wun\u{ad}der\u{ad}bar</em> &amp; &lt;b&gt;<br>\
         <a href=\"https://example.org/wunderbarerweise\" rel=\"nofollow noopener\">https://example.org/wunderbarerweise</a>",
        &photo,
        "Ein &lt;Umweg&gt;",
        "Gespro\u{ad}che\u{ad}nes",
        "Kurz gesagt",
        "id=\"d2026-11-21\"",
        "Der zweite Tag",
        "id=\"month-12\"",
        "Der dritte Tag",
        "</main>",
    ] {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part} is missing or too early in {}", page.html));
        rest = &rest[at + part.len()..];
    }
    assert!(!page.has("<!--streamed-->") && page.html.matches("<article").count() == 3);
    // A search, a copy and an export must find the words as they were typed.
    for other in ["/yearly?texts=whole".to_owned(), format!("/entry/{}", entry.id)] {
        let other = world.get(&anna, &other).await;
        assert!(other.has("Schifffahrtsgesellschaften") && !other.has("\u{ad}"));
    }
    assert!(world.get(&anna, "/yearly").await.has("href=\"/yearly/2026/book\""));
    backend::stats::hide_memory(&world.backend, &anna, entry.id).await.unwrap();
    let page = world.get(&anna, BOOK).await;
    assert_eq!(page.html.matches(&photo).count(), 1, "a day that nobody wants to be reminded of is not the cover");
}

#[tokio::test]
async fn a_book_has_the_own_days_of_its_year_only() {
    let world = World::new().await;
    let (anna, ben) = (world.person("Anna").await, world.person("Ben").await);
    let binned = world.write(&anna, text("Weggeworfen")).await;
    backend::entries::delete(&world.backend, &anna, binned.id).await.unwrap();
    assert_eq!(world.get(&anna, BOOK).await.status, StatusCode::NOT_FOUND, "a year without an entry has none");
    world.write(&anna, text("Annas Tag")).await;
    world.write(&ben, text("Bens Tag")).await;
    let page = world.get(&anna, BOOK).await;
    assert!(page.has("Annas Tag") && !page.has("Bens") && !page.has("Weggeworfen"));
    assert!(!page.has("class=\"book-contents\""), "one month needs no contents");
    assert_eq!(world.get(&Viewer::Guest, BOOK).await.status, StatusCode::UNAUTHORIZED);
    for none in ["/yearly/2025/book", "/yearly/x/book", "/yearly/0/book", "/yearly/99999/book"] {
        let page = world.get(&anna, none).await;
        assert!(page.status == StatusCode::NOT_FOUND && page.has("href=\"/yearly\""), "{none}");
    }
}
