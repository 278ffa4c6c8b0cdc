//! Other people, as far as the viewer may know them (product 17).

use crate::{RequestId, User, UserId, user::initials};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A person as others see them in lists. It never contains the e-mail address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Person {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub username: String,
    pub profile_image_url: Option<String>,
}

impl From<&User> for Person {
    fn from(user: &User) -> Self {
        Self {
            id: user.id,
            first_name: user.first_name.clone(),
            last_name: user.last_name.clone(),
            username: user.username.clone(),
            profile_image_url: user.profile_image_url.clone(),
        }
    }
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

/// The relationship of a person to the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// The person is the viewer.
    Oneself,
    Friend,
    /// The viewer has sent a request. As far as the viewer knows, it was not answered.
    Requested,
    /// The person has sent a request to the viewer.
    Incoming,
    Stranger,
}

/// A friend of the viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Friend {
    #[serde(flatten)]
    pub person: Person,
    pub since: DateTime<Utc>,
}

/// A person with their relationship to the viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundPerson {
    #[serde(flatten)]
    pub person: Person,
    /// The address that the viewer searched for. It is never present otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Present with the address: whether the person has confirmed it. If not, the account may not belong to the owner of the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_confirmed: Option<bool>,
    pub standing: Standing,
    /// The pending request between the two people, in either direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<RequestId>,
    /// The start of the friendship, if they are friends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<DateTime<Utc>>,
}

/// A friend request, for its requester or its addressee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FriendRequest {
    pub id: RequestId,
    pub requester: Person,
    pub addressee: Person,
    pub created_at: DateTime<Utc>,
    pub state: RequestState,
}

/// A declined request looks pending to its requester.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RequestState {
    Pending,
    Accepted,
}

impl RequestState {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Person, RequestState};
    use crate::UserId;
    use uuid::Uuid;

    #[test]
    fn a_state_is_called_the_same_everywhere() {
        for state in [RequestState::Pending, RequestState::Accepted] {
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
        }
    }

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
