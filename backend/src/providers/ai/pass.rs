//! Permission for one call to a service.

use super::AiService;
use domain::Help;

/// Permission for one call. A trial call that is dropped without a result lets the next caller try.
#[derive(Debug)]
pub struct Pass {
    service: AiService,
    help: Help,
    /// It is the trial call after a pause, and has no result yet.
    is_open_try: bool,
}

impl Pass {
    pub(super) fn new(service: AiService, help: Help, is_open_try: bool) -> Self {
        Self { service, help, is_open_try }
    }

    pub(super) fn help(&self) -> Help {
        self.help
    }

    pub(super) fn note(mut self, is_well: bool) {
        self.is_open_try = false;
        self.service.breaker(self.help).note(is_well);
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if self.is_open_try {
            self.service.breaker(self.help).dismiss();
        }
    }
}
