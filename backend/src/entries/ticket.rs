//! On which day something counts as written: today, or the day a ticket vouches for (product 4).

use crate::{Account, Backend, Result};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{Refusal, UserId, limits};

const PURPOSE: &str = "day_ticket";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ticket {
    user: UserId,
    date: NaiveDate,
    issued: DateTime<Utc>,
    /// Whether `date` was today when the ticket was issued; otherwise it is good for changing an entry only.
    today: bool,
}

impl Ticket {
    fn text(self) -> String {
        let use_for = if self.today { "write" } else { "edit" };
        format!("{} {} {} {use_for}", self.user, self.date, self.issued.timestamp_millis())
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(' ');
        let user = parts.next()?.parse().ok()?;
        let date = parts.next()?.parse().ok()?;
        let issued = DateTime::from_timestamp_millis(parts.next()?.parse().ok()?)?;
        Some(Self { user, date, issued, today: parts.next()? == "write" })
    }
}

/// A ticket for today; Pro accounts, which may edit any day, get one for an earlier day too.
pub fn issue(backend: &Backend, account: &Account, date: NaiveDate) -> Result<String> {
    let today = account.today(&backend.clock);
    if date != today && !(date < today && account.plan.edits_any_day()) {
        return Err(if date < today { Refusal::EditClosed } else { Refusal::NotToday }.into());
    }
    let ticket = Ticket { user: account.user.id, date, issued: backend.clock.now(), today: date == today };
    Ok(backend.secret.sign(PURPOSE, &ticket.text()))
}

/// The ticket, if it is this account's, for `date`, and not too old.
fn valid(backend: &Backend, account: &Account, date: NaiveDate, signed: Option<&str>) -> Option<Ticket> {
    let ticket = Ticket::parse(&backend.secret.verify(PURPOSE, signed?)?)?;
    let age = backend.clock.now() - ticket.issued;
    let fresh = age <= TimeDelta::hours(limits::TICKET_HOURS);
    (ticket.user == account.user.id && ticket.date == date && fresh).then_some(ticket)
}

/// The day of a new entry: today unless asked otherwise, and any other day only with a ticket from that day.
pub fn day_of_new(
    backend: &Backend,
    account: &Account,
    date: Option<NaiveDate>,
    ticket: Option<&str>,
) -> Result<NaiveDate> {
    let today = account.today(&backend.clock);
    let date = date.unwrap_or(today);
    let vouched = || valid(backend, account, date, ticket).is_some_and(|ticket| ticket.today);
    if date == today || vouched() { Ok(date) } else { Err(Refusal::NotToday.into()) }
}

/// Whether an entry of `date` may still be edited.
pub fn is_open(backend: &Backend, account: &Account, date: NaiveDate, ticket: Option<&str>) -> bool {
    account.plan.edits_any_day()
        || date == account.today(&backend.clock)
        || valid(backend, account, date, ticket).is_some()
}
