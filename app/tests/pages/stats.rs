//! Looking back: the dashboard's side, the year, the calendar.

use crate::{
    editor::pro,
    world::{World, text, with_entries},
};
use backend::Viewer;
use chrono::TimeDelta;
use domain::{EntryForm, Feeling, Mood};
use http::StatusCode;

fn felt(words: &str, level: u8) -> EntryForm {
    EntryForm { mood: Some(Mood { level, feeling: None, custom_emoji: None, is_set: true }), ..text(words) }
}

#[tokio::test]
async fn the_dashboard_tells_of_the_streak_kindly() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let says = async |words: &str| {
        let page = world.get(&anna, "/dashboard").await;
        assert!(page.has("Daily Streak") && page.has(words), "{words}");
    };
    says("Gerade keine Serie").await;
    for day in 1..=5 {
        world.write(&anna, text("Ein Tag")).await;
        if day == 2 {
            says("2 Tage in Folge").await;
        }
        if day == 4 {
            assert!(!world.get(&anna, "/dashboard").await.has("zwei Einladungen"));
        }
        if day == 5 {
            says("Dafür gibt es zwei Einladungen").await;
            says("Heute hast du schon geschrieben.").await;
        }
        world.clock.advance(TimeDelta::days(1));
    }
    says("Schreib heute, dann geht sie weiter.").await;
    world.clock.advance(TimeDelta::days(1));
    says("Eine Pause ist in Ordnung.").await;
    assert!(world.get(&anna, "/dashboard").await.has("Beste Serie: 5 Tage"));
}

#[tokio::test]
async fn the_month_leads_to_its_entries_and_says_where_there_is_none() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write_with_photo(&anna, felt("Ein Tag", 8)).await;
    world.clock.advance(TimeDelta::days(1));
    let page = world.get(&anna, "/calendar").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.has(&format!("href=\"/entry/{}\"", entry.id)));
    assert!(page.has("Freitag, 20. November, Stimmung 8 von 10, mit Foto"));
    assert!(page.has("href=\"/calendar?day=2026-11-19\"") && page.has("Donnerstag, 19. November, kein Eintrag"));
    assert!(page.has("class=\"month-earlier\"") && page.has("Oktober 2026"), "the month before stands below");
    assert!(page.has("href=\"/calendar?month=2026-10\"") && !page.has("month=2026-12"), "nothing is ahead");
    let empty = world.get(&anna, "/calendar?day=2026-11-19").await;
    assert!(
        empty.has("Kein Eintrag am ")
            && empty.has("lang=\"de\" datetime=\"2026-11-19\">Donnerstag, 19. November 2026<")
    );
    assert!(empty.has("href=\"/create?date=2026-11-19\""));
    let long_ago = world.get(&with_entries(&anna, 5), "/calendar?day=2026-10-01").await;
    assert!(!long_ago.has("/create?date=") && long_ago.has("mit Pro nachtragen"));
    let ahead = world.get(&anna, "/calendar?day=2027-01-01").await;
    assert!(ahead.has("liegt noch vor dir") && !ahead.has("/create?date="));
    let there = world.get(&anna, "/calendar?day=2026-11-20").await;
    assert_eq!(there.header("location"), Some(format!("/entry/{}", entry.id).as_str()));
    for odd in ["/calendar?day=x", "/calendar?month=2026-13", "/calendar?day=99999-01-01", "/calendar?month=-5-01"] {
        assert_eq!(world.get(&anna, odd).await.status, StatusCode::OK, "{odd}");
    }
    assert!(world.get(&anna, "/calendar?day=2026-02-30").await.has("Unbekanntes Datum"));
    assert_eq!(world.get(&Viewer::Guest, "/calendar").await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn the_calendar_jumps_by_month_and_year_and_leads_back_to_the_search() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    world.write(&anna, text("Ein Tag")).await;
    world.clock.advance(TimeDelta::days(400));
    let page = world.get(&anna, "/calendar").await;
    assert!(page.has("<option value=\"12\" selected>Dezember<") && page.has("<option>2026<"));
    assert!(page.has("<option selected>2027<") && page.has("href=\"/dashboard\""));
    let march = world.get(&anna, "/calendar?month=3&year=2026&from=%2Fsearch%3Fq%3Dtag").await;
    assert!(march.has(">März 2026<") && march.has("<option value=\"3\" selected>März<"));
    assert!(
        march.has("href=\"/search?q=tag\" class=\"back-link\"")
            && march.has("month=2026-02&amp;from=%2Fsearch%3Fq%3Dtag")
    );
    assert!(march.has("type=\"hidden\" name=\"from\" value=\"/search?q=tag\""), "the forms as well");
    let foreign = world.get(&anna, "/calendar?from=https%3A%2F%2Fexample.org%2Fsearch").await;
    assert!(!foreign.has("example.org/search\""), "the way back stays here");
    for odd in ["month=13&year=2026", "month=3&year=x", "month=2026-03&year=2026", "month=3&year=99999"] {
        let page = world.get(&anna, &format!("/calendar?{odd}")).await;
        assert!(page.status == StatusCode::OK && page.has("Unbekanntes Datum"), "{odd}");
    }
}

#[tokio::test]
async fn a_year_has_its_tiles_its_months_and_nothing_of_a_mood_that_nobody_chose() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let first = world.write(&anna, text("Erster Tag")).await;
    let plain = world.get(&anna, "/yearly").await;
    assert!(plain.has("Dein 2026 Jahr") && plain.has("Jahr exportieren") && plain.has("Nov"));
    assert!(plain.has("1 Tag, 0 Fotos, höchstens etwa 1 MB"));
    assert!(!plain.has("Im Schnitt") && !plain.has("Stimmung 5"), "nobody chose a mood");
    world.clock.advance(TimeDelta::days(1));
    world.write(&anna, felt("<b>Zweiter</b> Tag", 7)).await;
    let page = world.get(&anna, "/yearly?year=2026").await;
    assert!(page.has("Im Schnitt 7,0 von 10, an 1 Tag mit Stimmung."));
    assert!(page.has("&lt;b&gt;Zweiter") && page.has(&format!("href=\"/entry/{}\"", first.id)));
    assert!(page.has(&format!("<a href=\"/entry/{}\" tabindex=\"-1\"></a>", first.id)), "its dot, without a mood");
    assert_eq!(
        (page.html.matches("tabindex=\"-1\" data-band=\"4\"").count(), page.html.matches("<b></b>").count()),
        (1, 363)
    );
    let whole = world.get(&anna, "/yearly?year=2026&texts=whole").await;
    let text = "<p dir=\"auto\">&lt;b&gt;Zweiter&lt;/b&gt; Tag</p>";
    assert!(page.has(text) && whole.has(text), "paper has the whole text");
    assert!(!page.has("class=\"year-whole\"") && whole.has("class=\"year-whole\""), "the screen where it is asked for");
    let (all, list) = (page.html.find("Seit dem ersten Eintrag").unwrap(), page.html.find("Monat für Monat").unwrap());
    assert!(all < list, "all figures are on the first page of paper");
    assert!(page.has("&amp;texts=whole#months-title") && whole.has("Nur die Anfänge zeigen"));
    let (second, earlier) = (page.html.find("Zweiter").unwrap(), page.html.find("Erster Tag").unwrap());
    assert!(second < earlier, "the newest day first");
    assert_eq!(page.html.matches("href=\"/yearly?year=").count(), 6, "five years, and the whole texts");
    assert_eq!(page.html.matches("class=\"year-empty\"").count(), 4, "the years without entries are quiet");
    world.clock.advance(TimeDelta::days(1));
    world.write(&anna, felt("Dritter Tag", 3)).await;
    let line = world.get(&anna, "/yearly").await;
    assert_eq!(line.html.matches("class=\"mood-line-month\"").count(), 12, "two moods make a line");
    let empty = world.get(&anna, "/yearly?year=2024").await;
    assert!(empty.has("Ein Jahr ohne Einträge") && !empty.has("Ersten Eintrag erstellen"));
    let ben = world.person("Ben").await;
    let first = world.get(&ben, "/yearly").await;
    assert!(first.has("In diesem Jahr gibt es noch nichts") && first.has("Ersten Eintrag erstellen"));
    for nowhere in ["/yearly?year=1999", "/yearly?year=x", "/yearly?year=99999999999"] {
        let page = world.get(&anna, nowhere).await;
        assert!(page.status == StatusCode::NOT_FOUND && page.has("Ein Fehler ist aufgetreten"), "{nowhere}");
    }
}

#[tokio::test]
async fn a_feeling_without_a_level_is_shown_by_its_name_and_no_level_with_it() {
    let world = World::new().await;
    let anna = pro(&world.person("Anna").await);
    let mood = Mood { feeling: Some(Feeling::Grateful), custom_emoji: Some("🦔".into()), ..Mood::default() };
    let entry = world.write(&anna, EntryForm { mood: Some(mood), ..text("Ein Tag") }).await;
    let own = format!("/entry/{}", entry.id);
    for address in ["/dashboard", "/yearly", "/calendar", "/search?q=tag", &own] {
        let page = world.get(&anna, address).await;
        assert!(page.has("Dankbar"), "{address}");
        assert!(!page.has("5 von 10") && !page.has("Stimmung 5"), "{address}");
    }
    let editor = world.get(&anna, &format!("/edit/{}", entry.id)).await;
    assert!(editor.has("Noch nicht gewählt") && !editor.has("5 von 10"));
}

#[tokio::test]
async fn a_memory_of_a_hard_day_is_folded() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    world.write(&anna, felt("Ein schwerer Tag im November", 2)).await;
    world.clock.advance(TimeDelta::days(365));
    let page = world.get(&anna, "/dashboard").await;
    assert!(page.has("Heute vor …") && page.has("Vor einem Jahr") && page.has("Nie wieder zeigen"));
    assert!(!page.has("<details open class=\"looking-fold\">"), "streak and month are one folded line");
    let (fold, words) = (page.html.find("memory-low").unwrap(), page.html.find("memory-text").unwrap());
    assert!(fold < words);
}
