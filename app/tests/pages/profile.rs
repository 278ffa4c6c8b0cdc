//! Settings, profile and privacy: their content, who may see it, and what needs the script.

use crate::world::{World, text};
use backend::{
    Viewer,
    assistant::SummaryForm,
    settings::{AiSettings, AiTimeouts, AudioFormat},
};
use domain::{Consent, Said, Visibility};
use http::StatusCode;

/// The tag that has `mark` in it.
fn tag<'a>(html: &'a str, name: &str, mark: &str) -> Option<&'a str> {
    html.split(&format!("<{name} ")).skip(1).map(|rest| rest.split('>').next().unwrap()).find(|tag| tag.contains(mark))
}

#[tokio::test]
async fn guests_get_the_landing_page_but_may_read_about_privacy() {
    let world = World::new().await;
    for path in ["/settings", "/profile/edit"] {
        assert_eq!(world.get(&Viewer::Guest, path).await.status, StatusCode::UNAUTHORIZED, "{path}");
    }
    let page = world.get(&Viewer::Guest, "/datenschutz").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.has("<title>Datenschutz – Tagesecho</title>") && page.has("Nur du. So ist jeder Eintrag"));
    assert!(page.has("href=\"/?login=1\"") && page.has("Dein Passwort speichern wir so"));
    assert!(!page.has("übernimmt hier Firebase") && !page.has("<leptos-island"));
    let anna = world.person("Anna").await;
    assert!(!world.get(&anna, "/datenschutz").await.has("href=\"/?login=1\""));
}

#[tokio::test]
async fn privacy_says_that_words_leave_only_where_a_service_is_set_up() {
    let (stays, leaves) = ("Was bei uns bleibt<", "Was bei uns bleibt und was nicht");
    let page = World::new().await.get(&Viewer::Guest, "/datenschutz").await;
    assert!(page.has(stays) && page.has("geben nichts weiter") && !page.has(leaves));
    let service = AiSettings {
        base_url: "https://help.example/v1".into(),
        api_key: None,
        name: "Helferin".into(),
        transcription_model: Some("hears".into()),
        summary_model: Some("writes".into()),
        audio: AudioFormat::Original,
        timeouts: AiTimeouts::default(),
    };
    let page = World::with(|settings| settings.ai = Some(service)).await.get(&Viewer::Guest, "/datenschutz").await;
    assert!(page.has(leaves) && page.has("Helferin") && page.has("Text, Transkript und schönster Moment"));
    assert!(!page.has(stays) && !page.has("geben nichts weiter"));
}

#[tokio::test]
async fn the_menu_leads_to_profile_settings_and_privacy() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let page = world.get(&anna, "/dashboard").await;
    for (href, words) in
        [("/profile/edit", "Profil bearbeiten"), ("/settings", "Einstellungen"), ("/datenschutz", "Datenschutz")]
    {
        assert!(page.has(&format!("href=\"{href}\"")) && page.has(words), "{href}");
    }
}

#[tokio::test]
async fn settings_show_what_is_chosen() {
    let world = World::new().await;
    let mut anna = world.person("Anna").await;
    let Viewer::User(account) = &mut anna else { panic!("Anna is registered") };
    account.user.default_visibility = Visibility::Friends;
    account.day_end = 90;
    account.consent = Consent { summary: Said::Yes(String::new()), linkedin: Said::No, ..Consent::default() };
    let page = world.get(&anna, "/settings").await;
    let is_checked = |mark: &str| tag(&page.html, "input", mark).unwrap().contains(" checked");
    for (value, expected) in [("private", false), ("friends", true), ("public", false)] {
        assert_eq!(is_checked(&format!("value=\"{value}\"")), expected, "{value}");
    }
    assert!(tag(&page.html, "option", "value=\"90\"").unwrap().contains("selected"));
    assert_eq!(page.html.matches("<option").count(), 11);
    for (name, expected) in [("transcription", false), ("summary", true), ("linkedin", false)] {
        assert_eq!(is_checked(&format!("aria-describedby=\"assistant-{name}-hint\"")), expected, "{name}");
    }
    assert_eq!(page.html.matches("noch nicht entschieden").count(), 1, "only what nobody was asked about");
    assert!(page.has("Europe/Berlin") && page.has("Freitag, 20. November 2026"));
    assert!(page.has("kein fremder Dienst eingerichtet"));
    assert_eq!(page.html.matches("<details id=\"group-").count(), 6, "all closed");
    for (group, set) in [
        ("writing", "Freunde · Dein Tag endet um 1:30 Uhr · keine Erinnerung<"),
        ("account", "anna@example.org<"),
        ("services", "KI-Hilfen erlaubt: 1 von 3 · Free<"),
    ] {
        assert!(
            page.has(&format!("id=\"group-{group}-set\" data-set=\"\" class=\"settings-set\">{set}")),
            "{group}: {}",
            page.html
        );
    }
    assert!(page.has("class=\"settings-set\">Deutsch<"));
    let google = world.get(&anna, "/settings?google=google_cancelled").await;
    assert!(google.has("<details id=\"group-account\" open"));
}

#[tokio::test]
async fn a_yes_to_another_service_is_said_to_be_one_and_does_not_count() {
    let world = World::with(|settings| settings.ai = Some(service("Neue & KI"))).await;
    let mut anna = world.person("Anna").await;
    let Viewer::User(account) = &mut anna else { panic!("Anna is registered") };
    let yes = |to: &str| Said::Yes(to.into());
    account.consent = Consent { transcription: yes("Neue & KI"), summary: yes("Alte KI"), linkedin: Said::No };
    let page = world.get(&anna, "/settings").await;
    let is_checked = |name: &str| {
        let mark = format!("aria-describedby=\"assistant-{name}-hint\"");
        tag(&page.html, "input", &mark).unwrap().contains(" checked")
    };
    assert_eq!((is_checked("transcription"), is_checked("summary")), (true, false));
    assert!(page.has("Dein Ja galt Alte KI. Über Neue &amp; KI hast du noch nicht entschieden."));
    assert_eq!(page.html.matches("noch nicht entschieden").count(), 1);
    // The service that a yes is given to from now on.
    assert_eq!(page.html.matches("name=\"provider\" value=\"Neue &amp; KI\"").count(), 3);
    let editor = world.get(&anna, "/create").await;
    assert!(editor.has("data-provider=\"Neue &amp; KI\"") && !editor.has("data-consent"), "the summary asks again");
    assert!(editor.has("&quot;consent&quot;:true"), "the recorder does not");
}

#[tokio::test]
async fn the_log_of_calls_says_how_often_each_was_sent() {
    let world = World::with(|settings| settings.ai = Some(service("Ferne KI"))).await;
    let mut anna = world.person("Anna").await;
    let Viewer::User(account) = &mut anna else { panic!("Anna is registered") };
    account.consent.summary = Said::Yes("Ferne KI".into());
    let form = SummaryForm { text: "Heute war ein guter Tag.".into(), ..SummaryForm::default() };
    backend::assistant::summarise(&world.backend, &anna, form).await.unwrap();
    let log = async || world.get(&anna, "/settings/assistant").await;
    let page = log().await;
    assert!(page.has("Ferne KI") && page.has("24 Zeichen · nicht gesendet, keine Verbindung"), "nobody listens there");
    world.backend.db.write("UPDATE assistant_calls SET sends = 3").execute().await.unwrap();
    assert!(log().await.has("24 Zeichen · 3-mal gesendet"));
    world.backend.db.write("UPDATE assistant_calls SET sends = 1").execute().await.unwrap();
    let page = log().await;
    assert!(page.has("24 Zeichen") && !page.has("gesendet,") && !page.has("-mal gesendet"));
}

fn service(name: &str) -> AiSettings {
    AiSettings {
        base_url: "http://127.0.0.1:9".into(),
        api_key: None,
        name: name.into(),
        transcription_model: Some("hears".into()),
        summary_model: Some("writes".into()),
        audio: AudioFormat::Original,
        timeouts: AiTimeouts::default(),
    }
}

#[tokio::test]
async fn no_form_is_sent_as_an_address() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    for path in ["/settings", "/profile/edit"] {
        let page = world.get(&anna, path).await;
        let posting = page.html.matches("name=\"form\"").count();
        assert!(posting > 0, "{path}");
        // One closes the dialog to sign in again.
        let dialogs = page.html.matches("<form method=\"dialog\"").count();
        // Language and theme, in the menu and in the settings.
        let choices = page.html.matches("action=\"/preferences\"").count();
        let others = choices + page.html.matches("action=\"/sign-out\"").count();
        assert_eq!(page.html.matches("<form ").count(), posting + dialogs + others, "{path}");
        assert_eq!(page.html.matches("method=\"post\"").count(), posting + others, "{path}");
    }
}

#[tokio::test]
async fn the_profile_shows_what_is_saved_and_breaks_out_of_nothing() {
    let world = World::new().await;
    let mut eve = world.person("\"><script>alert(1)</script>").await;
    let page = world.get(&eve, "/profile/edit").await;
    assert!(page.has("&quot;&gt;&lt;script&gt;alert(1)") && !page.has("<script>alert"));
    assert!(!page.has("name=\"removeImage\""), "there is no picture to remove");
    assert!(tag(&page.html, "input", "type=\"email\"").is_none(), "the address is not changed here");
    let Viewer::User(account) = &mut eve else { panic!("Eve is registered") };
    account.user.profile_image_url = Some("/media/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/optimized".into());
    let page = world.get(&eve, "/profile/edit").await;
    assert!(page.has("name=\"removeImage\"") && page.has("src=\"/media/6f9619ff"));
}

#[tokio::test]
async fn only_the_owner_can_change_who_reads_an_entry_and_on_a_closed_day_only_downwards() {
    let world = World::new().await;
    let (anna, ben) = (world.person("Anna").await, world.person("Ben").await);
    let form = domain::EntryForm { visibility: Some(Visibility::Friends), ..text("Ein Tag") };
    let entry = world.write(&anna, form).await;
    let address = format!("/entry/{}", entry.id);
    let disabled = async |viewer: &Viewer| {
        let page = world.get(viewer, &address).await;
        ["private", "friends", "public"].map(|value| {
            let radio = tag(&page.html, "input", &format!("value=\"{value}\""));
            radio.map(|radio| radio.contains(" disabled"))
        })
    };
    assert_eq!(disabled(&anna).await, [Some(false); 3], "today");
    world.clock.advance(chrono::TimeDelta::days(1));
    assert_eq!(disabled(&anna).await, [Some(false), Some(false), Some(true)]);
    backend::entries::set_visibility(&world.backend, &anna, entry.id, Visibility::Private).await.unwrap();
    assert_eq!(disabled(&anna).await, [Some(false), Some(true), Some(true)]);
    assert_eq!(disabled(&ben).await, [None; 3]);
}

#[tokio::test]
async fn a_single_session_offers_nothing_to_end() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let page = world.get(&anna, "/settings").await;
    assert!(page.has("Angemeldete Geräte") && !page.has("end-session"), "nowhere else");
}

#[tokio::test]
async fn everything_can_be_taken_along_without_a_script() {
    let world = World::new().await;
    let anna = world.person("Anna").await;
    let page = world.get(&anna, "/settings").await;
    assert!(page.has("href=\"/api/archive\"") && page.has("Exportieren ist in jedem Plan kostenlos."));
    assert!(page.has("0 Tage, 0 Fotos, höchstens etwa 1 MB. Dein Browser zeigt"), "how much it is");
}
