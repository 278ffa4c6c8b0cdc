//! How often something may be tried, by address and by account; memory is bounded.

use crate::Result;

/// What is counted, each with its own rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    SignIn,
    SignUp,
    Invitation,
    SharedLink,
}

#[derive(Debug, Default)]
pub struct Throttle {}

impl Throttle {
    /// Takes one try of `key` (an address or an account), or refuses with `too_many_requests` and the seconds to wait.
    pub fn take(&self, _action: Action, _key: &str) -> Result<()> {
        unimplemented!()
    }
}
