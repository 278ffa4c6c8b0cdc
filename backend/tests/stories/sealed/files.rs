//! Pictures and recordings lie on the disk as sealed files only.

use super::is_in;
use crate::{
    archive::exported::exported,
    world::{
        World,
        diary::{code, photo, recording_of, spoken, writing},
    },
};
use backend::{
    entries::create,
    media::{MediaFile, Uploads, open, open_audio},
    profile::set_picture,
    providers::media::File,
    sealing::{CHUNK, HEADER},
};
use chrono::Datelike;
use domain::{ImageId, Language, RecordingId, SoundFormat, media::Rendition};
use futures::TryStreamExt;
use std::{fs, ops::Range, path::PathBuf};
use uuid::Uuid;

/// A chunk with its proof.
const SEALED: usize = CHUNK + 16;

async fn read(w: &World, file: &MediaFile, range: Range<u64>) -> backend::Result<Vec<u8>> {
    let parts: Vec<_> = file.read(&w.backend, range).await?.try_collect().await?;
    Ok(parts.concat())
}

fn path(w: &World, id: Uuid, name: &str) -> PathBuf {
    w.data.path().join("media").join(id.to_string()).join(name)
}

on_s3!(
    no_byte_of_a_picture_or_recording_lies_in_the_clear,
    every_range_of_a_file_of_several_chunks_is_read,
    a_file_that_was_changed_or_moved_is_refused,
    an_export_goes_on_without_a_file_that_does_not_open
);

story!(no_byte_of_a_picture_or_recording_lies_in_the_clear, |w| async move {
    let anna = w.person("anna").await;
    let uploads = Uploads { images: vec![photo("rocket.jpg")], recording: Some(spoken("heute.webm")) };
    let entry = create(&w.backend, &anna, writing("x"), uploads).await.unwrap();
    let portrait = set_picture(&w.backend, anna.user_id().unwrap(), photo("rocket.jpg")).await.unwrap();
    let portrait: ImageId = portrait.split('/').find_map(|part| part.parse().ok()).unwrap();
    let mut shown = vec![open_audio(&w.backend, &anna, entry.id).await.unwrap()];
    for rendition in Rendition::ALL {
        shown.push(open(&w.backend, &anna, entry.images[0].id, rendition).await.unwrap());
        shown.push(open(&w.backend, &anna, portrait, rendition).await.unwrap());
    }
    let files = w.media_files();
    assert_eq!(files.len(), shown.len());
    let raw: Vec<u8> = files.iter().flat_map(|file| fs::read(file).unwrap()).collect();
    for file in shown {
        let plain = read(&w, &file, 0..file.size).await.unwrap();
        // What JPEG and WebM begin with, and a part of the content.
        for part in [&plain[..4], &plain[plain.len() / 2..][..16]] {
            assert!(!raw.windows(part.len()).any(|window| window == part), "{}", file.etag);
        }
    }
    assert!(!is_in(&raw, b"JFIF") && !is_in(&raw, b"webm"));
});

story_on_sqlite!(every_range_of_a_file_of_several_chunks_is_read, |w| async move {
    let anna = w.person("anna").await;
    let (chunk, size) = (CHUNK as u64, 3 * CHUNK as u64 + 100);
    let plain: Vec<u8> = (0_u8..=250).cycle().take(3 * CHUNK + 100).collect();
    let key = w.backend.db.data_key(anna.user_id().unwrap()).await.unwrap();
    let media = &w.backend.media;
    for (plain, size) in [(&plain[..], size), (&plain[..2 * CHUNK], 2 * chunk), (&plain[..0], 0)] {
        let file = File::Recording(RecordingId(Uuid::new_v4()), SoundFormat::WebM);
        let key = key.file(&file.name()).unwrap();
        media.put(file, key.clone(), plain.to_vec().into()).await.unwrap();
        assert_eq!(media.size(file).await.unwrap(), Some(size));
        let ends =
            [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk - 1, 3 * chunk, size.saturating_sub(1), size];
        let ranges: Vec<_> = ends.into_iter().flat_map(|from| ends.map(|to| from..to)).collect();
        for Range { start: from, end: to } in
            ranges.into_iter().filter(|range| range.start <= range.end && range.end <= size)
        {
            let parts: Vec<_> = media.read(file, key.clone(), from..to).await.unwrap().try_collect().await.unwrap();
            let [from, to] = [from, to].map(|at| usize::try_from(at).unwrap());
            assert!(parts.concat() == plain[from..to], "{from}..{to} of {size}");
        }
    }
});

story!(a_file_that_was_changed_or_moved_is_refused, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let [mine, his] = [&anna, &ben].map(|who| create(&w.backend, who, writing("x"), vec![photo("retina.webp")]));
    let (mine, his) = (mine.await.unwrap(), his.await.unwrap());
    let (id, other) = (mine.images[0].id, his.images[0].id);
    let original = path(&w, id.0, "original.jpg");
    let sealed = fs::read(&original).unwrap();
    assert!(sealed.len() > HEADER + 2 * SEALED, "several chunks");
    let whole = || async {
        let file = open(&w.backend, &anna, id, Rendition::Original).await?;
        read(&w, &file, 0..file.size).await
    };
    let plain = whole().await.unwrap();

    let mut changed = sealed.clone();
    changed[HEADER + 20] ^= 1;
    let mut later = sealed.clone();
    *later.last_mut().unwrap() ^= 1;
    let swapped = [
        &sealed[..HEADER],
        &sealed[HEADER + SEALED..][..SEALED],
        &sealed[HEADER..][..SEALED],
        &sealed[HEADER + 2 * SEALED..],
    ];
    let left_out = [&sealed[..HEADER], &sealed[HEADER + SEALED..]];
    for bytes in [
        changed,
        later,
        swapped.concat(),
        left_out.concat(),
        sealed[..HEADER + SEALED].to_vec(),
        sealed[..sealed.len() - 1].to_vec(),
        sealed[..3].to_vec(),
        fs::read(path(&w, id.0, "optimized.jpg")).unwrap(),
        fs::read(path(&w, other.0, "original.jpg")).unwrap(),
        plain.clone(),
    ] {
        fs::write(&original, &bytes).unwrap();
        assert_eq!(code(whole().await), "entry_unreadable", "{} bytes", bytes.len());
    }
    // A range without the changed chunk is read.
    let mut later = sealed.clone();
    *later.last_mut().unwrap() ^= 1;
    fs::write(&original, later).unwrap();
    let file = open(&w.backend, &anna, id, Rendition::Original).await.unwrap();
    assert!(read(&w, &file, 10..2000).await.unwrap() == plain[10..2000]);
    fs::write(&original, sealed).unwrap();
    assert!(whole().await.unwrap() == plain);
});

story!(an_export_goes_on_without_a_file_that_does_not_open, |w| async move {
    let anna = w.person("anna").await;
    let uploads = Uploads { images: vec![photo("retina.webp")], recording: Some(recording_of(2)) };
    let entry = create(&w.backend, &anna, writing("Ein Tag"), uploads).await.unwrap();
    let original = path(&w, entry.images[0].id.0, "original.jpg");
    let mut sealed = fs::read(&original).unwrap();
    *sealed.last_mut().unwrap() ^= 1;
    fs::write(&original, sealed).unwrap();
    let mut archive = exported(&w, &anna, Language::De, Some(entry.date.year())).await;
    let (photo, sound) = (format!("fotos/{}-1.jpg", entry.date), format!("data/ton/{}.webm", entry.date));
    let missing = archive.text("data/FEHLT.md");
    assert!(missing.contains(&photo), "{missing}");
    assert!(!archive.names().contains(&format!("data/{photo}")) && archive.names().contains(&sound));
});
