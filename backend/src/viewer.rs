//! Who asks. Every use case takes one.

use crate::{Clock, Error, Result};
use chrono::NaiveDate;
use domain::{
    Consent, Language, Plan, Refusal, User, UserId,
    day::{QuotaDay, Zone},
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

/// A registered person with what the rules ask of them.
#[derive(Clone, Debug)]
pub struct Account {
    pub user: User,
    pub plan: Plan,
    /// Whether the dashboard may say what Pro adds: to Free accounts that did not send the hint away.
    pub hears_of_pro: bool,
    pub zone: Zone,
    /// Minutes after midnight at which the diary day ends.
    pub day_end: u16,
    /// The latest day that was today when the zone changed: travelling west reopens no day.
    pub day_floor: Option<NaiveDate>,
    /// The quota that counted when zone or day end changed: travelling east brings no other one.
    pub quota: Option<QuotaDay>,
    /// For mails only; pages follow the cookie.
    pub language: Language,
    /// What may go to a service outside.
    pub consent: Consent,
}

impl Viewer {
    /// The account, or the refusal that asks for a sign-in.
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
    /// The diary day it is for this person.
    pub fn today(&self, clock: &Clock) -> NaiveDate {
        let today = domain::day::today(clock.now(), self.zone, self.day_end);
        self.day_floor.map_or(today, |floor| today.max(floor))
    }

    /// Whose day's quota counts now.
    pub fn quota_day(&self, clock: &Clock) -> QuotaDay {
        QuotaDay::now(self.quota, self.today(clock), clock.now(), self.zone, self.day_end)
    }
}
