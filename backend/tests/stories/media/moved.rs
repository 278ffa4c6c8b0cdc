//! Pictures and recordings move from the folder to a bucket and back.

use super::entry_with;
use crate::world::{
    World,
    bucket::Service,
    diary::{photo, pro, recording_of, writing},
};
use backend::{
    Backend, Settings, entries,
    media::{Uploads, open},
    moving::{MovedMedia, move_media},
    settings::media::{Place, S3},
};
use chrono::TimeDelta;
use domain::media::Rendition;
use futures::TryStreamExt;
use std::{collections::BTreeMap, fs, path::Path};
use tempfile::TempDir;
use uuid::Uuid;

/// All files below a folder by their paths in it, without the marks and the list of deleted accounts.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with("deleted") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().unwrap() != "installation" {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

async fn refused(settings: &Settings, to: &Place) -> String {
    move_media(settings, to).await.unwrap_err().0
}

async fn starts(w: &World, settings: &Settings) -> Result<Backend, String> {
    Backend::open(settings.clone(), w.clock.clone()).await.map_err(|error| error.0)
}

/// Ends a server.
async fn stop(server: World) {
    server.backend.background.settled().await;
    server.backend.db.close().await;
}

story_on_sqlite!(files_move_to_a_bucket_while_a_server_runs_and_back, |w| async move {
    let root = TempDir::new().unwrap();
    let (data, elsewhere) = (root.path().join("data"), root.path().join("service"));
    fs::create_dir(&data).unwrap();
    fs::create_dir(&elsewhere).unwrap();
    let service = Service::start(&elsewhere).await;
    let in_folder = Settings {
        database_url: format!("sqlite:{}", data.join("tagesecho.db").display()),
        data: data.clone(),
        s3: service.settings(),
        ..w.settings.clone()
    };
    let to: Place = "s3://media/diary/1".parse().unwrap();
    let in_bucket = Settings { media: to.clone(), ..in_folder.clone() };
    let (folder, bucket) = (data.join("media"), elsewhere.join("media/diary/1"));

    let server = w.elsewhere(in_folder.clone(), TempDir::new().unwrap()).await;
    let anna = pro(&server.person("anna").await);
    let uploads = Uploads { images: vec![photo("rocket.jpg")], recording: Some(recording_of(2)) };
    let first = entries::create(&server.backend, &anna, writing("x"), uploads).await.unwrap();
    let trashed = folder.join("trash/2026-11-01").join(Uuid::new_v4().to_string());
    fs::create_dir_all(&trashed).unwrap();
    fs::write(trashed.join("original.jpg"), "old").unwrap();
    let deleted = Uuid::new_v4();
    fs::write(data.join("deleted"), format!("\n{deleted} 2026-11-01\n")).unwrap();
    fs::create_dir(folder.join("imports")).unwrap();
    let large: Vec<u8> = (0_u8..=250).cycle().take(9_000_000).collect();
    fs::write(folder.join("imports").join(Uuid::new_v4().to_string()), large).unwrap();

    // The service goes away in the middle, behind a file or two.
    service.fail_after(20);
    let interrupted = refused(&in_folder, &to).await;
    assert!(interrupted.contains("goes on where it ended"), "{interrupted}");
    service.work_again();
    let early = starts(&w, &in_bucket).await.unwrap_err();
    assert!(early.contains("not all are there"), "{early}");
    let MovedMedia { transferred, unfinished, .. } = move_media(&in_folder, &to).await.unwrap();
    assert!(unfinished.unwrap().contains("stop it first"));
    assert_eq!((transferred.files + transferred.before, transferred.removed), (6, 0));
    assert!(files(&bucket) == files(&folder));

    // The server still runs: a picture comes, another one goes.
    w.later(TimeDelta::days(1));
    let second = entry_with(&server, &anna, vec![photo("chelsea.png")]).await;
    server.backend.media.remove(first.images[0].id.0).await.unwrap();
    stop(server).await;
    let MovedMedia { transferred, unfinished, .. } = move_media(&in_folder, &to).await.unwrap();
    assert_eq!((unfinished, transferred.files, transferred.before, transferred.removed), (None, 3, 3, 3));
    assert!(files(&bucket) == files(&folder));
    let gone = starts(&w, &in_folder).await.unwrap_err();
    assert!(gone.contains("were moved to s3://media/diary/1"), "{gone}");
    let moved = refused(&in_folder, &to).await;
    assert!(moved.contains("belongs to this database already"), "{moved}");
    // As a last run leaves it that was interrupted: no server starts with either place.
    let mark = fs::read_to_string(bucket.join("installation")).unwrap();
    fs::write(bucket.join("installation"), format!("moving {mark}")).unwrap();
    fs::remove_file(bucket.join(files(&bucket).keys().next().unwrap())).unwrap();
    assert!(starts(&w, &in_folder).await.unwrap_err().contains("were moved to"));
    assert!(starts(&w, &in_bucket).await.unwrap_err().contains("not all are there"));
    assert_eq!(move_media(&in_folder, &to).await.unwrap().unfinished, None);
    assert!(files(&bucket) == files(&folder));
    // Somebody emptied the bucket, or it is one of the same name at another service.
    fs::rename(elsewhere.join("media/diary"), elsewhere.join("aside")).unwrap();
    move_media(&in_folder, &to).await.unwrap();
    assert!(files(&bucket) == files(&folder));

    let server = w.elsewhere(in_bucket.clone(), TempDir::new().unwrap()).await;
    assert!(open(&server.backend, &anna, second.images[0].id, Rendition::Original).await.is_ok());
    let list = server.backend.media.list_deleted().await.unwrap();
    assert_eq!(list, [(deleted, "2026-11-01".parse().unwrap())], "the list of deleted accounts comes along");
    stop(server).await;
    fs::remove_file(data.join("deleted")).unwrap();
    let full = refused(&in_bucket, &Place::Folder).await;
    assert!(full.contains("is not empty"), "{full}");
    let before = files(&folder);
    fs::rename(&folder, data.join("media-before")).unwrap();
    assert_eq!(move_media(&in_bucket, &Place::Folder).await.unwrap().unfinished, None);
    assert!(files(&folder) == before);
    assert_eq!(fs::read_to_string(data.join("deleted")).unwrap(), format!("{deleted} 2026-11-01\n"));
    assert!(starts(&w, &in_bucket).await.unwrap_err().contains("were moved to folder"));
    let backend = starts(&w, &in_folder).await.unwrap();
    let file = open(&backend, &anna, second.images[0].id, Rendition::Original).await.unwrap();
    let read: Vec<_> = file.read(&backend, 0..file.size).await.unwrap().try_collect().await.unwrap();
    assert_eq!(read.concat().len() as u64, file.size);
    backend.db.close().await;
});

story_on_sqlite!(files_move_only_from_their_own_place_to_an_empty_one, |w| async move {
    entry_with(&w, &w.person("anna").await, vec![photo("rocket.jpg")]).await;
    let root = TempDir::new().unwrap();
    let service = Service::start(root.path()).await;
    let settings = Settings { s3: service.settings(), ..w.settings.clone() };
    assert!(refused(&settings, &Place::Folder).await.contains("lie in folder already"));
    let to: Place = "s3://media".parse().unwrap();
    let foreign = root.path().join("media").join(Uuid::new_v4().to_string());
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("original.jpg"), "somebody else's").unwrap();
    assert!(refused(&settings, &to).await.contains("is not empty"));
    let other =
        Settings { database_url: format!("sqlite:{}", w.data.path().join("x.db").display()), ..settings.clone() };
    assert!(refused(&other, &to).await.contains("there is no database"));
    let without_key = Settings { s3: S3 { secret_key: String::new(), ..settings.s3.clone() }, ..settings };
    assert!(refused(&without_key, &to).await.contains("TAGESECHO_S3_SECRET_KEY"));
    assert_eq!(files(&root.path().join("media")).len(), 1);
});
