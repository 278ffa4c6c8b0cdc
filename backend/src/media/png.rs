//! PNG: the colours of a picture without a profile, and the end that is missing.

use bytes::Bytes;
use moxcms::{Chromaticity, CicpProfile, ColorPrimaries, ColorProfile, ToneReprCurve, XyY};

const SIGNATURE: usize = 8;
/// An empty chunk with its checksum.
const END: [u8; 12] = [0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82];
/// Brightness curves of screens that are brighter than paper.
const HDR: [u8; 2] = [16, 18];

/// The complete chunks: name, data, and where the next one begins.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8], usize)> {
    let mut at = SIGNATURE;
    std::iter::from_fn(move || {
        let (length, rest) = bytes.get(at..)?.split_first_chunk()?;
        let (name, rest) = rest.split_first_chunk()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let data = rest.get(..length)?;
        at = at.checked_add(length)?.checked_add(END.len()).filter(|at| *at <= bytes.len())?;
        Some((name, data, at))
    })
}

/// The same file with an end. Its pixels may be there without one.
pub fn with_end(bytes: Bytes) -> Bytes {
    if chunks(&bytes).any(|(name, ..)| name == b"IEND") {
        return bytes;
    }
    let whole = chunks(&bytes).last().map_or(SIGNATURE.min(bytes.len()), |(.., behind)| behind);
    [&bytes[..whole], &END].concat().into()
}

/// Whether an animation does not begin with the picture for those who know no animations.
pub fn hides_first_frame(bytes: &[u8]) -> bool {
    let head = || chunks(bytes).take_while(|(name, ..)| *name != b"IDAT");
    head().any(|(name, ..)| name == b"acTL") && !head().any(|(name, ..)| name == b"fcTL")
}

/// Whether the picture is brighter than a page can show it.
pub fn is_hdr(bytes: &[u8]) -> bool {
    let mut head = chunks(bytes).take_while(|(name, ..)| *name != b"IDAT");
    head.any(|(name, data, _)| name == b"cICP" && data.get(1).is_some_and(|curve| HDR.contains(curve)))
}

/// The profile that the chunks of the file describe, as browsers rank them: cICP, `packed` (iCCP), sRGB, gAMA with or without cHRM.
#[expect(clippy::cast_possible_truncation, reason = "the colour engine computes in single precision")]
pub fn profile(bytes: &[u8], packed: Option<&[u8]>) -> Option<ColorProfile> {
    let find = |wanted: &[u8; 4]| {
        let mut head = chunks(bytes).take_while(|(name, ..)| *name != b"IDAT");
        head.find_map(|(name, data, _)| (name == wanted).then_some(data))
    };
    if let Some([primaries, curve, matrix, _]) = find(b"cICP") {
        return Some(ColorProfile::new_from_cicp(CicpProfile {
            color_primaries: (*primaries).try_into().ok()?,
            transfer_characteristics: (*curve).try_into().ok()?,
            matrix_coefficients: (*matrix).try_into().ok()?,
            full_range: true,
        }));
    }
    if packed.is_some() || find(b"sRGB").is_some() {
        return packed.and_then(super::colour::profile);
    }
    let gamma = find(b"gAMA").and_then(<[u8]>::first_chunk).map(|value| u32::from_be_bytes(*value))?;
    if gamma == 0 {
        return None;
    }
    let mut profile = ColorProfile::new_srgb();
    // Stored as a hundred thousand times the exponent that encodes.
    let curve = ToneReprCurve::Parametric(vec![(1e5 / f64::from(gamma)) as f32]);
    profile.red_trc = Some(curve.clone());
    profile.green_trc = Some(curve.clone());
    profile.blue_trc = Some(curve);
    profile.cicp = None;
    if let Some(points) = find(b"cHRM") {
        let mut points = points.chunks_exact(8).map(|point| {
            let [x, y] =
                [&point[..4], &point[4..]].map(|value| value.first_chunk().map_or(0, |v| u32::from_be_bytes(*v)));
            (f64::from(x) / 1e5, f64::from(y) / 1e5)
        });
        let (white, red, green, blue) = (points.next()?, points.next()?, points.next()?, points.next()?);
        let is_valid = |(x, y): (f64, f64)| x >= 0. && y > 0. && x + y <= 1.;
        let area = (green.0 - red.0) * (blue.1 - red.1) - (blue.0 - red.0) * (green.1 - red.1);
        if ![white, red, green, blue].into_iter().all(is_valid) || area.abs() < 1e-4 {
            return None;
        }
        let point = |(x, y): (f64, f64)| Chromaticity { x: x as f32, y: y as f32 };
        let primaries = ColorPrimaries { red: point(red), green: point(green), blue: point(blue) };
        profile.update_rgb_colorimetry(XyY { x: white.0, y: white.1, yb: 1. }, primaries);
    }
    Some(profile)
}
