//! Makes pictures smaller.

use fast_image_resize::{PixelType, ResizeOptions, Resizer, images::Image};
use image::{
    ImageError, ImageResult, RgbImage,
    error::{ParameterError, ParameterErrorKind},
};

/// Rows made at once. The filter needs memory for each of them, as wide as the large picture.
const ROWS: u32 = 64;

/// The picture with a longest edge of at most `edge`.
pub fn at_most(pixels: RgbImage, edge: u32) -> ImageResult<RgbImage> {
    Ok(shrink(&pixels, edge)?.unwrap_or(pixels))
}

/// Scales the picture so that its longest edge is `edge`. `None` if it is not longer.
pub fn shrink(pixels: &RgbImage, edge: u32) -> ImageResult<Option<RgbImage>> {
    let (width, height) = pixels.dimensions();
    let longest = width.max(height);
    if longest <= edge {
        return Ok(None);
    }
    let scaled = |side: u32| {
        let side = (u64::from(side) * u64::from(edge) + u64::from(longest) / 2) / u64::from(longest);
        u32::try_from(side).unwrap_or(edge).max(1)
    };
    resized(pixels, scaled(width), scaled(height)).map(Some)
}

fn resized(pixels: &RgbImage, width: u32, height: u32) -> ImageResult<RgbImage> {
    let mut target = RgbImage::new(width, height);
    let (wide, high) = (f64::from(pixels.width()), f64::from(pixels.height()));
    let mut resizer = Resizer::new();
    let bands = target.chunks_mut((ROWS * width * 3) as usize);
    for (first, band) in (0..height).step_by(ROWS as usize).zip(bands) {
        let behind = height.min(first + ROWS);
        let [top, bottom] = [first, behind].map(|row| high * f64::from(row) / f64::from(height));
        let mut band = Image::from_slice_u8(width, behind - first, band, PixelType::U8x3).map_err(failed)?;
        // The filter reads beyond the edges of a band, but not of the picture.
        let options = ResizeOptions::new().crop(0., top, wide, bottom - top);
        resizer.resize(pixels, &mut band, &options).map_err(failed)?;
    }
    Ok(target)
}

pub fn failed(error: impl ToString) -> ImageError {
    ImageError::Parameter(ParameterError::from_kind(ParameterErrorKind::Generic(error.to_string())))
}

#[cfg(test)]
mod tests {
    use super::{ROWS, at_most, resized};
    use fast_image_resize::Resizer;
    use image::{Rgb, RgbImage};

    #[test]
    fn a_picture_made_row_by_row_is_the_one_made_at_once() {
        for (width, height, to) in [(301, 407, (151, 3 * ROWS + 7)), (407, 301, (203, ROWS)), (200, 1, (90, 1))] {
            let pixels = RgbImage::from_fn(width, height, |x, y| {
                Rgb([x * y, x + y * y, x ^ y].map(|value| u8::try_from(value % 251).unwrap()))
            });
            let mut at_once = RgbImage::new(to.0, to.1);
            Resizer::new().resize(&pixels, &mut at_once, None).unwrap();
            let made = resized(&pixels, to.0, to.1).unwrap();
            assert!(made.iter().zip(at_once.iter()).all(|(a, b)| a.abs_diff(*b) <= 1), "{to:?}");
        }
    }

    #[test]
    fn a_small_picture_stays() {
        assert_eq!(at_most(RgbImage::new(1, 3000), 480).unwrap().dimensions(), (1, 480));
        assert_eq!(at_most(RgbImage::new(480, 3), 480).unwrap().dimensions(), (480, 3));
    }
}
