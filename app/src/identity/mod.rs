//! Signing in, and the menu of who is signed in.

#[cfg(feature = "hydrate")]
mod browser;
#[cfg(feature = "hydrate")]
mod client;
#[cfg(feature = "ssr")]
mod dialog;
#[cfg(feature = "ssr")]
mod fields;
pub mod form;
#[cfg(feature = "hydrate")]
mod http;
pub mod login_dialog;
pub mod next;
#[cfg(feature = "ssr")]
pub mod profile_menu;
#[cfg(feature = "ssr")]
pub mod sign_in;
