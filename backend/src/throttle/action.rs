//! The actions that are counted: how often each may be tried, and where its attempts are counted.

use Burst::{Failures, Fixed, Once, SignUps};
use Place::{Database, Process, Servers};
use chrono::TimeDelta;

/// Makes [`Action`] of a table: a name, the attempts at once, the minutes in which all of them are regained, and the place.
macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident: $burst:expr, $minutes:expr, $place:expr;)*) => {
        /// The actions that are counted. Each has its own rate.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[$doc])* $name,)*
        }

        impl Action {
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            pub(super) fn limit(self) -> (Burst, TimeDelta) {
                match self {
                    $(Self::$name => ($burst, TimeDelta::minutes($minutes)),)*
                }
            }

            pub(super) fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            pub fn place(self) -> Place {
                match self {
                    $(Self::$name => $place,)*
                }
            }
        }
    };
}

actions! {
    /// Wrong passwords from a client address, and invalid Google tokens. A signed-in person who types the current password is counted per
    /// account and address.
    SignIn: Failures(1), 15, Database;
    /// Wrong passwords for an account from a browser that was signed in to it before.
    DeviceSignIn: Failures(1), 15, Database;
    /// Wrong passwords for an account from all addresses. The limit is high, because a stranger can use it up.
    AccountSignIn: Failures(20), 60, Database;
    /// All sign-ins to an account from one address or browser, including successful ones.
    AnySignIn: Fixed(60), 15, Database;
    /// Token refreshes from an address, except those of this server. The tokens cannot be guessed.
    Refresh: Fixed(120), 15, Process;
    SignUp: SignUps, 60, Database;
    /// Checks of invitation codes.
    Invitation: Fixed(10), 1, Database;
    /// Requests for mails with a code, from an address.
    Recovery: Fixed(10), 60, Database;
    /// Requests for mails with a code, for one account.
    RecoveryAccount: Fixed(3), 60, Database;
    /// Attempts with mail codes that do not exist, from an address. The codes cannot be guessed.
    RecoveryCode: Fixed(30), 1, Process;
    /// Attempts to open links that do not exist. Their tokens cannot be guessed.
    SharedLink: Fixed(60), 1, Process;
    /// Wrong PINs for a link.
    SharePin: Fixed(50), 60, Database;
    /// Wrong PINs for a link from one address.
    SharePinAddress: Fixed(10), 60, Database;
    /// Counted openings of a link by one viewer at one address. A browser also has a cookie, which every server reads.
    LinkOpening: Once, 10, Process;
    /// Starts of a sign-in with Google, from an address.
    Google: Fixed(30), 10, Database;
    /// Requests for a transcription, a summary or a LinkedIn post, including failed ones.
    Assistant: Fixed(30), 10, Database;
    /// Requests by an account whose answer reveals whether somebody has an account: searches, friend requests to a mail address, and
    /// invitations, including failed ones.
    PersonSearch: Fixed(30), 10, Database;
    /// Friend requests by an account.
    FriendRequest: Fixed(30), 60, Database;
    /// Cancellations and withdrawals from an address.
    Declaration: Fixed(10), 60, Database;
    /// Downloads of an archive by an account.
    Export: Fixed(20), 60, Database;
    /// Years that an account reads as a book. Reading goes on while the disk is full.
    Book: Fixed(20), 10, Process;
    /// Files to import that an account sends.
    Import: Fixed(20), 60, Database;
    /// Reports by an account.
    Report: Fixed(10), 24 * 60, Database;
    /// Webhooks of the payment provider, from an address. Anybody can send them, so a flood of them must not reach the database.
    Webhook: Fixed(300), 1, Process;
    /// Saves by an account: entries, the profile, orders, and everything else of its own.
    Save: Fixed(60), 1, Servers;
    /// Turns of the sweep of media, which lists the whole bucket: servers take turns. A little less than the time between two sweeps.
    MediaSweep: Once, 9, Servers;
}

/// How many attempts an action has at once.
#[derive(Clone, Copy, Debug)]
pub(super) enum Burst {
    /// A multiple of the setting for wrong passwords.
    Failures(u32),
    /// The setting for new accounts.
    SignUps,
    Fixed(u32),
    /// A burst of one, also where limits are raised for tests.
    Once,
}

/// Where the attempts of an action are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the database: for all servers, also after a restart. It is the place of whatever protects people or money.
    Database,
    /// In the database where several servers may share it. `SQLite` has one server, and its saves are spared one more write.
    Servers,
    /// In the memory of each server: it only keeps away a flood.
    Process,
}

/// `burst` attempts at once. One attempt is regained every `milliseconds`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    pub burst: i64,
    pub milliseconds: i64,
}

impl Rate {
    pub fn per(burst: u32, period: TimeDelta) -> Self {
        let burst = i64::from(burst.max(1));
        Self { burst, milliseconds: (period.num_milliseconds() / burst).max(1) }
    }
}
