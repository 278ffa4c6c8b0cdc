//! The domain: types, rules, limits and error codes. No I/O; compiles to WebAssembly.

pub mod assistant;
pub mod audit;
pub mod date;
pub mod day;
pub mod declaration;
pub mod device;
pub mod email;
#[cfg(feature = "emoji")]
pub mod emoji;
pub mod entry;
pub mod error;
pub mod feed;
pub mod friends;
pub mod greeting;
pub mod id;
pub mod identity;
pub mod imports;
pub mod language;
pub mod limits;
pub mod linkedin;
pub mod media;
mod memories;
pub mod mood;
pub mod plan;
pub mod price;
pub mod recording;
pub mod reflection;
pub mod reminders;
pub mod report;
pub mod search;
pub mod sharing;
pub mod stats;
pub mod subscription;
pub mod text;
#[cfg(feature = "texts")]
pub mod texts;
pub mod user;
pub mod username;
pub mod visibility;

pub use assistant::{Consent, ConsentForm, Help, Said};
pub use audit::{AuditEvent, AuditKind};
pub use declaration::{Declaration, DeclarationForm, Receipt, StatementForm};
pub use device::Device;
pub use email::Email;
pub use entry::{Author, Entry, EntryContent, EntryForm, EntryTexts};
pub use error::{Error, Refusal};
pub use feed::{FeedChoice, FeedFilters, OnlyOwn};
pub use friends::{FoundPerson, Friend, FriendRequest, Person, RequestState, Standing};
pub use id::{AnswerId, EntryId, ImageId, RecordingId, RequestId, SubscriptionId, UserId};
pub use imports::Origin;
pub use language::Language;
pub use linkedin::LinkedInProfile;
pub use mood::{Feeling, Mood};
pub use plan::Plan;
pub use price::Vat;
pub use recording::{Recording, SoundFormat};
pub use reminders::{MailKind, NotificationForm, Notifications, ReminderTime};
pub use report::ReportReason;
pub use search::{EntryPart, Piece, Search, SearchForm, SearchHit};
pub use sharing::{ExpectedLink, Expiry, LinkForm, LinkState, LinkView, PinChange, ShareOptions, SharedEntry};
pub use subscription::{ProStatus, Subscription, SubscriptionStatus};
#[cfg(feature = "texts")]
pub use texts::Key;
pub use user::User;
pub use visibility::Visibility;
