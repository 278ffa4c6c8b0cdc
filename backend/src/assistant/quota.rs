//! One use of the daily quota. It is taken before the work starts and kept if the work succeeds. It is given back if the work fails or the
//! request is cancelled. If the process ends, the sweep gives it back.

use super::{
    call::Outcome,
    store::{self, NewCall},
};
use crate::{Account, Backend, Result, providers::ai::Sends};
use domain::{Error, Help, Plan, Refusal, date};
use serde_json::json;
use uuid::Uuid;

#[derive(Debug)]
pub struct QuotaUse {
    backend: Backend,
    id: Uuid,
    sends: Sends,
    is_settled: bool,
}

/// The work that a use is taken for.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    pub help: Help,
    /// The service that gets the data. Empty: none.
    pub provider: &'a str,
    pub characters: usize,
    pub milliseconds: u32,
}

/// The uses per day that a plan allows.
pub fn limit(plan: Plan, help: Help) -> u32 {
    match help {
        Help::Transcription => plan.transcriptions(),
        Help::Summary => plan.summaries(),
        Help::Linkedin => plan.linkedin_posts(),
    }
}

/// Number of uses that are left today.
pub async fn uses_left(backend: &Backend, account: &Account, help: Help) -> Result<u32> {
    let day = account.quota_day(&backend.clock).date;
    let used = store::used(&backend.db, account.user.id, help, day).await?;
    Ok(limit(account.plan, help).saturating_sub(used))
}

/// Takes one use of the day's quota, or refuses with `quota_used`.
pub async fn consume(backend: &Backend, account: &Account, work: Work<'_>) -> Result<QuotaUse> {
    let taken =
        QuotaUse { backend: backend.clone(), id: backend.clock.id(), sends: Sends::default(), is_settled: false };
    let call = NewCall {
        id: taken.id,
        user: account.user.id,
        help: work.help,
        day: account.quota_day(&backend.clock).date,
        provider: work.provider,
        characters: work.characters,
        milliseconds: work.milliseconds,
        started_at: backend.clock.now(),
    };
    if store::take(&backend.db, &call, limit(account.plan, work.help)).await? {
        return Ok(taken);
    }
    taken.forget();
    Err(used_up(backend, account, work.help).into())
}

fn used_up(backend: &Backend, account: &Account, help: Help) -> Error {
    let reset = account.quota_day(&backend.clock).ends(account.zone, account.day_end);
    let local = reset.with_timezone(&account.zone).naive_local();
    let limit = limit(account.plan, help);
    let pro = (account.plan == Plan::Free).then(|| self::limit(Plan::Pro, help));
    let detail = json!({ "help": help.as_str(), "limit": limit, "resetAt": reset, "pro": pro });
    let wait = (reset - backend.clock.now()).num_seconds().max(1).unsigned_abs();
    Error::from(Refusal::QuotaUsed)
        .with("date", date::short(local.date()))
        .with("time", local.format("%H:%M"))
        .retry_after(wait)
        .detail(detail.to_string())
}

impl QuotaUse {
    /// Counts how often the data is sent to the service.
    pub fn sends(&self) -> &Sends {
        &self.sends
    }

    /// Keeps the use: it counts. `outcome` is that of the service's call. A summary that was made here instead counts too.
    pub async fn keep(mut self, outcome: Outcome, characters: Option<usize>) -> Result<()> {
        store::settle(&self.backend.db, self.id, outcome, characters, self.sends.count()).await?;
        self.is_settled = true;
        Ok(())
    }

    pub async fn give_back(mut self) -> Result<()> {
        store::give_back(&self.backend.db, self.id, self.sends.count()).await?;
        self.is_settled = true;
        Ok(())
    }

    /// Nothing was taken, so nothing is given back.
    fn forget(mut self) {
        self.is_settled = true;
    }
}

impl Drop for QuotaUse {
    fn drop(&mut self) {
        if self.is_settled {
            return;
        }
        let (backend, id, sends) = (self.backend.clone(), self.id, self.sends.count());
        let is_waiting = self.backend.background.spawn(async move {
            if let Err(error) = store::give_back(&backend.db, id, sends).await {
                tracing::warn!(%error, "a use of the assistant was not given back; the sweep does it");
            }
        });
        if !is_waiting {
            tracing::warn!("a use of the assistant was not given back; the sweep does it");
        }
    }
}
