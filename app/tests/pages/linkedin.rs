//! The page that makes a LinkedIn post of an entry.

use crate::world::{World, text};
use domain::{EntryForm, Visibility};
use http::StatusCode;

#[tokio::test]
async fn ones_own_entry_stands_below_the_form_that_makes_a_post_of_it() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let form = EntryForm {
        summary: Some("Ein Tag mit Regal.".into()),
        top_moment: Some("Es steht".into()),
        ..text("Heute <Regal> aufgebaut.")
    };
    let entry = world.write(&anna, form).await;
    assert!(world.get(&anna, &format!("/entry/{}", entry.id)).await.has(&format!("/linkedin-sharing/{}\"", entry.id)));
    let page = world.get(&anna, &format!("/linkedin-sharing/{}", entry.id)).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.has("<h1>LinkedIn-Post erstellen") && page.has(&format!("href=\"/entry/{}\"", entry.id)));
    assert!(page.has("<r-island name=\"linkedin\"") && page.has("&quot;provider&quot;:null"));
    assert!(page.has("&quot;date&quot;:&quot;2026-11-20&quot;"));
    let parts = ["class=\"linkedin-source\"", "<r-island name=\"linkedin\"", "class=\"linkedin-entry\""];
    assert!(parts.map(|part| page.html.find(part)).is_sorted(), "the entry is named first, and is whole at the end");
    for part in ["Ein Tag mit Regal.", "Es steht", "Heute &lt;Regal&gt; aufgebaut.", "20.\u{a0}November"] {
        assert!(page.has(part), "{part}");
    }
}

#[tokio::test]
async fn others_and_missing_entries_become_no_posts() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let ben = world.person("Ben").await;
    let form = EntryForm { visibility: Some(Visibility::Public), ..text("Heute Regal aufgebaut.") };
    let entry = world.write(&anna, form).await;
    let address = format!("/linkedin-sharing/{}", entry.id);
    assert!(!world.get(&ben, &format!("/entry/{}", entry.id)).await.has(&address));
    let refused = world.get(&ben, &address).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(!refused.has("Regal"));
    for missing in ["/linkedin-sharing/00000000-0000-0000-0000-000000000000", "/linkedin-sharing/x"] {
        let page = world.get(&anna, missing).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{missing}");
        assert!(page.has("Eintrag nicht gefunden") && page.has("Zurück zur Übersicht"), "{missing}");
    }
}
