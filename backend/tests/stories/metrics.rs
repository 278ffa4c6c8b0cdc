//! The figures that the operator watches, on both engines.

use crate::{
    imports::{bag, day, send, work},
    world::diary::{photo, writing},
};
use backend::{entries, imports, leaving, media};
use chrono::TimeDelta;

story!(the_operator_sees_what_waits_and_what_is_stored, |w| async move {
    let anna = w.person("anna").await;
    assert_eq!(media::stored_bytes(&w.backend).await.unwrap(), 0);
    entries::create(&w.backend, &anna, writing("x"), vec![photo("rocket.jpg")]).await.unwrap();
    assert!(media::stored_bytes(&w.backend).await.unwrap() > 1000);

    send(&w.backend, &anna, &bag(&[day("2024-01-01", "Neujahr")])).await.unwrap();
    assert_eq!(imports::count(&w.backend).await.unwrap(), (1, 0));
    work(&w.backend).await;
    assert_eq!(imports::count(&w.backend).await.unwrap(), (0, 0), "a person decides what comes next");

    w.leave("anna", false).await.unwrap();
    assert_eq!(leaving::count(&w.backend).await.unwrap(), (1, 0));
    w.later(TimeDelta::days(14));
    assert_eq!(leaving::count(&w.backend).await.unwrap(), (0, 1));

    w.backend.background.settled().await;
    assert_eq!(w.backend.mail.count_waiting().await.unwrap(), (0, 0));
    let usage = w.backend.db.usage();
    assert!(!usage.is_empty() && usage.iter().all(|pool| pool.used <= pool.most as usize), "{usage:?}");
});
