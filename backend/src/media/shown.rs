//! Compares kept pictures with what a browser shows of the same files. All others must be refused.

use super::{
    Upload,
    decode::{Purpose, decode},
    format::accept,
    pixels,
};
use fast_image_resize::Resizer;
use image::{ImageResult, RgbImage};
use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

/// The least mean difference of two pictures that look different.
const DIFFERENT: f64 = 4.;
const EDGE: u32 = 64;
/// Pictures with missing or damaged data, and one that is brighter than pages.
const REFUSED: [&str; 7] = [
    "cut_data.png",
    "early_end.jpg",
    "half.jpg",
    "hdr.png",
    "missing_restart.jpg",
    "progressive_short_scan.jpg",
    "stray_marker.jpg",
];

#[derive(Debug)]
enum Outcome {
    Refused,
    /// Mean difference of all values from the browser's picture. `None`: the browser shows nothing.
    Kept(Option<f64>),
}

fn outcome(folder: &Path, name: &str) -> Outcome {
    let upload = Upload { name: name.into(), bytes: fs::read(folder.join(name)).unwrap().into() };
    let Ok(picture) = accept(upload).and_then(|accepted| decode(accepted, Purpose::Entry)) else {
        return Outcome::Refused;
    };
    let kept = Upload { name: name.into(), bytes: picture.files[0].1.clone() };
    let kept = pixels::decode(&accept(kept).unwrap()).unwrap().shown();
    let shown = image::open(folder.join("shown").join(format!("{name}.png")));
    Outcome::Kept(shown.ok().map(|shown| difference(&small(&kept).unwrap(), &shown.into_rgb8())))
}

fn small(picture: &RgbImage) -> ImageResult<RgbImage> {
    let mut small = RgbImage::new(EDGE, EDGE);
    Resizer::new().resize(picture, &mut small, None).map_err(super::shrink::failed)?;
    Ok(small)
}

fn difference(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / f64::from(EDGE * EDGE * 3)
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|file| file.path().is_file());
    let mut names: Vec<_> = files.map(|file| file.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// `PICTURES` names another folder, which `end2end/bench/pictures.mjs` has drawn (docs/pictures.md). What is refused there is only counted.
#[test]
fn odd_pictures_are_kept_as_a_browser_shows_them_or_refused() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures");
    let other = std::env::var_os("PICTURES").map(PathBuf::from);
    let folder = other.as_ref().unwrap_or(&own);
    let (mut alike, mut refused, mut wrong) = (0, Vec::new(), Vec::new());
    for name in names(folder) {
        match outcome(folder, &name) {
            Outcome::Refused => refused.push(name),
            Outcome::Kept(Some(difference)) if difference < DIFFERENT => alike += 1,
            Outcome::Kept(difference) => wrong.push((name, difference)),
        }
    }
    writeln!(std::io::stderr(), "{alike} alike, {} refused, {} different", refused.len(), wrong.len()).unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
    if other.is_none() {
        assert_eq!(refused, REFUSED);
    }
}
