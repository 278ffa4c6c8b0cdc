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
    assert_eq!(restored.deleted_until, Some(w.clock.now().date_naive()), "the list lies beside the copies");
    let other = w.elsewhere(settings, data).await;
    assert_eq!(digests(&other, &anna).await, days);
    assert_eq!((other.accounts("dora").await, other.accounts("anna").await), (0, 1));
    media::sweep(&other.backend).await.unwrap();
    assert_eq!(other.media_files().len(), second.media, "hers are gone, and all others are there");
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
    // The clock went back: the copy just made is the oldest by its name, and stays.
    for name in names.iter().skip(1) {
        fs::rename(copies.path().join(name), copies.path().join(name.to_str().unwrap().replace("2026", "2099")))
            .unwrap();
    }
    let made = copy(&w, &copies, 2).await;
    assert!(made.forgotten == 1 && made.folder.join("SHA256SUMS").exists(), "{made:?}");
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

story_on_sqlite!(however_much_is_removed_while_a_copy_is_made_the_sweep_takes_it, |w| async move {
    let media = w.data.path().join("media");
    let held = w.backend.media.hold().await.unwrap();
    for _ in 0..30 {
        let gone = uuid::Uuid::new_v4();
        fs::create_dir(media.join(gone.to_string())).unwrap();
        fs::write(media.join(gone.to_string()).join("original.jpg"), "x").unwrap();
        assert!(!w.backend.media.remove(gone).await.unwrap());
        let noted = w.backend.db.write("INSERT INTO removed_media (id) VALUES ($1)").bind(gone);
        noted.execute().await.unwrap();
    }
    w.later(TimeDelta::days(365));
    media::sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files().len(), 30);
    drop(held);
    media::sweep(&w.backend).await.unwrap();
    let noted = w.backend.db.read("SELECT COUNT(*) FROM removed_media").fetch_one::<(i64,)>().await.unwrap();
    assert_eq!((w.media_files().len(), noted.0), (0, 0));
    assert!(w.backend.media.list_trash().await.unwrap().is_empty(), "what people remove does not wait in the trash");
});

story_on_sqlite!(a_file_that_rots_in_a_copy_is_copied_anew_within_fourteen_copies, |w| async move {
    let anna = w.person("anna").await;
    let entry = entries::create(&w.backend, &anna, writing("Regen"), vec![photo("rocket.jpg")]).await.unwrap();
    let copies = TempDir::new().unwrap();
    let name = format!("media/{}/original.jpg", entry.images[0].id);
    let live = w.data.path().join(&name);
    let whole = fs::read(&live).unwrap();
    let rot = |path: &Path| {
        let mut bytes = fs::read(path).unwrap();
        bytes[9] ^= 1;
        fs::write(path, bytes).unwrap();
    };
    let mut last = copy(&w, &copies, 2).await;
    rot(&last.folder.join(&name));
    for _ in 0..14 {
        w.later(TimeDelta::days(1));
        last = copy(&w, &copies, 2).await;
        assert!(last.new == 0 && last.damaged.is_empty(), "{last:?}");
    }
    assert!(fs::read(last.folder.join(&name)).unwrap() == whole);
    // Both rot: it is named, here and by a restore.
    rot(&last.folder.join(&name));
    rot(&live);
    let mut damaged = Vec::new();
    for _ in 0..14 {
        w.later(TimeDelta::days(1));
        damaged.extend(copy(&w, &copies, 2).await.damaged);
    }
    assert_eq!(damaged, std::slice::from_ref(&name));
    let data = TempDir::new().unwrap();
    let refused = back(&w, &new_machine(&w, &data), copies.path(), false).await.unwrap_err();
    assert!(refused.contains(&name), "{refused}");
});

story_on_sqlite!(a_restore_goes_on_with_its_own_database_only, |w| async move {
    w.person("anna").await;
    let copies = TempDir::new().unwrap();
    let made = copy(&w, &copies, 14).await;
    let data = TempDir::new().unwrap();
    let settings = new_machine(&w, &data);
    // As if it was killed behind the marker: everything is staged, nothing is in place.
    let restored = back(&w, &settings, copies.path(), false).await.unwrap();
    assert_eq!(restored.deleted_until, None);
    let database = data.path().join("tagesecho.db");
    for path in [&database, &data.path().join("media")] {
        fs::rename(path, format!("{}-restoring", path.display())).unwrap();
    }
    let plan = serde_json::json!({
        "copy": made.folder, "target": database, "installation": uuid::Uuid::nil(), "schema": null, "aside": "-before-1",
    });
    fs::write(data.path().join("restoring"), plan.to_string()).unwrap();
    // No server and no change of the secret comes in between.
    assert!(backend::installation::beside(&settings).unwrap_err().to_string().contains("a restore was interrupted"));
    let other =
        Settings { database_url: format!("sqlite:{}", data.path().join("other.db").display()), ..settings.clone() };
    let refused = back(&w, &other, copies.path(), false).await.unwrap_err();
    assert!(refused.contains("was interrupted, and DATABASE_URL names") && !database.exists(), "{refused}");
    let restored = back(&w, &settings, copies.path(), false).await.unwrap();
    assert!(restored.is_resumed && database.exists() && !data.path().join("restoring").exists());
});

story!(no_copy_is_made_while_a_change_of_the_secret_is_unfinished, |w| async move {
    w.person("anna").await;
    w.backend.db.write("UPDATE hash_keys SET is_wrapped = FALSE").execute().await.unwrap();
    let copies = TempDir::new().unwrap();
    let refused = backup(&w.backend, copies.path(), 14).await.unwrap_err().to_string();
    assert!(refused.contains("the change of the secret did not come to its end"), "{refused}");
    assert!(fs::read_dir(&copies).unwrap().next().is_none());
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

    // A copy of a program with more migrations.
    let info = made.folder.join("backup.json");
    let text = fs::read_to_string(&info).unwrap();
    let newest = backend::db::Migrations::newest(true);
    let newer = text.replace(&format!("\"migration\": {newest}"), &format!("\"migration\": {}", newest + 1));
    assert_ne!(newer, text);
    fs::write(&info, newer).unwrap();
    let data = TempDir::new().unwrap();
    let refused = back(&w, &new_machine(&w, &data), copies.path(), false).await.unwrap_err();
    assert!(refused.contains("a newer program made this copy") && nothing(&data), "{refused}");

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
