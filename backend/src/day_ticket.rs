//! Decides the day of an entry, and until when it may be edited: today, another day with a signed ticket from that day, or a missed day
//! with a ticket that says so (product 4).

use crate::{Account, Backend, Result};
use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};
use domain::{Entry, Refusal, UserId, day, limits};

const PURPOSE: &str = "day_ticket";
/// Of a missed day. With a purpose of its own, such a ticket never counts as one from its day.
const MISSED_PURPOSE: &str = "missed_day_ticket";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ticket {
    user: UserId,
    date: NaiveDate,
    issued: DateTime<Utc>,
}

impl Ticket {
    fn text(self) -> String {
        format!("{} {} {}", self.user, self.date, self.issued.timestamp_millis())
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(' ');
        let user = parts.next()?.parse().ok()?;
        let date = parts.next()?.parse().ok()?;
        let issued = DateTime::from_timestamp_millis(parts.next()?.parse().ok()?)?;
        Some(Self { user, date, issued })
    }
}

/// Its holder began on the day `begun` to write on the earlier day `date`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MissedTicket {
    user: UserId,
    date: NaiveDate,
    begun: NaiveDate,
}

impl MissedTicket {
    fn text(self) -> String {
        format!("{} {} {}", self.user, self.date, self.begun)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(' ');
        let user = parts.next()?.parse().ok()?;
        let date = parts.next()?.parse().ok()?;
        let begun = parts.next()?.parse().ok()?;
        Some(Self { user, date, begun })
    }
}

/// The days of an entry that decide until when it may be edited.
#[derive(Clone, Copy, Debug)]
pub struct EntryDay {
    pub date: NaiveDate,
    pub is_backfilled: bool,
    pub created_at: DateTime<Utc>,
}

impl EntryDay {
    /// The diary day at whose end a Free account can no longer edit the entry: its own, or that on which a missed day was written.
    pub fn last(self, account: &Account) -> NaiveDate {
        if self.is_backfilled { day::today(self.created_at, account.zone, account.day_end) } else { self.date }
    }
}

impl From<&Entry> for EntryDay {
    fn from(entry: &Entry) -> Self {
        Self { date: entry.date, is_backfilled: entry.is_backfilled, created_at: entry.created_at }
    }
}

/// The day of a new entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewDay {
    pub date: NaiveDate,
    pub is_backfilled: bool,
}

/// Issues a ticket for today. Any other date is refused (`not_today`), because a ticket opens its day for editing.
pub fn issue(backend: &Backend, account: &Account, date: NaiveDate) -> Result<String> {
    if date != account.today(&backend.clock) {
        return Err(Refusal::NotToday.into());
    }
    let ticket = Ticket { user: account.user.id, date, issued: backend.clock.now() };
    Ok(backend.secret.sign(PURPOSE, &ticket.text()))
}

/// Issues a ticket for a missed day. A day that is not over is refused (`not_today`), one that the plan does not reach too
/// (`day_too_far_back`).
pub fn issue_missed(backend: &Backend, account: &Account, date: NaiveDate) -> Result<String> {
    let begun = account.today(&backend.clock);
    if date >= begun || date.year() < limits::FIRST_YEAR {
        return Err(Refusal::NotToday.into());
    }
    if let Some(days) = account.plan.missed_days().filter(|days| (begun - date).num_days() > *days) {
        return Err(domain::Error::from(Refusal::DayTooFarBack).with("n", days).into());
    }
    let ticket = MissedTicket { user: account.user.id, date, begun };
    Ok(backend.secret.sign(MISSED_PURPOSE, &ticket.text()))
}

fn read_missed(backend: &Backend, signed: Option<&str>) -> Option<MissedTicket> {
    MissedTicket::parse(&backend.secret.verify(MISSED_PURPOSE, signed?)?)
}

/// Whether the ticket is of this account for the missed day `date`, and the day on which writing began is not over. With Pro any day may
/// be edited, so that its tickets do not end.
fn is_valid_missed(backend: &Backend, account: &Account, date: NaiveDate, signed: Option<&str>) -> bool {
    read_missed(backend, signed).is_some_and(|ticket| {
        let is_in_time = account.plan.edits_any_day() || ticket.begun == account.today(&backend.clock);
        ticket.user == account.user.id && ticket.date == date && is_in_time
    })
}

/// Reads a ticket with a valid signature. It may belong to another account.
fn read(backend: &Backend, signed: Option<&str>) -> Option<Ticket> {
    Ticket::parse(&backend.secret.verify(PURPOSE, signed?)?)
}

/// Whether the ticket is for this account and `date`, and at most `TICKET_HOURS` old.
pub fn is_valid(backend: &Backend, account: &Account, date: NaiveDate, signed: Option<&str>) -> bool {
    read(backend, signed).is_some_and(|ticket| {
        let age = backend.clock.now() - ticket.issued;
        ticket.user == account.user.id && ticket.date == date && age <= TimeDelta::hours(limits::TICKET_HOURS)
    })
}

/// The day of a new entry. The default is today; another day needs a ticket from that day, or one of a missed day. A ticket of another account is refused
/// (`account_mismatch`): then another person has signed in meanwhile in the same browser.
pub fn day_of_new(
    backend: &Backend,
    account: &Account,
    date: Option<NaiveDate>,
    ticket: Option<&str>,
) -> Result<NewDay> {
    let today = account.today(&backend.clock);
    let date = date.unwrap_or(today);
    let is_backfilled = date != today && !is_valid(backend, account, date, ticket);
    if is_backfilled && !is_valid_missed(backend, account, date, ticket) {
        return Err(Refusal::NotToday.into());
    }
    let owner = read(backend, ticket).map(|ticket| ticket.user);
    let owner = owner.or_else(|| read_missed(backend, ticket).map(|ticket| ticket.user));
    if owner.is_some_and(|owner| owner != account.user.id) {
        return Err(Refusal::AccountMismatch.into());
    }
    Ok(NewDay { date, is_backfilled })
}

/// Whether an entry may still be edited. The ticket of a missed day opens none: the entry that was written with it is open by itself.
pub fn is_open(backend: &Backend, account: &Account, day: EntryDay, ticket: Option<&str>) -> bool {
    account.plan.edits_any_day()
        || day.last(account) == account.today(&backend.clock)
        || is_valid(backend, account, day.date, ticket)
}
