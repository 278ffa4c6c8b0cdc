//! Limits how often something may be tried per client address and per account.
//!
//! Attempts at what protects people or money are counted in the database, by one statement per attempt, so that all servers count together
//! and a restart forgets nothing. A process counts them too: an attempt too many at this one does not reach the database.

mod action;
mod counter;
mod memory;
mod network;
mod store;

pub use action::{Action, Place};
pub use network::{network, network_key};

use crate::{Backend, Clock, Db, Error, Result, Secret, Settings, db::Engine, error::Broken, metrics};
use action::{Burst, Rate};
use counter::{Counter, counters};
use domain::Refusal;
use memory::Memory;

/// The client address. The server's middleware puts it into the extensions of each request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerAddress(pub String);

/// Marks a call of this server to its own identity provider. It writes the sign-in down itself, with the device.
#[derive(Clone, Copy, Debug)]
pub struct OwnCall;

/// The cookie with which a browser proves an earlier sign-in. The middleware puts it into the request's extensions too.
#[derive(Clone, derive_more::Debug)]
// The cookie does not give access to an account, but it is private.
#[debug("ShownDevice(..)")]
pub struct ShownDevice(pub String);

/// The address of this server's own calls to the embedded identity provider.
pub const OURSELVES: &str = "this server";

#[derive(Debug)]
pub struct Throttle {
    /// Names the counters. Those of another name are apart.
    owner: &'static str,
    clock: Clock,
    db: Db,
    secret: Secret,
    factor: u32,
    sign_in_failures: u32,
    sign_ups_per_hour: u32,
    /// The counters of this process.
    counted: Memory,
}

impl Throttle {
    pub fn new(owner: &'static str, settings: &Settings, db: &Db, secret: &Secret, clock: &Clock) -> Self {
        Self {
            owner,
            clock: clock.clone(),
            db: db.clone(),
            secret: secret.clone(),
            factor: settings.throttle_factor.max(1),
            sign_in_failures: settings.sign_in_failures,
            sign_ups_per_hour: settings.sign_ups_per_hour,
            counted: Memory::default(),
        }
    }

    /// Takes one attempt of `key` (an address or an account), or refuses with `too_many_requests` and the seconds to wait. Without the
    /// database nothing is let through: `unavailable`.
    pub async fn take(&self, action: Action, key: &str) -> Result<()> {
        noted(action, self.take_counters(self.counters(action, key)).await)
    }

    /// Whether it is this server's turn to do a job that one server does for all.
    pub async fn take_turn(&self, job: Action) -> Result<bool> {
        match self.take_counters(self.counters(job, "")).await {
            Err(error) if error.is(Refusal::TooManyRequests) => Ok(false),
            taken => taken.map(|()| true),
        }
    }

    /// Takes one attempt of each key, or none at all.
    pub async fn take_all(&self, tries: &[(Action, String)]) -> Result<()> {
        let taken = self.take_counters(self.all_counters(tries)).await;
        tries.first().map_or(Ok(()), |(action, _)| noted(*action, taken))
    }

    pub async fn give_all_back(&self, tries: &[(Action, String)]) {
        self.give_counters_back(self.all_counters(tries)).await;
    }

    /// Undoes one `take` of an attempt that turned out to be harmless. If that fails, the attempt stays counted.
    pub async fn give_back(&self, action: Action, key: &str) {
        self.give_counters_back(self.counters(action, key)).await;
    }

    /// Gives back all attempts of `key`. If that fails, they come back with time.
    pub async fn reset(&self, action: Action, key: &str) {
        let Counters { here, shared } = self.counters(action, key);
        self.counted.forget(&here);
        for one in store::keyed(&self.secret, shared) {
            if let Err(error) = store::delete(&self.db, &one).await {
                tracing::warn!(%error, "attempts were not given back");
            }
        }
    }

    async fn take_counters(&self, Counters { here, shared }: Counters) -> Result<()> {
        self.counted.take(&here, self.running()).map_err(refusal)?;
        let taken = self.take_shared(shared).await;
        if taken.is_err() {
            self.counted.give_back(&here);
        }
        taken
    }

    async fn take_shared(&self, shared: Vec<Counter>) -> Result<()> {
        if shared.is_empty() {
            return Ok(());
        }
        let all = store::keyed(&self.secret, shared);
        let now = self.now();
        let taken = store::take(&self.db, &all, now).await.map_err(without_database)?;
        if taken.len() == all.len() {
            return Ok(());
        }
        // Another attempt came between the look and the count.
        if !taken.is_empty() {
            store::give_back(&self.db, &taken, now).await.map_err(without_database)?;
        }
        let waits = store::waits(&self.db, &all, now).await.map_err(without_database)?;
        Err(refusal(waits.into_iter().max().unwrap_or_default()))
    }

    async fn give_counters_back(&self, Counters { here, shared }: Counters) {
        self.counted.give_back(&here);
        let shared = store::keyed(&self.secret, shared);
        if let Err(error) = store::give_back(&self.db, &shared, self.now()).await {
            tracing::warn!(%error, "an attempt stays counted");
        }
    }

    /// Milliseconds of the clock that all servers share.
    fn now(&self) -> i64 {
        self.clock.now().timestamp_millis()
    }

    fn running(&self) -> i64 {
        self.clock.running().num_milliseconds()
    }

    fn rate(&self, action: Action) -> Rate {
        let (burst, period) = action.limit();
        let tries = match burst {
            Burst::Failures(times) => self.sign_in_failures.saturating_mul(times).saturating_mul(self.factor),
            Burst::SignUps => self.sign_ups_per_hour.saturating_mul(self.factor),
            Burst::Fixed(tries) => tries.saturating_mul(self.factor),
            Burst::Once => 1,
        };
        Rate::per(tries, period)
    }

    fn is_shared(&self, action: Action) -> bool {
        match action.place() {
            Place::Database => true,
            Place::Servers => self.db.engine() == Engine::Postgres,
            Place::Process => false,
        }
    }

    fn counters(&self, action: Action, key: &str) -> Counters {
        let all: Vec<_> = counters(self.owner, action, self.rate(action), key).collect();
        if !self.is_shared(action) {
            return Counters { here: all, ..Counters::default() };
        }
        // Another server may forget them all, because the account has a new password.
        let is_reset_elsewhere = action == Action::AccountSignIn;
        Counters { here: if is_reset_elsewhere { Vec::new() } else { all.clone() }, shared: all }
    }

    fn all_counters(&self, tries: &[(Action, String)]) -> Counters {
        let mut all = Counters::default();
        for (action, key) in tries {
            let Counters { here, shared } = self.counters(*action, key);
            all.here.extend(here);
            all.shared.extend(shared);
        }
        all
    }
}

/// Counts a refusal for the operator.
fn noted(action: Action, taken: Result<()>) -> Result<()> {
    if matches!(taken, Err(Error::Refused(_))) {
        metrics::THROTTLED.add(1, &[("action", action.name())]);
    }
    taken
}

/// The counters of an attempt, by their place. Many stand in both.
#[derive(Default)]
struct Counters {
    here: Vec<Counter>,
    shared: Vec<Counter>,
}

fn refusal(wait: i64) -> Error {
    let seconds = wait.max(1).unsigned_abs().div_ceil(1000);
    domain::Error::from(Refusal::TooManyRequests).with("seconds", seconds).retry_after(seconds).into()
}

/// Whether the attempt was counted is unknown, but the caller's own change was certainly not made.
fn without_database(error: Error) -> Error {
    match error {
        Error::Broken(broken) => Error::Broken(Broken { uncertain: false, ..broken }),
        refused @ Error::Refused(_) => refused,
    }
}

/// Removes what has been regained, and mends what a clock that was set back has left.
pub async fn sweep(backend: &Backend) -> Result<()> {
    let now = backend.clock.now().timestamp_millis();
    store::delete_full(&backend.db, now).await?;
    if store::shorten(&backend.db, now).await? > 0 {
        tracing::warn!(
            "limits were counted by a clock that was ahead of this one: were the clocks of all servers set?"
        );
    }
    Ok(())
}
