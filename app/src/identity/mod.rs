//! Signing in.

#[cfg(feature = "ssr")]
mod action_page;
#[cfg(feature = "ssr")]
mod credentials;
#[cfg(feature = "ssr")]
mod forgot_page;
#[cfg(feature = "ssr")]
mod forms;
#[cfg(feature = "ssr")]
mod google_buttons;
#[cfg(feature = "ssr")]
mod google_section;
pub mod next;
#[cfg(feature = "ssr")]
mod password_field;
#[cfg(feature = "ssr")]
pub mod sign_in;
#[cfg(feature = "ssr")]
mod sign_in_fields;
#[cfg(feature = "ssr")]
mod sign_in_forms;
#[cfg(feature = "ssr")]
pub mod tab;

#[cfg(feature = "ssr")]
pub use {
    action_page::action_page,
    credentials::{CredentialsSections, load_credentials},
    forgot_page::ForgotPasswordPage,
    forms::{CONFIRMED, SEND_VERIFICATION, id_token},
    password_field::PasswordField,
    sign_in_forms::DONE as SIGN_IN_DONE,
};
