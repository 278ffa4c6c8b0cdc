//! Requests of an island, of which the newest one counts.

use leptos::{prelude::*, task::spawn_local};

/// Drops the answer to an earlier request. (Leptos' `Action` shows whichever answer comes last.)
#[derive(Clone, Copy)]
pub struct NewestRequest(StoredValue<usize>);

impl NewestRequest {
    pub fn new() -> Self {
        Self(StoredValue::new(0))
    }

    /// Gives the answer to `done`, unless another request has been sent meanwhile.
    pub fn send<T>(self, request: impl Future<Output = T> + 'static, done: impl FnOnce(T) + 'static) {
        let id = self.0.get_value() + 1;
        self.0.set_value(id);
        spawn_local(async move {
            let answer = request.await;
            if self.0.get_value() == id {
                done(answer);
            }
        });
    }
}
