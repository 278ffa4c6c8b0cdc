//! The two tabs of the sign-in dialog.

use super::sign_in_forms::{REGISTER, SIGN_IN};
use domain::Key;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Login,
    Register,
}

impl Tab {
    pub const ALL: [Self; 2] = [Self::Login, Self::Register];

    /// The name in the opening buttons and the page's address.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::Register => "register",
        }
    }

    /// The name of its form.
    pub fn form(self) -> &'static str {
        match self {
            Self::Login => SIGN_IN,
            Self::Register => REGISTER,
        }
    }

    /// The value of `autocomplete` for the password.
    pub fn password_autocomplete(self) -> &'static str {
        match self {
            Self::Login => "current-password",
            Self::Register => "new-password",
        }
    }

    pub fn label(self) -> Key {
        match self {
            Self::Login => Key::SignInLoginTab,
            Self::Register => Key::SignInRegisterTab,
        }
    }

    /// The button's text, and its text while the form is sent.
    pub fn button(self) -> [Key; 2] {
        match self {
            Self::Login => [Key::SignInLoginButton, Key::SignInLoginBusy],
            Self::Register => [Key::SignInRegisterButton, Key::SignInRegisterBusy],
        }
    }

    /// The message of the next page.
    pub fn done(self) -> Key {
        match self {
            Self::Login => Key::SignInSignedIn,
            Self::Register => Key::SignInAccountCreated,
        }
    }

    /// The message if the server does not answer.
    pub fn no_answer(self) -> Key {
        match self {
            Self::Login => Key::IdentityNetwork,
            Self::Register => Key::IdentityRegistrationUnsure,
        }
    }
}
