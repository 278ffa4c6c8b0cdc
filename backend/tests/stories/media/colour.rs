//! A photo looks the same after its colour profile is gone.

use super::{entry_with, stored, stored_bytes};
use crate::world::diary::pro;
use backend::media::Upload;
use domain::media::Rendition;
use image::{
    ExtendedColorType, ImageEncoder, ImageFormat, RgbImage,
    codecs::{jpeg::JpegEncoder, png::PngEncoder, webp::WebPEncoder},
};
use moxcms::ColorProfile;

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

story_on_sqlite!(a_phones_colours_look_the_same_in_every_rendition, |w| async move {
    let anna = pro(&w.person("anna").await);
    let p3 = ColorProfile::new_display_p3().encode().unwrap();
    let uploads = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP]
        .map(|format| photo([200, 100, 50], &p3, format))
        .into();
    for image in entry_with(&w, &anna, uploads).await.images {
        for rendition in Rendition::ALL {
            let pixel = stored(&w, &image, rendition).await.get_pixel(5, 5).0;
            assert!(close(pixel, [215, 93, 31]), "{rendition:?}: {pixel:?}");
            let bytes = stored_bytes(&w, image.id, rendition).await;
            for word in [&b"ICC_PROFILE"[..], b"acsp", b"Display P3"] {
                assert!(!bytes.windows(word.len()).any(|part| part == word), "{rendition:?}");
            }
        }
    }
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
