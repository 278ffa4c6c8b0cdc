//! What somebody typed into the dialog, and what is missing in it (spec 5).

use domain::identity::{IdentityCode, PROOF_START};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tab {
    #[default]
    Login,
    Register,
}

impl Tab {
    /// As the opening buttons and the page's address name it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::Register => "register",
        }
    }

    /// The text where nobody knows why it did not work.
    pub fn failed(self) -> &'static str {
        match self {
            Self::Login => "identity.authentication_failed",
            Self::Register => "identity.registration_failed",
        }
    }

    /// What a browser may offer as the password.
    pub fn password_autocomplete(self) -> &'static str {
        match self {
            Self::Login => "current-password",
            Self::Register => "new-password",
        }
    }

    pub fn parse(name: &str) -> Self {
        if name == "register" { Self::Register } else { Self::Login }
    }
}

/// The dialog's fields.
#[derive(Clone, Copy, Debug)]
pub struct Form;

impl Form {
    pub const TAB: &str = "tab";
    pub const FIRST_NAME: &str = "firstName";
    pub const LAST_NAME: &str = "lastName";
    pub const EMAIL: &str = "email";
    pub const PASSWORD: &str = "password";
    pub const INVITATION_CODE: &str = "invitationCode";

    /// The id of the field with this name.
    pub fn id(name: &str) -> String {
        ["sign-in-", name].concat()
    }
}

#[derive(Clone, Default)]
pub struct Typed {
    pub tab: Tab,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub password: String,
    pub invitation_code: String,
    /// From the link of a mailed invitation.
    pub email_token: String,
}

impl std::fmt::Debug for Typed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Typed").finish_non_exhaustive()
    }
}

/// The text that says so, and the field to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    pub text: &'static str,
    pub field: &'static str,
}

impl Typed {
    /// The first thing missing, in the order of the fields.
    pub fn missing(&self) -> Option<Missing> {
        let names = [(&self.first_name, Form::FIRST_NAME), (&self.last_name, Form::LAST_NAME)];
        let credentials = [(&self.email, Form::EMAIL), (&self.password, Form::PASSWORD)];
        let empty = |fields: [(&String, &'static str); 2], text| {
            fields.into_iter().find(|(typed, _)| typed.trim().is_empty()).map(|(_, field)| Missing { text, field })
        };
        let credentials = || empty(credentials, "sign_in.credentials_missing");
        if self.tab == Tab::Login {
            return credentials();
        }
        empty(names, "sign_in.names_missing").or_else(credentials).or_else(|| {
            let code = Missing { text: "sign_in.invitation_missing", field: Form::INVITATION_CODE };
            self.invitation_code.trim().is_empty().then_some(code)
        })
    }

    pub fn display_name(&self) -> String {
        format!("{} {}", self.first_name.trim(), self.last_name.trim())
    }
}

/// The proof in `CODE#proof=PROOF`, if that is the code that was typed, in whatever groups and case.
pub fn proof_of<'a>(kept: &'a str, code: &str) -> Option<&'a str> {
    let symbols =
        |code: &str| code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
    kept.split_once(PROOF_START).filter(|(of, _)| symbols(of) == symbols(code)).map(|(_, proof)| proof)
}

/// Stands for [`Tab::failed`] in the dialog.
pub const UNKNOWN: &str = "identity.unknown";

/// The text for a refusal of the identity provider (spec 8).
pub fn text_of(code: IdentityCode) -> &'static str {
    match code {
        IdentityCode::EmailExists => "identity.email_exists",
        IdentityCode::WeakPassword => "identity.weak_password",
        IdentityCode::CommonPassword => "identity.common_password",
        IdentityCode::InvalidEmail => "identity.invalid_email",
        IdentityCode::EmailNotFound => "identity.email_not_found",
        IdentityCode::InvalidPassword => "identity.invalid_password",
        IdentityCode::InvalidLoginCredentials => "identity.invalid_login_credentials",
        IdentityCode::UserDisabled => "identity.user_disabled",
        IdentityCode::TooManyAttempts => "identity.too_many_attempts",
        IdentityCode::MissingPassword => "sign_in.credentials_missing",
        IdentityCode::InvalidIdToken | IdentityCode::TokenExpired | IdentityCode::UserNotFound => "identity.no_user",
        IdentityCode::OperationNotAllowed | IdentityCode::PasswordLoginDisabled => "identity.password_login_disabled",
        IdentityCode::UnauthorizedDomain => "identity.unauthorized_domain",
        IdentityCode::Misconfigured => "identity.access_denied",
        IdentityCode::AdminOnly => "identity.admin_only",
        IdentityCode::PasswordRequirements => "identity.password_requirements",
        IdentityCode::CredentialTooOld => "identity.sign_in_again",
        IdentityCode::InvalidRefreshToken
        | IdentityCode::InvalidIdpResponse
        | IdentityCode::UnverifiedEmail
        | IdentityCode::AlreadyLinked
        | IdentityCode::InvalidOobCode
        | IdentityCode::ExpiredOobCode
        | IdentityCode::MissingOobCode
        | IdentityCode::Other => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::{Tab, Typed, proof_of, text_of};
    use domain::identity::IdentityCode;

    fn typed(tab: Tab, fields: [&str; 5]) -> Typed {
        let [first_name, last_name, email, password, invitation_code] = fields.map(str::to_owned);
        Typed { tab, first_name, last_name, email, password, invitation_code, email_token: String::new() }
    }

    #[test]
    fn a_proof_goes_with_its_code_alone() {
        let kept = "K7QW-3MPA-XY#proof=abc_-1";
        for typed in ["K7QW-3MPA-XY", " k7qw3mpaxy "] {
            assert_eq!(proof_of(kept, typed), Some("abc_-1"), "{typed}");
        }
        for (kept, typed) in [(kept, "AAAA-AAAA-AA"), (kept, ""), ("K7QW-3MPA-XY", "K7QW-3MPA-XY"), ("", "")] {
            assert_eq!(proof_of(kept, typed), None, "{kept} {typed}");
        }
    }

    #[test]
    fn the_login_tab_asks_for_address_and_password_alone() {
        let missing = |fields| typed(Tab::Login, fields).missing().map(|m| (m.text, m.field));
        assert_eq!(missing([""; 5]), Some(("sign_in.credentials_missing", "email")));
        assert_eq!(missing(["", "", "a@b.de", "", ""]), Some(("sign_in.credentials_missing", "password")));
        assert_eq!(missing(["", "", "a@b.de", "secret", ""]), None);
    }

    #[test]
    fn the_register_tab_says_what_is_missing_in_the_order_of_the_fields() {
        let missing = |fields| typed(Tab::Register, fields).missing().map(|m| (m.text, m.field));
        assert_eq!(missing([""; 5]), Some(("sign_in.names_missing", "firstName")));
        assert_eq!(missing(["Mia", " ", "a@b.de", "secret", "X"]), Some(("sign_in.names_missing", "lastName")));
        assert_eq!(missing(["Mia", "Lang", "", "secret", "X"]), Some(("sign_in.credentials_missing", "email")));
        assert_eq!(
            missing(["Mia", "Lang", "a@b.de", "secret", " "]),
            Some(("sign_in.invitation_missing", "invitationCode"))
        );
        assert_eq!(missing(["Mia", "Lang", "a@b.de", "secret", "X"]), None);
    }

    #[test]
    fn the_providers_codes_have_the_texts_of_the_catalogue() {
        for (wire, text) in [
            ("EMAIL_EXISTS", "identity.email_exists"),
            ("WEAK_PASSWORD : Password should be at least 6 characters", "identity.weak_password"),
            ("WEAK_PASSWORD : Password is one of the commonest", "identity.common_password"),
            ("INVALID_EMAIL", "identity.invalid_email"),
            ("EMAIL_NOT_FOUND", "identity.email_not_found"),
            ("INVALID_PASSWORD", "identity.invalid_password"),
            ("INVALID_LOGIN_CREDENTIALS", "identity.invalid_login_credentials"),
            ("TOO_MANY_ATTEMPTS_TRY_LATER", "identity.too_many_attempts"),
            ("OPERATION_NOT_ALLOWED", "identity.password_login_disabled"),
            ("PASSWORD_LOGIN_DISABLED", "identity.password_login_disabled"),
            ("UNAUTHORIZED_DOMAIN : DOMAIN_NOT_WHITELISTED", "identity.unauthorized_domain"),
            ("CONFIGURATION_NOT_FOUND", "identity.access_denied"),
            ("API key not valid. Please pass a valid API key.", "identity.access_denied"),
            ("ADMIN_ONLY_OPERATION", "identity.admin_only"),
            ("PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing", "identity.password_requirements"),
            ("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "identity.sign_in_again"),
            ("QUOTA_EXCEEDED", "identity.unknown"),
        ] {
            assert_eq!(text_of(IdentityCode::parse(wire)), text, "{wire}");
        }
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn every_text_of_the_dialog_is_in_the_table() {
        let codes = [
            "EMAIL_EXISTS",
            "WEAK_PASSWORD : Password is one of the commonest",
            "USER_DISABLED",
            "MISSING_PASSWORD",
            "INVALID_ID_TOKEN",
            "PASSWORD_LOGIN_DISABLED",
            "UNAUTHORIZED_DOMAIN",
            "CONFIGURATION_NOT_FOUND",
            "ADMIN_ONLY_OPERATION",
            "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
            "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
            "?",
        ];
        let named = codes.map(|wire| text_of(IdentityCode::parse(wire)));
        let own = ["sign_in.credentials_missing", "sign_in.names_missing", "sign_in.invitation_missing"];
        let failed = [Tab::Login, Tab::Register].map(Tab::failed);
        for text in named.into_iter().chain(own).chain(failed) {
            assert!(domain::Key::by_name(text).is_some(), "{text}");
        }
    }
}
