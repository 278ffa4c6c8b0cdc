//! Signing in.

#[cfg(feature = "ssr")]
mod action_page;
mod client;
#[cfg(feature = "ssr")]
mod credentials;
mod dialog_state;
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
mod http;
pub mod login_form;
pub mod next;
#[cfg(feature = "ssr")]
mod password_field;
mod registration_outcome;
#[cfg(feature = "ssr")]
pub mod sign_in;

#[cfg(feature = "ssr")]
pub use {
    action_page::action_page,
    credentials::CredentialsSections,
    forgot_page::ForgotPasswordPage,
    forms::{CONFIRMED, SEND_VERIFICATION},
};
