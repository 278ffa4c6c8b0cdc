//! The dialog's state, and the one door to what only a browser can do with it.

use super::{form::Tab, login_dialog::Setup};
use leptos::{html, prelude::*};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Ready,
    Busy,
    /// Signed in; the next page is on its way.
    Leaving,
}

#[derive(Clone, Copy)]
pub struct DialogState {
    pub setup: StoredValue<Setup>,
    pub dialog: NodeRef<html::Dialog>,
    pub form: NodeRef<html::Form>,
    pub tab: RwSignal<Tab>,
    pub phase: RwSignal<Phase>,
    pub error: RwSignal<Option<String>>,
    pub shows_password: RwSignal<bool>,
}

impl std::fmt::Debug for DialogState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DialogState").finish_non_exhaustive()
    }
}

impl DialogState {
    pub fn new(setup: Setup) -> Self {
        Self {
            tab: RwSignal::new(setup.open.unwrap_or(Tab::Login)),
            setup: StoredValue::new(setup),
            dialog: NodeRef::new(),
            form: NodeRef::new(),
            phase: RwSignal::new(Phase::Ready),
            error: RwSignal::new(None),
            shows_password: RwSignal::new(false),
        }
    }

    pub fn is_busy(self) -> bool {
        self.phase.get() != Phase::Ready
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Once, when the island starts.
    Listen,
    Switch(Tab),
    Submit,
    Close,
}

/// Handlers and effects run in a browser only.
pub fn act(state: DialogState, what: Act) {
    #[cfg(feature = "hydrate")]
    super::browser::act(state, what);
    #[cfg(not(feature = "hydrate"))]
    let _ = (state, what);
}
