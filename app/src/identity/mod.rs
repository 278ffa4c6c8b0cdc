//! Signing in, and the menu of who is signed in.

pub mod login_dialog;
pub mod next;
#[cfg(feature = "ssr")]
pub mod profile_menu;
