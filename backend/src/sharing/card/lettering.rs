//! Text in the app's own fonts: its width, line breaks and outlines.

use crate::{Error, Result};
use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Transform};
use ttf_parser::{Face, GlyphId, OutlineBuilder, gpos::PairAdjustment, gpos::PositioningSubtable};

const LITERATA: &[u8] = include_bytes!("../../../fonts/literata-400.ttf");
const LITERATA_MEDIUM: &[u8] = include_bytes!("../../../fonts/literata-500.ttf");
const NUNITO_SANS: &[u8] = include_bytes!("../../../fonts/nunito-sans-600.ttf");

/// The three fonts of a card.
pub struct Fonts {
    pub text: Font,
    pub headline: Font,
    pub interface: Font,
}

impl Fonts {
    pub fn load() -> Result<Self> {
        let font = |bytes| Face::parse(bytes, 0).map(|face| Font { face }).map_err(|e| Error::broken("font", e));
        Ok(Self { text: font(LITERATA)?, headline: font(LITERATA_MEDIUM)?, interface: font(NUNITO_SANS)? })
    }
}

pub struct Font {
    face: Face<'static>,
}

impl Font {
    /// `text` without the characters that the font lacks, such as emojis, and with single spaces.
    pub fn known(&self, text: &str) -> String {
        let known: String = text.chars().filter(|c| c.is_whitespace() || self.face.glyph_index(*c).is_some()).collect();
        let known = known.split_whitespace().collect::<Vec<_>>().join(" ");
        // A removed emoji leaves a space before the full stop or comma.
        [" .", " ,"].iter().fold(known, |known, gap| known.replace(gap, gap.trim_start()))
    }

    fn scale(&self, size: f32) -> f32 {
        size / f32::from(self.face.units_per_em())
    }

    /// Each glyph with its position on the line, and the end of the line, in font units.
    fn set(&self, line: &str) -> (Vec<(GlyphId, f32)>, f32) {
        let mut glyphs: Vec<(GlyphId, f32)> = Vec::new();
        let mut pen = 0.0;
        for glyph in line.chars().filter_map(|c| self.face.glyph_index(c)) {
            if let Some((before, _)) = glyphs.last() {
                pen += f32::from(self.kerning(*before, glyph));
            }
            glyphs.push((glyph, pen));
            pen += f32::from(self.face.glyph_hor_advance(glyph).unwrap_or_default());
        }
        (glyphs, pen)
    }

    pub fn width(&self, line: &str, size: f32) -> f32 {
        self.set(line).1 * self.scale(size)
    }

    /// The kerning of the first table that has the pair.
    fn kerning(&self, left: GlyphId, right: GlyphId) -> i16 {
        let Some(gpos) = self.face.tables().gpos else { return 0 };
        let tables = gpos.lookups.into_iter().flat_map(|lookup| lookup.subtables.into_iter::<PositioningSubtable>());
        tables
            .into_iter()
            .find_map(
                |table| if let PositioningSubtable::Pair(pairs) = table { advance(pairs, left, right) } else { None },
            )
            .unwrap_or_default()
    }

    /// Breaks `text` into at most `most` lines of at most `width`. The last line ends with an ellipsis if there is more.
    pub fn wrap(&self, text: &str, size: f32, width: f32, most: usize) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in text.split(' ').flat_map(|word| self.pieces(word, size, width)) {
            let line = lines.last_mut().map_or(String::new(), std::mem::take);
            let longer = if line.is_empty() { word.clone() } else { format!("{line} {word}") };
            if self.width(&longer, size) <= width {
                lines.pop();
                lines.push(longer);
            } else {
                lines.pop();
                lines.extend([line, word]);
            }
        }
        lines.retain(|line| !line.is_empty());
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                *last = self.ellipsis(last, size, width);
            }
        }
        lines
    }

    /// Shortens `text` to one line if it is too long.
    pub fn fit(&self, text: &str, size: f32, width: f32) -> String {
        if self.width(text, size) <= width { text.to_owned() } else { self.ellipsis(text, size, width) }
    }

    fn ellipsis(&self, line: &str, size: f32, width: f32) -> String {
        let mut kept = line.trim_end_matches(|c: char| !c.is_alphanumeric()).to_owned();
        while !kept.is_empty() && self.width(&format!("{kept}…"), size) > width {
            kept.pop();
        }
        // Cut at the end of a word if that is near.
        let end = kept.rfind(' ').filter(|end| *end > kept.len() / 2 && kept.len() < line.len());
        format!("{}…", kept[..end.unwrap_or(kept.len())].trim_end_matches(|c: char| !c.is_alphanumeric()))
    }

    /// Splits a word that is wider than a line into parts that fit.
    fn pieces(&self, word: &str, size: f32, width: f32) -> Vec<String> {
        let mut pieces = vec![String::new()];
        for c in word.chars() {
            let piece = pieces.last_mut().map_or(String::new(), std::mem::take);
            pieces.pop();
            let longer = format!("{piece}{c}");
            if piece.is_empty() || self.width(&longer, size) <= width {
                pieces.push(longer);
            } else {
                pieces.extend([piece, c.to_string()]);
            }
        }
        pieces
    }

    /// Draws `line` from `x` with its baseline at `y`. Returns the `x` where it ends.
    pub fn draw(&self, onto: &mut Pixmap, line: &str, size: f32, (x, y): (f32, f32), colour: Color) -> f32 {
        let (glyphs, end) = self.set(line);
        let scale = self.scale(size);
        let mut outline = Outline { path: PathBuilder::new(), scale, x: 0.0, y };
        for (glyph, at) in glyphs {
            outline.x = x + at * scale;
            let _bounds = self.face.outline_glyph(glyph, &mut outline);
        }
        if let Some(path) = outline.path.finish() {
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color(colour);
            onto.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
        x + end * scale
    }
}

fn advance(pairs: PairAdjustment<'_>, left: GlyphId, right: GlyphId) -> Option<i16> {
    match pairs {
        PairAdjustment::Format1 { coverage, sets } => {
            let (first, _) = sets.get(coverage.get(left)?)?.get(right)?;
            Some(first.x_advance)
        }
        PairAdjustment::Format2 { coverage, classes, matrix } => {
            coverage.get(left)?;
            let (first, _) = matrix.get((classes.0.get(left), classes.1.get(right)))?;
            Some(first.x_advance)
        }
    }
}

/// Builds the path of a glyph. The y axis points up in fonts and down in pictures.
struct Outline {
    path: PathBuilder,
    scale: f32,
    x: f32,
    y: f32,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::Fonts;

    #[test]
    fn words_of_our_languages_are_known_and_emojis_are_left_out() {
        let fonts = Fonts::load().unwrap();
        for font in [&fonts.text, &fonts.headline, &fonts.interface] {
            for word in ["Größe, Übermut; „ja“ – so…", "ñandú ¿qué?", "«œuvre» élève", "Łukasz Dvořák"]
            {
                assert_eq!(font.known(word), word);
            }
            assert_eq!(font.known("☕️  Kaffee 👨‍👩‍👧 und\n🇩🇪 Kuchen 🍰"), "Kaffee und Kuchen");
            assert_eq!(font.known("Kurz ☕️, und gut 🎉. Ja !"), "Kurz, und gut. Ja !");
            assert_eq!(font.known("🦜🦚"), "");
        }
    }

    #[test]
    fn lines_are_never_wider_than_their_place_and_what_is_left_out_is_said() {
        let font = Fonts::load().unwrap().text;
        let text = format!("Ein Wort {} und noch viele mehr", "Donaudampfschifffahrtsgesellschaft".repeat(3));
        let all = font.wrap(&text, 30.0, 400.0, 99);
        assert!(all.iter().all(|line| font.width(line, 30.0) <= 400.0), "{all:?}");
        assert_eq!(all.concat().replace(' ', ""), text.replace(' ', ""));
        let three = font.wrap(&text, 30.0, 400.0, 3);
        assert!(three.len() == 3 && three[2].ends_with('…') && font.width(&three[2], 30.0) <= 400.0, "{three:?}");
        assert_eq!(font.wrap("", 30.0, 400.0, 3), Vec::<String>::new());
        assert_eq!(font.fit("Anna", 30.0, 400.0), "Anna");
        let many = font.fit(&"Anna-Lena ".repeat(20), 30.0, 400.0);
        assert!(many.ends_with("Lena…") && font.width(&many, 30.0) <= 400.0, "{many}");
    }

    #[test]
    fn pairs_stand_closer_than_their_letters_would() {
        let font = Fonts::load().unwrap().headline;
        let apart = font.width("A", 100.0) + font.width("V", 100.0);
        assert!(font.width("AV", 100.0) < apart);
    }
}
