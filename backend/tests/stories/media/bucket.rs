//! Differences between a bucket and a folder: files are copied and deleted instead of renamed, and the service may be away or refuse.

use super::entry_with;
use crate::{
    imports::{bag, many, send},
    world::{
        Engine, LONGEST,
        diary::{code, photo, writing},
        run_on_s3,
    },
};
use axum::{Router, http::StatusCode};
use backend::{
    Backend, Settings,
    backup::{backup, restore},
    entries::{create, delete, empty_bin, today},
    imports,
    media::{open, sweep},
    settings::media::S3,
};
use domain::media::Rendition;
use std::{fs, time::Duration};
use uuid::Uuid;

on_s3!(
    a_way_to_the_trash_or_back_that_was_cut_off_is_gone_again,
    a_service_that_fails_in_the_middle_leaves_nothing_half_made,
    deletions_while_the_service_is_away_reach_the_bucket_with_the_next_sweep,
    an_upload_that_ends_early_leaves_no_part,
    a_server_starts_only_with_the_bucket_of_its_database,
    what_keeps_a_bucket_from_working_is_said_at_the_start,
    copies_of_a_bucket_are_left_to_its_service
);

#[test]
fn deletions_while_the_service_is_away_reach_the_bucket_on_postgres_too() {
    run_on_s3(
        Engine::Postgres,
        LONGEST,
        |_| {},
        deletions_while_the_service_is_away_reach_the_bucket_with_the_next_sweep,
    );
}

/// Names of the files in a folder.
fn names(folder: impl AsRef<std::path::Path>) -> Vec<String> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

async fn a_way_to_the_trash_or_back_that_was_cut_off_is_gone_again(w: crate::world::World) {
    let (media, id) = (w.data.path().join("media"), Uuid::new_v4());
    let (here, day) = (media.join(id.to_string()), w.clock.now().date_naive());
    let trashed = media.join("trash").join(day.to_string()).join(id.to_string());
    let all = ["optimized.jpg", "original.jpg", "thumbnail.jpg"];
    fs::create_dir_all(&here).unwrap();
    fs::create_dir_all(&trashed).unwrap();
    for name in all {
        fs::write(here.join(name), name).unwrap();
        fs::write(trashed.join(name), name).unwrap();
    }
    // All were copied, and the first one was deleted.
    fs::remove_file(here.join(all[0])).unwrap();
    w.backend.media.trash(id, day).await.unwrap();
    assert_eq!((names(&here).len(), names(&trashed)), (0, all.map(str::to_owned).to_vec()));
    assert_eq!(w.backend.media.list_trash().await.unwrap(), [id]);

    // One was copied back, and another one is back and no longer in the trash.
    fs::rename(trashed.join(all[0]), here.join(all[0])).unwrap();
    fs::copy(trashed.join(all[1]), here.join(all[1])).unwrap();
    w.backend.media.put_back(id).await.unwrap();
    assert_eq!((names(&trashed).len(), names(&here)), (0, all.map(str::to_owned).to_vec()));
    assert!(all.iter().all(|name| fs::read_to_string(here.join(name)).unwrap() == *name));
    assert!(w.backend.media.list_trash().await.unwrap().is_empty());
}

async fn a_service_that_fails_in_the_middle_leaves_nothing_half_made(w: crate::world::World) {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let entry = entry_with(&w, &anna, vec![photo("rocket.jpg")]).await;
    let sent = send(&w.backend, &anna, &bag(&many(1))).await.unwrap();
    let (service, files) = (w.bucket.as_ref().unwrap(), w.media_files());
    // The first two renditions are written, the third one is not, nor are the two removed.
    service.fail_after(2);
    assert_eq!(code_of(create(&w.backend, &ben, writing("x"), vec![photo("rocket.jpg")]).await), "unavailable");
    assert_eq!(code_of(open(&w.backend, &anna, entry.images[0].id, Rendition::Original).await), "unavailable");
    assert!(sweep(&w.backend).await.is_err());
    assert!(imports::begin(&w.backend, &ben).await.is_err());
    assert!(imports::work(&w.backend).await.unwrap());
    w.backend.background.settled().await;
    service.work_again();
    assert_eq!(today(&w.backend, &ben).await.unwrap(), None);
    assert_eq!(w.media_files().len(), files.len() + 2, "the sweep's work");
    assert!(open(&w.backend, &anna, entry.images[0].id, Rendition::Original).await.is_ok());
    entry_with(&w, &ben, vec![photo("rocket.jpg")]).await;
    w.later(chrono::TimeDelta::minutes(5));
    crate::imports::work(&w.backend).await;
    let looked = imports::open(&w.backend, &anna, sent.id).await.unwrap();
    assert_eq!(looked.state, domain::imports::ImportState::Looked);
    w.later(chrono::TimeDelta::days(36_500));
    sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files().len(), 6);
}

async fn deletions_while_the_service_is_away_reach_the_bucket_with_the_next_sweep(w: crate::world::World) {
    let (anna, ben, dora) = (w.person("anna").await, w.person("ben").await, w.person("dora").await);
    entry_with(&w, &dora, vec![photo("rocket.jpg")]).await;
    let hers = w.media_files();
    for person in [&anna, &ben] {
        let entry = entry_with(&w, person, vec![photo("rocket.jpg")]).await;
        for _ in 0..24 {
            let id = Uuid::new_v4();
            let row = w.backend.db.write("INSERT INTO images (id, entry_id) VALUES ($1, $2)").bind(id).bind(entry.id.0);
            row.execute().await.unwrap();
            let folder = w.data.path().join("media").join(id.to_string());
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("original.jpg"), "sealed").unwrap();
        }
        delete(&w.backend, person, entry.id).await.unwrap();
    }
    let files = w.media_files();
    assert_eq!(files.len(), hers.len() + 2 * 27);
    let service = w.bucket.as_ref().unwrap();
    // The mark is read, and no file is removed.
    service.fail_after(1);
    empty_bin(&w.backend, &anna).await.unwrap();
    w.leave("ben", true).await.unwrap();
    assert_eq!((w.accounts("ben").await, w.media_files()), (0, files.clone()));
    w.later(chrono::TimeDelta::days(36_500));
    // It goes away in the middle.
    service.fail_after(25);
    assert!(sweep(&w.backend).await.is_err());
    assert!(w.media_files().len() > files.len() / 2);
    service.work_again();
    sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files(), hers);
    assert!(w.backend.media.list_trash().await.unwrap().is_empty(), "deleted pictures do not wait in the trash");
    let noted = w.backend.db.read("SELECT COUNT(*) FROM removed_media").fetch_one::<(i64,)>().await.unwrap();
    assert_eq!(noted.0, 0);
}

/// The code of a refusal or failure.
fn code_of<T>(result: backend::Result<T>) -> &'static str {
    match result {
        Ok(_) => "ok",
        Err(error) => error.refusal().code(),
    }
}

async fn an_upload_that_ends_early_leaves_no_part(w: crate::world::World) {
    let anna = w.person("anna").await;
    let parts = || names(w.data.path()).into_iter().filter(|name| name.contains("upload_id")).count();
    let mut incoming = imports::begin(&w.backend, &anna).await.unwrap();
    for _ in 0..12 {
        incoming.push(&vec![7; 1_000_000]).await.unwrap();
    }
    for _ in 0..1000 {
        if parts() > 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(parts() > 0, "more than one part is on its way");
    drop(incoming);
    for _ in 0..1000 {
        if parts() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(parts(), 0);
    assert!(w.backend.media.list_imports().await.unwrap().is_empty());
    assert!(send(&w.backend, &anna, &bag(&many(1))).await.is_ok());
}

async fn start(w: &crate::world::World, settings: Settings) -> Result<Backend, String> {
    Backend::open(settings, w.clock.clone()).await.map_err(|error| error.0)
}

async fn a_server_starts_only_with_the_bucket_of_its_database(w: crate::world::World) {
    let anna = w.person("anna").await;
    entry_with(&w, &anna, vec![photo("rocket.jpg")]).await;
    let media = w.data.path().join("media");
    assert!(!media.join("probe").exists());
    let other = |place: &str| Settings { media: place.parse().unwrap(), ..w.settings.clone() };
    let refused = start(&w, other("s3://media/elsewhere")).await.unwrap_err();
    assert!(refused.contains("s3://media/elsewhere") && refused.contains("tagesecho media move"), "{refused}");
    let empty = Settings {
        database_url: format!("sqlite:{}", w.data.path().join("other.db").display()),
        begin_anew: true,
        ..w.settings.clone()
    };
    let refused = start(&w, empty.clone()).await.unwrap_err();
    assert!(refused.contains("name an empty prefix in TAGESECHO_MEDIA"), "{refused}");
    start(&w, Settings { media: "s3://media/elsewhere".parse().unwrap(), ..empty }).await.unwrap();
    let mark = media.join("installation");
    fs::write(&mark, Uuid::new_v4().to_string()).unwrap();
    let refused = start(&w, w.settings.clone()).await.unwrap_err();
    assert!(refused.contains("Nothing was changed") && refused.contains("s3://media"), "{refused}");
    assert_eq!(w.media_files().len(), 3);
}

/// A service that answers every request like this.
async fn service(status: StatusCode, code: &'static str) -> String {
    let body = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code><Message>x</Message></Error>");
    let router = Router::new().fallback(move || async move { (status, body) });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    format!("http://{address}")
}

async fn what_keeps_a_bucket_from_working_is_said_at_the_start(w: crate::world::World) {
    let with = |s3: S3| Settings { s3, ..w.settings.clone() };
    let good = &w.settings.s3;
    let no_service = S3 { endpoint: Some("http://127.0.0.1:1".into()), ..good.clone() };
    for (s3, expected) in [
        (S3 { secret_key: "wrong".into(), ..good.clone() }, "TAGESECHO_S3_SECRET_KEY does not belong to"),
        (S3 { access_key: "wrong".into(), ..good.clone() }, "does not know the key"),
        (S3 { access_key: String::new(), ..good.clone() }, "TAGESECHO_S3_ACCESS_KEY must be set"),
        (no_service, "refused"),
    ] {
        let refused = start(&w, with(s3)).await.unwrap_err();
        assert!(refused.contains(expected) && !refused.contains("hush"), "{refused}");
    }
    for (status, code, expected) in [
        (StatusCode::NOT_FOUND, "NoSuchBucket", "the bucket of s3://media does not exist"),
        (StatusCode::FORBIDDEN, "RequestTimeTooSkewed", "the clock of this machine"),
        (StatusCode::FORBIDDEN, "AccessDenied", "may not read, write, delete and list"),
        (StatusCode::BAD_REQUEST, "AuthorizationHeaderMalformed", "TAGESECHO_S3_REGION"),
        (StatusCode::NOT_IMPLEMENTED, "NotImplemented", "NotImplemented"),
    ] {
        let s3 = S3 { endpoint: Some(service(status, code).await), ..good.clone() };
        let refused = start(&w, with(s3)).await.unwrap_err();
        assert!(refused.contains(expected), "{code}: {refused}");
    }
}

async fn copies_of_a_bucket_are_left_to_its_service(w: crate::world::World) {
    let copies = w.data.path().join("copies");
    let refused = backup(&w.backend, &copies, 3).await.unwrap_err().0;
    assert!(refused.contains("s3://media") && refused.contains("media move folder"), "{refused}");
    assert!(!copies.exists());
    let refused = restore(&w.settings, &copies, true, false, w.clock.now()).await.unwrap_err().0;
    assert!(refused.contains("TAGESECHO_MEDIA"), "{refused}");
    assert_eq!(code(today(&w.backend, &w.person("anna").await).await), "ok");
}
