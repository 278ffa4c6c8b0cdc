//! Reads Huffman codes from the entropy-coded data of a JPEG (ITU T.81, annex F).
#![expect(clippy::cast_possible_truncation, reason = "every value is shifted to at most sixteen bits before")]

/// Bits of a code that are looked up at once. Longer codes are rare.
const LOOKUP: u32 = 9;
const MARKER: u8 = 0xff;

/// The codes of a table, by length.
#[derive(Clone, Debug)]
pub struct Table {
    /// Length and symbol for the next [`LOOKUP`] bits. A length of zero: the code is longer.
    short: Vec<(u8, u8)>,
    /// The first code behind those of each length, and the distance from a code to the index of its symbol.
    long: [(u32, i32); 17],
    symbols: Vec<u8>,
}

impl Table {
    /// `counts`: how many codes there are of each length from 1 to 16.
    pub fn new(counts: &[u8; 16], symbols: &[u8]) -> Option<Self> {
        let mut table = Self { short: vec![(0, 0); 1 << LOOKUP], long: [(0, 0); 17], symbols: symbols.to_vec() };
        let (mut code, mut index) = (0u32, 0usize);
        for (length, count) in (1u8..).zip(counts) {
            let bits = u32::from(length);
            table.long[usize::from(length)].1 = i32::try_from(index).ok()? - i32::try_from(code).ok()?;
            for _ in 0..*count {
                let symbol = *symbols.get(index)?;
                if code >> bits > 0 {
                    return None;
                }
                if bits <= LOOKUP {
                    let first = (code << (LOOKUP - bits)) as usize;
                    table.short.get_mut(first..first + (1 << (LOOKUP - bits)))?.fill((length, symbol));
                }
                code += 1;
                index += 1;
            }
            table.long[usize::from(length)].0 = code;
            code <<= 1;
        }
        Some(table)
    }
}

/// The bits up to the next marker. Every method returns `None` if there are too few.
#[derive(Debug)]
pub struct Bits<'a> {
    rest: &'a [u8],
    /// The next bits, from the highest on.
    buffer: u64,
    count: u32,
    /// Whether something that is no code stood before one of the markers passed so far.
    has_more: bool,
}

impl<'a> Bits<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self { rest: data, buffer: 0, count: 0, has_more: false }
    }

    /// The bytes behind. They begin at a marker or before it.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    #[inline]
    fn refill(&mut self) {
        if let Some(next) = self.rest.first_chunk().map(|four| u32::from_be_bytes(*four))
            && self.count <= 32
            && next.to_be_bytes().iter().all(|byte| *byte != MARKER)
        {
            self.buffer |= u64::from(next) << (32 - self.count);
            self.count += 32;
            self.rest = &self.rest[4..];
            return;
        }
        while self.count <= 56 {
            let byte = match self.rest {
                [MARKER, 0, rest @ ..] => {
                    self.rest = rest;
                    MARKER
                }
                [] | [MARKER, ..] => return,
                [byte, rest @ ..] => {
                    self.rest = rest;
                    *byte
                }
            };
            self.buffer |= u64::from(byte) << (56 - self.count);
            self.count += 8;
        }
    }

    /// Up to 16 bits.
    #[inline]
    pub fn take(&mut self, count: u32) -> Option<u32> {
        if self.count < count {
            self.refill();
        }
        let value = if count == 0 { 0 } else { (self.buffer >> (64 - count)) as u32 };
        self.skip(count)?;
        Some(value)
    }

    #[inline]
    fn skip(&mut self, count: u32) -> Option<()> {
        self.count = self.count.checked_sub(count)?;
        self.buffer <<= count;
        Some(())
    }

    /// Any number of bits.
    pub fn drop(&mut self, mut count: u32) -> Option<()> {
        while count > 0 {
            let some = count.min(16);
            self.take(some)?;
            count -= some;
        }
        Some(())
    }

    /// The next symbol. The value behind it is skipped: as many bits as the symbol's lower half says.
    #[inline]
    pub fn symbol(&mut self, table: &Table) -> Option<u8> {
        let symbol = self.code(table)?;
        self.skip(u32::from(symbol & 15))?;
        Some(symbol)
    }

    #[inline]
    fn code(&mut self, table: &Table) -> Option<u8> {
        // A code and its value have at most 31 bits together.
        if self.count < 32 {
            self.refill();
        }
        let (length, symbol) = table.short[(self.buffer >> (64 - LOOKUP)) as usize];
        if length > 0 {
            self.skip(u32::from(length))?;
            return Some(symbol);
        }
        for length in LOOKUP + 1..=16 {
            let code = (self.buffer >> (64 - length)) as u32;
            let (end, distance) = table.long[length as usize];
            if code < end {
                self.skip(length)?;
                return table.symbols.get(usize::try_from(i32::try_from(code).ok()? + distance).ok()?).copied();
            }
        }
        None
    }

    /// Whether the codes fill the data up to the end or the next marker, except for bits of the last byte, and did so before each marker passed.
    pub fn are_exact(&mut self) -> bool {
        self.refill();
        let is_end = self.rest.first().is_none_or(|byte| *byte == MARKER) && self.rest.get(1) != Some(&MARKER);
        is_end && !self.has_more && self.count < 8
    }

    /// Goes behind the next marker, which must be this one.
    pub fn restart(&mut self, marker: u8) -> Option<()> {
        let has_more = !self.are_exact();
        let pairs = self.rest.windows(2);
        let at = pairs.into_iter().position(|pair| pair[0] == MARKER && !matches!(pair[1], 0 | MARKER))?;
        if self.rest[at + 1] != marker {
            return None;
        }
        *self = Self { has_more, ..Self::new(&self.rest[at + 2..]) };
        Some(())
    }
}
