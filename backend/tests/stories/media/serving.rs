//! How stored files are read, and what happens to those that nobody needs.

use super::{entry_with, stored_bytes};
use crate::world::{
    World,
    diary::{code, photo, pro},
};
use backend::{
    Backend,
    media::{MediaFile, open, sweep},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{ImageId, media::Rendition};
use futures::TryStreamExt;
use std::{collections::HashSet, fs, ops::Range};
use uuid::Uuid;

async fn read(backend: &Backend, file: &MediaFile, range: Range<u64>) -> Vec<u8> {
    let parts: Vec<_> = file.read(backend, range).await.unwrap().try_collect().await.unwrap();
    parts.concat()
}

story!(a_file_is_read_whole_and_in_parts, |w| async move {
    let anna = w.person("anna").await;
    let image = entry_with(&w, &anna, vec![photo("chelsea.png")]).await.images.remove(0);
    let mut etags = HashSet::new();
    for rendition in Rendition::ALL {
        let file = open(&w.backend, &anna, image.id, rendition).await.unwrap();
        let bytes = stored_bytes(&w, image.id, rendition);
        assert_eq!((file.content_type, file.size), ("image/jpeg", bytes.len() as u64));
        assert_eq!(read(&w.backend, &file, 0..file.size).await, bytes);
        assert_eq!(read(&w.backend, &file, 0..1).await, bytes[..1]);
        assert_eq!(read(&w.backend, &file, 100..2000).await, bytes[100..2000]);
        assert_eq!(read(&w.backend, &file, file.size - 3..file.size).await, bytes[bytes.len() - 3..]);
        assert!(read(&w.backend, &file, 7..7).await.is_empty());
        let elsewhere = open(&w.another_server().await, &anna, image.id, rendition).await.unwrap();
        assert_eq!(elsewhere.etag, file.etag);
        assert!(file.etag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'));
        etags.insert(file.etag);
    }
    assert_eq!(etags.len(), 3);
});

story!(a_picture_that_does_not_exist_is_not_found, |w| async move {
    let anna = w.person("anna").await;
    let nothing = open(&w.backend, &anna, ImageId(Uuid::new_v4()), Rendition::Original).await;
    assert_eq!(code(nothing), "media_not_found");
    let image = entry_with(&w, &anna, vec![photo("rocket.jpg")]).await.images.remove(0);
    fs::remove_dir_all(w.data.path().join("media").join(image.id.to_string())).unwrap();
    assert_eq!(code(open(&w.backend, &anna, image.id, Rendition::Original).await), "media_not_found");
});

/// Turns the clock to so many minutes after the newest file was written.
fn minutes_after_the_newest_file(w: &World, minutes: i64) {
    let folders = fs::read_dir(w.data.path().join("media")).unwrap();
    let written = folders.map(|folder| DateTime::<Utc>::from(folder.unwrap().metadata().unwrap().modified().unwrap()));
    w.later(written.max().unwrap() + TimeDelta::minutes(minutes) - w.clock.now());
}

story!(files_without_a_row_are_removed_after_an_hour_and_no_others, |w| async move {
    let anna = pro(&w.person("anna").await);
    let entry = entry_with(&w, &anna, vec![photo("rocket.jpg"), photo("chelsea.png")]).await;
    let sql = "UPDATE entries SET deleted_at = $1";
    w.backend.db.write(sql).bind(w.clock.now()).execute().await.unwrap();
    let kept = w.media_files();
    assert_eq!((kept.len(), entry.images.len()), (6, 2));

    let media = w.data.path().join("media");
    let orphan = media.join(Uuid::new_v4().to_string());
    fs::create_dir(&orphan).unwrap();
    fs::write(orphan.join("original.jpg"), "left over by a stopped server").unwrap();
    fs::write(orphan.join("thumbnail.jpg#1"), "half written").unwrap();
    fs::create_dir(media.join("lost+found")).unwrap();

    minutes_after_the_newest_file(&w, 59);
    sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files().len(), 8, "somebody may still be saving");
    minutes_after_the_newest_file(&w, 61);
    sweep(&w.backend).await.unwrap();
    assert_eq!(w.media_files(), kept);
    assert!(!orphan.exists() && media.join("lost+found").exists());
});
