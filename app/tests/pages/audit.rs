//! 'Was geschehen ist': the group of the settings, and the page with its earlier events.

use crate::world::{World, text};
use backend::{Viewer, sharing};
use chrono::TimeDelta;
use domain::{AuditKind, ShareOptions};
use http::StatusCode;

async fn happened(world: &World, viewer: &Viewer, kind: AuditKind, before: TimeDelta, device: Option<&str>) {
    let statement = world.backend.db.write(
        "INSERT INTO audit_events (id, user_id, kind, created_at, device, is_new_device) VALUES ($1, $2, $3, $4, $5, $6)",
    );
    let (id, at) = (world.backend.clock.id(), world.clock.now() - before);
    let statement = statement.bind(id).bind(viewer.user_id().unwrap().0).bind(kind.as_str()).bind(at);
    statement.bind(device.map(str::to_owned)).bind(device.is_some()).execute().await.unwrap();
}

#[tokio::test]
async fn the_settings_say_what_happened_below_its_day() {
    let world = World::new().await;
    let (anna, ben) = (world.person("Anna").await, world.person("Ben").await);
    let page = world.get(&anna, "/settings").await;
    assert!(page.has("Was geschehen ist") && page.has("Hier steht noch nichts.") && page.has("90 Tagen"));

    happened(&world, &anna, AuditKind::SignedIn, TimeDelta::hours(1), Some("Firefox/Windows")).await;
    happened(&world, &anna, AuditKind::PasswordChanged, TimeDelta::days(1), None).await;
    happened(&world, &anna, AuditKind::PaymentsRead, TimeDelta::days(3), None).await;
    let entry = world.write(&anna, text("Kanariengeheimnis")).await;
    let shown = ShareOptions { original_text: true, ..ShareOptions::NOTHING };
    sharing::create(&world.backend, &anna, entry.id, shown).await.unwrap();
    let page = world.get(&anna, "/settings").await;
    let (_, group) = page.html.split_once("id=\"group-audit\"").unwrap();
    let at = |words: &str| group.find(words).unwrap_or_else(|| panic!("{words}"));
    let order = [
        at("<h3 class=\"audit-date\">heute<"),
        at("Geheimen Link erstellt"),
        at("Eintrag vom 20.11.2026"),
        at("20:00<"),
        at("Neues Gerät"),
        at("Firefox auf Windows"),
        at("<h3 class=\"audit-date\">gestern<"),
        at("Passwort geändert"),
        at("<h3 class=\"audit-date\">17.11.2026<"),
        at("hat deine Zahlungen angesehen"),
    ];
    assert!(order.is_sorted(), "{order:?}");
    assert!(!page.has("Mehr zeigen") && !group.contains("Kanariengeheimnis"));
    assert!(world.get(&ben, "/settings").await.has("Hier steht noch nichts."), "everybody sees their own");
}

#[tokio::test]
async fn earlier_events_are_on_a_page_of_their_own() {
    let world = World::new().await;
    let (anna, ben) = (world.person("Anna").await, world.person("Ben").await);
    for n in 0..75 {
        happened(&world, &anna, AuditKind::Exported, TimeDelta::hours(n), None).await;
    }
    let first = world.get(&anna, "/settings").await;
    let rows = |html: &str| html.matches("class=\"audit-event\"").count();
    assert_eq!(rows(&first.html), 20);
    let next = |html: &str| {
        html.split("href=\"")
            .find(|rest| rest.starts_with("/settings/audit?before="))
            .map(|rest| rest.split('"').next().unwrap().to_owned())
    };
    let second = world.get(&anna, &next(&first.html).unwrap()).await;
    assert_eq!((second.status, rows(&second.html)), (StatusCode::OK, 50));
    assert!(second.has("<h1>Was geschehen ist<") && second.has("<h2 class=\"audit-date\">"));
    let third = world.get(&anna, &next(&second.html).unwrap()).await;
    assert_eq!((rows(&third.html), next(&third.html)), (5, None));
    assert_eq!(rows(&world.get(&anna, "/settings/audit").await.html), 50);
    assert_eq!(rows(&world.get(&ben, &next(&first.html).unwrap()).await.html), 0, "a cursor opens nothing of others");
    assert_eq!(world.get(&anna, "/settings/audit?before=x").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(world.get(&Viewer::Guest, "/settings/audit").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn privacy_says_what_is_kept_of_an_account() {
    let page = World::new().await.get(&Viewer::Guest, "/datenschutz").await;
    assert!(page.has("Was mit deinem Konto geschieht:") && page.has("nicht, wer einen Link öffnet"));
}
