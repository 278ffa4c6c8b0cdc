//! Failures: of the disk, of the server, and of too many at once.

use super::{bag, day, looked, many, send, work};
use crate::world::{World, diary::code};
use backend::{
    imports::{self, Work},
    providers::media::import_key_name,
};
use chrono::TimeDelta;
use domain::{
    Refusal,
    imports::{ExistingDays, ImportState},
    limits,
};
use std::{
    fs,
    io::Read,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use uuid::Uuid;

impl World {
    /// The folder of files to import cannot be read, as if its disk were away, or is there again.
    fn set_disk(&self, is_there: bool) {
        let media = self.data.path().join("media");
        let (here, away) = (media.join("imports"), media.join("away"));
        if is_there {
            fs::remove_file(&here).unwrap();
            fs::rename(away, here).unwrap();
        } else {
            fs::rename(&here, away).unwrap();
            fs::write(here, "").unwrap();
        }
    }

    async fn import_failures(&self) -> i64 {
        self.number_of("SELECT failures FROM imports").await
    }

    pub async fn set_failures(&self, failures: i64) {
        let set = self.backend.db.write("UPDATE imports SET failures = $1").bind(failures);
        set.execute().await.unwrap();
    }
}

on_s3!(a_piece_that_the_disk_does_not_give_is_told_from_a_damaged_one, a_file_that_has_just_come_in_is_not_swept_away);

story!(while_the_disk_is_away_an_import_waits_longer_and_longer, |w| async move {
    let anna = w.person("anna").await;
    let sent = send(&w.backend, &anna, &bag(&many(3))).await.unwrap();
    w.set_disk(false);
    for n in 1..=4 {
        assert!(imports::work(&w.backend).await.unwrap());
        assert_eq!(w.import_failures().await, n);
        w.later(TimeDelta::seconds(10 * n * n - 1));
        assert!(!imports::work(&w.backend).await.unwrap(), "it is not due yet");
        w.later(TimeDelta::seconds(1));
    }
    w.set_disk(true);
    work(&w.backend).await;
    assert_eq!(imports::open(&w.backend, &anna, sent.id).await.unwrap().state, ImportState::Looked);
    assert_eq!(w.import_failures().await, 0);

    imports::take_over(&w.backend, &anna, sent.id, ExistingDays::Keep).await.unwrap();
    w.set_disk(false);
    work(&w.backend).await;
    assert_eq!(imports::open(&w.backend, &anna, sent.id).await.unwrap().state, ImportState::Taking);
    // After a day of this it ends, and says that it may go better later.
    w.set_failures(30).await;
    w.later(TimeDelta::hours(3));
    work(&w.backend).await;
    let ended = imports::open(&w.backend, &anna, sent.id).await.unwrap();
    assert_eq!((ended.state, ended.report.taken.unwrap().stopped), (ImportState::Taken, Some(Refusal::Unavailable)));
    w.set_disk(true);
});

story!(a_file_that_kills_its_server_is_refused_after_some_attempts, |w| async move {
    let anna = w.person("anna").await;
    let sent = send(&w.backend, &anna, &bag(&many(9000))).await.unwrap();
    for n in 1..=6 {
        let working = {
            let w = w.clone();
            tokio::spawn(async move { imports::work(&w.backend).await })
        };
        while w.import_failures().await < 5 * n {
            tokio::task::yield_now().await;
        }
        working.abort();
        drop(working.await);
        assert_eq!(imports::open(&w.backend, &anna, sent.id).await.unwrap().state, ImportState::Looking, "{n}");
        w.later(TimeDelta::minutes(2));
    }
    work(&w.backend).await;
    let import = imports::open(&w.backend, &anna, sent.id).await.unwrap();
    assert_eq!((import.state, import.report.refused), (ImportState::Refused, Some(Refusal::Unavailable)));
    assert!(w.import_files().is_empty());
    looked(&w, &anna, &bag(&many(1))).await;
});

story_on_sqlite!(a_piece_that_the_disk_does_not_give_is_told_from_a_damaged_one, |w| async move {
    let anna = w.person("anna").await;
    let (id, media) = (Uuid::new_v4(), &w.backend.media);
    let data_key = w.backend.db.data_key(anna.user_id().unwrap()).await.unwrap();
    let key = || data_key.file(&import_key_name(id)).unwrap();
    let mut incoming = media.begin_import(id, key()).await.unwrap();
    incoming.push(&vec![5; 3_000_000]).await.unwrap();
    incoming.finish().await.unwrap();
    let path = w.data.path().join("media/imports").join(id.to_string());
    let whole = fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    damaged[2_000_000] ^= 1;
    for (bytes, is_read, is_broken) in [(Some(whole), true, false), (Some(damaged), false, false), (None, false, true)]
    {
        let told = Arc::new(AtomicBool::new(false));
        let file = media.open_import(id, key(), None).await.unwrap().unwrap();
        let mut file = file.telling(Arc::clone(&told));
        match bytes {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let read = tokio::task::spawn_blocking(move || file.read_to_end(&mut Vec::new())).await.unwrap();
        assert_eq!((read.is_ok(), told.load(Ordering::Relaxed)), (is_read, is_broken));
    }
});

story!(a_file_that_has_just_come_in_is_not_swept_away, |w| async move {
    // The disk has a clock of its own: no file is old.
    w.later(TimeDelta::days(-4000));
    let anna = w.person("anna").await;
    let file = bag(&many(1));
    let is_done = Arc::new(AtomicBool::new(false));
    let sweeping = {
        let (w, is_done) = (w.clone(), Arc::clone(&is_done));
        tokio::spawn(async move {
            while !is_done.load(Ordering::Relaxed) {
                imports::sweep(&w.backend).await.unwrap();
            }
        })
    };
    for _ in 0..15 {
        let import = looked(&w, &anna, &file).await;
        assert_eq!(import.state, ImportState::Looked, "{import:?}");
        imports::remove(&w.backend, &anna, import.id).await.unwrap();
    }
    is_done.store(true, Ordering::Relaxed);
    sweeping.await.unwrap();
});

story!(looking_does_not_wait_for_those_who_take_over, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let taking = looked(&w, &anna, &bag(&many(3))).await;
    imports::take_over(&w.backend, &anna, taking.id, ExistingDays::Keep).await.unwrap();
    let looking = send(&w.backend, &ben, &bag(&[day("2020-01-01", "Regen")])).await.unwrap();
    assert!(imports::work_on(&w.backend, Work::Looks).await.unwrap());
    assert!(!imports::work_on(&w.backend, Work::Looks).await.unwrap());
    assert_eq!(imports::open(&w.backend, &ben, looking.id).await.unwrap().state, ImportState::Looked);
    assert_eq!(imports::open(&w.backend, &anna, taking.id).await.unwrap().state, ImportState::Taking);
});

story!(only_so_many_files_come_in_at_once_and_wait, |w| async move {
    let mut incoming = Vec::new();
    for n in 0..limits::IMPORTS_AT_ONCE {
        let person = w.person(&format!("person{n}")).await;
        incoming.push(imports::begin(&w.backend, &person).await.unwrap());
    }
    let anna = w.person("anna").await;
    assert_eq!(code(imports::begin(&w.backend, &anna).await), "imports_full");
    for one in incoming {
        one.abort().await;
    }
    let waiting = w.data.path().join("media/imports").join(Uuid::new_v4().to_string());
    fs::File::create(&waiting).unwrap().set_len(limits::IMPORTS_BYTES + 1).unwrap();
    assert_eq!(code(imports::begin(&w.backend, &anna).await), "imports_full");
    fs::remove_file(waiting).unwrap();
    looked(&w, &anna, &bag(&many(1))).await;
});

story!(a_state_that_is_not_known_is_no_refusal, |w| async move {
    let anna = w.person("anna").await;
    looked(&w, &anna, &bag(&many(1))).await;
    let later = w.backend.db.write("UPDATE imports SET state = 'pondering'");
    assert_eq!(later.execute().await.unwrap(), 1);
    assert!(imports::newest(&w.backend, &anna).await.is_err());
});
