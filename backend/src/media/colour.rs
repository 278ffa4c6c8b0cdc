//! Converts colours to sRGB, which is assumed for every picture without a profile.

use image::DynamicImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, RenderingIntent, Transform8BitExecutor, TransformOptions};
use std::sync::Arc;

/// The largest accepted profile. Those of cameras and screens have some kilobytes, those of scanners up to two megabytes.
const PROFILE_BYTES: usize = 4 * 1024 * 1024;
/// Pixels converted at once: few enough for the processor's cache.
const PIXELS: usize = 4096;
/// The largest difference of values that look the same.
const SAME: u8 = 1;

/// Colours in which the pixels of a kept JPEG are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    Srgb,
    DisplayP3,
    AdobeRgb,
}

impl Space {
    /// Our own copy of the profile. Browsers need none for sRGB.
    pub fn profile(self) -> Option<&'static [u8]> {
        match self {
            Self::Srgb => None,
            Self::DisplayP3 => Some(include_bytes!("profiles/display-p3.icc")),
            Self::AdobeRgb => Some(include_bytes!("profiles/adobe-rgb.icc")),
        }
    }

    /// The space that looks the same as the profile in pictures of greys or of colours. `None`: another one.
    pub fn of(profile: Option<&ColorProfile>, is_grey: bool) -> Option<Self> {
        let Some(profile) = profile else { return Some(Self::Srgb) };
        let is_same = |space: Self| {
            let own = space.profile().map_or_else(|| Some(ColorProfile::new_srgb()), self::profile);
            own.is_some_and(|own| is_same(profile, &own, is_grey))
        };
        let spaces: &[Self] = if is_grey { &[Self::Srgb] } else { &[Self::Srgb, Self::DisplayP3, Self::AdobeRgb] };
        spaces.iter().copied().find(|space| is_same(*space))
    }
}

/// Whether values with the one profile look the same as with the other. A profile that cannot be used is the same as any.
fn is_same(profile: &ColorProfile, other: &ColorProfile, is_grey: bool) -> bool {
    match profile.color_space {
        DataColorSpace::Rgb => {
            let Some(transform) = between(profile, Layout::Rgb, other, Layout::Rgb) else { return true };
            let values = if is_grey { (0..=u8::MAX).flat_map(|grey| [grey; 3]).collect() } else { probe(3) };
            let mut converted = vec![0; values.len()];
            transform.transform(&values, &mut converted).is_err() || same(&values, &converted)
        }
        DataColorSpace::Gray if is_grey => greys_in_srgb(profile).is_none_or(|table| same(&every_value(), &table)),
        _ => true,
    }
}

type Transform = Arc<Transform8BitExecutor>;

/// `None` if the profile is invalid.
pub fn profile(bytes: &[u8]) -> Option<ColorProfile> {
    (bytes.len() <= PROFILE_BYTES).then(|| ColorProfile::new_from_slice(bytes).ok()).flatten()
}

/// Converts the picture from its profile to sRGB. Leaves it unchanged if there is no profile, or an unsuitable one.
pub fn in_srgb(picture: DynamicImage, profile: Option<&ColorProfile>) -> DynamicImage {
    let Some(profile) = profile else { return picture };
    let grey = !picture.color().has_color();
    let (layout, mut picture) = if picture.color().has_alpha() {
        (Layout::Rgba, DynamicImage::ImageRgba8(picture.into_rgba8()))
    } else {
        (Layout::Rgb, DynamicImage::ImageRgb8(picture.into_rgb8()))
    };
    match profile.color_space {
        DataColorSpace::Rgb => drop(colours(&mut picture, profile, layout)),
        DataColorSpace::Gray if grey => drop(greys(&mut picture, profile, layout)),
        _ => {}
    }
    picture
}

/// Amounts of cyan, magenta, yellow and black as colours: by their profile, else mixed as browsers do it.
pub fn of_inks(mut values: Vec<u8>, profile: Option<&ColorProfile>) -> Vec<u8> {
    let transform = profile
        .filter(|profile| profile.color_space == DataColorSpace::Cmyk)
        .and_then(|profile| transform(profile, Layout::Rgba, Layout::Rgb));
    let count = values.len() / 4;
    let (mut inks, mut colours) = (Vec::new(), vec![0; PIXELS * 3]);
    // Works in place, because a second copy of a large picture would take much memory.
    for first in (0..count).step_by(PIXELS) {
        let behind = count.min(first + PIXELS);
        inks.clear();
        inks.extend_from_slice(&values[first * 4..behind * 4]);
        let colours = &mut colours[..(behind - first) * 3];
        if transform.as_ref().and_then(|transform| transform.transform(&inks, colours).ok()).is_none() {
            for (colour, inks) in colours.chunks_exact_mut(3).zip(inks.chunks_exact(4)) {
                for (value, ink) in colour.iter_mut().zip(inks) {
                    let light = u32::from(u8::MAX - ink) * u32::from(u8::MAX - inks[3]);
                    *value = u8::try_from((light + 127) / 255).unwrap_or(u8::MAX);
                }
            }
        }
        values[first * 3..behind * 3].copy_from_slice(colours);
    }
    values.truncate(count * 3);
    values.shrink_to_fit();
    values
}

/// `None` if nothing was changed.
fn colours(picture: &mut DynamicImage, profile: &ColorProfile, layout: Layout) -> Option<()> {
    let transform = transform(profile, layout, layout)?;
    let channels = layout.channels();
    let probe = probe(channels);
    let mut converted = vec![0; probe.len()];
    transform.transform(&probe, &mut converted).ok()?;
    if same(&probe, &converted) {
        return None;
    }
    let mut before = vec![0; PIXELS * channels];
    for pixels in samples(picture).chunks_mut(PIXELS * channels) {
        let before = before.get_mut(..pixels.len())?;
        before.copy_from_slice(pixels);
        transform.transform(before, pixels).ok()?;
    }
    Some(())
}

/// Greys stay grey: the profile only changes their lightness.
fn greys(picture: &mut DynamicImage, profile: &ColorProfile, layout: Layout) -> Option<()> {
    let table = greys_in_srgb(profile)?;
    if same(&every_value(), &table) {
        return None;
    }
    for pixel in samples(picture).chunks_exact_mut(layout.channels()) {
        for value in &mut pixel[..3] {
            *value = table[usize::from(*value)];
        }
    }
    Some(())
}

/// Colours from the whole range.
fn probe(channels: usize) -> Vec<u8> {
    let steps = || (0..=u8::MAX).step_by(51);
    let colours = steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| [r, g, b, u8::MAX])));
    colours.flat_map(|colour| colour.into_iter().take(channels)).collect()
}

fn every_value() -> Vec<u8> {
    (0..=u8::MAX).collect()
}

/// The grey in sRGB of each value. `None` if the profile cannot be used.
fn greys_in_srgb(profile: &ColorProfile) -> Option<Vec<u8>> {
    let all = every_value();
    let mut converted = vec![0; all.len() * 3];
    transform(profile, Layout::Gray, Layout::Rgb)?.transform(&all, &mut converted).ok()?;
    Some(converted.into_iter().step_by(3).collect())
}

fn transform(profile: &ColorProfile, from: Layout, to: Layout) -> Option<Transform> {
    between(profile, from, &ColorProfile::new_srgb(), to)
}

fn between(profile: &ColorProfile, from: Layout, other: &ColorProfile, to: Layout) -> Option<Transform> {
    // The order of browsers. A profile without tables gives the same for both.
    [RenderingIntent::RelativeColorimetric, RenderingIntent::Perceptual].into_iter().find_map(|rendering_intent| {
        let options = TransformOptions { rendering_intent, ..TransformOptions::default() };
        profile.create_transform_8bit(from, other, to, options).ok()
    })
}

fn same(a: &[u8], b: &[u8]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) <= SAME)
}

fn samples(picture: &mut DynamicImage) -> &mut [u8] {
    match picture {
        DynamicImage::ImageRgb8(pixels) => pixels,
        DynamicImage::ImageRgba8(pixels) => pixels,
        _ => &mut [],
    }
}

#[cfg(test)]
mod tests {
    use super::{PROFILE_BYTES, Space, in_srgb, profile};
    use image::{DynamicImage, Luma, Rgb, RgbImage, Rgba, RgbaImage};
    use moxcms::ColorProfile;
    use proptest::{collection::vec, prelude::any, proptest, sample::Index};

    fn plain(colour: [u8; 3]) -> DynamicImage {
        RgbImage::from_pixel(70, 70, Rgb(colour)).into()
    }

    fn seen(picture: DynamicImage, profile: &[u8]) -> [u8; 3] {
        in_srgb(picture, super::profile(profile).as_ref()).into_rgb8().get_pixel(69, 69).0
    }

    /// The expected values are computed from the published primaries and curves, and rounded.
    #[test]
    fn colours_look_as_their_profile_means_them() {
        let p3 = ColorProfile::new_display_p3().encode().unwrap();
        for (stored, shown) in [
            ([200, 100, 50], [215, 93, 31]),
            ([40, 160, 60], [0, 163, 40]),
            ([128, 128, 128], [128, 128, 128]),
            ([255, 0, 0], [255, 0, 0]),
            ([255, 255, 255], [255, 255, 255]),
        ] {
            let found = seen(plain(stored), &p3);
            assert!(found.iter().zip(shown).all(|(a, b)| a.abs_diff(b) <= 1), "{stored:?}: {found:?}, not {shown:?}");
        }
        let adobe = ColorProfile::new_adobe_rgb().encode().unwrap();
        let found = seen(plain([200, 100, 50]), &adobe);
        assert!(found[0].abs_diff(227) <= 1, "{found:?}");
    }

    #[test]
    fn a_known_profile_is_recognised_by_how_it_looks() {
        let named = |profile: ColorProfile, is_grey| Space::of(Some(&profile), is_grey);
        assert_eq!(Space::of(None, false), Some(Space::Srgb));
        for is_grey in [false, true] {
            assert_eq!(named(ColorProfile::new_srgb(), is_grey), Some(Space::Srgb));
        }
        assert_eq!(named(ColorProfile::new_display_p3(), false), Some(Space::DisplayP3));
        assert_eq!(named(ColorProfile::new_display_p3(), true), Some(Space::Srgb), "greys look alike");
        assert_eq!(named(ColorProfile::new_adobe_rgb(), false), Some(Space::AdobeRgb));
        assert_eq!(named(ColorProfile::new_adobe_rgb(), true), None);
        for other in [ColorProfile::new_bt2020(), ColorProfile::new_pro_photo_rgb(), ColorProfile::new_dci_p3()] {
            assert_eq!(named(other, false), None);
        }
        assert_eq!(named(ColorProfile::new_gray_with_gamma(1.), true), None);
        assert_eq!(
            named(ColorProfile::new_gray_with_gamma(1.), false),
            Some(Space::Srgb),
            "it says nothing of colours"
        );
        for space in [Space::DisplayP3, Space::AdobeRgb] {
            let own = profile(space.profile().unwrap());
            assert_eq!(Space::of(own.as_ref(), false), Some(space));
        }
    }

    #[test]
    fn a_profile_of_srgb_itself_changes_nothing() {
        let srgb = ColorProfile::new_srgb().encode().unwrap();
        let picture: DynamicImage =
            RgbImage::from_fn(256, 256, |x, y| Rgb([x, y, x ^ y].map(|value| u8::try_from(value).unwrap()))).into();
        assert_eq!(in_srgb(picture.clone(), profile(&srgb).as_ref()), picture);
        assert_eq!(in_srgb(picture.clone(), None), picture);
    }

    #[test]
    fn transparency_stays_and_greys_stay_grey() {
        let p3 = ColorProfile::new_display_p3().encode().unwrap();
        let glass = RgbaImage::from_pixel(3, 3, Rgba([200, 100, 50, 77]));
        assert_eq!(in_srgb(glass.into(), profile(&p3).as_ref()).into_rgba8().get_pixel(1, 1).0[3], 77);
        let grey = DynamicImage::ImageLuma8(image::GrayImage::from_pixel(2, 2, Luma([128])));
        let linear = ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
        assert_eq!(
            seen(DynamicImage::ImageLuma8(image::GrayImage::from_pixel(70, 70, Luma([128]))), &linear),
            [188; 3]
        );
        assert_eq!(in_srgb(grey, profile(&p3).as_ref()).into_rgb8().get_pixel(0, 0).0, [128; 3]);
        assert_eq!(seen(plain([200, 100, 50]), &linear), [200, 100, 50], "a profile of greys says nothing of colours");
    }

    #[test]
    fn profiles_that_cannot_be_used_change_nothing() {
        let mut absurd = ColorProfile::new_display_p3().encode().unwrap();
        absurd.resize(PROFILE_BYTES + 1, 0);
        let mut inks = ColorProfile::new_display_p3().encode().unwrap();
        inks[16..20].copy_from_slice(b"CMYK");
        for profile in [&absurd[..], &inks, b"", b"no profile at all", &[0; 4096], &absurd[..200]] {
            assert_eq!(seen(plain([200, 100, 50]), profile), [200, 100, 50]);
        }
    }

    proptest! {
        #[test]
        fn a_spoilt_profile_never_costs_the_picture(spoilt in vec((any::<Index>(), any::<u8>()), 1..12), end in any::<Index>(), cut in any::<bool>()) {
            for profile in [ColorProfile::new_display_p3(), ColorProfile::new_gray_with_gamma(2.2)] {
                let mut bytes = profile.encode().unwrap();
                for (at, byte) in &spoilt {
                    let at = at.index(bytes.len());
                    bytes[at] = *byte;
                }
                if cut {
                    bytes.truncate(end.index(bytes.len()));
                }
                for picture in [plain([200, 100, 50]), DynamicImage::new_luma_a8(9, 9)] {
                    let size = (picture.width(), picture.height());
                    let shown = in_srgb(picture, super::profile(&bytes).as_ref());
                    assert_eq!((shown.width(), shown.height()), size);
                }
            }
        }
    }
}
