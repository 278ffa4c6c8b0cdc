//! Stories of people, on SQLite and on PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a story that meets an error has failed")]

#[macro_use]
mod world;
mod archive;
mod assistant;
mod audit;
mod backup;
mod blocks;
mod db;
mod declarations;
mod doctor;
mod entries;
mod feed;
mod friends;
mod identity;
mod imports;
mod invitations;
mod leaving;
mod limits;
mod linkedin;
mod media;
mod metrics;
mod model;
mod moderation;
mod moving;
mod profile;
mod recordings;
mod reflection;
mod reminders;
mod rotation;
mod schema;
mod sealed;
mod search;
mod secret;
mod sharing;
mod stats;
mod subscription;

story!(a_fresh_database_answers, |w| async move {
    w.backend.ready().await.unwrap();
});

story!(a_second_server_shares_database_secret_and_time, |w| async move {
    let other = w.another_server().await;
    let sealed = w.backend.secret.encrypt("note", "Hallo").unwrap();
    w.later(chrono::TimeDelta::days(1));
    assert_eq!(other.secret.decrypt("note", &sealed).unwrap(), "Hallo");
    assert_eq!(other.clock.now(), w.clock.now());
    assert!(w.data.path().join("secret").is_file());
});

story!(every_person_is_somebody_else, |w| async move {
    let anna = w.person("anna").await;
    let ben = w.person("ben").await;
    assert_ne!(anna.user_id().unwrap(), ben.user_id().unwrap());
    assert_eq!(anna.account().unwrap().user.first_name, "Anna");
});
