//! The forms of signing in and registering, and the identity provider's error codes.

use serde::{Deserialize, Serialize};

/// Signs in with e-mail and password.
#[derive(Clone, Default)]
pub struct SignInForm {
    pub email: String,
    pub password: String,
}

/// Registers with e-mail, password and an invitation.
#[derive(Clone, Default)]
pub struct InvitedForm {
    pub first_name: String,
    pub last_name: String,
    pub credentials: SignInForm,
    /// A code, or a whole link.
    pub invitation_code: String,
    /// A proof that only an invitation mail contains. Empty without such a mail.
    pub email_token: String,
}

/// The part of the provider's response that a sign-in needs.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tokens {
    pub local_id: String,
    pub id_token: String,
    pub refresh_token: String,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokens").field("local_id", &self.local_id).finish_non_exhaustive()
    }
}

/// `POST /api/auth/session`, body; the ID token is the bearer.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionForm {
    pub refresh_token: String,
    /// The browser's IANA zone.
    #[serde(default)]
    pub zone: Option<String>,
    #[serde(default)]
    pub language: Option<String>,
}

impl std::fmt::Debug for SessionForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionForm").field("zone", &self.zone).finish_non_exhaustive()
    }
}

/// `POST /api/auth/validate-invitation`, body.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct InvitationForm {
    pub invitation_code: String,
}

/// `POST /api/auth/simple-register`, body.
#[derive(Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RegistrationForm {
    pub invitation_code: String,
    pub first_name: String,
    pub last_name: String,
    /// A proof that only an invitation mail contains. Empty without such a mail.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub email_token: String,
    /// The language of the mail that asks to confirm the address.
    #[serde(default)]
    pub language: Option<String>,
}

/// The part between the code and its proof in the link of a mailed invitation.
pub const PROOF_START: &str = "#proof=";

/// The code and the proof in what was typed as an invitation: a code, or a whole link. The proof is empty unless the link is from a mail.
pub fn invitation_of(typed: &str) -> (&str, &str) {
    let Some((_, rest)) = typed.split_once("invite=") else { return (typed, "") };
    let link = rest.split(char::is_whitespace).next().unwrap_or_default();
    let code = link.split(['&', '#']).next().unwrap_or_default();
    (code, link.split_once(PROOF_START).map_or("", |(_, proof)| proof))
}

/// The proof in `CODE#proof=PROOF`, if that is the code that was typed, in whatever groups and case.
pub fn proof_of<'a>(kept: &'a str, code: &str) -> Option<&'a str> {
    let symbols =
        |code: &str| code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
    kept.split_once(PROOF_START).filter(|(of, _)| symbols(of) == symbols(code)).map(|(_, proof)| proof)
}

/// Asks for a mail with a link to a new password.
#[derive(Clone, Debug)]
pub struct ForgottenForm {
    pub email: String,
}

/// A new password, with the code from a mail.
#[derive(Clone)]
pub struct ResetForm {
    pub oob_code: String,
    pub new_password: String,
}

/// Changes the password.
#[derive(Clone)]
pub struct PasswordForm {
    pub current_password: String,
    pub new_password: String,
}

/// Changes the address, once the new one is confirmed.
#[derive(Clone)]
pub struct EmailForm {
    pub current_password: String,
    pub email: String,
}

/// `DELETE /api/account`, body.
#[derive(Clone, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeaveForm {
    /// The current one. Who signs in with Google alone leaves it out, and has signed in just before.
    #[serde(default)]
    pub password: String,
    /// True: at once, without fourteen days to come back.
    #[serde(default)]
    pub immediately: bool,
}

/// Hides all fields of these forms in `Debug`.
macro_rules! hidden {
    ($($form:ident)*) => {$(
        impl std::fmt::Debug for $form {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($form), "(..)"))
            }
        }
    )*};
}
hidden! { SignInForm InvitedForm RegistrationForm ResetForm PasswordForm EmailForm LeaveForm }

/// Error codes of the Identity Toolkit's wire contract: the `message` of its error body, with details after ` : `.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdentityCode {
    EmailExists,
    WeakPassword,
    /// A common password that is long enough. This variant is ours; on the wire it is a detail of `WEAK_PASSWORD`.
    CommonPassword,
    InvalidEmail,
    EmailNotFound,
    InvalidPassword,
    InvalidLoginCredentials,
    UserDisabled,
    TooManyAttempts,
    InvalidIdToken,
    TokenExpired,
    UserNotFound,
    MissingPassword,
    InvalidRefreshToken,
    InvalidOobCode,
    ExpiredOobCode,
    /// The request has no code.
    MissingOobCode,
    OperationNotAllowed,
    UnauthorizedDomain,
    /// The other provider's token is not valid.
    InvalidIdpResponse,
    /// The other provider has not confirmed the address. This code is ours: the real service creates an account all the same.
    UnverifiedEmail,
    /// The other provider's account is connected with another account here.
    AlreadyLinked,
    CredentialTooOld,
    PasswordLoginDisabled,
    /// Only the project's owner can create accounts.
    AdminOnly,
    /// The project has password rules beyond the length.
    PasswordRequirements,
    /// The project has no sign-in, or its key does not allow our requests.
    Misconfigured,
    Other,
}

impl IdentityCode {
    const TABLE: &[(Self, &str)] = &[
        (Self::EmailExists, "EMAIL_EXISTS"),
        (Self::WeakPassword, "WEAK_PASSWORD"),
        (Self::CommonPassword, "WEAK_PASSWORD : Password is one of the commonest"),
        (Self::InvalidEmail, "INVALID_EMAIL"),
        (Self::EmailNotFound, "EMAIL_NOT_FOUND"),
        (Self::InvalidPassword, "INVALID_PASSWORD"),
        (Self::InvalidLoginCredentials, "INVALID_LOGIN_CREDENTIALS"),
        (Self::UserDisabled, "USER_DISABLED"),
        (Self::TooManyAttempts, "TOO_MANY_ATTEMPTS_TRY_LATER"),
        (Self::InvalidIdToken, "INVALID_ID_TOKEN"),
        (Self::TokenExpired, "TOKEN_EXPIRED"),
        (Self::UserNotFound, "USER_NOT_FOUND"),
        (Self::MissingPassword, "MISSING_PASSWORD"),
        (Self::InvalidRefreshToken, "INVALID_REFRESH_TOKEN"),
        (Self::InvalidOobCode, "INVALID_OOB_CODE"),
        (Self::ExpiredOobCode, "EXPIRED_OOB_CODE"),
        (Self::MissingOobCode, "MISSING_OOB_CODE"),
        (Self::OperationNotAllowed, "OPERATION_NOT_ALLOWED"),
        (Self::UnauthorizedDomain, "UNAUTHORIZED_DOMAIN"),
        (Self::InvalidIdpResponse, "INVALID_IDP_RESPONSE"),
        (Self::UnverifiedEmail, "UNVERIFIED_EMAIL"),
        (Self::AlreadyLinked, "FEDERATED_USER_ID_ALREADY_LINKED"),
        (Self::CredentialTooOld, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"),
        (Self::PasswordLoginDisabled, "PASSWORD_LOGIN_DISABLED"),
        (Self::AdminOnly, "ADMIN_ONLY_OPERATION"),
        (Self::PasswordRequirements, "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"),
        (Self::Misconfigured, "CONFIGURATION_NOT_FOUND"),
    ];
    /// Sentences that Google sends in place of a code.
    const SENTENCES: &[(Self, &str)] = &[
        (Self::UnauthorizedDomain, "Requests from referer "),
        (Self::Misconfigured, "Requests "),
        (Self::Misconfigured, "API key "),
    ];

    pub fn wire(self) -> &'static str {
        Self::TABLE.iter().find(|(code, _)| *code == self).map_or("INTERNAL_ERROR", |(_, wire)| wire)
    }

    /// Reads the `message` of the provider's error body.
    pub fn parse(message: &str) -> Self {
        let wire = message.split(" : ").next().unwrap_or("").trim();
        let of = |wire| Self::TABLE.iter().find(|(_, w)| *w == wire);
        let by_code = of(message.trim()).or_else(|| of(wire));
        let by_sentence = || Self::SENTENCES.iter().find(|(_, start)| wire.starts_with(start));
        by_code.or_else(by_sentence).map_or(Self::Other, |(code, _)| *code)
    }
}

#[cfg(test)]
mod tests {
    use super::{IdentityCode, invitation_of, proof_of};

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
    fn an_invitation_is_a_code_or_its_whole_link() {
        for (typed, expected) in [
            ("K7QW-3MPA-XY", ("K7QW-3MPA-XY", "")),
            ("https://tagesecho.example/?invite=K7QW-3MPA-XY", ("K7QW-3MPA-XY", "")),
            (" https://tagesecho.example/?invite=K7QW-3MPA-XY#proof=abc_-1\n", ("K7QW-3MPA-XY", "abc_-1")),
            ("Komm: https://tagesecho.example/?lang=de&invite=k7qw3mpaxy&x=1 Anna", ("k7qw3mpaxy", "")),
            ("https://tagesecho.example/?invite=", ("", "")),
            ("https://tagesecho.example/", ("https://tagesecho.example/", "")),
        ] {
            assert_eq!(invitation_of(typed), expected, "{typed:?}");
        }
    }

    #[test]
    fn details_behind_the_colon_do_not_hide_the_code() {
        assert_eq!(
            IdentityCode::parse("WEAK_PASSWORD : Password should be at least 6 characters"),
            IdentityCode::WeakPassword
        );
        assert_eq!(IdentityCode::parse("SOMETHING_NEW"), IdentityCode::Other);
        assert_eq!(IdentityCode::parse(IdentityCode::CommonPassword.wire()), IdentityCode::CommonPassword);
        let key = "API key not valid. Please pass a valid API key.";
        assert_eq!(IdentityCode::parse(key), IdentityCode::Misconfigured);
        let referer = "Requests from referer https://x.example are blocked.";
        assert_eq!(IdentityCode::parse(referer), IdentityCode::UnauthorizedDomain);
        let api = "Requests to this API identitytoolkit method signUp are blocked.";
        assert_eq!(IdentityCode::parse(api), IdentityCode::Misconfigured);
        assert_eq!(IdentityCode::EmailExists.wire(), "EMAIL_EXISTS");
    }
}
