//! Locked accounts and hidden entries (product 20).

use crate::world::{
    World,
    diary::{code, pro, writing},
    people::{email, session_form},
};
use backend::{
    Viewer,
    entries::{self, open, set_visibility},
    feed,
    friends::reports::{self, ReportForm},
    identity::{self, start_session, viewer_of_session},
    moderation, sharing,
};
use domain::{Entry, EntryForm, FeedFilters, Language, ReportReason, ShareOptions, Visibility};

const FEED: FeedFilters = FeedFilters { own: false, friends: true, public: true };
const TEXT: ShareOptions = ShareOptions { original_text: true, ..ShareOptions::NOTHING };
const ADDRESS: &str = "192.0.2.1";

async fn shown_to(w: &World, reader: &Viewer) -> usize {
    feed::page(&w.backend, reader, FEED, None, 10).await.unwrap().items.len()
}

async fn public(w: &World, author: &Viewer, text: &str) -> Entry {
    w.day(author, EntryForm { visibility: Some(Visibility::Public), ..writing(text) }, vec![]).await
}

/// Begins a session; answers its cookie.
async fn sign_in(w: &World, name: &str) -> backend::Result<String> {
    let tokens = w.sign_in(name).await;
    let form = session_form(&tokens.refresh_token);
    Ok(start_session(&w.backend, &tokens.id_token, &form, "story").await?.cookie)
}

story!(a_locked_account_is_gone_for_everybody_until_it_is_open_again, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    w.make_friends(&anna, &ben).await;
    let entry = public(&w, &anna, "Regen").await;
    let token = sharing::create(&w.backend, &anna, entry.id, TEXT).await.unwrap();
    let session = sign_in(&w, "anna").await.unwrap();
    let bearer = w.sign_in("anna").await.id_token;
    assert_eq!(shown_to(&w, &ben).await, 1);

    assert!(moderation::lock(&w.backend, &email("anna"), ReportReason::Spam).await.unwrap());
    assert!(!moderation::lock(&w.backend, &email("anna"), ReportReason::Hate).await.unwrap(), "the first reason stays");
    assert!(matches!(viewer_of_session(&w.backend, &session).await.unwrap(), Viewer::Guest));
    assert_eq!(code(identity::viewer_of_bearer(&w.backend, &bearer).await), "unauthenticated");
    let refused = sign_in(&w, "anna").await.unwrap_err().refusal();
    assert_eq!((refused.code(), refused.params[0].1.as_str()), ("account_locked", "Werbung oder Betrug"));
    assert_eq!(shown_to(&w, &ben).await, 0);
    assert_eq!(code(open(&w.backend, &ben, entry.id).await), "access_denied");
    assert_eq!(w.friends_of(&ben).await, []);
    assert_eq!(code(sharing::open(&w.backend, &Viewer::Guest, &token, ADDRESS, Language::De).await), "link_not_found");
    assert!(w.mail("anna").await.unwrap().contains("Werbung oder Betrug"));

    assert!(moderation::unlock(&w.backend, &email("anna")).await.unwrap());
    assert!(!moderation::unlock(&w.backend, &email("anna")).await.unwrap());
    w.later(chrono::TimeDelta::seconds(2));
    let anna = viewer_of_session(&w.backend, &sign_in(&w, "anna").await.unwrap()).await.unwrap();
    assert_eq!(open(&w.backend, &anna, entry.id).await.unwrap().text, "Regen");
    assert_eq!((shown_to(&w, &ben).await, w.friends_of(&ben).await.len()), (1, 1));
    assert!(sharing::open(&w.backend, &Viewer::Guest, &token, ADDRESS, Language::De).await.is_ok());
    assert_eq!(code(moderation::lock(&w.backend, "niemand@example.org", ReportReason::Spam).await), "user_not_found");
});

story!(a_hidden_entry_is_its_owners_alone_until_it_is_shown_again, |w| async move {
    let (anna, ben) = (pro(&w.person("anna").await), w.person("ben").await);
    let entry = public(&w, &anna, "Regen").await;
    let token = sharing::create(&w.backend, &anna, entry.id, TEXT).await.unwrap();
    let form = ReportForm { user_id: None, entry_id: Some(entry.id), reason: "hate".into(), words: String::new() };
    reports::report(&w.backend, &ben, &form).await.unwrap();
    let report = reports::open_reports(&w.backend).await.unwrap().0[0].id;

    assert_eq!(moderation::hide(&w.backend, report).await.unwrap(), Some((entry.id, entry.date)));
    assert_eq!(reports::open_reports(&w.backend).await.unwrap().1, 0, "the report is closed");
    assert_eq!(shown_to(&w, &ben).await, 0);
    assert_eq!(code(open(&w.backend, &ben, entry.id).await), "access_denied");
    assert_eq!(code(sharing::open(&w.backend, &Viewer::Guest, &token, ADDRESS, Language::De).await), "link_not_found");
    assert!(w.mail("anna").await.unwrap().contains("Hass oder Gewalt"));

    // Its owner reads and edits it, and shows it to nobody.
    let own = open(&w.backend, &anna, entry.id).await.unwrap();
    assert_eq!((own.text.as_str(), own.visibility, own.is_hidden), ("Regen", Visibility::Private, true));
    let widened = set_visibility(&w.backend, &anna, entry.id, Visibility::Friends).await;
    assert_eq!(code(widened), "entry_hidden");
    assert_eq!(code(sharing::create(&w.backend, &anna, entry.id, TEXT).await), "entry_hidden");
    let public_again = EntryForm { visibility: Some(Visibility::Public), version: own.version, ..writing("Sonne") };
    assert_eq!(code(entries::update(&w.backend, &anna, entry.id, public_again, vec![]).await), "entry_hidden");
    let form = EntryForm { version: own.version, ..writing("Sonne") };
    let edited = entries::update(&w.backend, &anna, entry.id, form, vec![]).await.unwrap();
    assert!(edited.is_hidden && edited.text == "Sonne");

    let shown = moderation::show(&w.backend, entry.id).await.unwrap();
    assert_eq!(shown, Some((entry.date, Visibility::Public)));
    assert_eq!(moderation::show(&w.backend, entry.id).await.unwrap(), None);
    let seen = open(&w.backend, &ben, entry.id).await.unwrap();
    assert!(seen.text == "Sonne" && !seen.is_hidden);
    assert!(sharing::open(&w.backend, &Viewer::Guest, &token, ADDRESS, Language::De).await.is_ok());
    assert_eq!(moderation::hide(&w.backend, entry.id.0).await.unwrap(), None, "this is no report");
});
