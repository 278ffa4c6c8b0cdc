//! The line drawings on a card: the app's mark, and the notebook under a lamp if there is no photo.

use tiny_skia::{Color, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

/// A line through the points.
fn through(points: &[(f32, f32)]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let ((x, y), rest) = points.split_first()?;
    path.move_to(*x, *y);
    for (x, y) in rest {
        path.line_to(*x, *y);
    }
    path.finish()
}

/// One Bézier curve: two control points and the end in `c`.
fn curve((x, y): (f32, f32), c: [f32; 6]) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(x, y);
    path.cubic_to(c[0], c[1], c[2], c[3], c[4], c[5]);
    path.finish()
}

fn stroke(onto: &mut Pixmap, lines: &[Option<Path>], width: f32, place: Transform, colour: Color) {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(colour);
    let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    for path in lines.iter().flatten() {
        onto.stroke_path(path, &paint, &stroke, place, None);
    }
}

/// The mark of `public/favicon.svg`, on a square of 28 units.
pub fn mark(onto: &mut Pixmap, place: Transform, colour: Color) {
    let mut cover = PathBuilder::new();
    cover.move_to(7.0, 4.0);
    cover.line_to(19.0, 4.0);
    cover.quad_to(22.0, 4.0, 22.0, 7.0);
    cover.line_to(22.0, 21.0);
    cover.quad_to(22.0, 24.0, 19.0, 24.0);
    cover.line_to(7.0, 24.0);
    cover.close();
    let lines = [
        cover.finish(),
        through(&[(11.5, 10.0), (17.5, 10.0)]),
        through(&[(11.5, 14.0), (16.0, 14.0)]),
        through(&[(11.5, 18.0), (14.0, 18.0)]),
    ];
    stroke(onto, &lines, 2.0, place, colour);
}

/// The notebook of the empty states, on 160 by 112 units.
pub fn notebook(onto: &mut Pixmap, place: Transform, ink: Color, tint: Color) {
    let mut pages = PathBuilder::new();
    pages.move_to(70.0, 96.0);
    pages.cubic_to(58.0, 89.0, 40.0, 88.0, 24.0, 92.0);
    pages.line_to(24.0, 56.0);
    pages.cubic_to(40.0, 52.0, 58.0, 53.0, 70.0, 60.0);
    pages.cubic_to(82.0, 53.0, 100.0, 52.0, 116.0, 56.0);
    pages.line_to(116.0, 92.0);
    pages.cubic_to(100.0, 88.0, 82.0, 89.0, 70.0, 96.0);
    pages.close();
    let quiet = [
        through(&[(8.0, 102.0), (152.0, 102.0)]),
        pages.finish(),
        through(&[(70.0, 60.0), (70.0, 96.0)]),
        curve((34.0, 66.0), [43.0, 64.5, 52.0, 65.0, 60.0, 68.0]),
        curve((34.0, 76.0), [43.0, 74.5, 52.0, 75.0, 60.0, 78.0]),
        through(&[(136.0, 102.0), (136.0, 40.0), (114.0, 16.0)]),
    ];
    let bright = [
        curve((80.0, 78.0), [86.0, 75.0, 90.0, 80.0, 96.0, 77.0]),
        curve((80.0, 68.0), [88.0, 65.0, 96.0, 69.0, 106.0, 67.0]),
        through(&[(120.0, 8.0), (100.0, 26.0), (106.0, 32.0), (126.0, 14.0), (120.0, 8.0)]),
        through(&[(96.0, 34.0), (90.0, 40.0)]),
        through(&[(106.0, 40.0), (103.0, 48.0)]),
        through(&[(91.0, 27.0), (83.0, 29.0)]),
    ];
    stroke(onto, &quiet, 1.75, place, ink);
    stroke(onto, &bright, 1.75, place, tint);
}
