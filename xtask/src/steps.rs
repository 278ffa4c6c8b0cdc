//! Named steps with their times.

use crate::process::Result;
use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

/// Shorter steps are left out of the summary.
const WORTH_A_LINE: Duration = Duration::from_secs(1);

static DONE: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());

/// Does `work` and prints how long it took.
pub fn step<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("==> {name}");
    let start = Instant::now();
    let result = work();
    let time = start.elapsed();
    println!("    {name}: {} {}", if result.is_ok() { "done in" } else { "FAILED after" }, human(time));
    if let Ok(mut done) = DONE.lock() {
        done.push((name.to_owned(), time));
    }
    result
}

/// The same, unless `is_ready` finds that nothing is to be done.
pub fn step_unless(
    name: &str,
    is_ready: impl FnOnce() -> Result<bool>,
    work: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let start = Instant::now();
    if is_ready()? {
        println!("    {name}: ready ({})", human(start.elapsed()));
        return Ok(());
    }
    step(name, work)
}

/// The time since `start`, and the longer steps.
pub fn summary(command: &str, start: Instant) {
    let Ok(done) = DONE.lock() else { return };
    let long: Vec<String> =
        done.iter().filter(|(_, t)| *t >= WORTH_A_LINE).map(|(name, t)| format!("{name} {}", human(*t))).collect();
    if !long.is_empty() {
        println!("\nxtask {command}: {} ({})", human(start.elapsed()), long.join(", "));
    }
}

pub fn human(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 {
        format!("{} ms", time.as_millis())
    } else if seconds < 100.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::human;
    use std::time::Duration;

    #[test]
    fn times_are_short() {
        assert_eq!(human(Duration::from_millis(7)), "7 ms");
        assert_eq!(human(Duration::from_millis(12_340)), "12.3 s");
        assert_eq!(human(Duration::from_secs(185)), "3 min 5 s");
    }
}
