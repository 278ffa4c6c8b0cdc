//! Dashboard and entry page.

use crate::world::{World, text};
use backend::{
    Viewer,
    entries::VisibilityWarning,
    media::{Upload, Uploads},
};
use bytes::Bytes;
use chrono::TimeDelta;
use domain::{EntryForm, Plan, Visibility};
use http::StatusCode;

#[tokio::test]
async fn an_empty_dashboard_greets_and_leads_to_the_first_entry() {
    let world = World::new().await;
    let page = world.get(&world.person("Anna").await, "/dashboard").await;
    assert_eq!(page.status, StatusCode::OK);
    for expected in ["Guten Abend, Anna", "Keine Einträge gefunden", "Ersten Eintrag erstellen", "href=\"/create\""] {
        assert!(page.has(expected), "{expected}");
    }
}

#[tokio::test]
async fn the_dashboard_asks_for_a_confirmed_address_where_mails_are_sent() {
    let line = "Deine E-Mail-Adresse ist noch nicht bestätigt.";
    let unconfirmed = |viewer: &Viewer| {
        let mut account = viewer.account().unwrap().clone();
        account.email_confirmed = false;
        Viewer::User(Box::new(account))
    };
    let world = World::new().await;
    let anna = unconfirmed(&world.person("Anna").await);
    assert!(!world.get(&anna, "/dashboard").await.has(line), "no mail leaves this server");
    let world = World::with(|settings| {
        settings.smtp_url = Some("smtp://127.0.0.1:1".into());
        settings.mail_from = Some("mail@tagesecho.test".into());
    });
    let world = world.await;
    let anna = world.person("Anna").await;
    assert!(!world.get(&anna, "/dashboard").await.has(line));
    assert!(!world.get(&unconfirmed(&anna), "/dashboard").await.has(line), "its mail has just been sent");
    world.write(&anna, text("Der erste Tag")).await;
    let page = world.get(&unconfirmed(&anna), "/dashboard").await;
    assert!(page.has(line) && page.has("name=\"form\" value=\"send-verification\""), "{}", page.html);
}

#[tokio::test]
async fn the_dashboard_goes_on_with_today_and_pages_through_older_entries() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for day in 1..=22 {
        world.write(&anna, text(&format!("Tag Nummer {day}."))).await;
        if day < 22 {
            world.clock.advance(TimeDelta::days(1));
        }
    }
    let first = world.get(&anna, "/dashboard").await;
    assert!(first.has("Heute weiterschreiben") && first.has("Tag Nummer 22.") && first.has("Tag Nummer 3."));
    assert!(!first.has("Tag Nummer 2."));
    assert_eq!(first.html.matches("Bearbeiten").count(), 1, "only today's entry is edited");
    let next = first.html.split("href=\"/dashboard?before=").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let older = world.get(&anna, &format!("/dashboard?before={next}")).await;
    assert!(older.has("Tag Nummer 2.") && older.has("Tag Nummer 1.") && !older.has("Tag Nummer 3."));
    assert!(!older.has("href=\"/dashboard?before="), "there are no older ones");
}

#[tokio::test]
async fn an_entry_shows_its_text_once_and_as_it_was_written() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let entry = world.write_with_photo(&anna, text("Erste Zeile\n<b>zweite</b>\n\nNeuer Absatz")).await;
    let page = world.get(&anna, &format!("/entry/{}", entry.id)).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.html.matches("Neuer Absatz").count(), 1);
    assert!(page.has("&lt;b&gt;zweite") && !page.has("<b>zweite"));
    assert!(page.has("Freitag, 20.\u{a0}November") && !page.has("von 10"));
    assert_eq!(page.html.matches("class=\"photo-image\"").count(), 1, "its only photo is shown once");
    assert!(!page.has("Mehr Details"), "there is nothing more");
    assert!(page.has("/optimized") && !page.has("style="), "pictures need no inline style");
    assert!(page.has("name=\"share-dialog\""), "the owner can share");
}

#[tokio::test]
async fn fewer_readers_of_a_day_that_is_over_are_asked_about_and_nothing_else() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let shown = EntryForm { visibility: Some(Visibility::Friends), ..text("Ein Tag") };
    let address = format!("/entry/{}", world.write(&anna, shown).await.id);
    let id = address.rsplit('/').next().unwrap().parse().unwrap();
    let warning = async |viewer: &Viewer, chosen| {
        backend::entries::visibility_warning(&world.backend, viewer, id, chosen).await.unwrap()
    };
    let (private, public) = (Visibility::Private, Visibility::Public);
    assert_eq!(warning(&anna, private).await, None, "today it can be taken back");
    assert_eq!(warning(&anna, public).await, Some(VisibilityWarning::ForEverybody));
    assert_eq!(warning(&anna, Visibility::Friends).await, None, "nothing changes");
    let mut pro = anna.clone();
    if let Viewer::User(account) = &mut pro {
        account.plan = Plan::Pro;
    }
    world.clock.advance(TimeDelta::days(1));
    assert_eq!(warning(&pro, private).await, None, "with Pro it always can");
    assert_eq!(warning(&anna, private).await, Some(VisibilityWarning::NoWayBack));
}

#[tokio::test]
async fn others_read_what_is_public_without_the_owners_tools_and_nothing_else() {
    let world = World::new().await;
    let (anna, jonas) = (world.person("Anna").await, world.person("Jonas").await);
    let public = EntryForm { visibility: Some(Visibility::Public), ..text("Für alle da") };
    let open = world.write(&anna, public).await;
    let page = world.get(&jonas, &format!("/entry/{}", open.id)).await;
    assert!(page.has("Für alle da") && page.has("Anna Berger"));
    assert!(page.has(&format!("href=\"/friends/{}\"", open.user_id)), "the name leads to the person");
    assert!(!page.has("share-dialog") && !page.has("/edit/"));

    world.clock.advance(TimeDelta::days(1));
    let closed = world.write(&anna, text("Nur für mich")).await;
    let denied = world.get(&jonas, &format!("/entry/{}", closed.id)).await;
    assert_eq!(denied.status, StatusCode::FORBIDDEN);
    assert!(denied.has("Zugriff verweigert") && denied.has("Sie haben keine Berechtigung, diesen Eintrag zu sehen."));
    assert!(!denied.has("Nur für mich"));
    for missing in ["0197e9a0-0000-7000-8000-000000000000", "keine-kennung"] {
        let page = world.get(&jonas, &format!("/entry/{missing}")).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{missing}");
        assert!(page.has("Eintrag nicht gefunden") && page.has("Der angeforderte Eintrag existiert nicht."));
    }
}

#[tokio::test]
async fn recordings_without_text_can_be_recognised_in_the_bin() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for (transcript, has_recording, expected) in [
        ("", true, ["1 Aufnahme"].as_slice()),
        ("Am See", true, &["Am See", "1 Aufnahme"]),
        ("Im Wald", false, &["Im Wald"]),
    ] {
        let bytes = Bytes::from_static(include_bytes!("../../../backend/tests/data/heute.webm"));
        let recording = has_recording.then(|| Upload { name: "heute.webm".into(), bytes });
        let form = EntryForm { audio_transcript: Some(transcript.into()), ..text("") };
        let files = Uploads { images: Vec::new(), recording };
        let entry = backend::entries::create(&world.backend, &anna, form, files).await.unwrap();
        backend::entries::delete(&world.backend, &anna, entry.id).await.unwrap();
        for address in ["/bin".to_owned(), format!("/bin/{}", entry.id)] {
            let page = world.get(&anna, &address).await;
            for words in expected {
                assert!(page.has(words), "{words} on {address}");
            }
            assert!(!page.has("Kein Text"), "{address}");
        }
    }
}

#[tokio::test]
async fn each_way_out_of_the_bin_says_who_can_read_the_words_then() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let friends = EntryForm { visibility: Some(Visibility::Friends), ..text("Für Freunde") };
    let old = world.write(&anna, friends).await;
    backend::entries::delete(&world.backend, &anna, old.id).await.unwrap();
    let address = format!("/bin/{}", old.id);
    let free = world.get(&anna, &address).await;
    assert!(free.has("Sichtbarkeit danach: Freunde") && world.get(&anna, "/bin").await.has("Sichtbarkeit: Freunde"));
    world.write(&anna, text("Nur für mich")).await;
    let both = world.get(&anna, &address).await;
    assert!(both.has("Sichtbarkeit: Freunde") && both.has("Sichtbarkeit: Privat"), "of both entries");
    assert!(both.has("Sichtbarkeit danach: Freunde"), "after they changed places");
    assert!(both.has("Sichtbarkeit danach: Privat"), "after the text was appended");
}

#[tokio::test]
async fn the_way_to_change_who_can_read_opens_that_choice() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let address = format!("/entry/{}", world.write(&anna, text("Ein Tag")).await.id);
    let folded = |html: &str| {
        let choice = html.split("id=\"visibility\"").nth(1).and_then(|rest| rest.split('>').next()).unwrap();
        choice.contains("popover")
    };
    assert!(folded(&world.get(&anna, &address).await.html));
    let page = world.get(&anna, &format!("{address}?open=visibility")).await;
    assert!(!folded(&page.html) && page.has("name=\"seen\" value=\"private\""));
}
