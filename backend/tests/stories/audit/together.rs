//! An event and what it is about: both are there, or neither is.

use super::{FIREFOX, HOME, IPHONE, TEXT, configured, count, entry, events, kinds, newest, sign_in};
use crate::{
    assistant::saying,
    world::{
        World,
        ai::{NAME, Trouble},
        diary::{code, writing},
        people::PASSWORD,
    },
};
use backend::{
    entries,
    identity::{change_password, end_named, id_token},
    profile, sharing,
};
use chrono::TimeDelta;
use domain::{AuditKind, ConsentForm, ExpectedLink, Expiry, Help, LinkForm, identity::PasswordForm};

async fn rename(w: &World, from: &str, to: &str) {
    let sql: &'static str = format!("ALTER TABLE {from} RENAME TO {to}").leak();
    w.backend.db.write(sql).execute().await.unwrap();
}

story!(a_change_that_breaks_off_leaves_no_event, |w| async move {
    let anna = w.person("anna").await;
    let cookie = sign_in(&w, "anna", FIREFOX).await;
    let token = id_token(&w.backend, &cookie).await.unwrap().token;
    let form = PasswordForm { current_password: PASSWORD.into(), new_password: "ganz neu, gut".into() };
    // Codes are deleted after the event was added, in the same transaction.
    rename(&w, "identity_codes", "codes_elsewhere").await;
    change_password(&w.backend, &anna, &token, &form, FIREFOX, HOME).await.unwrap_err();
    rename(&w, "codes_elsewhere", "identity_codes").await;
    assert_eq!(count(&w, &anna, AuditKind::PasswordChanged).await, 0);
    w.sign_in("anna").await;
});

story!(nothing_happens_that_cannot_be_recorded, |w| async move {
    let anna = w.person("anna").await;
    let id = entry(&w, &anna).await;
    rename(&w, "audit_events", "events_elsewhere").await;
    sharing::create(&w.backend, &anna, id, TEXT).await.unwrap_err();
    rename(&w, "events_elsewhere", "audit_events").await;
    assert_eq!(code(sharing::state(&w.backend, &anna, id).await), "not_shared");
    assert!(kinds(&w, &anna).await.is_empty());
});

story!(what_is_refused_or_changes_nothing_is_no_event, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let id = entry(&w, &anna).await;
    assert_eq!(code(sharing::create(&w.backend, &ben, id, TEXT).await), "access_denied");
    assert_eq!(code(end_named(&w.backend, &anna, "0").await), "session_not_found");
    sharing::remove(&w.backend, &anna, id, None).await.unwrap();
    assert!(kinds(&w, &anna).await.is_empty() && kinds(&w, &ben).await.is_empty());

    let token = sharing::create(&w.backend, &anna, id, TEXT).await.unwrap();
    sharing::create(&w.backend, &anna, id, TEXT).await.unwrap();
    sharing::update_options(&w.backend, &anna, id, LinkForm::default()).await.unwrap();
    let expected = Some(ExpectedLink::Link { token: "x".repeat(token.len()), options: TEXT });
    let other = LinkForm { expected, ..LinkForm::from(TEXT) };
    assert_eq!(code(sharing::update_options(&w.backend, &anna, id, other).await), "link_changed");
    assert_eq!(kinds(&w, &anna).await, [AuditKind::LinkMade]);
});

story!(a_link_says_of_which_day_it_was_and_how_often_it_was_opened, |w| async move {
    let anna = w.person("anna").await;
    let id = entry(&w, &anna).await;
    let day = entries::open(&w.backend, &anna, id).await.unwrap().date;
    let token = sharing::create(&w.backend, &anna, id, TEXT).await.unwrap();
    for _ in 0..3 {
        w.later(TimeDelta::hours(7));
        let opening = sharing::Opening { address: HOME, agent: IPHONE, is_prefetch: false, is_known: false };
        sharing::note(&w.backend, &backend::Viewer::Guest, &token, opening).await;
        w.backend.background.settled().await;
    }
    assert_eq!(count(&w, &anna, AuditKind::LinkOpened).await, 1, "no visitor adds a row");
    let opened = newest(&w, &anna, AuditKind::LinkOpened).await;
    assert_eq!((opened.day, opened.number), (Some(day), Some(3)));

    // The bin ends it, and the openings are not forgotten.
    entries::delete(&w.backend, &anna, id).await.unwrap();
    let ended = newest(&w, &anna, AuditKind::LinkEnded).await;
    assert_eq!((ended.day, ended.number), (Some(day), Some(3)));
    entries::create(&w.backend, &anna, writing("Noch einer"), Vec::new()).await.unwrap();
    assert_eq!(count(&w, &anna, AuditKind::LinkEnded).await, 1);
});

story!(an_expired_link_that_is_replaced_says_how_often_it_was_opened, |w| async move {
    let anna = w.person("anna").await;
    let id = entry(&w, &anna).await;
    let form = LinkForm { expiry: Some(Expiry::Days(7)), ..LinkForm::from(TEXT) };
    let token = sharing::create(&w.backend, &anna, id, form).await.unwrap();
    let opening = sharing::Opening { address: HOME, agent: IPHONE, is_prefetch: false, is_known: false };
    sharing::note(&w.backend, &backend::Viewer::Guest, &token, opening).await;
    w.backend.background.settled().await;
    w.later(TimeDelta::days(8));
    sharing::create(&w.backend, &anna, id, TEXT).await.unwrap();
    assert_eq!(newest(&w, &anna, AuditKind::LinkEnded).await.number, Some(1));
    assert_eq!(count(&w, &anna, AuditKind::LinkMade).await, 2);
});

story!(words_are_sent_once_they_have_left, configured, |w| async move {
    let anna = w.person("anna").await;
    w.summarise(&saying(&anna, Some(false))).await.unwrap();
    assert!(events(&w, &anna).await.is_empty(), "this server made it");
    w.later(TimeDelta::days(1));
    w.ai().is(Trouble::Always(500));
    w.summarise(&saying(&anna, Some(true))).await.unwrap();
    let sent = newest(&w, &anna, AuditKind::WordsSent).await;
    assert_eq!((sent.help, sent.provider.as_deref(), sent.number), (Some(Help::Summary), Some(NAME), Some(2)));
    // The same answer once more is no event.
    for _ in 0..2 {
        let said = ConsentForm { linkedin: Some(false), ..ConsentForm::default() };
        let viewer = w.viewer(&w.sign_in("anna").await.id_token).await;
        profile::set_assistant_consent(&w.backend, &viewer, said).await.unwrap();
    }
    assert_eq!(count(&w, &anna, AuditKind::ServiceRefused).await, 1);
});
