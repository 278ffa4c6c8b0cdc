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

/// The same as [`User::initials`]. `email` is empty if only the name is known.
pub fn initials(display_name: &str, email: &str) -> String {
    let initials: String = display_name.split_whitespace().take(2).filter_map(|word| word.chars().next()).collect();
    if initials.is_empty() {
        email.chars().next().map_or_else(|| "U".into(), |c| c.to_uppercase().collect())
    } else {
        initials.to_uppercase()
    }
}

/// A first or last name as stored: trimmed, bounded, without control characters and signs of writing direction. Empty if nothing of it
/// can be seen.
pub fn name(typed: &str) -> Result<String, Error> {
    let name = text::undirected(typed);
    let name = name.trim();
    if name.chars().all(|c| c.is_whitespace() || text::is_invisible(c)) {
        return Ok(String::new());
    }
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

#[cfg(test)]
mod tests {
    use super::{User, name, username};
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
    fn a_name_has_something_to_see_and_turns_nothing_round() {
        for (typed, expected) in [
            ("\u{200b}", ""),
            ("\u{2060}\u{feff} \u{ad}", ""),
            ("\u{3164}\u{115f}", ""),
            ("\u{2800} \u{2800}", ""),
            ("\u{202e}\u{2066}", ""),
            ("An\u{202e}na\u{202c}", "Anna"),
            ("\u{200f}\u{61c}Anna\u{2069}", "Anna"),
            ("\u{202a} Anna \u{202c}", "Anna"),
            ("❤\u{fe0f}", "❤\u{fe0f}"),
            ("\u{645}\u{6cc}\u{200c}\u{631}\u{627}", "\u{645}\u{6cc}\u{200c}\u{631}\u{627}"),
            ("👩‍💻", "👩‍💻"),
            ("李", "李"),
        ] {
            assert_eq!(name(typed).ok().as_deref(), Some(expected), "{typed:?}");
        }
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
}
