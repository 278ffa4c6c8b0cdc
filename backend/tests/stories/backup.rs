//! Copies, and bringing them back. `server/tests/chaos/backup.rs` does the same with the program, also on PostgreSQL, and kills it.

use crate::{
    archive::exported::exported,
    sealed::plant,
    world::{
        World,
        diary::{photo, pro, recording_of, writing},
        friendships::id,
    },
};
use backend::{
    Settings, Viewer,
    backup::{Made, Restored, backup, restore},
    doctor::examine,
    entries, media, sharing,
};
use chrono::TimeDelta;
use domain::{Language, ShareOptions};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// The settings of a new machine, which has the secret and nothing else.
fn new_machine(w: &World, data: &TempDir) -> Settings {
    let secret = fs::read_to_string(w.data.path().join("secret")).unwrap();
    Settings {
        secret: Some(secret),
        throttle_factor: 10_000,
        ..Settings::local(data.path().to_owned(), "https://tagesecho.test")
    }
}

async fn copy(w: &World, copies: &TempDir, keep: usize) -> Made {
    backup(&w.backend, copies.path(), keep).await.unwrap()
}

async fn back(w: &World, settings: &Settings, from: &Path, replaces: bool) -> Result<Restored, String> {
    restore(settings, from, replaces, false, w.clock.now()).await.map_err(|error| error.to_string())
}

/// The digest of each day of a person's archive.
async fn digests(w: &World, viewer: &Viewer) -> BTreeMap<String, String> {
    let data = exported(w, viewer, Language::De, None).await.json();
    let days = data["days"].as_array().unwrap().iter().map(|day| {
        let text = |name: &str| day[name].as_str().unwrap().to_owned();
        (text("date"), text("digest"))
    });
    days.collect()
}

async fn live(w: &World, anna: &Viewer, ben: &Viewer) {
    plant(w, anna, ben).await;
    for (text, seconds) in [("Regen", 1), ("Sonne", 2)] {
        w.later(TimeDelta::days(1));
        let uploads = media::Uploads {
            images: vec![photo("rocket.jpg"), photo("chelsea.png")],
            recording: Some(recording_of(seconds)),
        };
        let entry = entries::create(&w.backend, anna, writing(text), uploads).await.unwrap();
        sharing::create(&w.backend, anna, entry.id, ShareOptions::default()).await.unwrap();
    }
    w.backend.background.settled().await;
}

story_on_sqlite!(a_copy_on_another_machine_has_the_same_days_and_nobody_who_left, |w| async move {
    let (anna, ben, carla) = (pro(&w.person("anna").await), w.person("ben").await, w.person("dora").await);
    w.make_friends(&anna, &ben).await;
    live(&w, &anna, &ben).await;
    entries::create(&w.backend, &carla, writing("Von Dora"), vec![photo("rocket.jpg")]).await.unwrap();
    let copies = TempDir::new().unwrap();
    let first = copy(&w, &copies, 14).await;
    assert_eq!(first.media, first.new);
    let days = digests(&w, &anna).await;
    assert!(days.len() == 3 && w.media_files().len() == first.media, "{days:?}");

    // She leaves, and the next copy takes the list along, beside the copies.
    w.leave("dora", true).await.unwrap();
    w.later(TimeDelta::seconds(5));
    let second = copy(&w, &copies, 14).await;
    assert!(second.new == 0 && second.media == first.media - 3, "{second:?}");
    assert!(!second.folder.join("deleted").exists() && !first.folder.join("secret").exists());

    let data = TempDir::new().unwrap();
    let settings = new_machine(&w, &data);
    let restored = back(&w, &settings, &first.folder, false).await.unwrap();
    assert!(!restored.is_resumed && restored.aside.is_empty() && restored.damaged.is_empty(), "{restored:?}");
    let other = w.elsewhere(settings, data).await;
    assert_eq!(digests(&other, &anna).await, days);
    assert_eq!((other.accounts("dora").await, other.accounts("anna").await), (0, 1));
    assert_eq!(other.media_files().len(), second.media);
    let found = examine(&other.backend).await;
    assert_eq!((found.faults, found.people, found.named), (0, 2, vec![]));
    assert!(!fs::read_to_string(other.data.path().join("deleted")).unwrap().contains(&id(&anna).to_string()));
});

story_on_sqlite!(as_many_copies_stay_as_are_wanted, |w| async move {
    let anna = w.person("anna").await;
    entries::create(&w.backend, &anna, writing("Regen"), vec![photo("rocket.jpg")]).await.unwrap();
    let copies = TempDir::new().unwrap();
    let mut last = PathBuf::new();
    // What a backup left that was killed, and what is somebody else's.
    fs::create_dir(copies.path().join("2026-01-01T000000Z.unfinished")).unwrap();
    fs::create_dir(copies.path().join("2026-01-01T000000Z")).unwrap();
    for round in 0..4 {
        let made = copy(&w, &copies, 2).await;
        assert_eq!(made.forgotten, usize::from(round > 1));
        last = made.folder;
        w.later(TimeDelta::days(1));
    }
    let mut names: Vec<_> = fs::read_dir(&copies).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["2026-01-01T000000Z", "2026-11-22T100000Z", "2026-11-23T100000Z"]);
    assert!(last.ends_with("2026-11-23T100000Z"));
    let foreign = w
        .elsewhere(Settings::local(TempDir::new().unwrap().keep(), "https://tagesecho.test"), TempDir::new().unwrap())
        .await;
    let refused = backup(&foreign.backend, copies.path(), 2).await.unwrap_err().to_string();
    assert!(refused.contains("of another installation"), "{refused}");
    fs::remove_dir_all(&foreign.settings.data).unwrap();
});

story_on_sqlite!(what_is_removed_while_a_copy_is_made_waits_for_the_sweep, |w| async move {
    let anna = w.person("anna").await;
    let entry = entries::create(&w.backend, &anna, writing("Regen"), vec![photo("rocket.jpg")]).await.unwrap();
    let files = w.media_files();
    let held = w.backend.media.hold().await.unwrap();
    entries::delete(&w.backend, &anna, entry.id).await.unwrap();
    entries::empty_bin(&w.backend, &anna).await.unwrap();
    w.later(TimeDelta::days(365));
    media::sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files(), files);
    drop(held);
    media::sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files(), Vec::<String>::new());
});

story_on_sqlite!(a_restore_refuses_what_would_lose_something, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    plant(&w, &anna, &ben).await;
    let copies = TempDir::new().unwrap();
    let made = copy(&w, &copies, 14).await;
    let data = TempDir::new().unwrap();
    let settings = new_machine(&w, &data);
    let nothing = |data: &TempDir| fs::read_dir(data).unwrap().count() == 0;

    let refused = back(&w, &Settings { secret: None, ..settings.clone() }, copies.path(), false).await.unwrap_err();
    assert!(refused.contains("the secret that this database was made with is missing"), "{refused}");
    let other = Some("another secret, which is long enough to be one".into());
    let refused = back(&w, &Settings { secret: other, ..settings.clone() }, copies.path(), false).await.unwrap_err();
    assert!(refused.contains("is not the one that this database was made with"), "{refused}");
    let refused = back(&w, &settings, data.path(), false).await.unwrap_err();
    assert!(refused.contains("is no copy of `tagesecho backup`"), "{refused}");
    // A server uses the folder.
    let refused = back(&w, &w.settings, copies.path(), true).await.unwrap_err();
    assert!(refused.contains("stop it first"), "{refused}");

    let names = |folder: &Path| fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect::<Vec<_>>();
    let picture =
        names(&made.folder.join("media")).into_iter().find(|path| path.is_dir()).unwrap().join("thumbnail.jpg");
    let change = |path: &Path| {
        let bytes = fs::read(path).unwrap();
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        fs::write(path, changed).unwrap();
        bytes
    };
    for path in [
        &picture,
        &made.folder.join("database.sqlite"),
        &made.folder.join("backup.json"),
        &made.folder.join("SHA256SUMS"),
    ] {
        let bytes = change(path);
        let refused = back(&w, &settings, copies.path(), false).await.unwrap_err();
        assert!(refused.starts_with("nothing was restored") && nothing(&data), "{refused}");
        fs::write(path, bytes).unwrap();
    }
    fs::remove_file(&picture).unwrap();
    let refused = back(&w, &settings, copies.path(), false).await.unwrap_err();
    assert!(refused.contains("--with-damaged") && refused.contains("thumbnail.jpg") && nothing(&data), "{refused}");
    let taken = restore(&settings, copies.path(), false, true, w.clock.now()).await.unwrap();
    assert_eq!(taken.damaged.len(), 1);
    let other = w.elsewhere(settings.clone(), data).await;
    let found = examine(&other.backend).await;
    assert!(found.faults == 1 && found.named[0].ends_with("thumbnail is missing"), "{:?}", found.named);

    // Nothing that is there is overwritten.
    let data = TempDir::new().unwrap();
    let settings = new_machine(&w, &data);
    let another = TempDir::new().unwrap();
    copy(&w, &another, 14).await;
    back(&w, &settings, another.path(), false).await.unwrap();
    let refused = back(&w, &settings, another.path(), false).await.unwrap_err();
    assert!(refused.contains("--replace"), "{refused}");
    let aside = back(&w, &settings, another.path(), true).await.unwrap().aside;
    assert!(aside.len() == 2 && aside.iter().all(|path| path.exists()), "{aside:?}");
});
