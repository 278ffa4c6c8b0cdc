//! The parts of an entry that a link may show, as the dialog offers them.

use domain::ShareOptions;

pub type Part = fn(&mut ShareOptions) -> &mut bool;

/// By the box's name, which is also that of its text below `share`.
pub const PARTS: [(&str, Part); 7] = [
    ("images", |options| &mut options.images),
    ("all_images", |options| &mut options.all_images),
    ("summary", |options| &mut options.summary),
    ("details", |options| &mut options.details),
    ("mood", |options| &mut options.mood),
    ("original_text", |options| &mut options.original_text),
    ("audio", |options| &mut options.audio),
];
