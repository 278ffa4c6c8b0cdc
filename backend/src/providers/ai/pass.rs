//! Leave for one call to a service.

use super::AiService;
use domain::Help;

/// Where it is the one try after a rest and is dropped unused, or in the middle because nobody waits any more, the next one may try.
#[derive(Debug)]
pub struct Pass {
    service: AiService,
    help: Help,
    /// It stands for the one try after a rest, of which nobody knows yet how it goes.
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
