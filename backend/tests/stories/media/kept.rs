//! The original of a JPEG has the pixels of the upload, bit by bit, and nothing else of it.

use super::{alike, stored, stored_bytes};
use crate::world::diary::{pro, writing};
use backend::media::Upload;
use bytes::Bytes;
use domain::media::Rendition;
use exif::{Tag, experimental::Writer};
use image::{DynamicImage, ImageDecoder as _, ImageFormat, Rgb, RgbImage, codecs::jpeg::JpegDecoder};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use moxcms::ColorProfile;
use std::io::Cursor;

/// A word in everything that is planted.
const SECRET: &str = "Kanarienvogel";

/// Red, green, blue and yellow in the four corners.
fn corners() -> RgbImage {
    RgbImage::from_fn(400, 300, |x, y| match (x < 200, y < 150) {
        (true, true) => Rgb([220, 30, 30]),
        (false, true) => Rgb([30, 200, 30]),
        (true, false) => Rgb([30, 30, 220]),
        (false, false) => Rgb([220, 220, 30]),
    })
}

/// The metadata of a camera: how it is turned, the camera, the place, and a thumbnail.
fn camera(orientation: u16) -> Vec<u8> {
    let field = |tag, value| exif::Field { tag, ifd_num: exif::In::PRIMARY, value };
    let fields = [
        field(Tag::Orientation, exif::Value::Short(vec![orientation])),
        field(Tag::Make, exif::Value::Ascii(vec![SECRET.into()])),
        field(Tag::GPSLatitude, exif::Value::Rational(vec![exif::Rational { num: 48, denom: 1 }; 3])),
        field(Tag::MakerNote, exif::Value::Undefined(SECRET.into(), 0)),
    ];
    let thumbnail = jpeg(&RgbImage::new(16, 16), |_| {});
    let mut writer = Writer::new();
    for field in &fields {
        writer.push_field(field);
    }
    writer.set_jpeg(&thumbnail, exif::In::THUMBNAIL);
    let mut bytes = Cursor::new(Vec::new());
    writer.write(&mut bytes, false).unwrap();
    [b"Exif\0\0", &bytes.into_inner()[..]].concat()
}

fn jpeg(pixels: &RgbImage, change: impl FnOnce(&mut Encoder<&mut Vec<u8>>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 93);
    change(&mut encoder);
    let [width, height] = [pixels.width(), pixels.height()].map(|side| u16::try_from(side).unwrap());
    encoder.encode(pixels, width, height, ColorType::Rgb).unwrap();
    bytes
}

/// A photo with everything that cameras and programs add to one.
fn photo(orientation: u16, progressive: bool) -> Upload {
    let mut profile = ColorProfile::new_display_p3();
    profile.description = None;
    profile.copyright = Some(moxcms::ProfileText::PlainString(SECRET.into()));
    let profile = profile.encode().unwrap();
    let mut bytes = jpeg(&corners(), |encoder| {
        encoder.set_sampling_factor(SamplingFactor::R_4_2_0);
        encoder.set_progressive(progressive);
        encoder.add_app_segment(1, camera(orientation)).unwrap();
        encoder.add_icc_profile(&profile).unwrap();
        for (number, begin) in [(1, "http://ns.adobe.com/xap/1.0/\0"), (2, "MPF\0"), (13, "Photoshop 3.0\0"), (4, "")] {
            encoder.add_app_segment(number, format!("{begin}{SECRET}").into_bytes()).unwrap();
        }
    });
    let comment = [&[0xff, 0xfe, 0, u8::try_from(SECRET.len() + 2).unwrap()], SECRET.as_bytes()].concat();
    drop(bytes.splice(2..2, comment));
    bytes.extend(jpeg(&RgbImage::new(32, 32), |_| {}));
    bytes.extend(SECRET.bytes());
    Upload { name: "IMG_1.jpg".into(), bytes: bytes.into() }
}

fn decoded(bytes: &[u8]) -> DynamicImage {
    image::load_from_memory_with_format(bytes, ImageFormat::Jpeg).unwrap()
}

fn holds(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|part| part == word)
}

fn fields(bytes: &Bytes) -> Vec<Tag> {
    let found = exif::Reader::new().read_from_container(&mut Cursor::new(bytes));
    found.iter().flat_map(exif::Exif::fields).map(|field| field.tag).collect()
}

on_s3!(
    the_original_has_the_pixels_of_the_upload_and_nothing_else,
    a_photo_turned_in_any_way_is_upright_in_every_rendition,
    other_colours_are_encoded_anew
);

story_on_sqlite!(the_original_has_the_pixels_of_the_upload_and_nothing_else, |w| async move {
    let anna = pro(&w.person("anna").await);
    for progressive in [false, true] {
        let upload = photo(6, progressive);
        assert!(fields(&upload.bytes).len() > 4 && holds(&upload.bytes, SECRET.as_bytes()));
        let image = w.day(&anna, writing("x"), vec![upload.clone()]).await.images.remove(0);
        assert_eq!((image.width, image.height), (300, 400));
        for rendition in Rendition::ALL {
            let bytes = stored_bytes(&w, image.id, rendition).await;
            let utf16: Vec<u8> = SECRET.encode_utf16().flat_map(u16::to_be_bytes).collect();
            for word in [SECRET.as_bytes(), &utf16, b"http://ns.adobe.com", b"MPF\0", b"Photoshop"] {
                assert!(!holds(&bytes, word), "{rendition:?}: {word:?}");
            }
            assert_eq!(bytes.windows(3).filter(|start| *start == b"\xff\xd8\xff").count(), 1, "one picture");
            assert!(bytes.ends_with(b"\xff\xd9"));
            let is_original = rendition == Rendition::Original;
            assert_eq!(fields(&bytes), if is_original { vec![Tag::Orientation] } else { vec![] });
            let profile = JpegDecoder::new(Cursor::new(&bytes)).unwrap().icc_profile().unwrap();
            assert_eq!(profile.is_some(), is_original);
        }
        let original = stored_bytes(&w, image.id, Rendition::Original).await;
        assert!(decoded(&original) == decoded(&upload.bytes));
        // Uploaded again, as an import does, it is the same file.
        let again = Upload { name: "again.jpg".into(), bytes: original.clone() };
        let again = w.day(&anna, writing("x"), vec![again]).await.images.remove(0);
        assert!(stored_bytes(&w, again.id, Rendition::Original).await == original);
        assert_eq!((again.width, again.height), (300, 400));
    }
});

story_on_sqlite!(a_photo_turned_in_any_way_is_upright_in_every_rendition, |w| async move {
    let anna = pro(&w.person("anna").await);
    let at =
        |picture: &RgbImage, x: u32, y: u32| picture.get_pixel(picture.width() * x / 4, picture.height() * y / 4).0;
    for orientations in [[1, 2, 3], [4, 5, 6], [7, 8, 1]] {
        let uploads = orientations.map(|orientation| photo(orientation, false)).to_vec();
        let images = w.day(&anna, writing("x"), uploads).await.images;
        for (image, orientation) in images.iter().zip(orientations) {
            let mut upright = DynamicImage::from(corners());
            let turn = image::metadata::Orientation::from_exif(u8::try_from(orientation).unwrap()).unwrap();
            upright.apply_orientation(turn);
            let upright = upright.into_rgb8();
            assert_eq!((image.width, image.height), upright.dimensions());
            for rendition in Rendition::ALL {
                let pixels = stored(&w, image, rendition).await;
                assert_eq!(pixels.dimensions(), upright.dimensions(), "{orientation} {rendition:?}");
                for (x, y) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
                    let (found, wanted) = (at(&pixels, x, y), at(&upright, x, y));
                    assert!(alike(found, wanted), "{orientation} {rendition:?} at {x} {y}: {found:?}, not {wanted:?}");
                }
            }
        }
    }
});

story_on_sqlite!(other_colours_are_encoded_anew, |w| async move {
    let anna = pro(&w.person("anna").await);
    let wide = ColorProfile::new_bt2020().encode().unwrap();
    let wide = jpeg(&corners(), |encoder| encoder.add_icc_profile(&wide).unwrap());
    let mut inks = Vec::new();
    let pixels: Vec<u8> = corners().pixels().flat_map(|Rgb([r, g, b])| [255 - r, 255 - g, 255 - b, 255]).collect();
    Encoder::new(&mut inks, 93).encode(&pixels, 400, 300, ColorType::Cmyk).unwrap();
    let uploads = [&wide, &inks].map(|bytes| Upload { name: "x.jpg".into(), bytes: bytes.clone().into() });
    let images = w.day(&anna, writing("x"), uploads.to_vec()).await.images;
    let of_wide = stored_bytes(&w, images[0].id, Rendition::Original).await;
    let of_inks = stored_bytes(&w, images[1].id, Rendition::Original).await;
    assert!(decoded(&of_wide) != decoded(&wide));
    assert!(JpegDecoder::new(Cursor::new(&of_wide)).unwrap().icc_profile().unwrap().is_none());
    // The frame's length says how many values a pixel has.
    let frame = |length: u8| [0xff, 0xc0, 0, length];
    assert!(holds(&inks, &frame(20)) && holds(&of_inks, &frame(17)));
});
