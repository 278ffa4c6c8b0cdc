//! Files that are no pictures, and saves that fail: each with its code, none leaves a file.

use super::{drawn, entry_with};
use crate::world::diary::{code, photo, pro, writing};
use backend::{
    Error,
    entries::{create, today, update},
    media::Upload,
};
use domain::{EntryForm, limits};
use image::{ImageFormat, RgbImage};
use std::fs;

fn file(name: &str, bytes: impl Into<Vec<u8>>) -> Upload {
    Upload { name: name.into(), bytes: bytes.into().into() }
}

fn half(name: &str) -> Upload {
    let whole = photo(name);
    Upload { bytes: whole.bytes.slice(..whole.bytes.len() / 2), ..whole }
}

/// A PNG whose header claims another size.
fn lying_png(width: u32, height: u32) -> Upload {
    let mut bytes = drawn(RgbImage::new(2, 2), ImageFormat::Png).bytes.to_vec();
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = bytes[12..29].iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    });
    bytes[29..33].copy_from_slice(&(!crc).to_be_bytes());
    file("lying.png", bytes)
}

/// A GIF whose header claims another size.
fn lying_gif(width: u16, height: u16) -> Upload {
    let mut bytes = drawn(RgbImage::new(2, 2), ImageFormat::Gif).bytes.to_vec();
    bytes[6..8].copy_from_slice(&width.to_le_bytes());
    bytes[8..10].copy_from_slice(&height.to_le_bytes());
    file("lying.gif", bytes)
}

/// A JPEG whose frame header claims another size.
fn lying_jpeg(width: u16, height: u16) -> Upload {
    let mut bytes = photo("rocket.jpg").bytes.to_vec();
    let frame = bytes.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    file("lying.jpg", bytes)
}

fn bad_files() -> Vec<(Upload, &'static str)> {
    let mut at_limit = photo("rocket.jpg").bytes.to_vec();
    at_limit.resize(limits::IMAGE_BYTES, 0);
    let heif = |brand: &str| format!("\0\0\0\u{18}ftyp{brand}\0\0\0\0mif1heic").into_bytes();
    let half_gif = drawn(image::load_from_memory(&photo("chelsea.png").bytes).unwrap(), ImageFormat::Gif);
    let half_gif = file("half.gif", &half_gif.bytes[..half_gif.bytes.len() / 2]);
    let rocket = photo("rocket.jpg").bytes;
    vec![
        (file("empty.jpg", []), "not_an_image"),
        (file("diary.jpg", "Liebes Tagebuch, heute war ein guter Tag."), "not_an_image"),
        (file("page.png", "<html><body><svg></svg></body></html>"), "not_an_image"),
        (file("paper.png", "%PDF-1.7 and so on"), "not_an_image"),
        (file("archive.webp", b"PK\x03\x04 and so on"), "not_an_image"),
        (
            file("program.gif", b"\x7fELF\x02\x01\x01 and so on, for a while, as programs do, long enough to be one"),
            "not_an_image",
        ),
        (file("drawing.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"), "image_format"),
        (file("drawing.jpg", "\u{feff}<?xml version='1.0'?>\n<!-- x -->\n<svg/>"), "image_format"),
        (file("phone.heic", heif("heic")), "image_format"),
        (file("phone.jpg", heif("mif1")), "image_format"),
        (file("new.avif", heif("avif")), "image_format"),
        (file("old.bmp", b"BM and so on, with enough bytes to look like one"), "image_format"),
        (file("scan.tif", b"II*\0 and so on"), "image_format"),
        (file("huge.jpg", at_limit), "image_too_large"),
        (lying_png(65_535, 65_535), "image_too_many_pixels"),
        (lying_png(100_000, 400), "image_too_many_pixels"),
        (lying_gif(65_535, 65_535), "image_too_many_pixels"),
        (lying_gif(7_072, 7_072), "image_too_many_pixels"),
        (lying_jpeg(65_535, 65_535), "image_too_many_pixels"),
        (lying_png(0, 0), "image_damaged"),
        (lying_png(300, 300), "image_damaged"),
        (half("coffee_turned_gps.jpg"), "image_damaged"),
        (half("rocket.jpg"), "image_damaged"),
        (half("chelsea.png"), "image_damaged"),
        (half("retina.webp"), "image_damaged"),
        (half_gif, "image_damaged"),
        (file("almost.jpg", &rocket[..rocket.len() - 20]), "image_damaged"),
        (file("start.jpg", &rocket[..200]), "image_damaged"),
        (file("start.png", &photo("chelsea.png").bytes[..40]), "image_damaged"),
        (file("start.webp", &photo("retina.webp").bytes[..24]), "image_damaged"),
    ]
}

on_s3!(a_bad_file_is_refused_with_its_code_and_leaves_nothing, a_save_that_breaks_leaves_neither_row_nor_file);

story_on_sqlite!(a_bad_file_is_refused_with_its_code_and_leaves_nothing, |w| async move {
    let (anna, ben) = (pro(&w.person("anna").await), w.person("ben").await);
    let his = entry_with(&w, &ben, vec![]).await;
    for (upload, expected) in bad_files() {
        let name = upload.name.clone();
        // Behind a good one, so that something could have been written already.
        let photos = vec![photo("rocket.jpg"), upload.clone()];
        let error = create(&w.backend, &anna, writing("x"), photos).await.unwrap_err().refusal();
        assert_eq!(error.code(), expected, "{name}");
        assert_eq!(error.params[0], ("name", name.clone()));
        assert_eq!(code(update(&w.backend, &ben, his.id, writing("y"), vec![upload]).await), expected, "{name}");
        assert!(w.media_files().is_empty(), "{name}");
    }
    assert_eq!(today(&w.backend, &anna).await.unwrap(), None);
    assert_eq!(today(&w.backend, &ben).await.unwrap(), Some(his));
});

story_on_sqlite!(a_refused_format_is_named, |w| async move {
    let anna = w.person("anna").await;
    for (upload, format) in [
        (file("a", "<svg/>"), "SVG"),
        (file("b", "\0\0\0\u{18}ftypheic\0\0\0\0mif1heic"), "HEIC"),
        (file("c", "\0\0\0\u{18}ftypavif\0\0\0\0mif1avif"), "AVIF"),
        (file("d", "BM and so on, with enough bytes to look like one"), "BMP"),
    ] {
        let error = create(&w.backend, &anna, writing("x"), vec![upload]).await.unwrap_err().refusal();
        assert_eq!((error.code(), &error.params[1]), ("image_format", &("format", format.to_owned())));
    }
});

story_on_sqlite!(a_long_or_strange_file_name_does_not_spoil_the_message, |w| async move {
    let anna = w.person("anna").await;
    let upload = file(&format!("a\r\nb\0{}", "ü".repeat(500)), "no picture");
    let error = create(&w.backend, &anna, writing("x"), vec![upload]).await.unwrap_err().refusal();
    assert_eq!(error.params, [("name", format!("ab{}", "ü".repeat(78)))]);
});

story_on_sqlite!(limits_and_permission_come_before_pictures_are_looked_at, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let bad = || file("bad.jpg", "no picture");
    assert_eq!(code(create(&w.backend, &anna, writing("x"), vec![bad(), bad()]).await), "too_many_images");
    let made = entry_with(&w, &anna, vec![]).await;
    assert_eq!(code(create(&w.backend, &anna, writing("x"), vec![bad()]).await), "entry_exists");
    assert_eq!(code(update(&w.backend, &ben, made.id, writing("y"), vec![bad()]).await), "access_denied");
    let stale = EntryForm { version: Some(9), ..writing("y") };
    assert_eq!(code(update(&w.backend, &anna, made.id, stale, vec![bad()]).await), "stale");
    w.later(chrono::TimeDelta::days(1));
    assert_eq!(code(update(&w.backend, &anna, made.id, writing("y"), vec![bad()]).await), "edit_closed");
});

story_on_sqlite!(a_save_that_breaks_leaves_neither_row_nor_file, |w| async move {
    let (anna, ben) = (w.person("anna").await, w.person("ben").await);
    let his = entry_with(&w, &ben, vec![photo("rocket.jpg")]).await;
    let files = w.media_files();
    w.backend.db.write("ALTER TABLE images RENAME TO images_away").execute().await.unwrap();
    let broken = create(&w.backend, &anna, writing("x"), vec![photo("rocket.jpg")]).await;
    assert!(matches!(broken, Err(Error::Broken(_))));
    let form = EntryForm { existing_images: Some(vec![]), ..writing("y") };
    let broken = update(&w.backend, &ben, his.id, form, vec![photo("rocket.jpg")]).await;
    assert!(matches!(broken, Err(Error::Broken(_))));
    assert_eq!(today(&w.backend, &anna).await.unwrap(), None);
    assert_eq!(today(&w.backend, &ben).await.unwrap(), Some(his));
    assert_eq!(w.media_files(), files);

    w.backend.db.write("ALTER TABLE images_away RENAME TO images").execute().await.unwrap();
    let media = w.data.path().join("media");
    fs::rename(&media, w.data.path().join("away")).unwrap();
    fs::write(&media, "a file where the folder should be").unwrap();
    let broken = create(&w.backend, &anna, writing("x"), vec![photo("rocket.jpg")]).await;
    assert!(matches!(broken, Err(Error::Broken(_))));
    assert_eq!(today(&w.backend, &anna).await.unwrap(), None);
});
