//! Decides the day of an entry: today, or another day with a signed ticket from that day (product 4).

use crate::{Account, Backend, Result};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{Refusal, UserId, limits};

const PURPOSE: &str = "day_ticket";

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

/// Issues a ticket for today. Any other date is refused (`not_today`), because a ticket opens its day for editing.
pub fn issue(backend: &Backend, account: &Account, date: NaiveDate) -> Result<String> {
    if date != account.today(&backend.clock) {
        return Err(Refusal::NotToday.into());
    }
    let ticket = Ticket { user: account.user.id, date, issued: backend.clock.now() };
    Ok(backend.secret.sign(PURPOSE, &ticket.text()))
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

/// The day of a new entry. The default is today; another day needs a ticket from that day. A ticket of another account is refused
/// (`account_mismatch`): then another person has signed in meanwhile in the same browser.
pub fn day_of_new(
    backend: &Backend,
    account: &Account,
    date: Option<NaiveDate>,
    ticket: Option<&str>,
) -> Result<NaiveDate> {
    let today = account.today(&backend.clock);
    let date = date.unwrap_or(today);
    if date != today && !is_valid(backend, account, date, ticket) {
        return Err(Refusal::NotToday.into());
    }
    if read(backend, ticket).is_some_and(|ticket| ticket.user != account.user.id) {
        return Err(Refusal::AccountMismatch.into());
    }
    Ok(date)
}

/// Whether an entry of `date` may still be edited.
pub fn is_open(backend: &Backend, account: &Account, date: NaiveDate, ticket: Option<&str>) -> bool {
    account.plan.edits_any_day() || date == account.today(&backend.clock) || is_valid(backend, account, date, ticket)
}
