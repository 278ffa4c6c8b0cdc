//! Identifiers as types of their own, so that an entry's id cannot be passed for a user's.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = crate::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::try_parse(text).map(Self).map_err(|_| crate::Refusal::InvalidId.into())
            }
        }
    };
}

id!(/// A registered person.
    UserId);
id!(/// A friend request.
    RequestId);
id!(/// One day's entry.
    EntryId);
id!(/// One answer to a reflection question.
    AnswerId);
id!(/// One picture of an entry, in all its renditions.
    ImageId);
id!(/// The recording of an entry.
    RecordingId);
id!(/// A subscription to Pro.
    SubscriptionId);
