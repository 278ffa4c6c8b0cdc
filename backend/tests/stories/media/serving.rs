//! How stored files are read.

use super::{entry_with, stored_bytes};
use crate::world::diary::{code, photo};
use backend::{
    Backend,
    media::{MediaFile, open},
};
use domain::{ImageId, media::Rendition};
use futures::TryStreamExt;
use std::{collections::HashSet, fs, ops::Range};
use uuid::Uuid;

async fn read(backend: &Backend, file: &MediaFile, range: Range<u64>) -> Vec<u8> {
    let parts: Vec<_> = file.read(backend, range).await.unwrap().try_collect().await.unwrap();
    parts.concat()
}

on_s3!(a_file_is_read_whole_and_in_parts, a_picture_that_does_not_exist_is_not_found);

story_on_sqlite!(a_file_is_read_whole_and_in_parts, |w| async move {
    let anna = w.person("anna").await;
    let image = entry_with(&w, &anna, vec![photo("chelsea.png")]).await.images.remove(0);
    let mut etags = HashSet::new();
    for rendition in Rendition::ALL {
        let file = open(&w.backend, &anna, image.id, rendition).await.unwrap();
        let bytes = stored_bytes(&w, image.id, rendition).await;
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

story_on_sqlite!(a_picture_that_does_not_exist_is_not_found, |w| async move {
    let anna = w.person("anna").await;
    let nothing = open(&w.backend, &anna, ImageId(Uuid::new_v4()), Rendition::Original).await;
    assert_eq!(code(nothing), "media_not_found");
    let image = entry_with(&w, &anna, vec![photo("rocket.jpg")]).await.images.remove(0);
    fs::remove_dir_all(w.data.path().join("media").join(image.id.to_string())).unwrap();
    assert_eq!(code(open(&w.backend, &anna, image.id, Rendition::Original).await), "media_not_found");
});
