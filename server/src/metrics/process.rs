//! What the process takes, from Linux's `/proc`. Other systems have no such figures.

use backend::metrics::{NONE, PROCESS_CPU, PROCESS_FILES, PROCESS_MEMORY, PROCESS_MOST_FILES, float};
use rustix::{
    param::{clock_ticks_per_second, page_size},
    process::{Resource, getrlimit},
};
use std::fs;

pub fn read() {
    // proc(5): the second number of `statm` are pages in memory.
    let statm = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    if let Some(pages) = statm.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()) {
        PROCESS_MEMORY.set(float(pages.saturating_mul(page_size())), NONE);
    }
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    if let Some(ticks) = ticks(&stat) {
        PROCESS_CPU.reach(ticks / clock_ticks_per_second().max(1), NONE);
    }
    if let Ok(files) = fs::read_dir("/proc/self/fd") {
        PROCESS_FILES.set(float(files.count()), NONE);
    }
    if let Some(most) = getrlimit(Resource::Nofile).current {
        PROCESS_MOST_FILES.set(float(most), NONE);
    }
}

/// Time in the program and in the system: fields 14 and 15 of `stat`. The second field is a name in brackets.
fn ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut times = fields.split(' ').skip(11).map_while(|field| field.parse::<u64>().ok());
    Some(times.next()? + times.next()?)
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn the_times_stand_behind_any_name() {
        let stat =
            "71 (a) b (c) S 1 71 71 0 -1 4194560 900 0 2 0 150 27 0 0 20 0 9 0 100 1000 200 18446744073709551615";
        assert_eq!((ticks(stat), ticks("")), (Some(177), None));
    }
}
