//! Decides the day of an entry, and until when it may be edited: today, another day with a signed ticket from that day, or a missed day
//! with a ticket that says so (product 4).

use crate::{Account, Backend, Result};
use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};
use domain::{Entry, Refusal, UserId, day, limits};

// Each kind of ticket is signed for a purpose of its own, so that none counts as another.

/// The editor's own: it creates the entry of its day and opens it for editing.
const EDITOR: &str = "day_ticket";
/// The one that every page keeps on its device, for writing offline: it creates the entry of its day.
const PAGE: &str = "page_day_ticket";
/// The one of a missed day: it creates a backfilled entry.
const MISSED: &str = "missed_day_ticket";

/// Its holder was on a page of `date` when it was issued.
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

/// The days of an entry that decide until when it may be edited.
#[derive(Clone, Copy, Debug)]
pub struct EntryDay {
    pub date: NaiveDate,
    /// Written on a later day. An imported entry is not: it counts by its own date.
    pub is_backfilled: bool,
    /// A page's ticket created the entry after its day.
    pub is_sent_late: bool,
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
        Self {
            date: entry.date,
            is_backfilled: entry.is_backfilled && entry.origin.is_none(),
            is_sent_late: entry.is_sent_late,
            created_at: entry.created_at,
        }
    }
}

/// The day of a new entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewDay {
    pub date: NaiveDate,
    pub is_backfilled: bool,
    pub is_sent_late: bool,
}

/// Issues the editor's ticket for today. Any other date is refused (`not_today`), because it opens its day for editing.
pub fn issue(backend: &Backend, account: &Account, date: NaiveDate) -> Result<String> {
    if date != account.today(&backend.clock) {
        return Err(Refusal::NotToday.into());
    }
    Ok(backend.secret.sign(EDITOR, &new(backend, account, date).text()))
}

/// Issues the ticket that any page keeps for writing offline today.
pub fn issue_to_page(backend: &Backend, account: &Account) -> String {
    let ticket = new(backend, account, account.today(&backend.clock));
    backend.secret.sign(PAGE, &[&ticket.text(), " page"].concat())
}

/// Issues a ticket for a missed day. A day that is not over is refused (`not_today`), one that the plan does not reach too
/// (`day_too_far_back`).
pub fn issue_missed(backend: &Backend, account: &Account, date: NaiveDate) -> Result<String> {
    let today = account.today(&backend.clock);
    if date >= today || date.year() < limits::FIRST_YEAR {
        return Err(Refusal::NotToday.into());
    }
    if let Some(days) = account.plan.missed_days().filter(|days| (today - date).num_days() > *days) {
        return Err(domain::Error::from(Refusal::DayTooFarBack).with("n", days).into());
    }
    // The browser tells kinds of tickets by the last word.
    Ok(backend.secret.sign(MISSED, &[&new(backend, account, date).text(), " missed"].concat()))
}

fn new(backend: &Backend, account: &Account, date: NaiveDate) -> Ticket {
    Ticket { user: account.user.id, date, issued: backend.clock.now() }
}

/// Reads a ticket with a valid signature. It may belong to another account.
fn read(backend: &Backend, signed: Option<&str>, purpose: &str) -> Option<Ticket> {
    Ticket::parse(&backend.secret.verify(purpose, signed?)?)
}

/// Whether the ticket is of this kind, day and account, and at most `TICKET_HOURS` old.
fn is_valid(backend: &Backend, account: &Account, date: NaiveDate, signed: Option<&str>, purpose: &str) -> bool {
    read(backend, signed, purpose).is_some_and(|ticket| is_in_time(backend, account, date, ticket))
}

fn is_in_time(backend: &Backend, account: &Account, date: NaiveDate, ticket: Ticket) -> bool {
    let age = backend.clock.now() - ticket.issued;
    ticket.user == account.user.id && ticket.date == date && age <= TimeDelta::hours(limits::TICKET_HOURS)
}

/// The same for the ticket of a missed day. With Pro any day may be edited, so that its tickets do not end.
fn is_valid_missed(backend: &Backend, account: &Account, date: NaiveDate, signed: Option<&str>) -> bool {
    read(backend, signed, MISSED).is_some_and(|ticket| {
        let is_own = ticket.user == account.user.id && ticket.date == date;
        is_own && account.plan.edits_any_day() || is_in_time(backend, account, date, ticket)
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
    let is_of_its_day = [EDITOR, PAGE].iter().any(|purpose| is_valid(backend, account, date, ticket, purpose));
    let is_backfilled = date != today && !is_of_its_day;
    if is_backfilled && !is_valid_missed(backend, account, date, ticket) {
        return Err(Refusal::NotToday.into());
    }
    let mut tickets = [EDITOR, PAGE, MISSED].into_iter().filter_map(|purpose| read(backend, ticket, purpose));
    if tickets.any(|ticket| ticket.user != account.user.id) {
        return Err(Refusal::AccountMismatch.into());
    }
    Ok(NewDay { date, is_backfilled, is_sent_late: is_of_its_day && date < today })
}

/// Whether an entry may still be edited. The ticket of a missed day opens none: the entry that was written with it is open by itself.
pub fn is_open(backend: &Backend, account: &Account, day: EntryDay, ticket: Option<&str>) -> bool {
    account.plan.edits_any_day()
        || day.last(account) == account.today(&backend.clock)
        || opens(backend, account, day, ticket)
}

/// Whether the ticket opens the entry after its day. A page's ticket opens only what such a ticket created: what was written offline and
/// changed before it could be sent.
pub fn opens(backend: &Backend, account: &Account, day: EntryDay, ticket: Option<&str>) -> bool {
    is_valid(backend, account, day.date, ticket, EDITOR)
        || day.is_sent_late && is_valid(backend, account, day.date, ticket, PAGE)
}

/// Whether a new entry meets one that its page's ticket does not open. A choice between the two could not be saved.
pub fn meets_closed(backend: &Backend, account: &Account, existing: EntryDay, ticket: Option<&str>) -> bool {
    is_valid(backend, account, existing.date, ticket, PAGE) && !is_open(backend, account, existing, ticket)
}
