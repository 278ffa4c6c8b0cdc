//! The places of an MP4's packets, from its sample table or from the tables of its fragments.

use super::{
    Packets,
    mp4::{find, needed, number, parts},
};
use domain::Refusal;
use std::ops::Range;

/// The duration and size of samples for which a fragment gives none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defaults {
    duration: u32,
    size: u32,
}

/// The rows of a box's table, of `N` numbers each. They follow the version, the flags and the row count.
fn rows<const N: usize>(table: &[u8], at: usize) -> Result<impl Iterator<Item = [u32; N]> + Clone, Refusal> {
    let count = number(table, at).ok_or(Refusal::AudioDamaged)? as usize;
    let data =
        count.checked_mul(4 * N).and_then(|size| table.get(at + 4..at + 4 + size)).ok_or(Refusal::AudioDamaged)?;
    let (words, _) = data.as_chunks::<4>();
    let (rows, _) = words.as_chunks::<N>();
    Ok(rows.iter().map(|row| row.map(u32::from_be_bytes)))
}

/// The samples of `stbl`. There are none if the file has only fragments.
pub fn whole(table: &[u8], file: usize) -> Result<Packets, Refusal> {
    let damaged = Refusal::AudioDamaged;
    let mut packets = Packets::default();
    let sizes = needed(table, *b"stsz")?;
    let (same, count) = number(sizes, 4).zip(number(sizes, 8)).ok_or(damaged)?;
    if count == 0 {
        return Ok(packets);
    }
    // A count without a table can be of any size, so sizes are produced only as they are needed.
    let mut sizes: Box<dyn Iterator<Item = u32>> = if same > 0 {
        Box::new(std::iter::repeat_n(same, count as usize))
    } else {
        Box::new(rows::<1>(sizes, 8)?.map(|[size]| size))
    };
    let mut durations = rows::<2>(needed(table, *b"stts")?, 4)?
        .flat_map(|[count, duration]| std::iter::repeat_n(duration, count as usize));
    let offsets: Box<dyn Iterator<Item = u64>> = match find(table, *b"stco")? {
        Some(offsets) => Box::new(rows::<1>(offsets, 4)?.map(|[offset]| offset.into())),
        None => {
            Box::new(rows::<2>(needed(table, *b"co64")?, 4)?.map(|[high, low]| u64::from(high) << 32 | u64::from(low)))
        }
    };
    let mut runs = rows::<3>(needed(table, *b"stsc")?, 4)?.peekable();
    let (mut each, mut time) = (0, 0_u64);
    for (chunk, offset) in (1_u32..).zip(offsets) {
        if let Some([_, samples, _]) = runs.next_if(|[first, ..]| *first <= chunk) {
            each = samples;
        }
        let mut at = offset;
        for _ in 0..each {
            let Some(size) = sizes.next() else { return Ok(packets) };
            let duration = durations.next().ok_or(damaged)?.into();
            let bytes = sample_range(at, size, file)?;
            at = bytes.end as u64;
            if size > 0 {
                packets.push(bytes, time, duration)?;
            }
            time = time.checked_add(duration).ok_or(damaged)?;
        }
    }
    // There are more samples than chunks hold.
    if sizes.next().is_some() { Err(damaged) } else { Ok(packets) }
}

pub fn defaults(movie: &[u8], track: u32) -> Result<Defaults, Refusal> {
    let Some(extends) = find(movie, *b"mvex")? else { return Ok(Defaults::default()) };
    for part in parts(extends) {
        let (name, data) = part?;
        if name == *b"trex" && number(data, 4) == Some(track) {
            let (duration, size) = number(data, 12).zip(number(data, 16)).ok_or(Refusal::AudioDamaged)?;
            return Ok(Defaults { duration, size });
        }
    }
    Ok(Defaults::default())
}

/// Reads the fields of a box; its flags say which of them are present.
struct Fields<'b> {
    data: &'b [u8],
    flags: u32,
    at: usize,
}

impl<'b> Fields<'b> {
    fn new(data: &'b [u8]) -> Result<Self, Refusal> {
        let flags = number(data, 0).ok_or(Refusal::AudioDamaged)? & 0x00FF_FFFF;
        Ok(Self { data, flags, at: 4 })
    }

    fn take(&mut self) -> Result<u32, Refusal> {
        let value = number(self.data, self.at).ok_or(Refusal::AudioDamaged)?;
        self.at += 4;
        Ok(value)
    }

    fn optional(&mut self, flag: u32) -> Result<Option<u32>, Refusal> {
        if self.flags & flag == 0 { Ok(None) } else { self.take().map(Some) }
    }
}

/// Appends the samples of one `moof`. It begins at the start of `file`, which ends at the end of the file.
pub fn fragment(
    file: Range<usize>,
    fragment: &[u8],
    track: u32,
    defaults: Defaults,
    packets: &mut Packets,
) -> Result<(), Refusal> {
    for part in parts(fragment) {
        let (name, data) = part?;
        if name == *b"traf" {
            track_fragment(&file, data, track, defaults, packets)?;
        }
    }
    Ok(())
}

fn track_fragment(
    file: &Range<usize>,
    data: &[u8],
    track: u32,
    defaults: Defaults,
    packets: &mut Packets,
) -> Result<(), Refusal> {
    let damaged = Refusal::AudioDamaged;
    let mut head = Fields::new(needed(data, *b"tfhd")?)?;
    if head.take()? != track {
        return Ok(());
    }
    // Offsets count from this `moof`, unless it contains a base offset.
    let base = match head.optional(1)? {
        Some(high) => u64::from(high) << 32 | u64::from(head.take()?),
        None => file.start as u64,
    };
    head.optional(2)?;
    let duration = head.optional(8)?.unwrap_or(defaults.duration);
    let size = head.optional(0x10)?.unwrap_or(defaults.size);
    let mut time = packets.0.last().map_or(0, |last| last.time.saturating_add(last.duration));
    if let Some(start) = find(data, *b"tfdt")? {
        let long = start.first() == Some(&1);
        let low = number(start, if long { 8 } else { 4 }).ok_or(damaged)?;
        let high = if long { number(start, 4).ok_or(damaged)? } else { 0 };
        time = u64::from(high) << 32 | u64::from(low);
    }
    let mut at = base;
    for part in parts(data) {
        let (name, run) = part?;
        if name == *b"trun" {
            (at, time) = samples(run, (base, at, time), Defaults { duration, size }, file.end, packets)?;
        }
    }
    Ok(())
}

/// Appends the samples of one run. Returns the offset and the time of the next one.
fn samples(
    run: &[u8],
    (base, at, time): (u64, u64, u64),
    defaults: Defaults,
    file: usize,
    packets: &mut Packets,
) -> Result<(u64, u64), Refusal> {
    let damaged = Refusal::AudioDamaged;
    let mut fields = Fields::new(run)?;
    let count = fields.take()?;
    let offset = fields.optional(1)?;
    let mut at =
        offset.map_or(Some(at), |offset| base.checked_add_signed(offset.cast_signed().into())).ok_or(damaged)?;
    fields.optional(4)?;
    let mut time = time;
    for _ in 0..count {
        let duration = fields.optional(0x100)?.unwrap_or(defaults.duration);
        let size = fields.optional(0x200)?.unwrap_or(defaults.size);
        fields.optional(0x400)?;
        fields.optional(0x800)?;
        let bytes = sample_range(at, size, file)?;
        at = bytes.end as u64;
        // An empty sample holds no sound, and a run could claim four thousand million of them.
        if size == 0 {
            return Err(damaged);
        }
        packets.push(bytes, time, duration.into())?;
        time = time.checked_add(duration.into()).ok_or(damaged)?;
    }
    Ok((at, time))
}

/// The bytes of a sample, if the file contains all of it.
fn sample_range(at: u64, size: u32, file: usize) -> Result<Range<usize>, Refusal> {
    let end = at.checked_add(size.into()).filter(|end| *end <= file as u64).ok_or(Refusal::AudioDamaged)?;
    Ok(super::small(at)?..super::small(end)?)
}
