//! Signing in.

#[cfg(feature = "ssr")]
mod action_page;
#[cfg(feature = "hydrate")]
mod browser;
#[cfg(feature = "hydrate")]
mod client;
#[cfg(feature = "ssr")]
mod credentials;
#[cfg(feature = "ssr")]
mod dialog;
#[cfg(feature = "ssr")]
mod fields;
#[cfg(feature = "ssr")]
mod forgot_page;
pub mod form;
#[cfg(feature = "ssr")]
mod forms;
#[cfg(feature = "ssr")]
mod google_buttons;
#[cfg(feature = "ssr")]
mod google_section;
#[cfg(feature = "hydrate")]
mod http;
pub mod login_dialog;
pub mod next;
#[cfg(feature = "ssr")]
mod password_field;
#[cfg(any(feature = "hydrate", test))]
mod registration_outcome;
#[cfg(feature = "ssr")]
pub mod sign_in;

#[cfg(feature = "ssr")]
pub use {
    action_page::action_page, credentials::CredentialsSections, forgot_page::ForgotPasswordPage, forms::CONFIRMED,
};
