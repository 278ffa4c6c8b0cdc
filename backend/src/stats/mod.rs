//! Looking back: kept counts of each month, streaks and their reward, and the days of a calendar (product 23).

mod memories;
mod store;

pub use memories::{Memory, hide_memory, memories};

use crate::{Account, Backend, Result, Viewer, db::Tx, invitation_codes};
use chrono::{Datelike, Months, NaiveDate, TimeDelta};
use domain::{
    Refusal, UserId, limits,
    stats::{
        self, BrokenStreak, DayCell, DayMark, EntryCounts, MonthCounts, Stats, Streak, Totals, current_run,
        first_of_month,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Counts a month of a person anew, in the transaction that changed an entry of `date`.
pub(crate) async fn refresh(tx: &mut Tx, owner: UserId, date: NaiveDate) -> Result<()> {
    let month = first_of_month(date);
    store::lock_month(tx, owner, month).await?;
    let counts = store::count(tx, owner, month).await?;
    store::set_month(tx, owner, &counts).await
}

/// The months of a person whose kept counts differ from their entries.
pub(crate) async fn differing_months(db: &crate::Db, owner: UserId) -> Result<Vec<NaiveDate>> {
    let mut entries: BTreeMap<NaiveDate, Vec<EntryCounts>> = BTreeMap::new();
    for entry in store::list_counts(db, owner).await? {
        entries.entry(first_of_month(entry.date)).or_default().push(entry);
    }
    let mut kept: BTreeMap<_, _> =
        store::list_months(db, owner).await?.into_iter().map(|counts| (counts.month, counts)).collect();
    let months: BTreeSet<NaiveDate> = entries.keys().chain(kept.keys()).copied().collect();
    let differs = |month: &NaiveDate| {
        let counted = MonthCounts::of(*month, entries.get(month).map_or(&[], Vec::as_slice));
        kept.remove(month).unwrap_or_else(|| MonthCounts::of(*month, &[])) != counted
    };
    Ok(months.into_iter().filter(differs).collect())
}

/// Gives two invitation codes when the current run has reached five days (spec 1). Once per run, also if some of its days are deleted and
/// written again.
pub(crate) async fn reward(backend: &Backend, tx: &mut Tx, account: &Account) -> Result<()> {
    let owner = account.user.id;
    // Two saves at once would each see a run of their own where the other's day is missing.
    store::lock_owner(tx, owner).await?;
    let days = store::list_streak_days_in(tx, owner).await?;
    let run = current_run(&stats::runs(days), account.today(&backend.clock));
    let Some(run) = run.filter(|run| run.length() >= limits::STREAK_BONUS_DAYS) else { return Ok(()) };
    if store::reward(tx, owner, run, backend.clock.now()).await? {
        invitation_codes::give(backend, tx, owner, limits::STREAK_BONUS_CODES).await?;
    }
    Ok(())
}

/// `GET /api/stats`.
pub async fn figures(backend: &Backend, viewer: &Viewer) -> Result<Stats> {
    let account = viewer.account()?;
    let months = store::list_months(&backend.db, account.user.id).await?;
    Ok(Stats::of(&months, account.today(&backend.clock)))
}

pub async fn streak(backend: &Backend, viewer: &Viewer) -> Result<Streak> {
    let account = viewer.account()?;
    let days = store::list_streak_days(&backend.db, account.user.id).await?;
    Ok(Streak::of(days, account.today(&backend.clock)))
}

/// The viewer's current streak, if deleting the entry of `day` would break it.
pub async fn broken_streak(backend: &Backend, viewer: &Viewer, day: NaiveDate) -> Result<Option<BrokenStreak>> {
    let account = viewer.account()?;
    let days = store::list_streak_days(&backend.db, account.user.id).await?;
    Ok(BrokenStreak::of(&days, account.today(&backend.clock), day))
}

/// A year of the viewer.
#[derive(Clone, Debug)]
pub struct Year {
    pub year: i32,
    /// This year and the four before (spec 2), and earlier ones with an entry; the newest first.
    pub choices: Vec<i32>,
    /// Those of them that have an entry.
    pub written: BTreeSet<i32>,
    pub totals: Totals,
    /// The figures of all years.
    pub all: Stats,
    /// Each day with an entry, the newest first.
    pub days: Vec<DayMark>,
}

/// The year's figures; `None` is the current year. A year that is not offered, and in which nothing was written:
/// `not_found`.
pub async fn year(backend: &Backend, viewer: &Viewer, year: Option<i32>) -> Result<Year> {
    let account = viewer.account()?;
    let today = account.today(&backend.clock);
    let current = today.year();
    let year = year.unwrap_or(current);
    let (first, last) = bounds(year)?;
    let months = store::list_months(&backend.db, account.user.id);
    let days = store::list_days(&backend.db, account.user.id, first, last);
    let (months, days) = tokio::try_join!(months, days)?;
    let offered = (0..limits::YEARS_OFFERED).map(|ago| current - ago);
    let written: BTreeSet<i32> =
        months.iter().filter(|month| month.entries > 0).map(|month| month.month.year()).collect();
    let choices: BTreeSet<i32> = offered.chain(written.range(..current).copied()).collect();
    let choices: Vec<i32> = choices.into_iter().rev().collect();
    let all = Stats::of(&months, today);
    let months: Vec<MonthCounts> =
        months.into_iter().filter(|month| month.month.year() == year && month.entries > 0).collect();
    if months.is_empty() && !choices.contains(&year) {
        return Err(Refusal::NotFound.into());
    }
    Ok(Year { year, choices, written, totals: Totals::of(&months), all, days })
}

/// The first and the last day of a year that a date can have in a diary.
pub(crate) fn bounds(year: i32) -> Result<(NaiveDate, NaiveDate)> {
    let day = |month, day| NaiveDate::from_ymd_opt(year, month, day).filter(|_| (1..=9999).contains(&year));
    day(1, 1).zip(day(12, 31)).ok_or_else(|| Refusal::NotFound.into())
}

/// A month of the viewer's calendar.
#[derive(Clone, Debug)]
pub struct Month {
    /// The first day.
    pub first: NaiveDate,
    pub today: NaiveDate,
    /// Each day with an entry, the newest first.
    pub days: Vec<DayCell>,
}

/// The month of `date`.
pub async fn month(backend: &Backend, viewer: &Viewer, date: NaiveDate) -> Result<Month> {
    let account = viewer.account()?;
    let first = first_of_month(date);
    let last = first.checked_add_months(Months::new(1)).and_then(|next| next.pred_opt()).unwrap_or(first);
    let days = store::list_cells(&backend.db, account.user.id, first, last).await?;
    Ok(Month { first, today: account.today(&backend.clock), days })
}

/// `date`, or the nearest day that a calendar shows: from the year 1 to the day after the next twelve months.
pub fn within_calendar(date: NaiveDate, today: NaiveDate) -> NaiveDate {
    let oldest = NaiveDate::from_ymd_opt(1, 1, 1).unwrap_or(date);
    date.clamp(oldest, today.checked_add_months(Months::new(12)).unwrap_or(today))
}

/// The boxes beside the dashboard's list.
#[derive(Clone, Debug)]
pub struct LookingBack {
    pub streak: Streak,
    pub month: Month,
    pub memories: Vec<Memory>,
    /// The current streak was rewarded with invitation codes in the last days.
    pub bonus: bool,
}

pub async fn looking_back(backend: &Backend, viewer: &Viewer) -> Result<LookingBack> {
    let account = viewer.account()?;
    let today = account.today(&backend.clock);
    let streak = async { Ok(Streak::of(store::list_streak_days(&backend.db, account.user.id).await?, today)) };
    let (month, memories) = (Box::pin(month(backend, viewer, today)), Box::pin(memories(backend, viewer)));
    let (streak, month, memories) = tokio::try_join!(streak, month, memories)?;
    let bonus = streak.current_streak >= limits::STREAK_BONUS_DAYS && {
        let since = backend.clock.now() - TimeDelta::days(limits::STREAK_BONUS_SHOWN_DAYS);
        store::last_bonus(&backend.db, account.user.id).await?.is_some_and(|at| at > since)
    };
    Ok(LookingBack { streak, month, memories, bonus })
}
