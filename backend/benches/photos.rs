//! The cost of photos of 16 megapixels: processor time and memory for the three files of each kind. Prints rows of a Markdown table.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement ends with the first error, and is printed"
)]

use backend::media::{Decoder, Purpose, Upload};
use bytes::Bytes;
use fast_image_resize::Resizer;
use image::RgbImage;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use moxcms::ColorProfile;
use std::fs;

const PHOTO: &[u8] = include_bytes!("../tests/data/coffee_turned_gps.jpg");
const SIZE: (u16, u16) = (4618, 3464);
const ROUNDS: usize = 11;
/// Milliseconds of a clock tick in Linux' accounts.
const TICK: u64 = 10;
/// Photos of one measurement: the accounts are coarse.
const PHOTOS: u64 = 5;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let pixels = grainy();
    let p3 = ColorProfile::new_display_p3().encode().unwrap();
    let wide = ColorProfile::new_bt2020().encode().unwrap();
    let kinds: [(&str, Bytes); 4] = [
        ("JPEG", photo(&pixels, |_| {})),
        ("JPEG, Display P3", photo(&pixels, |encoder| encoder.add_icc_profile(&p3).unwrap())),
        ("JPEG, progressive", photo(&pixels, |encoder| encoder.set_progressive(true))),
        ("JPEG, a profile that is not kept", photo(&pixels, |encoder| encoder.add_icc_profile(&wide).unwrap())),
    ];
    drop(pixels);
    let mut times: [Vec<u64>; 4] = Default::default();
    let mut memory = [0; 4];
    for _ in 0..ROUNDS {
        for (at, (_, file)) in kinds.iter().enumerate() {
            let before = processor();
            for _ in 0..PHOTOS {
                take(file).await;
            }
            times[at].push((processor() - before) / PHOTOS);
            fs::write("/proc/self/clear_refs", "5").unwrap();
            let rest = status("VmRSS");
            take(file).await;
            memory[at] = status("VmHWM").saturating_sub(rest).max(memory[at]);
        }
    }
    for (((name, file), mut times), memory) in kinds.iter().zip(times).zip(memory) {
        times.sort_unstable();
        let (median, least, most) = (times[ROUNDS / 2], times[0], times[ROUNDS - 1]);
        let (megabytes, file) = (memory / 1000, file.len() / 100_000);
        println!("| {name} | {}.{} MB | {median} ms ({least} to {most}) | {megabytes} MB |", file / 10, file % 10);
    }
}

/// Takes a file in for an entry.
async fn take(file: &Bytes) {
    let decoder = Decoder::default();
    let upload = Upload { name: "photo".into(), bytes: file.clone() };
    let accepted = decoder.accept(upload).await.unwrap();
    assert!(decoder.decode(accepted, Purpose::Entry).await.unwrap().files.len() == 3);
}

/// A photo with the noise of a camera.
fn grainy() -> RgbImage {
    let small = image::load_from_memory(PHOTO).unwrap().into_rgb8();
    let mut pixels = RgbImage::new(SIZE.0.into(), SIZE.1.into());
    Resizer::new().resize(&small, &mut pixels, None).unwrap();
    let mut random = 1u32;
    for pixel in pixels.pixels_mut() {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        let noise = u8::try_from(random % 9).unwrap();
        pixel.0 = pixel.0.map(|value| value.saturating_add(noise).saturating_sub(4));
    }
    pixels
}

/// A file of a phone: turned, and one value of colour for four pixels.
fn photo(pixels: &RgbImage, change: impl FnOnce(&mut Encoder<&mut Vec<u8>>)) -> Bytes {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 92);
    encoder.set_sampling_factor(SamplingFactor::R_4_2_0);
    let turned = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    encoder.add_app_segment(1, turned.to_vec()).unwrap();
    change(&mut encoder);
    encoder.encode(pixels, SIZE.0, SIZE.1, ColorType::Rgb).unwrap();
    bytes.into()
}

/// Milliseconds of processor time of all threads until now.
fn processor() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    // The name of the program can have spaces, and ends with the last bracket.
    let fields = stat.rsplit(')').next().unwrap().split_whitespace();
    fields.skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum::<u64>() * TICK
}

/// Kilobytes.
fn status(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}
