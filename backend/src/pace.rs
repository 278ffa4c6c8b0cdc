//! The least rate of a transfer: how long the other side may keep us waiting.

use std::time::Duration;

/// Waiting uses the grace up, bytes that move give it back. So a pause ends a transfer as a trickle does.
#[derive(Clone, Debug)]
pub struct Pace {
    grace: Duration,
    bytes_per_second: u32,
    left: Duration,
}

impl Pace {
    pub const fn new(grace: Duration, bytes_per_second: u32) -> Self {
        Self { grace, bytes_per_second, left: grace }
    }

    /// How long the other side may keep us waiting now.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// `bytes` moved after we waited for `time`.
    pub fn moved(&mut self, bytes: usize, time: Duration) {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let regained = Duration::from_secs(1) * bytes / self.bytes_per_second;
        self.left = self.left.saturating_sub(time).saturating_add(regained).min(self.grace);
    }
}

#[cfg(test)]
mod tests {
    use super::Pace;
    use std::time::Duration;

    /// Seconds until a transfer ends that moves `bytes` after each pause of `pause` seconds; an hour at most.
    fn ends_after(bytes: usize, pause: u64) -> Option<u64> {
        let mut pace = Pace::new(Duration::from_secs(20), 1000);
        let mut time = 0;
        while time < 3600 {
            if pace.left() <= Duration::from_secs(pause) {
                return Some(time + pace.left().as_secs());
            }
            pace.moved(bytes, Duration::from_secs(pause));
            time += pause;
        }
        None
    }

    #[test]
    fn a_trickle_and_a_pause_end_and_a_slow_line_goes_on() {
        assert_eq!(ends_after(0, 1), Some(20), "nothing comes");
        assert_eq!(ends_after(1, 1), Some(20), "a byte a second");
        assert!(ends_after(900, 1).is_some_and(|seconds| seconds > 100), "a little too slow");
        assert_eq!(ends_after(1000, 1), None);
        assert_eq!(ends_after(100_000, 19), None, "a line that pauses");
        assert_eq!(ends_after(100_000_000, 25), Some(20), "much at once buys no long pause");
    }
}
