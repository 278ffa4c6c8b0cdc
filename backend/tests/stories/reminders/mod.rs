//! The daily reminder and its clock (product 28).

mod friends;
mod switches;

use crate::world::{
    World,
    crowd::Crowd,
    diary::writing,
    people::{email, session_form},
};
use backend::{
    Viewer,
    entries::{create, delete},
    identity::start_session,
    profile::{set_day_end, set_language, set_zone},
    reminders::{change, send_due, settings},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Language, NotificationForm};
use std::fs;

/// All mails to somebody, whole, the oldest first.
async fn mails(w: &World, name: &str) -> Vec<String> {
    // Waits for those that are on their way.
    w.mail(name).await;
    let to = format!("To: {}\n", email(name));
    let Ok(folder) = fs::read_dir(w.data.path().join("mail")) else { return Vec::new() };
    let mut paths: Vec<_> = folder.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let all = paths.into_iter().map(|path| fs::read_to_string(path).unwrap().replace("\r\n", "\n"));
    all.filter(|mail| mail.contains(&to)).collect()
}

async fn confirm(w: &World, name: &str) {
    let statement = w.backend.db.write("UPDATE users SET email_confirmed = TRUE WHERE email = $1");
    statement.bind(email(name)).execute().await.unwrap();
}

/// A person with a confirmed address.
async fn confirmed(w: &World, name: &str) -> Viewer {
    let viewer = w.person(name).await;
    confirm(w, name).await;
    viewer
}

async fn remind_at(w: &World, viewer: &Viewer, time: &str) {
    let form =
        NotificationForm { reminder: Some(true), reminder_time: Some(time.into()), ..NotificationForm::default() };
    change(&w.backend, viewer, &form).await.unwrap();
}

/// How many mails somebody has once the server has looked at this moment.
async fn at(w: &World, name: &str, moment: &str) -> usize {
    let moment: DateTime<Utc> = moment.parse().unwrap();
    w.later(moment - w.clock.now());
    send_due(&w.backend).await.unwrap();
    mails(w, name).await.len()
}

story!(a_person_without_an_entry_is_reminded_once_a_day, |w| async move {
    let anna = confirmed(&w, "anna").await;
    assert!(!settings(&w.backend, &anna).await.unwrap().reminder, "off until somebody wants it");
    remind_at(&w, &anna, "20:00").await;
    assert_eq!(at(&w, "anna", "2026-11-20T18:59:59Z").await, 0);
    assert_eq!(at(&w, "anna", "2026-11-20T19:00:00Z").await, 1);
    assert_eq!(at(&w, "anna", "2026-11-20T19:01:00Z").await, 1);
    remind_at(&w, &anna, "21:00").await;
    assert_eq!(at(&w, "anna", "2026-11-20T20:00:00Z").await, 1, "this day was reminded of");

    let entry = create(&w.backend, &anna, writing("Ein Geheimnis."), vec![]).await.unwrap();
    assert_eq!(at(&w, "anna", "2026-11-21T20:00:00Z").await, 2, "yesterday's entry is not today's");
    w.later("2026-11-22T09:00:00Z".parse::<DateTime<Utc>>().unwrap() - w.clock.now());
    let second = create(&w.backend, &anna, writing("Noch ein Geheimnis."), vec![]).await.unwrap();
    assert_eq!(at(&w, "anna", "2026-11-22T20:00:00Z").await, 2, "today is written");
    w.later("2026-11-23T09:00:00Z".parse::<DateTime<Utc>>().unwrap() - w.clock.now());
    let third = create(&w.backend, &anna, writing("Weg damit."), vec![]).await.unwrap();
    delete(&w.backend, &anna, third.id).await.unwrap();
    set_language(&w.backend, &anna, Language::Fr).await.unwrap();
    assert_eq!(at(&w, "anna", "2026-11-23T20:00:00Z").await, 3, "the day in the bin is not written");

    let all = mails(&w, "anna").await;
    let (german, french) = (&all[1], &all[2]);
    assert!(german.contains("https://tagesecho.test/create\n") && german.contains("wie war dein Tag?"), "{german}");
    assert!(french.contains("Comment s’est passée ta journée"), "{french}");
    assert!(!all.concat().contains("Geheimnis") && entry.id != second.id);
});

story!(a_day_on_which_the_clock_changes_has_one_reminder, |w| async move {
    let anna = confirmed(&w, "anna").await;
    remind_at(&w, &anna, "02:30").await;
    assert_eq!(at(&w, "anna", "2027-03-27T01:30:00Z").await, 0, "months without a server are not made up for");
    // 02:00 becomes 03:00.
    assert_eq!(at(&w, "anna", "2027-03-28T00:59:59Z").await, 0);
    assert_eq!(at(&w, "anna", "2027-03-28T01:00:00Z").await, 1);
    assert_eq!(at(&w, "anna", "2027-03-28T23:00:00Z").await, 1);
    assert_eq!(at(&w, "anna", "2027-03-29T00:30:00Z").await, 2);
    assert_eq!(at(&w, "anna", "2027-10-30T00:30:00Z").await, 2);
    // 03:00 becomes 02:00.
    assert_eq!(at(&w, "anna", "2027-10-31T00:29:59Z").await, 2);
    assert_eq!(at(&w, "anna", "2027-10-31T00:30:00Z").await, 3);
    assert_eq!(at(&w, "anna", "2027-10-31T01:30:00Z").await, 3);
    assert_eq!(at(&w, "anna", "2027-11-01T01:30:00Z").await, 4);
});

story!(a_reminder_that_is_late_is_left_out, |w| async move {
    let anna = confirmed(&w, "anna").await;
    remind_at(&w, &anna, "20:00").await;
    assert_eq!(at(&w, "anna", "2026-11-20T20:00:01Z").await, 0, "more than an hour");
    assert_eq!(at(&w, "anna", "2026-11-21T20:00:00Z").await, 1, "an hour");
    assert_eq!(at(&w, "anna", "2026-11-22T19:00:00Z").await, 2, "and the next is in time again");
    remind_at(&w, &anna, "23:50").await;
    assert_eq!(at(&w, "anna", "2026-11-23T23:05:00Z").await, 2, "the day is over");
    assert_eq!(at(&w, "anna", "2026-11-24T22:55:00Z").await, 3);
});

story!(after_midnight_it_is_about_the_day_that_is_not_over, |w| async move {
    let (anna, ben) = (confirmed(&w, "anna").await, confirmed(&w, "ben").await);
    for viewer in [&anna, &ben] {
        set_day_end(&w.backend, viewer, 180).await.unwrap();
        remind_at(&w, viewer, "01:00").await;
    }
    create(&w.backend, &anna, writing("Ein Freitag."), vec![]).await.unwrap();
    assert_eq!(at(&w, "anna", "2026-11-21T00:00:00Z").await, 0);
    assert_eq!(mails(&w, "ben").await.len(), 1);
    assert_eq!(at(&w, "anna", "2026-11-22T00:00:00Z").await, 1);
});

story!(the_reminder_travels_along, |w| async move {
    let tokens = w.sign_up("anna").await;
    let anna = w.register("anna", &tokens).await;
    confirm(&w, "anna").await;
    remind_at(&w, &anna, "20:00").await;
    assert_eq!(at(&w, "anna", "2026-11-20T19:00:00Z").await, 1);
    set_zone(&w.backend, &anna, "America/New_York").await.unwrap();
    assert_eq!(at(&w, "anna", "2026-11-21T01:00:00Z").await, 1, "the same day's evening comes again");
    assert_eq!(at(&w, "anna", "2026-11-21T19:00:00Z").await, 1);
    assert_eq!(at(&w, "anna", "2026-11-22T01:00:00Z").await, 2);
    // A sign-in in Tokyo.
    w.later("2026-11-22T12:00:00Z".parse::<DateTime<Utc>>().unwrap() - w.clock.now());
    let tokens = w.sign_in("anna").await;
    let form = domain::identity::SessionForm { zone: Some("Asia/Tokyo".into()), ..session_form(&tokens.refresh_token) };
    start_session(&w.backend, &tokens.id_token, &form, "story").await.unwrap();
    assert_eq!(at(&w, "anna", "2026-11-23T01:00:00Z").await, 2);
    assert_eq!(at(&w, "anna", "2026-11-23T11:00:00Z").await, 3);
    // A person whose reminder is off gets none by travelling.
    let off = NotificationForm { reminder: Some(false), ..NotificationForm::default() };
    let anna = w.viewer(&w.sign_in("anna").await.id_token).await;
    change(&w.backend, &anna, &off).await.unwrap();
    set_zone(&w.backend, &anna, "Europe/Berlin").await.unwrap();
    assert!(!settings(&w.backend, &anna).await.unwrap().reminder);
});

story!(two_servers_remind_everybody_once, |w| async move {
    let anna = confirmed(&w, "anna").await;
    Crowd { people: 130, friends: 0, entries: 0 }.gather(&w.backend.db, &anna).await;
    let due = w.backend.db.write("UPDATE users SET email_confirmed = TRUE, next_reminder_at = $1");
    due.bind(w.clock.now()).execute().await.unwrap();
    let other = w.another_server().await;
    for _ in 0..2 {
        let sent = tokio::join!(send_due(&w.backend), send_due(&other), send_due(&w.backend), send_due(&other));
        assert!(sent.0.is_ok() && sent.1.is_ok() && sent.2.is_ok() && sent.3.is_ok());
    }
    other.background.settled().await;
    other.db.close().await;
    let counted =
        w.backend.db.read("SELECT COUNT(*) FROM users WHERE reminded_on IS NOT NULL AND next_reminder_at > $1");
    assert_eq!(counted.bind(w.clock.now()).fetch_one::<(i64,)>().await.unwrap().0, 130);
    // Both write into one folder at one moment. A file whose name is taken is written later.
    for _ in 0..3 {
        w.later(TimeDelta::minutes(2));
        w.mail("anna").await;
    }
    assert_eq!(fs::read_dir(w.data.path().join("mail")).unwrap().count(), 130);
});
