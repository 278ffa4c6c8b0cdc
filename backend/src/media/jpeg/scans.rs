//! Whether a JPEG holds the data of all its pixels (ITU T.81). Its decoders fill the missing rest with grey or noise.

use super::bits::{Bits, Table};
use super::{BASELINE, END_OF_IMAGE, EXTENDED, PROGRESSIVE, START_OF_SCAN, head, segment};
use jpeg_encoder::{ColorType, Encoder};

pub const HUFFMAN_TABLES: u8 = 0xc4;
pub const RESTART_INTERVAL: u8 = 0xdd;
const FIRST_RESTART: u8 = 0xd0;
/// The limit of the decoders, too.
const MOST_SCANS: usize = 100;
/// Bits that a scan may leave to later ones.
const MOST_LOW_BITS: u8 = 13;
/// The precision of a coefficient that no scan has brought yet.
const MISSING: u8 = u8::MAX;

/// Reads the data of all scans, without computing pixels.
pub fn are_whole(bytes: &[u8]) -> bool {
    walk(bytes).unwrap_or(false)
}

#[derive(Default)]
pub struct Tables {
    dc: [Option<Table>; 4],
    ac: [Option<Table>; 4],
}

struct Component {
    id: u8,
    /// Blocks of this colour in one unit of an interleaved scan, in each direction.
    across: usize,
    down: usize,
    /// Blocks that cover the picture.
    columns: usize,
    rows: usize,
    /// Blocks in a row of interleaved units.
    stride: usize,
    /// The lowest bit of each coefficient that has been read.
    precision: [u8; 64],
    /// The coefficients of each block that are not zero, in a progressive picture.
    nonzero: Vec<u64>,
}

pub struct Frame {
    progressive: bool,
    scans: usize,
    units_across: usize,
    units_down: usize,
    components: Vec<Component>,
}

/// A scan's parameters: the band of coefficients, and their bits.
struct Band {
    first: usize,
    last: usize,
    refines: bool,
    low: u8,
}

fn walk(bytes: &[u8]) -> Option<bool> {
    let (mut tables, mut frame, mut restart) = (Tables::standard()?, None::<Frame>, 0);
    let mut rest = bytes.get(2..)?;
    while let Some((marker, body, behind)) = segment(rest) {
        rest = behind;
        match marker {
            HUFFMAN_TABLES => drop(tables.read(body?)?),
            BASELINE | EXTENDED | PROGRESSIVE if frame.is_none() => frame = Some(Frame::read(body?, marker)?),
            // Lossless, arithmetic and hierarchical pictures, and a second frame.
            0xc0..=0xcf if marker != 0xc8 && marker != 0xcc => return None,
            RESTART_INTERVAL => restart = usize::from(u16::from_be_bytes(*body?.first_chunk()?)),
            START_OF_SCAN => {
                let frame = frame.as_mut()?;
                let mut bits = Bits::new(behind);
                frame.scan(body?, &tables, restart, &mut bits)?;
                rest = bits.rest();
                if frame.ends_here() {
                    return Some(true);
                }
            }
            END_OF_IMAGE => return Some(frame?.has_all()),
            _ => {
                body?;
            }
        }
    }
    // An end that is missing costs nothing if every bit of every coefficient is there.
    Some(frame?.is_complete())
}

impl Tables {
    /// Those of annex K, which a frame of a film leaves out. Our encoder writes them.
    fn standard() -> Option<Self> {
        let mut pixel = Vec::new();
        Encoder::new(&mut pixel, 50).encode(&[0; 3], 1, 1, ColorType::Rgb).ok()?;
        let mut tables = Self::default();
        for (_, body) in head(&pixel).filter(|(marker, _)| *marker == HUFFMAN_TABLES) {
            tables.read(body)?;
        }
        Some(tables)
    }

    /// Reads tables, which fill the segment. Returns their names.
    pub fn read(&mut self, mut rest: &[u8]) -> Option<Vec<u8>> {
        let mut names = Vec::new();
        while let Some((head, behind)) = rest.split_first() {
            let (counts, behind) = behind.split_first_chunk::<16>()?;
            let length = counts.iter().map(|count| usize::from(*count)).sum();
            let (symbols, behind) = behind.split_at_checked(length)?;
            let kind = if head >> 4 == 0 { &mut self.dc } else { &mut self.ac };
            *kind.get_mut(usize::from(head & 15))? = Some(Table::new(counts, symbols)?);
            names.push((head & 15) | (u8::from(head >> 4 > 0) << 4));
            rest = behind;
        }
        Some(names)
    }
}

impl Frame {
    pub fn read(body: &[u8], marker: u8) -> Option<Self> {
        let ([8, h1, h0, w1, w0, count], components) = body.split_first_chunk()? else { return None };
        let [height, width] = [[*h1, *h0], [*w1, *w0]].map(|side| usize::from(u16::from_be_bytes(side)));
        let components = components.get(..usize::from(*count) * 3)?.chunks_exact(3);
        let sampling = |component: &[u8]| (usize::from(component[1] >> 4), usize::from(component[1] & 15));
        let is_valid = |component| matches!(sampling(component), (1..=4, 1..=4));
        if !matches!(count, 1 | 3 | 4) || width * height == 0 || !components.clone().all(is_valid) {
            return None;
        }
        let most_across = components.clone().map(|component| sampling(component).0).max()?;
        let most_down = components.clone().map(|component| sampling(component).1).max()?;
        let [units_across, units_down] = [width.div_ceil(8 * most_across), height.div_ceil(8 * most_down)];
        let progressive = marker == PROGRESSIVE;
        let components = components.map(|component| {
            let (across, down) = sampling(component);
            let stride = units_across * across;
            Component {
                id: component[0],
                across,
                down,
                columns: (width * across).div_ceil(8 * most_across),
                rows: (height * down).div_ceil(8 * most_down),
                stride,
                precision: [MISSING; 64],
                nonzero: vec![0; if progressive { stride * units_down * down } else { 0 }],
            }
        });
        Some(Self { progressive, scans: 0, units_across, units_down, components: components.collect() })
    }

    pub fn has_all(&self) -> bool {
        self.components.iter().all(|component| component.precision[0] != MISSING)
    }

    /// Whether no scan can follow.
    pub fn ends_here(&self) -> bool {
        !self.progressive && self.has_all()
    }

    /// Whether every bit of every coefficient has been read.
    pub fn is_complete(&self) -> bool {
        self.components.iter().all(|component| component.precision == [0; 64])
    }

    /// Like [`Frame::scan`], for all colours of a sequential picture at once.
    pub fn next_scan(&mut self, header: &[u8], tables: &Tables, restart: usize, bits: &mut Bits) -> Option<()> {
        let is_whole = usize::from(*header.first()?) == self.components.len() && header.ends_with(&[0, 63, 0]);
        if !self.progressive && (!is_whole || self.has_all()) {
            return None;
        }
        self.scan(header, tables, restart, bits)
    }

    /// Reads one scan up to its last block.
    pub fn scan(&mut self, header: &[u8], tables: &Tables, restart: usize, bits: &mut Bits) -> Option<()> {
        self.scans += 1;
        if self.scans > MOST_SCANS {
            return None;
        }
        let (count, header) = header.split_first()?;
        let (chosen, [first, last, bit, ..]) = header.split_at_checked(usize::from(*count) * 2)? else { return None };
        let (high, low) = (bit >> 4, bit & 15);
        let band = if self.progressive {
            Band { first: (*first).into(), last: (*last).into(), refines: high > 0, low }
        } else {
            Band { first: 0, last: 63, refines: false, low: 0 }
        };
        let is_dc = band.first == 0;
        let is_band = band.first <= band.last && band.last < 64 && (!self.progressive || !is_dc || band.last == 0);
        if !is_band || band.low > MOST_LOW_BITS || (band.refines && low + 1 != high) {
            return None;
        }
        let mut parts = Vec::new();
        for pair in chosen.chunks_exact(2) {
            let index = self.components.iter().position(|component| component.id == pair[0])?;
            let dc = tables.dc.get(usize::from(pair[1] >> 4)).and_then(Option::as_ref);
            let ac = tables.ac.get(usize::from(pair[1] & 15)).and_then(Option::as_ref);
            self.components[index].precision[band.first..=band.last].fill(band.low);
            parts.push((index, dc, ac));
        }
        let (across, down) = match parts[..] {
            [] => return None,
            [(index, ..)] => (self.components[index].columns, self.components[index].rows),
            _ if is_dc => (self.units_across, self.units_down),
            _ => return None,
        };
        let alone = parts.len() == 1;
        let (mut units, mut run, mut next) = (0, 0, 0);
        for y in 0..down {
            for x in 0..across {
                if restart > 0 && units == restart {
                    bits.restart(FIRST_RESTART + next)?;
                    (units, run, next) = (0, 0, (next + 1) & 7);
                }
                units += 1;
                for (index, dc, ac) in &parts {
                    let component = &mut self.components[*index];
                    let blocks = if alone { 1 } else { component.across * component.down };
                    for _ in 0..blocks {
                        match (self.progressive, is_dc, band.refines) {
                            (false, ..) => sequential(bits, (*dc)?, (*ac)?)?,
                            (_, true, false) => drop(bits.symbol((*dc)?)?),
                            (_, true, true) => bits.drop(1)?,
                            (_, false, refines) => {
                                let nonzero = component.nonzero.get_mut(y * component.stride + x)?;
                                let read = if refines { refine } else { begin };
                                read(bits, (*ac)?, &band, &mut run, nonzero)?;
                            }
                        }
                    }
                }
            }
        }
        Some(())
    }
}

/// A block with all its coefficients.
#[inline]
fn sequential(bits: &mut Bits, dc: &Table, ac: &Table) -> Option<()> {
    bits.symbol(dc)?;
    let mut at = 1;
    while at < 64 {
        let symbol = bits.symbol(ac)?;
        if symbol.trailing_zeros() >= 4 && symbol >> 4 < 15 {
            break;
        }
        at += usize::from(symbol >> 4) + 1;
    }
    // More coefficients than a block has are noise.
    (at <= 64).then_some(())
}

/// The upper bits of a band of coefficients. `run`: following blocks without any.
fn begin(bits: &mut Bits, ac: &Table, band: &Band, run: &mut u32, nonzero: &mut u64) -> Option<()> {
    if *run > 0 {
        *run -= 1;
        return Some(());
    }
    let mut at = band.first;
    while at <= band.last {
        let symbol = bits.symbol(ac)?;
        let zeros = symbol >> 4;
        if symbol.trailing_zeros() >= 4 && zeros < 15 {
            *run = (1 << zeros) - 1 + bits.take(zeros.into())?;
            break;
        }
        at += usize::from(zeros);
        if symbol & 15 > 0 {
            *nonzero |= 1u64.checked_shl(u32::try_from(at).ok()?)?;
        }
        at += 1;
    }
    (at <= band.last + 1).then_some(())
}

/// Reads one more bit of a band of coefficients: one for each that is not zero yet, and those that appear with it.
fn refine(bits: &mut Bits, ac: &Table, band: &Band, run: &mut u32, nonzero: &mut u64) -> Option<()> {
    let mut at = band.first;
    while *run == 0 && at <= band.last {
        let symbol = bits.symbol(ac)?;
        let mut zeros = symbol >> 4;
        if symbol.trailing_zeros() >= 4 && zeros < 15 {
            *run = (1 << zeros) + bits.take(zeros.into())?;
            break;
        }
        while at <= band.last {
            if (*nonzero >> at) & 1 > 0 {
                bits.take(1)?;
            } else if zeros == 0 {
                break;
            } else {
                zeros -= 1;
            }
            at += 1;
        }
        if symbol & 15 > 0 {
            *nonzero |= 1u64.checked_shl(u32::try_from(at).ok()?)?;
        }
        at += 1;
    }
    if *run > 0 {
        let in_band = *nonzero & (u64::MAX >> (63 - band.last));
        bits.drop(in_band.checked_shr(u32::try_from(at).ok()?).unwrap_or(0).count_ones())?;
        *run -= 1;
    }
    Some(())
}
