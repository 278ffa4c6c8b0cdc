//! The layout of a card: words on paper, and the photo beside them.

use super::{
    CardFace, HEIGHT, WIDTH, drawing,
    lettering::{Font, Fonts},
};
use crate::{Error, Result};
use bytes::Bytes;
use chrono::Datelike;
use domain::{Key, Language, date};
use fast_image_resize::{ResizeOptions, Resizer};
use image::{ImageFormat, ImageReader, Limits, RgbImage, codecs::jpeg::JpegEncoder, imageops};
use std::io::Cursor;
use tiny_skia::{Color, Pixmap, Transform};

const QUALITY: u8 = 86;
/// The most memory for decoding a stored photo, in bytes.
const MEMORY: u64 = 64 * 1024 * 1024;
const MARGIN: f32 = 64.0;
/// The least and the most width of a photo. The words need the rest.
const PHOTO: (f32, f32) = (430.0, 600.0);
/// The lowest baseline of the words.
const BOTTOM: f32 = 496.0;
/// Font size, line height and the most lines of the words. Few words are set large.
const TEXT: [(f32, f32, usize); 2] = [(40.0, 58.0, 4), (30.0, 44.0, 9)];
const NAME: f32 = 28.0;
const BRAND: f32 = 26.0;
/// Font sizes of the day, largest first. The first at which it fits is used.
const DAY: [f32; 5] = [72.0, 66.0, 60.0, 54.0, 48.0];

/// A colour of the light theme in `style/tokens.css`.
fn colour([red, green, blue]: [u8; 3]) -> Color {
    Color::from_rgba8(red, green, blue, 255)
}

const PAPER: [u8; 3] = [251, 248, 243];
const INK: [u8; 3] = [36, 29, 24];
const INK_SOFT: [u8; 3] = [86, 75, 67];
const ACCENT: [u8; 3] = [113, 41, 50];

/// The card as a JPEG.
pub fn jpeg(face: &CardFace, photo: Option<&[u8]>) -> Result<Bytes> {
    let photo = photo.map(cropped).transpose()?;
    let card = draw(face, photo.as_ref())?;
    let mut out = Vec::new();
    let broken = |e: image::ImageError| Error::broken("card as JPEG", e);
    JpegEncoder::new_with_quality(&mut out, QUALITY).encode_image(&card).map_err(broken)?;
    Ok(out.into())
}

/// Crops the photo to the card's height, and to the width that suits its shape. Of a tall photo the upper part is kept, where faces are.
fn cropped(photo: &[u8]) -> Result<RgbImage> {
    let broken = |e: image::ImageError| Error::broken("photo of a card", e);
    let mut reader = ImageReader::with_format(Cursor::new(photo), ImageFormat::Jpeg);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY);
    reader.limits(limits);
    let photo = reader.decode().map_err(broken)?.into_rgb8();
    #[expect(clippy::cast_precision_loss, reason = "a photo has few thousand pixels on a side")]
    let shape = photo.width() as f32 / photo.height().max(1) as f32;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the bounds of the clamp")]
    let width = (shape * 630.0).clamp(PHOTO.0, PHOTO.1).round() as u32;
    let mut target = RgbImage::new(width, HEIGHT);
    let options = ResizeOptions::new().fit_into_destination(Some((0.5, 0.4)));
    Resizer::new()
        .resize(&photo, &mut target, &options)
        .map_err(|e| Error::broken("photo of a card", e.to_string()))?;
    Ok(target)
}

fn draw(face: &CardFace, photo: Option<&RgbImage>) -> Result<RgbImage> {
    let fonts = Fonts::load()?;
    let mut paper = Pixmap::new(WIDTH, HEIGHT).ok_or_else(|| Error::broken("card", "no picture of this size"))?;
    paper.fill(colour(PAPER));
    let photo_width = photo.map_or(0, RgbImage::width);
    #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
    let width = (WIDTH - photo_width) as f32 - 2.0 * MARGIN;
    let below = heading(&mut paper, &fonts, face, width);
    words(&mut paper, &fonts.text, face, width, below);
    brand(&mut paper, &fonts.interface);
    if photo.is_none() {
        let place = Transform::from_row(1.9, 0.0, 0.0, 1.9, 840.0, 390.0);
        drawing::notebook(&mut paper, place, colour(INK_SOFT), colour(ACCENT));
    }
    let pixels = paper.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
    let mut card = RgbImage::from_raw(WIDTH, HEIGHT, pixels).unwrap_or_default();
    if let Some(photo) = photo {
        imageops::replace(&mut card, photo, i64::from(WIDTH - photo_width), 0);
    }
    Ok(card)
}

/// Draws the name, and the day as the diary shows it. Returns the baseline of the last line.
fn heading(paper: &mut Pixmap, fonts: &Fonts, face: &CardFace, width: f32) -> f32 {
    let name = fonts.interface.known(&face.first_name);
    let name = fonts.interface.fit(&name, NAME, width);
    fonts.interface.draw(paper, &name, NAME, (MARGIN, 92.0), colour(ACCENT));
    let (day, year) = (date::day(face.date), face.date.year().to_string());
    let set = |lines: &[&str], size: f32| {
        let last = lines.len().saturating_sub(1);
        let year = size * 0.25 + fonts.headline.width(&year, size * 0.6);
        let width_of =
            |(at, line): (usize, &&str)| fonts.headline.width(line, size) + if at == last { year } else { 0.0 };
        lines.iter().enumerate().map(width_of).fold(0.0, f32::max) <= width
    };
    let whole = [day.as_str()];
    let (weekday, date) = day.split_once(' ').unwrap_or((&day, ""));
    let apart = [weekday, date];
    let smallest = DAY[DAY.len() - 1];
    let one_line = DAY.into_iter().take(3).find(|size| set(&whole, *size)).map(|size| (&whole[..], size));
    let (lines, size) = one_line
        .or_else(|| DAY.into_iter().find(|size| set(&apart, *size)).map(|size| (&apart[..], size)))
        .unwrap_or((&apart[..], smallest));
    let mut y = 92.0 + 28.0 + size * 0.75;
    let mut end = MARGIN;
    for (at, line) in lines.iter().enumerate() {
        y += if at == 0 { 0.0 } else { size * 1.15 };
        end = fonts.headline.draw(paper, line, size, (MARGIN, y), colour(INK));
    }
    fonts.headline.draw(paper, &year, size * 0.6, (end + size * 0.25, y), colour(INK_SOFT));
    y
}

fn words(paper: &mut Pixmap, font: &Font, face: &CardFace, width: f32, below: f32) {
    let words = font.known(&face.words);
    // Lines without a photo stay short enough to read well beside the drawing.
    let width = width.min(760.0);
    let first = |height: f32| below + 30.0 + height;
    let fits = |(size, height, most): &(f32, f32, usize)| {
        let end = (0..font.wrap(&words, *size, width, *most + 1).len()).fold(first(*height), |y, _| y + height);
        end - height <= BOTTOM && font.wrap(&words, *size, width, *most + 1).len() <= *most
    };
    let (size, height, most) = TEXT.into_iter().find(fits).unwrap_or(TEXT[1]);
    let mut y = first(height);
    let mut room = most;
    while room > 1 && (1..room).fold(y, |y, _| y + height) > BOTTOM {
        room -= 1;
    }
    for line in font.wrap(&words, size, width, room) {
        font.draw(paper, &line, size, (MARGIN, y), colour(INK_SOFT));
        y += height;
    }
}

fn brand(paper: &mut Pixmap, font: &Font) {
    let base = 574.0;
    drawing::mark(paper, Transform::from_row(1.25, 0.0, 0.0, 1.25, MARGIN - 8.0, base - 27.0), colour(ACCENT));
    // The name is the same in every language.
    font.draw(paper, Language::De.text(Key::AppName), BRAND, (MARGIN + 32.0, base), colour(INK_SOFT));
}
