//! How much an account may keep.

use crate::world::diary::{code, photo, pro, writing};
use backend::{
    Settings,
    entries::{create, delete, update},
};
use chrono::TimeDelta;
use domain::EntryForm;
use futures::future::join_all;
use std::fs;

const MOST: u64 = 400_000;

fn small(settings: &mut Settings) {
    settings.account_bytes = MOST;
}

story!(files_beyond_what_an_account_keeps_are_refused_however_many_come_at_once, small, |w| async move {
    let (anna, ben) = (pro(&w.person("anna").await), w.person("ben").await);
    let mut made = Vec::new();
    for _ in 0..8 {
        made.push(create(&w.backend, &anna, writing("Text"), vec![]).await.unwrap().id);
        w.later(TimeDelta::days(1));
    }
    let servers = [w.another_server().await, w.backend.clone()];
    let all = made.iter().enumerate().map(|(at, id)| {
        let (server, anna, id) = (servers[at % 2].clone(), anna.clone(), *id);
        let photos = vec![photo("rocket.jpg")];
        tokio::spawn(async move { code(update(&server, &anna, id, EntryForm::default(), photos).await) })
    });
    let codes: Vec<_> = join_all(all).await.into_iter().map(Result::unwrap).collect();
    let of = |wanted: &str| codes.iter().filter(|code| **code == wanted).count();
    assert!(of("ok") > 0 && of("storage_full") > 0 && of("ok") + of("storage_full") == 8, "{codes:?}");
    let on_disk = || w.media_files().iter().map(|file| fs::metadata(file).unwrap().len()).sum::<u64>();
    assert!(on_disk() <= MOST && w.media_files().len() == 3 * of("ok"), "{}: {codes:?}", on_disk());

    for id in &made {
        delete(&w.backend, &anna, *id).await.unwrap();
    }
    let many = || vec![photo("rocket.jpg"); 3];
    let refused = create(&w.backend, &anna, writing("Heute"), many()).await;
    assert_eq!(code(refused), "storage_full", "what is in the bin counts");
    create(&w.backend, &anna, writing("Heute"), vec![]).await.unwrap();
    create(&w.backend, &ben, writing("Heute"), vec![photo("rocket.jpg")]).await.unwrap();
});
