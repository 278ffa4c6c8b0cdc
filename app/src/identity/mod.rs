//! Signing in, and the menu of who is signed in.

pub mod login_dialog;
