//! A registered person (spec 3).

use crate::{Error, Refusal, UserId, Visibility, limits, text};
use serde::{Deserialize, Serialize};

/// A person's own view of the account. Never sent to anybody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: UserId,
    /// The identity provider's id of this person.
    pub uid: String,
    pub email: String,
    pub display_name: String,
    pub first_name: String,
    pub last_name: String,
    pub username: String,
    pub profile_image_url: Option<String>,
    pub pro_account: bool,
    pub default_visibility: Visibility,
}

impl User {
    /// First name, else the part of the e-mail address before the at sign. Without either, pages say 'User' (spec 2).
    pub fn greeting_name(&self) -> Option<&str> {
        let before_at = self.email.split('@').next().unwrap_or("");
        [self.first_name.trim(), before_at].into_iter().find(|name| !name.is_empty())
    }

    /// Letters for the avatar (spec 2): two words give two initials, else the e-mail's first letter, else U.
    pub fn initials(&self) -> String {
        initials(&self.display_name, &self.email)
    }
}

/// As [`User::initials`]. If only the name is known, `email` is empty.
pub fn initials(display_name: &str, email: &str) -> String {
    let initials: String = display_name.split_whitespace().take(2).filter_map(|word| word.chars().next()).collect();
    if initials.is_empty() {
        email.chars().next().map_or_else(|| "U".into(), |c| c.to_uppercase().collect())
    } else {
        initials.to_uppercase()
    }
}

/// A first or last name as stored: trimmed, bounded, without control characters.
pub fn name(typed: &str) -> Result<String, Error> {
    let name = typed.trim();
    if name.chars().any(char::is_control) {
        return Err(Refusal::InvalidCharacter.into());
    }
    if text::length(name) > limits::NAME { Err(Refusal::NameTooLong.into()) } else { Ok(name.to_owned()) }
}

/// A username as stored: in lower case, of letters, digits, dots, dashes and underscores.
pub fn username(typed: &str) -> Result<String, Error> {
    let name = typed.trim().to_lowercase();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-".contains(c);
    if name.chars().all(plain) && (limits::USERNAME_MIN..=limits::USERNAME).contains(&name.len()) {
        Ok(name)
    } else {
        Err(Refusal::UsernameInvalid.into())
    }
}

/// An e-mail address for comparison: trimmed and in lower case.
pub fn fold_email(typed: &str) -> String {
    typed.trim().to_lowercase()
}

/// Whether both addresses surely belong to the same mailbox. Host names ignore case. What stands before the `@` is compared exactly,
/// because only the host knows its rules. Accounts ignore case completely ([`fold_email`]).
pub fn is_same_mailbox(one: &str, other: &str) -> bool {
    match (one.trim().rsplit_once('@'), other.trim().rsplit_once('@')) {
        (Some((name, host)), Some((other_name, other_host))) => {
            name == other_name && host.to_lowercase() == other_host.to_lowercase()
        }
        _ => false,
    }
}

/// The address without its tag: mail to `anna+tagesecho@example.org` and to `anna@example.org` usually arrives in the same mailbox.
pub fn untagged_email(email: &str) -> String {
    let parts = email.rsplit_once('@').and_then(|(local, host)| Some((local.split_once('+')?.0, host)));
    match parts {
        Some((name, host)) if !name.is_empty() => format!("{name}@{host}"),
        _ => email.to_owned(),
    }
}

/// Whether this looks like an e-mail address. The provider checks the rest by sending a mail.
pub fn is_email(text: &str) -> bool {
    let Some((local, host)) = text.rsplit_once('@') else { return false };
    !local.is_empty()
        && !host.is_empty()
        && !host.starts_with('.')
        && !host.ends_with('.')
        && !text.chars().any(|c| c.is_whitespace() || c.is_control())
        && text::length(text) <= limits::EMAIL
}

/// Whether a new account may have this address. A host without a dot is taken for a typing error, because nobody has mail at a top-level
/// domain. An existing account with such an address can still sign in.
pub fn is_new_email(text: &str) -> bool {
    is_email(text) && text.rsplit_once('@').is_some_and(|(_, host)| host.contains('.') && !host.contains(".."))
}

#[cfg(test)]
mod tests {
    use super::{User, is_email, is_new_email, is_same_mailbox, name, untagged_email, username};
    use crate::{UserId, Visibility};

    fn user(display_name: &str, first_name: &str, email: &str) -> User {
        User {
            id: UserId(uuid::Uuid::nil()),
            uid: String::new(),
            email: email.into(),
            display_name: display_name.into(),
            first_name: first_name.into(),
            last_name: String::new(),
            username: String::new(),
            profile_image_url: None,
            pro_account: false,
            default_visibility: Visibility::Private,
        }
    }

    #[test]
    fn a_mailbox_is_the_hosts_affair() {
        assert!(is_same_mailbox("max@example.org", " max@Example.ORG "));
        for other in ["Max@example.org", "max+1@example.org", "max@example.com", "max", ""] {
            assert!(!is_same_mailbox("max@example.org", other), "{other}");
        }
        assert!(!is_same_mailbox("max", "max"));
    }

    #[test]
    fn a_tag_makes_no_other_address() {
        for (typed, plain) in [
            ("anna+1@example.org", "anna@example.org"),
            ("anna+a+b@example.org", "anna@example.org"),
            ("anna@example.org", "anna@example.org"),
            ("anna@x+y.example.org", "anna@x+y.example.org"),
            ("+1@example.org", "+1@example.org"),
            ("anna+1", "anna+1"),
        ] {
            assert_eq!(untagged_email(typed), plain);
        }
    }

    #[test]
    fn initials_come_from_the_name_then_the_address_then_u() {
        for (display, email, expected) in [
            ("Anna Berger", "x@y", "AB"),
            ("anna maria berger", "", "AM"),
            ("Änne", "", "Ä"),
            ("", "zoe@x.de", "Z"),
            (" ", "", "U"),
        ] {
            assert_eq!(user(display, "", email).initials(), expected);
        }
    }

    #[test]
    fn the_greeting_falls_back_to_the_address() {
        assert_eq!(user("", "Anna", "a@b").greeting_name(), Some("Anna"));
        assert_eq!(user("", " ", "anna@b").greeting_name(), Some("anna"));
        assert_eq!(user("", "", "").greeting_name(), None);
    }

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(name("  Anna ").ok().as_deref(), Some("Anna"));
        assert!(name(&"a".repeat(81)).is_err());
        assert!(name("a\nb").is_err());
    }

    #[test]
    fn usernames_are_folded_and_plain() {
        for (typed, expected) in [
            (" Anna.Berger ", Some("anna.berger")),
            ("a_b-9", Some("a_b-9")),
            ("ABC", Some("abc")),
            ("ab", None),
            ("änne", None),
            ("anna berger", None),
            ("anna@x", None),
            // The Kelvin sign folds to a plain k.
            ("\u{212a}arl", Some("karl")),
        ] {
            assert_eq!(username(typed).ok().as_deref(), expected, "{typed}");
        }
        assert!(username(&"a".repeat(30)).is_ok() && username(&"a".repeat(31)).is_err());
    }

    #[test]
    fn addresses_need_both_sides_of_an_at_sign() {
        assert!(is_email("anna@example.org") && is_email("a\"@b\"@example.org"));
        for text in ["anna", "@x.de", "a@", "a b@x.de", "a@.de", "a@x."] {
            assert!(!is_email(text) && !is_new_email(text), "{text}");
        }
        for text in ["zoe@example", "a@x..de", "a.b@c"] {
            assert!(is_email(text) && !is_new_email(text), "{text}");
        }
        assert!(is_new_email("zoe@mail.example"));
    }
}
