//! SQL of Pro's end.

use crate::{Db, Result};
use chrono::{DateTime, Utc};
use domain::day;

/// What decides when a day ends for a person.
#[derive(Debug, sqlx::FromRow)]
pub struct Days {
    zone: String,
    day_end_minutes: i64,
}

impl Days {
    pub fn settled(&self) -> (day::Zone, u16) {
        let zone = day::parse_zone(&self.zone).unwrap_or(day::DEFAULT_ZONE);
        (zone, u16::try_from(self.day_end_minutes).unwrap_or_default())
    }
}

pub async fn days_of(db: &Db, email_folded: &str) -> Result<Option<Days>> {
    let statement = db.read("SELECT zone, day_end_minutes FROM users WHERE email_folded = $1");
    statement.bind(email_folded.to_owned()).fetch_optional().await
}

/// False: nobody has the address.
pub async fn set_pro_until(db: &Db, email_folded: &str, until: DateTime<Utc>) -> Result<bool> {
    let statement = db.write("UPDATE users SET pro_until = $2 WHERE email_folded = $1");
    Ok(statement.bind(email_folded.to_owned()).bind(until).execute().await? == 1)
}
