//! The sweep of files without a row, and of files beside a foreign database.

use super::entry_with;
use crate::world::{
    World,
    diary::{photo, pro},
};
use backend::{Backend, Settings, media::sweep};
use chrono::{DateTime, TimeDelta, Utc};
use std::{
    fs,
    path::{Path, PathBuf},
};
use uuid::Uuid;

/// Moves the clock to a number of minutes after the newest file was written.
fn minutes_after_the_newest_file(w: &World, minutes: i64) {
    let folders = fs::read_dir(media(w)).unwrap();
    let written = folders.map(|folder| DateTime::<Utc>::from(folder.unwrap().metadata().unwrap().modified().unwrap()));
    w.later(written.max().unwrap() + TimeDelta::minutes(minutes) - w.clock.now());
}

fn media(w: &World) -> PathBuf {
    w.data.path().join("media")
}

/// Whether there is a file in the folder. A bucket has no folders, only names of files.
fn has_files(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some())
}

on_s3!(
    files_without_a_row_go_to_the_trash_after_an_hour_and_no_others,
    a_database_that_is_another_one_or_an_older_one_costs_no_file
);

/// A folder as a stopped server leaves it.
fn left_over(w: &World) -> PathBuf {
    let folder = media(w).join(Uuid::new_v4().to_string());
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("original.jpg"), "left over by a stopped server").unwrap();
    folder
}

/// The path of a left-over folder in the trash of the day that the clock says.
fn in_trash(w: &World, folder: &Path) -> PathBuf {
    media(w).join("trash").join(w.clock.now().date_naive().to_string()).join(folder.file_name().unwrap())
}

story!(files_without_a_row_go_to_the_trash_after_an_hour_and_no_others, |w| async move {
    let anna = pro(&w.person("anna").await);
    let entry = entry_with(&w, &anna, vec![photo("rocket.jpg"), photo("chelsea.png")]).await;
    w.backend.db.write("UPDATE entries SET deleted_at = $1").bind(w.clock.now()).execute().await.unwrap();
    // It was put back while the bin was emptied.
    w.backend.db.write("INSERT INTO removed_media (id) SELECT id FROM images").execute().await.unwrap();
    let kept = w.media_files();
    assert_eq!((kept.len(), entry.images.len()), (6, 2));
    let orphan = left_over(&w);
    fs::create_dir(media(&w).join("lost+found")).unwrap();

    minutes_after_the_newest_file(&w, 59);
    sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files().len(), 7, "somebody may still be saving");
    minutes_after_the_newest_file(&w, 61);
    sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files(), kept);
    let trashed = in_trash(&w, &orphan);
    assert!(!has_files(&orphan) && has_files(&trashed) && media(&w).join("lost+found").exists());

    // A row names it again, as after a database was brought back.
    let image = media(&w).join(entry.images[0].id.to_string());
    fs::rename(&image, trashed.with_file_name(entry.images[0].id.to_string())).unwrap();
    sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files(), kept);
    w.later(TimeDelta::days(30));
    sweep(&w.backend).await.unwrap();
    assert!(has_files(&trashed));
    w.later(TimeDelta::days(1));
    sweep(&w.backend).await.unwrap();
    assert!(!has_files(&trashed) && w.media_files() == kept);
});

story!(a_database_that_is_another_one_or_an_older_one_costs_no_file, |w| async move {
    let anna = pro(&w.person("anna").await);
    entry_with(&w, &anna, vec![photo("rocket.jpg")]).await;
    let orphans: Vec<PathBuf> = (0..21).map(|_| left_over(&w)).collect();
    minutes_after_the_newest_file(&w, 61);
    let refused = sweep(&w.backend).await.unwrap_err().to_string();
    assert!(refused.contains("21 of 22 pictures and recordings are named nowhere"), "{refused}");
    assert!(orphans.iter().all(|folder| has_files(folder)), "so many at once are no left-overs");
    fs::remove_dir_all(&orphans[0]).unwrap();

    let mark = media(&w).join("installation");
    let id = fs::read_to_string(&mark).unwrap();
    for other in [Some(Uuid::new_v4().to_string()), None] {
        match other {
            Some(other) => fs::write(&mark, other).unwrap(),
            None => fs::remove_file(&mark).unwrap(),
        }
        let refused = sweep(&w.backend).await.unwrap_err().to_string();
        assert!(refused.contains("not of the same installation"), "{refused}");
        assert!(orphans[1..].iter().all(|folder| has_files(folder)), "nobody knows whose they are");
    }
    fs::write(&mark, id).unwrap();
    sweep(&w.backend).await.unwrap();
    assert!(orphans.iter().all(|folder| !has_files(folder)), "few go, to the trash");
});

story!(a_server_starts_only_with_a_database_and_media_that_belong_together, |w| async move {
    let anna = w.person("anna").await;
    entry_with(&w, &anna, vec![photo("rocket.jpg")]).await;
    let kept = w.media_files();
    let start = async |settings: Settings| Backend::open(settings, w.clock.clone()).await;
    let empty = || Settings {
        database_url: format!("sqlite:{}", w.data.path().join("other.db").display()),
        ..w.settings.clone()
    };
    let refused = start(empty()).await.unwrap_err().0;
    assert!(refused.contains("Nothing was changed") && refused.contains("--new"), "{refused}");
    assert_eq!(w.media_files(), kept);
    let made = fs::read_dir(w.data.path()).unwrap().map(|entry| entry.unwrap().path().display().to_string());
    assert!(
        !made.into_iter().any(|path| path.contains("other.db")),
        "nor is anything made that a restored file would meet"
    );

    let mark = media(&w).join("installation");
    let id = fs::read_to_string(&mark).unwrap();
    fs::write(&mark, Uuid::new_v4().to_string()).unwrap();
    let refused = start(Settings { begin_anew: true, ..w.settings.clone() }).await.unwrap_err().0;
    assert!(refused.contains("Nothing was changed") && refused.contains(id.trim()), "{refused}");
    // An installation from before there was an id: both get one.
    fs::remove_file(&mark).unwrap();
    w.backend.db.write("DELETE FROM installation").execute().await.unwrap();
    start(w.settings.clone()).await.unwrap();
    let given = fs::read_to_string(&mark).unwrap();
    assert!(given != id && w.media_files() == kept);
    // The mark was lost with the rest of an empty folder, or with a start that was cut off.
    fs::remove_file(&mark).unwrap();
    start(w.settings.clone()).await.unwrap();
    assert_eq!(fs::read_to_string(&mark).unwrap(), given);

    start(Settings { begin_anew: true, ..empty() }).await.unwrap();
    assert!(w.media_files().is_empty());
    let aside = fs::read_dir(w.data.path()).unwrap().map(|entry| entry.unwrap().path());
    let aside: Vec<PathBuf> = aside.filter(|path| path.display().to_string().contains("media-before-")).collect();
    assert_eq!(fs::read_to_string(aside[0].join("installation")).unwrap(), given, "moved aside, never deleted");
});
