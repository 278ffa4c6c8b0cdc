//! Other people, as far as somebody may know them (product 17).

use crate::{UserId, user::initials};
use serde::{Deserialize, Serialize};

/// Somebody as others see them in lists; never with an e-mail address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Person {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub username: String,
    pub profile_image_url: Option<String>,
}

impl Person {
    /// First and last name, else the username.
    pub fn display_name(&self) -> String {
        let name = format!("{} {}", self.first_name.trim(), self.last_name.trim()).trim().to_owned();
        if name.is_empty() { self.username.clone() } else { name }
    }

    pub fn initials(&self) -> String {
        initials(&self.display_name(), "")
    }
}

/// How somebody stands to the person who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// The person who asks.
    Oneself,
    Friend,
    /// Asked by the person who asks, and not answered as far as they know.
    Requested,
    /// Has asked.
    Incoming,
    Stranger,
}

#[cfg(test)]
mod tests {
    use super::Person;
    use crate::UserId;
    use uuid::Uuid;

    #[test]
    fn a_person_without_a_name_is_called_by_the_username() {
        let person = |first: &str, last: &str| Person {
            id: UserId(Uuid::nil()),
            first_name: first.into(),
            last_name: last.into(),
            username: "mia.kern".into(),
            profile_image_url: None,
        };
        assert_eq!(person("Mia", "Kern").display_name(), "Mia Kern");
        assert_eq!(person("Mia", "").display_name(), "Mia");
        assert_eq!(person(" ", "").display_name(), "mia.kern");
        assert_eq!(person("Mia", "Kern").initials(), "MK");
    }
}
