//! Changes inputs as files are damaged and forged: bits, numbers, lengths, repeated and missing parts, words of the format.

/// Splitmix64: the same numbers from the same seed.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 if there is none.
    fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap().max(1);
        usize::try_from(self.next() % end).unwrap()
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Numbers at which lengths and counts go wrong.
const NUMBERS: [u64; 16] = [
    0,
    1,
    2,
    7,
    0x7F,
    0x80,
    0xFF,
    0x100,
    0x7FFF,
    0xFFFF,
    0x10_0000,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    0x7FFF_FFFF_FFFF_FFFF,
    u64::MAX,
];
/// Most changes of one input, and most repetitions of a part.
const CHANGES: usize = 6;
const REPEATS: usize = 300;

pub struct Mutator {
    random: Random,
    most: usize,
    words: &'static [&'static str],
}

impl Mutator {
    pub fn new(random: Random, most: usize, words: &'static [&'static str]) -> Self {
        Self { random, most, words }
    }

    /// One of the inputs with a few changes.
    pub fn changed(&mut self, corpus: &[Vec<u8>]) -> Vec<u8> {
        let mut input = corpus[self.random.below(corpus.len())].clone();
        for _ in 0..=self.random.below(CHANGES) {
            let other = &corpus[self.random.below(corpus.len())];
            self.change(&mut input, other);
            input.truncate(self.most);
        }
        input
    }

    fn change(&mut self, input: &mut Vec<u8>, other: &[u8]) {
        let at = self.random.below(input.len() + 1);
        let part = self.part(input.len());
        match self.random.below(12) {
            0 if at < input.len() => input[at] ^= 1 << self.random.below(8),
            1 if at < input.len() => input[at] = self.random.byte(),
            2 if at < input.len() => {
                let more = self.random.pick(&[1_u8, 2, 8, 0xFF, 0xFE, 0xF8]);
                input[at] = input[at].wrapping_add(more);
            }
            3 => self.number(input, at),
            4 => drop(input.drain(part)),
            5 => {
                let copy = input[part].to_vec();
                input.splice(at..at, copy);
            }
            6 => {
                let row = input[part].repeat(1 + self.random.below(REPEATS));
                input.splice(at..at, row.into_iter().take(self.most));
            }
            7 => {
                let theirs = self.part(other.len());
                let end = if self.random.below(2) == 0 { at } else { input.len().min(at + theirs.len()) };
                input.splice(at..end, other[theirs].iter().copied());
            }
            8 if self.random.below(4) == 0 => input.truncate(at),
            9 => {
                let signs: Vec<u8> = (0..=self.random.below(4)).map(|_| self.random.byte()).collect();
                input.splice(at..at, signs);
            }
            _ if !self.words.is_empty() => {
                let word = self.random.pick(self.words).as_bytes();
                let end = if self.random.below(2) == 0 { at } else { input.len().min(at + word.len()) };
                input.splice(at..end, word.iter().copied());
            }
            _ => {}
        }
    }

    /// A part of that many bytes, mostly a short one.
    fn part(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.random.below(length);
        let most = self.random.pick(&[4, 16, 64, 1024, usize::MAX]).min(length - start);
        start..start + self.random.below(most + 1)
    }

    /// Writes a number of one, two, four or eight bytes.
    fn number(&mut self, input: &mut [u8], at: usize) {
        let width = self.random.pick(&[1, 2, 4, 8]);
        let Some(place) = input.get_mut(at..at + width) else { return };
        let number = self.random.pick(&NUMBERS).wrapping_sub(self.random.below(3) as u64).to_le_bytes();
        place.copy_from_slice(&number[..width]);
        if self.random.below(2) == 0 {
            place.reverse();
        }
    }
}
