//! The person who makes a request. Every use case takes one.

use crate::{Clock, Error, Result};
use chrono::NaiveDate;
use domain::{
    Consent, Language, Plan, Refusal, User, UserId,
    day::{QuotaDay, Zone},
    limits,
};

#[derive(Clone, Debug)]
pub enum Viewer {
    Guest,
    /// Signed in at the identity provider, but not registered here.
    Identity {
        uid: String,
        email: String,
        verified: bool,
    },
    User(Box<Account>),
}

/// A registered person, with everything that the rules depend on.
#[derive(Clone, Debug)]
pub struct Account {
    pub user: User,
    pub email_confirmed: bool,
    pub plan: Plan,
    /// How many entries the person has, outside of the bin. [`limits::ENTRIES_BEFORE_PRO`] stands for any larger number.
    pub entries: i64,
    /// The person has just come back, having asked to leave.
    pub came_back: bool,
    /// The person has dismissed the dashboard's card about Pro.
    pub hides_pro_card: bool,
    pub zone: Zone,
    /// Minutes after midnight at which the diary day ends.
    pub day_end: u16,
    /// The diary day of the last change of zone or day end. Today is never earlier, so that travelling west reopens no day.
    pub day_floor: Option<NaiveDate>,
    /// The quota day at the last change of zone or day end, so that travelling east does not give a new quota.
    pub quota: Option<QuotaDay>,
    /// The language of mails, and of texts without a page: summaries of a service, PayPal's page. Pages use the
    /// language in the cookie.
    pub language: Language,
    /// The data that may be sent to an outside service.
    pub consent: Consent,
}

impl Viewer {
    /// The account. A guest is refused with `unauthenticated`, an unregistered identity with `user_not_found`.
    pub fn account(&self) -> Result<&Account> {
        match self {
            Self::User(account) => Ok(account),
            Self::Identity { .. } => Err(Refusal::UserNotFound.into()),
            Self::Guest => Err(Error::from(Refusal::Unauthenticated)),
        }
    }

    pub fn user_id(&self) -> Option<UserId> {
        if let Self::User(account) = self { Some(account.user.id) } else { None }
    }
}

impl Account {
    /// Whether a page may hint at Pro, in one place: a Free account that has some entries. Each hint asks this.
    pub fn shows_pro_hints(&self) -> bool {
        self.plan == Plan::Free && self.entries >= limits::ENTRIES_BEFORE_PRO
    }

    /// The person's current diary day.
    pub fn today(&self, clock: &Clock) -> NaiveDate {
        let today = domain::day::today(clock.now(), self.zone, self.day_end);
        self.day_floor.map_or(today, |floor| today.max(floor))
    }

    /// The day whose quota counts now.
    pub fn quota_day(&self, clock: &Clock) -> QuotaDay {
        QuotaDay::now(self.quota, self.today(clock), clock.now(), self.zone, self.day_end)
    }
}
