//! A circuit breaker: does not call a service for a minute after several failures in a row, then tries it with one call.

use crate::Clock;
use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;

/// Failures in a row that open the circuit.
const FAILURES: u32 = 3;
const REST: TimeDelta = TimeDelta::seconds(60);

#[derive(Debug)]
pub struct Breaker {
    clock: Clock,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    rests_until: DateTime<Utc>,
}

impl Breaker {
    pub fn new(clock: &Clock) -> Self {
        Self { clock: clock.clone(), state: Mutex::default() }
    }

    /// Err: the seconds until the service is tried again. Ok(true): this call is the one trial call after the pause.
    pub fn admit(&self) -> Result<bool, u64> {
        let mut state = self.state.lock();
        if state.failures < FAILURES {
            return Ok(false);
        }
        let now = self.clock.now();
        let rest = state.rests_until - now;
        // A clock that was set back makes nobody wait longer than one pause.
        if rest > TimeDelta::zero() && rest <= REST {
            return Err(rest.num_milliseconds().unsigned_abs().div_ceil(1000));
        }
        state.rests_until = now + REST;
        Ok(true)
    }

    /// The trial call was not made. The next caller may make it.
    pub fn dismiss(&self) {
        let mut state = self.state.lock();
        if state.failures >= FAILURES {
            state.rests_until = self.clock.now();
        }
    }

    pub fn note(&self, is_well: bool) {
        let mut state = self.state.lock();
        state.failures = if is_well { 0 } else { state.failures.saturating_add(1) };
        state.rests_until = self.clock.now() + REST;
    }
}

#[cfg(test)]
mod tests {
    use super::Breaker;
    use crate::Clock;
    use chrono::{DateTime, TimeDelta};

    #[test]
    fn three_failures_in_a_row_are_a_minute_of_rest_and_one_try_after_it() {
        let clock = Clock::fixed(DateTime::UNIX_EPOCH + TimeDelta::days(20_000));
        let breaker = Breaker::new(&clock);
        for is_well in [false, false, true, false, false] {
            breaker.admit().unwrap();
            breaker.note(is_well);
        }
        breaker.admit().unwrap();
        breaker.note(false);
        assert_eq!(breaker.admit(), Err(60));
        clock.advance(TimeDelta::milliseconds(59_500));
        assert_eq!(breaker.admit(), Err(1));
        clock.advance(TimeDelta::seconds(1));
        assert_eq!([breaker.admit(), breaker.admit()], [Ok(true), Err(60)]);
        breaker.note(false);
        assert_eq!(breaker.admit(), Err(60));
        clock.advance(TimeDelta::minutes(1));
        breaker.admit().unwrap();
        breaker.dismiss();
        breaker.admit().unwrap();
        breaker.note(true);
        assert_eq!([breaker.admit(), breaker.admit()], [Ok(false), Ok(false)]);
    }

    #[test]
    fn a_clock_set_back_does_not_make_the_rest_longer() {
        let clock = Clock::fixed(DateTime::UNIX_EPOCH + TimeDelta::days(20_000));
        let breaker = Breaker::new(&clock);
        (0..3).for_each(|_| breaker.note(false));
        clock.advance(TimeDelta::days(-1));
        breaker.admit().unwrap();
    }
}
