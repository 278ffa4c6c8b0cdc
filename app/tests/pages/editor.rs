//! The editor's page: who may open it, and what its form holds before any script runs.

use crate::world::{World, text, with_entries};
use backend::Viewer;
use chrono::TimeDelta;
use domain::{EntryForm, Plan};
use http::{StatusCode, header};

#[tokio::test]
async fn a_new_entry_begins_with_todays_date_an_empty_text_and_a_ticket() {
    let world = World::new().await;
    let page = world.get(&world.person("Anna").await, "/create").await;
    assert_eq!(page.status, StatusCode::OK);
    for expected in [
        "data-date=\"2026-11-20\"",
        "data-ticket=\"",
        "Neuer Eintrag",
        "Freitag, 20.\u{a0}November",
        "0 von 3000 Zeichen",
        "Noch nichts geschrieben",
        "name=\"dropzone\"",
        "name=\"mood\"",
        "name=\"emoji\"",
        "id=\"form-save-entry\"",
        "brauchen JavaScript.",
        "method=\"dialog\"",
    ] {
        assert!(page.has(expected), "{expected}");
    }
    assert!(!page.has("data-entry-id"));
}

#[tokio::test]
async fn summary_moment_and_reflection_have_a_fold_each_which_is_open_where_it_has_something() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let open = |html: &str, fold: &str| {
        let tag = html.split(&format!("data-fold=\"{fold}\"")).nth(1).and_then(|rest| rest.split('>').next());
        tag.unwrap().contains("open")
    };
    let page = world.get(&anna, "/create").await;
    for fold in ["summary", "topMoment", "reflectionAnswers"] {
        assert!(!open(&page.html, fold), "{fold}");
    }
    assert!(page.has("data-summary-left=\"1\"") && page.has("heute noch 1"));
    let form = EntryForm { top_moment: Some("Der Eisvogel".into()), ..text("Am See") };
    let entry = world.write(&anna, form).await;
    let page = world.get(&anna, &format!("/edit/{}", entry.id)).await;
    assert!(open(&page.html, "topMoment") && !open(&page.html, "summary"));
}

#[tokio::test]
async fn a_day_that_has_an_entry_is_opened_for_editing() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let typed = "\n</textarea><script>alert(1)</script> & \"Zitat\"";
    let entry = world.write(&anna, text(typed)).await;
    let page = world.get(&anna, "/create").await;
    assert_eq!(page.status, StatusCode::FOUND);
    assert_eq!(page.headers[header::LOCATION], format!("/edit/{}", entry.id));

    let edit = world.get(&anna, &format!("/edit/{}", entry.id)).await;
    assert_eq!(edit.status, StatusCode::OK);
    assert!(!edit.has("<script>alert(1)"), "neither the field nor the attribute lets markup out");
    assert!(edit.has("\n\n&lt;/textarea&gt;"), "an empty first line survives the parser");
    assert!(edit.has("data-version=\"1\"") && edit.has("Gespeichert 21:00") && edit.has("/versions"));
}

#[tokio::test]
async fn closed_foreign_and_missing_entries_are_not_edited() {
    let world = World::new().await;
    let (anna, jonas) = (world.person("Anna").await, world.person("Jonas").await);
    let entry = world.write(&anna, text("Von heute")).await;
    let address = format!("/edit/{}", entry.id);
    let foreign = world.get(&jonas, &address).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    assert!(foreign.has("Zugriff verweigert") && !foreign.has("Von heute"));

    world.clock.advance(TimeDelta::days(1));
    let closed = world.get(&anna, &address).await;
    assert_eq!(closed.status, StatusCode::FORBIDDEN);
    assert!(closed.has("Dieser Tag ist abgeschlossen") && closed.has(&format!("href=\"/entry/{}\"", entry.id)));
    assert!(!closed.has("<entry-form") && closed.has("data-unsaved-drafts") && closed.has("data-date=\"2026-11-20\""));

    let missing = world.get(&anna, "/edit/0197e9a0-0000-7000-8000-000000000000").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    assert!(missing.has("Eintrag nicht gefunden") && missing.has("href=\"/dashboard\""));
    assert!(missing.has("data-unsaved-drafts") && !missing.has("data-date"), "words of a lost entry may be left");
}

#[tokio::test]
async fn the_editors_ticket_opens_the_day_on_which_it_was_given_for_36_hours() {
    let world = World::new().await;
    let (anna, jonas) = (world.person("Anna").await, world.person("Jonas").await);
    let entry = world.write(&anna, text("Von heute")).await;
    let ticket = |of| backend::entries::ticket(&world.backend, of, entry.date).unwrap();
    let (hers, his) = (ticket(&anna), ticket(&jonas));
    let pages = backend::entries::day_ticket(&world.backend, &anna).await.unwrap().ticket;
    let address = format!("/edit/{}", entry.id);
    let today = world.get(&anna, &address).await;
    assert!(!today.has("data-late"));

    world.clock.advance(TimeDelta::days(1));
    let page = world.get_with(&anna, &address, Some(&hers)).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.has("<entry-form") && page.has("data-late") && page.has(&format!("data-ticket=\"{hers}\"")));
    for (ticket, advance) in [(his, 0), (pages, 0), ("nonsense".to_owned(), 0), (hers, 13)] {
        world.clock.advance(TimeDelta::hours(advance));
        let closed = world.get_with(&anna, &address, Some(&ticket)).await;
        assert_eq!(closed.status, StatusCode::FORBIDDEN);
        assert!(closed.has("data-unsaved-drafts") && !closed.has("data-date"), "it is not shown a second time");
    }
}

/// The same person with Pro.
pub fn pro(viewer: &Viewer) -> Viewer {
    let mut viewer = viewer.clone();
    if let Viewer::User(account) = &mut viewer {
        account.plan = Plan::Pro;
    }
    viewer
}

#[tokio::test]
async fn the_editor_of_a_missed_day_names_its_day_and_says_that_it_is_written_later() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let page = world.get(&anna, "/create?date=2026-11-17").await;
    assert_eq!(page.status, StatusCode::OK);
    for expected in [
        "data-date=\"2026-11-17\"",
        "data-ticket=\"",
        "data-late",
        "<title>Nachtrag für Dienstag, 17. November 2026",
        "Dienstag, 17.\u{a0}November",
        "<p class=\"editor-missed\">Du trägst diesen Tag nach.",
        "bis zum Ende des heutigen Tages",
    ] {
        assert!(page.has(expected), "{expected}");
    }
    let today = world.get(&anna, "/create?date=2026-11-20").await;
    assert!(today.has("Neuer Eintrag") && !today.has("data-late") && !today.has("trägst diesen Tag nach"));
    let with_pro = world.get(&pro(&anna), "/create?date=2019-02-28").await;
    assert!(with_pro.has("data-date=\"2019-02-28\"") && !with_pro.has("bis zum Ende des heutigen Tages"));
}

#[tokio::test]
async fn a_day_too_far_back_a_day_to_come_and_no_day_are_refused_kindly() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let far = world.get(&with_entries(&anna, 5), "/create?date=2026-11-12").await;
    assert_eq!(far.status, StatusCode::FORBIDDEN);
    for expected in ["Dieser Tag liegt schon länger zurück", "die letzten 7 Tage", "href=\"/dashboard\""] {
        assert!(far.has(expected), "{expected}");
    }
    assert!(far.has("Mit Pro lässt sich jeder vergangene Tag nachtragen.") && far.has("<p class=\"pro-line\">"));
    for no_day in ["2026-11-21", "2026-02-30", "gestern", "", "%2B262142-12-31", "-262143-01-01"] {
        let page = world.get(&anna, &format!("/create?date={no_day}")).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{no_day}");
        assert!(page.has("Für diesen Tag gibt es noch keine Seite") && !page.has("<entry-form"), "{no_day}");
    }
}

#[tokio::test]
async fn a_day_that_was_written_is_not_missed_and_one_that_was_caught_up_on_is_marked() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let old = world.write(&anna, text("Am selben Tag")).await;
    world.clock.advance(TimeDelta::days(1));
    let leads_to = async |date: &str| {
        let page = world.get(&anna, &format!("/create?date={date}")).await;
        assert_eq!(page.status, StatusCode::FOUND);
        page.headers[header::LOCATION].to_str().unwrap().to_owned()
    };
    assert_eq!(leads_to("2026-11-20").await, format!("/entry/{}", old.id));

    let date = "2026-11-18".parse().unwrap();
    let ticket = backend::entries::missed_day_ticket(&world.backend, &anna, date).unwrap();
    let form = EntryForm { date: Some(date), ticket: Some(ticket), ..text("Später") };
    let made = world.write(&anna, form).await;
    assert_eq!(leads_to("2026-11-18").await, format!("/edit/{}", made.id));
    let edit = world.get(&anna, &format!("/edit/{}", made.id)).await;
    assert!(edit.status == StatusCode::OK && edit.has("data-late"));
    assert!(world.get(&anna, &format!("/entry/{}", made.id)).await.has("nachgetragen"));
    assert!(!world.get(&anna, &format!("/entry/{}", old.id)).await.has("nachgetragen"));
    assert_eq!(world.get(&anna, "/dashboard").await.html.matches("nachgetragen").count(), 1);
}
