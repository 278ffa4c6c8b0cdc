//! How much an account may keep.

use crate::world::diary::{code, photo, pro, writing};
use backend::{
    Settings,
    entries::{create, delete, sweep, update},
};
use chrono::TimeDelta;
use domain::{EntryForm, limits};
use futures::future::join_all;
use std::fs;

const MOST: u64 = 400_000;

fn small(settings: &mut Settings) {
    settings.account_bytes = MOST;
}

on_s3!(small: files_beyond_what_an_account_keeps_are_refused_however_many_come_at_once);

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

story!(texts_that_fill_an_account_are_refused_until_old_versions_are_gone, small, |w| async move {
    let anna = w.person("anna").await;
    let text = |n: usize| format!("{n:04}{}", "ä".repeat(limits::TEXT - 30 + n));
    let made = create(&w.backend, &anna, writing(&text(0)), vec![]).await.unwrap();
    let mut codes = Vec::new();
    for n in 1..20 {
        codes.push(code(update(&w.backend, &anna, made.id, writing(&text(n)), vec![]).await));
    }
    let taken = codes.iter().take_while(|code| **code == "ok").count();
    assert!((10..16).contains(&taken) && codes[taken..].iter().all(|code| *code == "texts_full"), "{codes:?}");
    let shorter = update(&w.backend, &anna, made.id, writing("kurz"), vec![]).await.unwrap();
    assert_eq!(shorter.text, "kurz", "words can be taken away");
    w.later(TimeDelta::days(40));
    assert_eq!(code(create(&w.backend, &anna, writing("Neu"), vec![]).await), "texts_full");
    sweep(&w.backend).await.unwrap();
    w.later(TimeDelta::hours(1));
    create(&w.backend, &anna, writing("Neu"), vec![]).await.unwrap();
});

story!(a_full_bin_takes_no_more_and_nothing_is_deleted, |w| async move {
    let anna = w.person("anna").await;
    for _ in 0..limits::BIN {
        let made = create(&w.backend, &anna, writing("x"), vec![]).await.unwrap();
        delete(&w.backend, &anna, made.id).await.unwrap();
    }
    let last = create(&w.backend, &anna, writing("bleibt"), vec![]).await.unwrap();
    assert_eq!(code(delete(&w.backend, &anna, last.id).await), "bin_full");
    assert_eq!(update(&w.backend, &anna, last.id, writing("da"), vec![]).await.unwrap().text, "da");
});
