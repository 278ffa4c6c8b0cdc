//! Stored pictures: only pixels, upright, on white, in three sizes.

use super::{alike, drawn, entry_with, stored, stored_bytes};
use crate::world::diary::{photo, pro};
use backend::media::Upload;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::{limits, media::Rendition};
use exif::Tag;
use image::{Frame, ImageBuffer, ImageFormat, Luma, Rgb, RgbImage, Rgba, RgbaImage, codecs::gif::GifEncoder};

const CAMERA: [&str; 8] = ["Testkamera", "T-1000", "4711", "Erika", "Mustermann", "SERIAL", "2026:11:19", "0x756ffbf7"];

on_s3!(
    a_rotated_photo_is_upright_in_every_rendition,
    position_serial_number_and_name_are_in_no_stored_byte,
    each_format_is_taken_and_small_pictures_are_not_blown_up,
    large_pictures_are_shortened_to_1600_and_480,
    transparency_becomes_white_and_every_kind_of_pixel_is_taken,
    the_first_frame_of_a_moving_picture_is_stored,
    the_placeholder_is_a_small_picture_of_the_same_colours,
    a_file_just_below_20_mb_is_taken
);

story_on_sqlite!(a_rotated_photo_is_upright_in_every_rendition, |w| async move {
    let anna = w.person("anna").await;
    let upload = photo("coffee_turned_gps.jpg");
    let lying = image::load_from_memory(&upload.bytes).unwrap();
    let upright = lying.rotate90().into_rgb8();
    let image = entry_with(&w, &anna, vec![upload]).await.images.remove(0);
    assert_eq!((image.width, image.height), (600, 400));
    let at =
        |picture: &RgbImage, x: u32, y: u32| picture.get_pixel(picture.width() * x / 10, picture.height() * y / 10).0;
    for (rendition, size) in Rendition::ALL.into_iter().zip([(600, 400), (600, 400), (480, 320)]) {
        let pixels = stored(&w, &image, rendition).await;
        assert_eq!(pixels.dimensions(), size, "{rendition:?}");
        for (x, y) in [(1, 1), (9, 1), (5, 5), (1, 9), (9, 9)] {
            assert!(alike(at(&pixels, x, y), at(&upright, x, y)), "{rendition:?} at {x} {y}");
        }
    }
});

fn holds(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|part| part == word.as_bytes())
}

story_on_sqlite!(position_serial_number_and_name_are_in_no_stored_byte, |w| async move {
    let anna = pro(&w.person("anna").await);
    let photos = ["coffee_turned_gps.jpg", "rocket.jpg", "chelsea.png"].map(photo);
    for upload in &photos[..2] {
        let found = exif::Reader::new().read_from_container(&mut std::io::Cursor::new(&upload.bytes));
        assert!(!matches!(found, Err(exif::Error::NotFound(_))), "the photo has something to hide");
        assert!(CAMERA[..2].iter().all(|word| holds(&upload.bytes, word)));
    }
    for image in entry_with(&w, &anna, photos.into()).await.images {
        for rendition in Rendition::ALL {
            let bytes = stored_bytes(&w, image.id, rendition).await;
            let found = exif::Reader::new().read_from_container(&mut std::io::Cursor::new(&bytes));
            let is_turned = found.as_ref().is_ok_and(|found| found.fields().all(|field| field.tag == Tag::Orientation));
            assert!(is_turned || matches!(found, Err(exif::Error::NotFound(_))));
            for word in CAMERA.into_iter().chain(["http://ns.adobe.com", "Photoshop", "ICC_PROFILE"]) {
                assert!(!holds(&bytes, word), "{word}");
            }
            // A stored file has the JFIF header, tables and the scan, and no application or comment segments but for the orientation.
            let mut at = 2;
            while bytes[at + 1] != 0xda {
                let is_known =
                    matches!(bytes[at + 1], 0xe0 | 0xdb | 0xc0 | 0xc4) || (is_turned && bytes[at + 1] == 0xe1);
                assert!(is_known, "{:x}", bytes[at + 1]);
                at += 2 + usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
            }
        }
    }
});

story_on_sqlite!(each_format_is_taken_and_small_pictures_are_not_blown_up, |w| async move {
    let anna = pro(&w.person("anna").await);
    let photos = vec![photo("rocket.jpg"), photo("chelsea.png"), photo("retina.webp")];
    let images = entry_with(&w, &anna, photos).await.images;
    for (image, (full, thumbnail)) in
        images.iter().zip([((640, 427), (480, 320)), ((451, 300), (451, 300)), ((1411, 1411), (480, 480))])
    {
        assert_eq!((image.width, image.height), full);
        assert_eq!(stored(&w, image, Rendition::Original).await.dimensions(), full);
        assert_eq!(stored(&w, image, Rendition::Optimized).await.dimensions(), full);
        assert_eq!(stored(&w, image, Rendition::Thumbnail).await.dimensions(), thumbnail);
    }
});

story_on_sqlite!(large_pictures_are_shortened_to_1600_and_480, |w| async move {
    let anna = pro(&w.person("anna").await);
    let wide = RgbImage::from_fn(2001, 1000, |x, _| if x < 1000 { Rgb([200, 30, 30]) } else { Rgb([30, 30, 200]) });
    let line = RgbImage::from_pixel(1, 3000, Rgb([9, 99, 9]));
    let point = RgbImage::from_pixel(1, 1, Rgb([250, 200, 10]));
    let uploads = [wide, line, point].map(|picture| drawn(picture, ImageFormat::Png));
    let images = entry_with(&w, &anna, uploads.into()).await.images;
    let sizes = [[(2001, 1000), (1600, 800), (480, 240)], [(1, 3000), (1, 1600), (1, 480)], [(1, 1); 3]];
    for (image, sizes) in images.iter().zip(sizes) {
        for (rendition, size) in Rendition::ALL.into_iter().zip(sizes) {
            assert_eq!(stored(&w, image, rendition).await.dimensions(), size);
        }
    }
    for rendition in Rendition::ALL {
        let pixels = stored(&w, &images[0], rendition).await;
        let (left, right) = (pixels.get_pixel(5, 5).0, pixels.get_pixel(pixels.width() - 5, 5).0);
        assert!(alike(left, [200, 30, 30]) && alike(right, [30, 30, 200]));
        assert!(alike(stored(&w, &images[2], rendition).await.get_pixel(0, 0).0, [250, 200, 10]));
    }
});

story_on_sqlite!(transparency_becomes_white_and_every_kind_of_pixel_is_taken, |w| async move {
    let anna = pro(&w.person("anna").await);
    let glass = RgbaImage::from_fn(48, 16, |x, _| match x / 16 {
        0 => Rgba([0, 0, 0, 0]),
        1 => Rgba([0, 0, 0, 128]),
        _ => Rgba([200, 0, 0, 255]),
    });
    let grey: ImageBuffer<Luma<u16>, _> = ImageBuffer::from_pixel(16, 16, Luma([0x8080]));
    let uploads =
        vec![drawn(glass.clone(), ImageFormat::Png), drawn(glass, ImageFormat::WebP), drawn(grey, ImageFormat::Png)];
    let images = entry_with(&w, &anna, uploads).await.images;
    for image in &images[..2] {
        let pixels = stored(&w, image, Rendition::Original).await;
        for (x, colour) in [(8, [255, 255, 255]), (24, [127, 127, 127]), (40, [200, 0, 0])] {
            assert!(alike(pixels.get_pixel(x, 8).0, colour), "{x}");
        }
    }
    assert!(alike(stored(&w, &images[2], Rendition::Original).await.get_pixel(8, 8).0, [128, 128, 128]));
});

fn moving_gif(frames: [Rgba<u8>; 2]) -> Upload {
    let mut bytes = Vec::new();
    let frames = frames.map(|colour| Frame::new(RgbaImage::from_pixel(20, 10, colour)));
    GifEncoder::new(&mut bytes).encode_frames(frames).unwrap();
    Upload { name: "party.gif".into(), bytes: bytes.into() }
}

/// A moving picture as the container's specification has it: VP8X, ANIM, and an ANMF around the picture of each frame.
fn moving_webp(frames: [Rgba<u8>; 2]) -> Upload {
    let chunk = |name: &[u8], body: &[u8]| {
        let length = u32::try_from(body.len()).unwrap().to_le_bytes();
        [name, &length, body, &vec![0; body.len() % 2]].concat()
    };
    let canvas = [19, 0, 0, 9, 0, 0];
    let mut body = b"WEBP".to_vec();
    body.extend(chunk(b"VP8X", &[&[2, 0, 0, 0], &canvas[..]].concat()));
    body.extend(chunk(b"ANIM", &[0; 6]));
    for colour in frames {
        let still = drawn(RgbaImage::from_pixel(20, 10, colour), ImageFormat::WebP);
        let header = [&[0; 6], &canvas[..], &[100, 0, 0, 0]].concat();
        body.extend(chunk(b"ANMF", &[&header, &still.bytes[12..]].concat()));
    }
    Upload { name: "party.webp".into(), bytes: chunk(b"RIFF", &body).into() }
}

story_on_sqlite!(the_first_frame_of_a_moving_picture_is_stored, |w| async move {
    let anna = pro(&w.person("anna").await);
    let frames = [Rgba([220, 20, 20, 255]), Rgba([20, 20, 220, 255])];
    for image in entry_with(&w, &anna, vec![moving_gif(frames), moving_webp(frames)]).await.images {
        assert!(alike(stored(&w, &image, Rendition::Original).await.get_pixel(10, 5).0, [220, 20, 20]));
    }
});

story_on_sqlite!(the_placeholder_is_a_small_picture_of_the_same_colours, |w| async move {
    let anna = pro(&w.person("anna").await);
    let green = drawn(RgbImage::from_pixel(300, 200, Rgb([40, 160, 60])), ImageFormat::Png);
    for image in entry_with(&w, &anna, vec![photo("chelsea.png"), photo("retina.webp"), green]).await.images {
        assert!(image.placeholder.len() < 200, "{}", image.placeholder.len());
        let png = STANDARD.decode(image.placeholder.strip_prefix("data:image/png;base64,").unwrap()).unwrap();
        let tiny = image::load_from_memory_with_format(&png, ImageFormat::Png).unwrap().into_rgb8();
        let (width, height) = tiny.dimensions();
        assert!(width.max(height) <= 32);
        assert_eq!(width > height, image.width > image.height);
        let mean = |picture: &RgbImage| {
            let sum = picture.pixels().fold([0u64; 3], |sum, p| [0, 1, 2].map(|c| sum[c] + u64::from(p.0[c])));
            sum.map(|c| u8::try_from(c / u64::from(picture.width() * picture.height())).unwrap())
        };
        assert!(alike(mean(&tiny), mean(&stored(&w, &image, Rendition::Thumbnail).await)));
    }
});

story_on_sqlite!(a_file_just_below_20_mb_is_taken, |w| async move {
    let anna = w.person("anna").await;
    let mut bytes = photo("rocket.jpg").bytes.to_vec();
    bytes.resize(limits::IMAGE_BYTES - 1, 0);
    let upload = Upload { name: "long tail.jpg".into(), bytes: bytes.into() };
    let image = entry_with(&w, &anna, vec![upload]).await.images.remove(0);
    assert_eq!((image.width, image.height), (640, 427));
});
