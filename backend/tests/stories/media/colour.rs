//! A photo looks the same after its colour profile is gone.

use super::{entry_with, stored, stored_bytes};
use crate::world::diary::pro;
use backend::media::Upload;
use domain::media::Rendition;
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder as _, ImageEncoder, ImageFormat, RgbImage,
    codecs::{
        jpeg::{JpegDecoder, JpegEncoder},
        png::PngEncoder,
        webp::WebPEncoder,
    },
};
use moxcms::{ColorProfile, Layout, TransformOptions};
use std::io::Cursor;

const SIZE: u32 = 600;

/// A picture of one colour, with a profile.
fn photo(colour: [u8; 3], profile: &[u8], format: ImageFormat) -> Upload {
    let pixels = RgbImage::from_pixel(SIZE, SIZE, image::Rgb(colour));
    let mut bytes = Vec::new();
    match format {
        ImageFormat::Png => write(PngEncoder::new(&mut bytes), &pixels, profile),
        ImageFormat::WebP => write(WebPEncoder::new_lossless(&mut bytes), &pixels, profile),
        _ => write(JpegEncoder::new_with_quality(&mut bytes, 100), &pixels, profile),
    }
    Upload { name: "p3".into(), bytes: bytes.into() }
}

fn write(mut encoder: impl ImageEncoder, pixels: &RgbImage, profile: &[u8]) {
    encoder.set_icc_profile(profile.to_vec()).unwrap();
    encoder.write_image(pixels, SIZE, SIZE, ExtendedColorType::Rgb8).unwrap();
}

fn close(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 4)
}

/// The pixel as a browser shows it.
fn shown(bytes: &[u8]) -> [u8; 3] {
    let mut decoder = JpegDecoder::new(Cursor::new(bytes)).unwrap();
    let profile = decoder.icc_profile().unwrap();
    let mut pixel = DynamicImage::from_decoder(decoder).unwrap().into_rgb8().get_pixel(5, 5).0;
    if let Some(profile) = profile {
        let profile = ColorProfile::new_from_slice(&profile).unwrap();
        let srgb = ColorProfile::new_srgb();
        let transform = profile.create_transform_8bit(Layout::Rgb, &srgb, Layout::Rgb, TransformOptions::default());
        transform.unwrap().transform(&pixel.clone(), &mut pixel).unwrap();
    }
    pixel
}

on_s3!(a_phones_colours_look_the_same_in_every_rendition, a_profile_in_several_parts_counts_and_a_useless_one_does_not);

story_on_sqlite!(a_phones_colours_look_the_same_in_every_rendition, |w| async move {
    let anna = pro(&w.person("anna").await);
    let p3 = ColorProfile::new_display_p3().encode().unwrap();
    let uploads = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP]
        .map(|format| photo([200, 100, 50], &p3, format))
        .into();
    let mut kept = 0;
    for image in entry_with(&w, &anna, uploads).await.images {
        for rendition in Rendition::ALL {
            let bytes = stored_bytes(&w, image.id, rendition).await;
            let pixel = shown(&bytes);
            assert!(close(pixel, [215, 93, 31]), "{rendition:?}: {pixel:?}");
            let has_profile = bytes.windows(11).any(|part| part == b"ICC_PROFILE");
            kept += usize::from(has_profile);
            assert!(!has_profile || rendition == Rendition::Original);
        }
    }
    assert_eq!(kept, 1, "the JPEG keeps its colours, with a profile of our own");
});

story_on_sqlite!(a_profile_in_several_parts_counts_and_a_useless_one_does_not, |w| async move {
    let anna = pro(&w.person("anna").await);
    let mut long = ColorProfile::new_display_p3().encode().unwrap();
    long.resize(200_000, 0);
    let mut inks = long.clone();
    inks[16..20].copy_from_slice(b"CMYK");
    let uploads =
        [&long[..], &inks, b"nonsense"].map(|profile| photo([200, 100, 50], profile, ImageFormat::Jpeg)).into();
    let images = entry_with(&w, &anna, uploads).await.images;
    for (image, shown) in images.iter().zip([[215, 93, 31], [200, 100, 50], [200, 100, 50]]) {
        let pixel = stored(&w, image, Rendition::Thumbnail).await.get_pixel(5, 5).0;
        assert!(close(pixel, shown), "{pixel:?}, not {shown:?}");
    }
});
